//! Between its readings of the time base the window executes the stated number of
//! instructions, from any phase of the clock, in any number of windows.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::Write;

    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::machine::{Call, Machine, Outcome};
    use g4pmu_firmware::lab::reading::instructions;
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::lab::window::OVERHEAD;
    use g4pmu_firmware::platform::console::Console;

    pub fn body(machine: &mut Hardware, found: &Found<'_>) -> Ending {
        let mut wrong = 0;
        for passes in 1..=1_000 {
            let call = Call {
                kernel: machine.known_loop(),
                iterations: passes,
                mmcr0_start: 0x8000_0000,
                mmcr0_stop: 0x8000_0000,
                watchdog_ticks: 1_000_000,
            };
            let Outcome::Returned { ticks } = Hardware::run(machine.bus(), &call) else { return Ending::Failure };
            let executed = u64::from(passes) + 1 + u64::from(OVERHEAD);
            wrong += u32::from(instructions(ticks, found.facts.tb_hz, 7) != Some(executed));
        }
        let _lost = writeln!(Console, "{wrong} of 1000 windows differ");
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
