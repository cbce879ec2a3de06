//! Between its readings of the time base the window executes the stated number of
//! instructions, in either state and translation, from any phase of the clock, in any
//! number of windows.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::Write;

    use g4pmu_firmware::arch::mmu::Mode;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::machine::{Call, Machine, Outcome};
    use g4pmu_firmware::lab::reading::instructions;
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;
    use report_format::record::{State, Translation};
    use report_format::word::Word;

    pub fn body(machine: &mut Hardware, found: &Found<'_>) -> Ending {
        for translation in Translation::ALL {
            for state in State::ALL {
                let mode = Mode { translation: *translation, state: *state };
                let Some(wrong) = wrong_windows(machine, found.facts.tb_hz, mode) else { return Ending::Failure };
                let _lost = writeln!(
                    Console,
                    "{} {}: {wrong} of 1000 windows differ",
                    mode.translation.word(),
                    mode.state.word()
                );
            }
        }
        Ending::PowerOff
    }

    /// Windows around the known loop that come out at another length.
    fn wrong_windows(machine: &mut Hardware, tb_hz: u32, mode: Mode) -> Option<u32> {
        let mut wrong = 0;
        for passes in 1..=1_000 {
            let call = Call {
                kernel: machine.known_loop(),
                mode,
                iterations: passes,
                mmcr0_start: 0x8000_0000,
                mmcr0_stop: 0x8000_0000,
                system_calls_return: false,
                watchdog_ticks: 1_000_000,
            };
            let Outcome::Returned { ticks } = Hardware::run(machine.bus(), &call) else { return None };
            let executed = u64::from(passes) + 1 + u64::from(Hardware::overhead(mode.state));
            wrong += u32::from(instructions(ticks, tb_hz, 7) != Some(executed));
        }
        Some(wrong)
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
