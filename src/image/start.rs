//! From the first instruction to the end record: the order of initialisation.
//!
//! 1. assembly: save the entry registers, mask interrupts, clear .bss, own stack
//! 2. ask Open Firmware, while it lives
//! 3. own memory: blocks, translation, vectors
//! 4. console, then what the emulator knows
//! 5. caches, predictors, counters
//! 6. the binary's body: for the image itself the report, in `main.rs`
//! 7. power off

use core::mem::{offset_of, size_of};

use mpc7450::bus::SprBus;
use mpc7450::parts::Part;
use mpc7450::registers::Pvr;
use report_format::record::Start;

use super::body::Ending;
use super::handler;
use super::hardware::Hardware;
use crate::arch::spr::HardwareBus;
use crate::arch::{msr, takeover};
use crate::lab::report::Found;
use crate::lab::window::OVERHEAD;
use crate::platform::board;
use crate::platform::entry::{EntryState, ROM_MARK};
use crate::platform::facts::Facts;
use crate::platform::open_firmware::Client;

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
    let start = entry.start();
    let mut facts = Facts::default();
    if start == Start::OpenFirmware {
        // SAFETY: r5 is the client interface on this start path, and nothing of the
        // environment has been changed yet but MSR[EE].
        let client = unsafe { Client::new(entry.gpr(5)) };
        client.collect(&mut facts);
    }

    // SAFETY: the image runs in supervisor state from entry to end; user-state
    // kernels come back to supervisor state before Rust goes on.
    let mut bus = unsafe { HardwareBus::new() };
    let part = Part::from_pvr(bus.read_raw::<Pvr>());
    // SAFETY: interrupts are masked, the image is where it is linked, and the
    // firmware has been asked everything.
    unsafe { takeover::own_memory(&mut bus, &part, handler::policy) }
    // SAFETY: device regions are mapped now, and nobody else runs.
    unsafe { board::start_console() }
    // SAFETY: as above.
    unsafe { board::collect_emulator_facts(&mut facts) }
    // SAFETY: the image owns memory.
    let (registers, set_up) = unsafe { takeover::set_up(&mut bus, &part) };

    // SAFETY: vectors and blocks are in place, and this is the only machine made.
    let mut machine = unsafe { Hardware::new(bus) };
    let found = Found {
        start,
        entry_msr: entry.msr,
        running_msr: msr::read().get(),
        window_overhead: OVERHEAD,
        console: board::CONSOLE_NAME,
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
        // SAFETY: the console was started.
        Ending::PowerOff => unsafe { board::power_off(facts.power) },
        // SAFETY: the console was started.
        Ending::Failure => unsafe { board::fail() },
    }
}
