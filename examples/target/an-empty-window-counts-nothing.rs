//! Between its readings of the time base the window executes the stated number of
//! instructions, in either state and translation, from any phase of the clock, in any
//! number of windows. Where a timing model counts, the same is said of what the window
//! executes between its two switches of MSR\[PMM\].
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
    use g4pmu_firmware::pmu::group::Group;
    use g4pmu_firmware::pmu::present::Present;
    use g4pmu_firmware::pmu::programming::Programming;
    use mpc7450::counter::Counter;
    use mpc7450::events::Selector;
    use report_format::record::{State, Translation};
    use report_format::word::Word;

    /// Branches completed, not taken, taken; instructions completed.
    const EVENTS: [(Counter, u8); 4] =
        [(Counter::Pmc1, 34), (Counter::Pmc2, 54), (Counter::Pmc3, 25), (Counter::Pmc4, 2)];

    pub fn body(machine: &mut Hardware, found: &Found<'_>) -> Ending {
        let has_model = matches!(found.facts.model, Ok(Some(_)));
        for translation in Translation::ALL {
            for state in State::ALL {
                let mode = Mode { translation: *translation, state: *state };
                let (translation, state) = (mode.translation.word(), mode.state.word());
                let _lost = if has_model {
                    let Some((own, wrong)) = counted_windows(machine, mode) else { return Ending::Failure };
                    writeln!(Console, "{translation} {state}: {own} of the window, {wrong} of 100 windows differ")
                } else {
                    let Some(wrong) = wrong_windows(machine, found.facts.tb_hz, mode) else { return Ending::Failure };
                    writeln!(Console, "{translation} {state}: {wrong} of 1000 windows differ")
                };
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

    /// Counted instructions of the window itself around the known loop, and windows that
    /// have more or fewer than the first.
    fn counted_windows(machine: &mut Hardware, mode: Mode) -> Option<(u32, u32)> {
        let programming = EVENTS.into_iter().try_fold(Programming::new(), |programming, (counter, code)| {
            programming.select(Selector::raw(counter, code.into()).ok()?).ok()
        });
        let group = Group::new(&programming?, Present::Six, mode.state).ok()?;
        let (mut own, mut wrong) = (None, 0);
        for passes in 1..=100 {
            let call = Call {
                kernel: machine.known_loop(),
                mode,
                iterations: passes,
                mmcr0_start: group.armed(),
                mmcr0_stop: group.frozen(),
                system_calls_return: false,
                watchdog_ticks: 1_000_000,
            };
            group.arm(machine.bus());
            let Outcome::Returned { .. } = Hardware::run(machine.bus(), &call) else { return None };
            let [branches, untaken, taken, completed, ..] = group.read(machine.bus());
            let executed = completed.wrapping_sub(branches).wrapping_add(untaken).wrapping_add(taken);
            let more = executed.wrapping_sub(passes + 1);
            wrong += u32::from(*own.get_or_insert(more) != more);
        }
        Some((own?, wrong))
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
