//! A monitor with the numbers of its registers, for short tests.

use model::pmu::Pmu;
use model::settings::Settings;
use model::signal::Signal;
use model::sink::Sink;
use model::time::Time;
use mpc7450::parts::Part;

pub const MMCR0: u16 = 952;
pub const MMCR1: u16 = 956;
pub const MMCR2: u16 = 944;
pub const SIAR: u16 = 955;
/// PMC1 to PMC6.
pub const PMC: [u16; 6] = [953, 954, 957, 958, 945, 946];

/// MSR[EE].
pub const EE: u32 = 0x0000_8000;
/// MSR[PR]: user state.
pub const PR: u32 = 0x0000_4000;
/// MSR[PMM]: marked.
pub const PMM: u32 = 0x0000_0004;

/// An event that every test may tell: code 2 on PMC1 to PMC4.
pub const COMPLETED: Signal = Signal::InstructionsCompleted;

pub fn settings() -> Settings {
    Settings::new(Part::from_pvr(0x8000_0201))
}

pub fn pmu() -> Pmu {
    Pmu::new(&settings())
}

/// A running time base of one tick in 36 cycles that shows 0 in cycle 0.
pub fn time() -> Time {
    let mut time = Time::new(&settings());
    time.set_running(true, 0);
    time
}

/// With these words in MMCR0 and MMCR1 from cycle 1 on.
pub fn with(mmcr0: u32, mmcr1: u32) -> Pmu {
    let mut pmu = pmu();
    pmu.write(MMCR1, mmcr1, 0);
    pmu.write(MMCR0, mmcr0, 0);
    pmu
}

/// All six counters as they are in `cycle`.
pub fn counters(pmu: &mut Pmu, cycle: u64) -> [u32; 6] {
    PMC.map(|spr| pmu.read(spr, cycle))
}

/// `amount` instructions completed in each of the cycles.
pub fn complete(pmu: &mut Pmu, cycles: std::ops::Range<u64>, amount: u32) {
    for cycle in cycles {
        pmu.completed(0x1000 + 4 * cycle as u32, cycle);
        pmu.count(COMPLETED, cycle, amount);
    }
}
