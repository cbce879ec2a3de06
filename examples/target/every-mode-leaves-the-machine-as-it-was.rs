//! After a kernel in any mode, returned or ended by an exception, the registers that
//! translate are those from before, and the next kernel in the plain mode counts the
//! same.
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
    use mpc7450::bus::SprBus;
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

    fn run(machine: &mut Hardware, mode: Mode, entry: u32) -> Outcome {
        let call = Call {
            kernel: Prepared { entry, arguments: [0; 6] },
            mode,
            iterations: PASSES,
            mmcr0_start: 0x8000_0000,
            mmcr0_stop: 0x8000_0000,
            system_calls_return: false,
            watchdog_ticks: 1_000_000,
        };
        Hardware::run(machine.bus(), &call)
    }

    pub fn body(machine: &mut Hardware, found: &Found<'_>) -> Ending {
        let before = registers(machine);
        let known_loop = machine.known_loop().entry;
        let illegal_word = machine.workspace().data_here();
        machine.workspace().store(0);
        for translation in Translation::ALL {
            for state in State::ALL {
                let mode = Mode { translation: *translation, state: *state };
                for entry in [known_loop, illegal_word] {
                    let ending = match run(machine, mode, entry) {
                        Outcome::Returned { .. } => "returned",
                        Outcome::Interrupted(interruption) => interruption.cause(),
                    };
                    let differ = registers(machine).iter().zip(&before).filter(|(now, then)| now != then).count();
                    let counted = match run(machine, Mode::default(), known_loop) {
                        Outcome::Returned { ticks } => instructions(ticks, found.facts.tb_hz, 7),
                        Outcome::Interrupted(_) => None,
                    };
                    let overhead = u64::from(Hardware::overhead(State::Supervisor));
                    let exact = counted == Some(u64::from(PASSES) + 1 + overhead);
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
