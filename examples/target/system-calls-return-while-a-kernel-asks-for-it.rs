//! System calls come back at once in a kernel that asks for it, and in no other: the
//! vector is as before when such a kernel has ended, whatever ended it.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::{Result, Write};

    use g4pmu_firmware::arch::mmu::Mode;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::kernels::workspace::Prepared;
    use g4pmu_firmware::lab::machine::{Call, Machine, Outcome};
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;
    use report_format::record::{State, Translation};

    core::arch::global_asm!(
        "call_and_return: sc",
        "mfmsr %r3",
        "andi. %r3, %r3, 4",
        "bnelr",
        "mark_lost: b mark_lost",
        "call_and_fail: sc",
        ".long 0",
    );

    unsafe extern "C" {
        fn call_and_return();
        fn call_and_fail();
    }

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        match show_all(machine) {
            Ok(()) => Ending::PowerOff,
            Err(_) => Ending::Failure,
        }
    }

    fn show_all(machine: &mut Hardware) -> Result {
        for translation in [Translation::Bat, Translation::Page, Translation::Real] {
            let mode = Mode { translation, state: State::Supervisor };
            show(machine, "asks", call_and_return, true, mode)?;
            show(machine, "does not ask", call_and_return, false, mode)?;
            show(machine, "asks and fails", call_and_fail, true, mode)?;
            show(machine, "does not ask", call_and_return, false, mode)?;
        }
        Ok(())
    }

    fn show(
        machine: &mut Hardware,
        name: &str,
        code: unsafe extern "C" fn(),
        system_calls_return: bool,
        mode: Mode,
    ) -> Result {
        let entry = code as *const () as usize as u32;
        let call = Call {
            kernel: Prepared { entry, arguments: [0; 6] },
            mode,
            iterations: 1,
            mmcr0_start: 0x8000_0000,
            mmcr0_stop: 0x8000_0000,
            system_calls_return,
            watchdog_ticks: 1_000_000,
        };
        match Hardware::run(machine.bus(), &call) {
            Outcome::Returned { .. } => writeln!(Console, "{name}: returned"),
            Outcome::Interrupted(interruption) => writeln!(Console, "{name}: {}", interruption.cause()),
        }
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
