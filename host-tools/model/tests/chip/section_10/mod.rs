//! The predictions of section 10 of the digest that need the whole chip: a ring of pages,
//! a ladder of pointers and nested calls, measured by the guest's own counters.

mod ladder;
mod returns;
mod ring;

use model::settings::Settings;
use mpc7450::parts::Part;

use crate::machine::Machine;
use crate::window::selectors;
use crate::words::*;

/// A machine with caches, L2 and branch units on, and these events counted.
fn machine(pvr: u32, codes: [u32; 6]) -> Machine {
    machine_with(Settings::new(Part::from_pvr(pvr)), codes)
}

fn machine_with(settings: Settings, codes: [u32; 6]) -> Machine {
    let mut machine = Machine::with(settings);
    machine.lazy = true;
    machine.mtspr(HID0, HID0_ON);
    machine.mtspr(L2CR, L2E);
    let (mmcr0, mmcr1) = selectors(codes);
    machine.mtspr(MMCR1, mmcr1);
    machine.mtspr(MMCR0, mmcr0);
    machine
}

/// What the counters count while `work` runs once more, after it ran `warm` times.
fn measure(machine: &mut Machine, warm: usize, mut work: impl FnMut(&mut Machine)) -> [u32; 6] {
    (0..warm).for_each(|_| work(machine));
    let before = PMC.map(|pmc| machine.mfspr(pmc));
    work(machine);
    let after = PMC.map(|pmc| machine.mfspr(pmc));
    std::array::from_fn(|counter| after[counter].wrapping_sub(before[counter]))
}

const MPC7455: u32 = 0x8001_0201;
