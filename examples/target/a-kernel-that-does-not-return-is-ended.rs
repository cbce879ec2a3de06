//! The decrementer ends an endless loop, and the time it took is the bound.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::Write;

    use g4pmu_firmware::arch::mmu::Mode;
    use g4pmu_firmware::arch::time::time_base;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::kernels::workspace::Prepared;
    use g4pmu_firmware::lab::machine::{Call, Machine, Outcome};
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;

    core::arch::global_asm!("for_ever: b for_ever");

    unsafe extern "C" {
        fn for_ever();
    }

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        for watchdog_ticks in [1_000, 1_000_000] {
            let call = Call {
                kernel: Prepared { entry: for_ever as *const () as usize as u32, arguments: [0; 6] },
                mode: Mode::default(),
                iterations: 1,
                mmcr0_start: 0x8000_0000,
                mmcr0_stop: 0x8000_0000,
                system_calls_return: false,
                watchdog_ticks,
            };
            let start = time_base();
            let outcome = Hardware::run(machine.bus(), &call);
            let ticks = time_base() - start;
            let Outcome::Interrupted(interruption) = outcome else { return Ending::Failure };
            let within = ticks >= u64::from(watchdog_ticks) && ticks < u64::from(watchdog_ticks) + 2_000;
            if writeln!(Console, "{} after {watchdog_ticks} ticks: {within}", interruption.cause()).is_err() {
                return Ending::Failure;
            }
        }
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
