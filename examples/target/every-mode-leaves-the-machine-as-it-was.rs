//! After a kernel in any mode, returned or ended by an exception, the registers that
//! translate are those from before, and the next kernel in the plain mode counts the
//! same: by the time base, or by a counter where a timing model counts.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::Write;

    use g4pmu_firmware::arch::mmu::Mode;
    use g4pmu_firmware::arch::msr;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::kernels::workspace::Prepared;
    use g4pmu_firmware::lab::machine::{Call, Machine, Outcome};
    use g4pmu_firmware::lab::reading::instructions;
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;
    use g4pmu_firmware::pmu::group::Group;
    use g4pmu_firmware::pmu::present::Present;
    use g4pmu_firmware::pmu::programming::Programming;
    use mpc7450::bus::SprBus;
    use mpc7450::counter::Counter;
    use mpc7450::events::Selector;
    use mpc7450::registers::{Dbat0l, Dbat0u, Dbat1u, Dbat2u, Dbat3u, Ibat0l, Ibat0u, Ibat1u, Sdr1, Sprg0};
    use report_format::record::{State, Translation};
    use report_format::word::Word;

    const PASSES: u32 = 1_000;

    fn registers(machine: &mut Hardware) -> [u32; 11] {
        let bus = machine.bus();
        [
            msr::read().get(),
            bus.read_raw::<Ibat0u>(),
            bus.read_raw::<Ibat0l>(),
            bus.read_raw::<Ibat1u>(),
            bus.read_raw::<Dbat0u>(),
            bus.read_raw::<Dbat0l>(),
            bus.read_raw::<Dbat1u>(),
            bus.read_raw::<Dbat2u>(),
            bus.read_raw::<Dbat3u>(),
            bus.read_raw::<Sdr1>(),
            bus.read_raw::<Sprg0>(),
        ]
    }

    fn run(machine: &mut Hardware, mode: Mode, entry: u32, group: &Group) -> Outcome {
        group.arm(machine.bus());
        let call = Call {
            kernel: Prepared { entry, arguments: [0; 6] },
            mode,
            iterations: PASSES,
            mmcr0_start: group.armed(),
            mmcr0_stop: group.frozen(),
            system_calls_return: false,
            watchdog_ticks: 1_000_000,
        };
        Hardware::run(machine.bus(), &call)
    }

    /// PMC2 counts completed instructions.
    fn completed(state: State) -> Option<Group> {
        let programming = Programming::new().select(Selector::raw(Counter::Pmc2, 2).ok()?).ok()?;
        Group::new(&programming, Present::Six, state).ok()
    }

    /// Instructions of the known loop and the window in the plain mode, by whatever counts.
    fn count(machine: &mut Hardware, found: &Found<'_>, group: &Group) -> Option<u64> {
        let known_loop = machine.known_loop().entry;
        let Outcome::Returned { ticks } = run(machine, Mode::default(), known_loop, group) else { return None };
        match found.facts.model {
            Ok(Some(_)) => group.read(machine.bus()).get(1).copied().map(u64::from),
            _ => instructions(ticks, found.facts.tb_hz, 7),
        }
    }

    pub fn body(machine: &mut Hardware, found: &Found<'_>) -> Ending {
        let (Some(supervisor), Some(user)) = (completed(State::Supervisor), completed(State::User)) else {
            return Ending::Failure;
        };
        let before = registers(machine);
        let known_loop = machine.known_loop().entry;
        let illegal_word = machine.workspace().data_here();
        machine.workspace().store(0);
        let expected = match found.facts.model {
            Ok(Some(_)) => count(machine, found, &supervisor),
            _ => Some(u64::from(PASSES) + 1 + u64::from(Hardware::overhead(State::Supervisor))),
        };
        for translation in Translation::ALL {
            for state in State::ALL {
                let mode = Mode { translation: *translation, state: *state };
                let group = if *state == State::User { &user } else { &supervisor };
                for entry in [known_loop, illegal_word] {
                    let ending = match run(machine, mode, entry, group) {
                        Outcome::Returned { .. } => "returned",
                        Outcome::Interrupted(interruption) => interruption.cause(),
                    };
                    let differ = registers(machine).iter().zip(&before).filter(|(now, then)| now != then).count();
                    let exact = expected.is_some() && count(machine, found, &supervisor) == expected;
                    let _lost = writeln!(
                        Console,
                        "{} {} {ending}: {differ} registers differ, the next count is exact: {exact}",
                        translation.word(),
                        state.word()
                    );
                }
            }
        }
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
