//! From the first instruction to the end record: the order of initialisation.
//!
//! 1. assembly: save the entry registers, 32 bits, mask interrupts, clear .bss, own stack
//! 2. decide what started the image, and ask it while it lives
//! 3. own memory: blocks, translation, vectors
//! 4. console, then what the emulator knows, then whether a timing model answers
//! 5. counters, breakpoints, caches, predictors
//! 6. the binary's body: for the image itself the report, in `main.rs`
//! 7. power off

use core::mem::{offset_of, size_of};

use mpc7450::bus::SprBus;
use mpc7450::parts::Part;
use mpc7450::registers::Pvr;

use super::body::Ending;
use super::handler;
use super::hardware::Hardware;
use crate::arch::features::Features;
use crate::arch::spr::HardwareBus;
use crate::arch::{model, msr, notes, takeover};
use crate::lab::machine::Machine;
use crate::lab::report::Found;
use crate::platform::entry::{EntryState, ROM_MARK};
use crate::platform::signature::{MAGIC, Signature};
use crate::platform::{devices, firmware};

core::arch::global_asm!(
    include_str!("../../boot/start.s"),
    include_str!("../../boot/flash.s"),
    msr_offset = const offset_of!(EntryState, msr),
    entry_state_size = const size_of::<EntryState>(),
    rom_mark = const ROM_MARK,
    rust_entry = sym rust_entry,
);

unsafe extern "Rust" {
    /// What the binary does once everything is set up.
    fn image_main(machine: &mut Hardware, found: &Found<'_>) -> Ending;
}

/// Called once by the assembly, on the image's own stack, interrupts masked.
extern "C" fn rust_entry(entry: &EntryState) -> ! {
    // SAFETY: nothing of the environment has been changed yet but MSR[EE].
    let answer = unsafe { firmware::ask(entry) };
    // SAFETY: the image runs in supervisor state from entry to end; user-state
    // kernels come back to supervisor state before Rust goes on.
    let mut bus = unsafe { HardwareBus::new() };
    let part = Part::from_pvr(bus.read_raw::<Pvr>());
    let features = Features::of(&part);
    if answer.board.is_none() {
        answer.refuse("this board is none that the image knows; it stays as it was");
    }
    if !features.known() {
        answer.refuse("this processor is none that the image knows; it stays as it was");
    }

    let mut registers = notes::found(&bus, &features);
    // SAFETY: interrupts are masked, the image is where it is linked, and the
    // firmware has been asked everything.
    unsafe { takeover::own_memory(&mut bus, &features, handler::policy, &mut registers) }
    // SAFETY: device regions are mapped now, and nobody else runs.
    let Some(board) = answer.board.or_else(|| unsafe { firmware::look_for_board() }) else { devices::halt() };
    // SAFETY: as above; firmware or the board's own bridge says that it is this board.
    let console = unsafe { devices::start(board) };
    let mut facts = answer.facts;
    // SAFETY: as above.
    unsafe { devices::collect_emulator_facts(board, &mut facts) }
    facts.take_model(Signature::read(|index| model::ask(MAGIC, index)));
    // SAFETY: the image owns memory.
    let set_up = unsafe { takeover::set_up(&mut bus, &part, &features, &mut registers) };

    // SAFETY: vectors and blocks are in place, firmware never runs again, and this is
    // the only machine made.
    let mut machine = unsafe { Hardware::new(bus, features, facts.ram, &mut registers) };
    notes::read_back(machine.bus(), &features, &mut registers);
    let found = Found {
        start: answer.start,
        entry_msr: entry.msr,
        running_msr: msr::read().get(),
        console,
        build: machine.build_id(),
        memory: machine.memory(&facts),
        part,
        facts: &facts,
        registers: &registers,
        set_up,
    };
    // SAFETY: the binary defines it with the `image_main!` macro, which checks the type.
    let ending = unsafe { image_main(&mut machine, &found) };
    handler::check_stack_guard();
    match ending {
        Ending::PowerOff => devices::power_off(facts.power),
        Ending::Failure => devices::fail(),
    }
}
