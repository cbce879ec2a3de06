//! From the first instruction to the end record: the order of initialisation.
//!
//! 1. assembly: save the entry registers, mask interrupts, clear .bss, own stack
//! 2. ask Open Firmware, while it lives
//! 3. own memory: blocks, translation, vectors
//! 4. console, then what the emulator knows
//! 5. caches, predictors, counters
//! 6. the report: header, checks, what was asked for, end
//! 7. power off

use core::mem::{offset_of, size_of};

use mpc7450::bus::SprBus;
use mpc7450::parts::Part;
use mpc7450::registers::Pvr;
use report_format::record::Start;

use super::handler;
use super::hardware::Hardware;
use crate::arch::spr::HardwareBus;
use crate::arch::{msr, takeover};
use crate::lab::report::{self, Found};
use crate::lab::window::OVERHEAD;
use crate::platform::board;
use crate::platform::console::Console;
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
    unsafe { board::collect_emulator_facts(start, &mut facts) }
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
    let complete = report::run(&mut machine, &found, Console);
    handler::check_stack_guard();
    if complete.is_err() {
        // SAFETY: the console was started.
        unsafe { board::fail() }
    }
    // SAFETY: the console was started.
    unsafe { board::power_off(facts.power) }
}
