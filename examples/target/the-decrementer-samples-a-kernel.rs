//! The decrementer takes samples of a loop, all of them inside it, and the loop comes
//! to its end. Where samples leave no time, the storm guard makes them rarer; without
//! the guard the watchdog ends the kernel.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::{Result, Write};

    use g4pmu_firmware::arch::mmu::Mode;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::machine::{Call, Machine, Outcome};
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;
    use g4pmu_firmware::pmu::group::Group;
    use g4pmu_firmware::pmu::present::Present;
    use g4pmu_firmware::pmu::programming::Programming;
    use g4pmu_firmware::pmu::sampler::settings::{Settings, Source};
    use report_format::record::State;

    /// Passes of one instruction, two periods, of which the kernel has 16 and that leaves it no
    /// time, and the watchdog's ticks: 3.2 ticks a pass under `-icount`.
    const PLAIN: (u32, u32, u32, u32) = (100_000, 20_000, 10, 30_000_000);
    /// An eighteenth of a tick a pass.
    const WITH_MODEL: (u32, u32, u32, u32) = (500_000, 1_500, 2, 500_000);

    pub fn body(machine: &mut Hardware, found: &Found<'_>) -> Ending {
        let has_model = matches!(found.facts.model, Ok(Some(_)));
        let (passes, slow, fast, watchdog) = if has_model { WITH_MODEL } else { PLAIN };
        let mut show = |period, guarded| show(machine, (passes, watchdog), period, guarded);
        match show(slow, true).and_then(|()| show(fast, true)).and_then(|()| show(fast, false)) {
            Ok(()) => Ending::PowerOff,
            Err(_) => Ending::Failure,
        }
    }

    fn show(machine: &mut Hardware, (passes, watchdog_ticks): (u32, u32), period: u32, guarded: bool) -> Result {
        let settings = Settings::new(Source::Decrementer { period }, 1).map_err(|_| core::fmt::Error)?;
        let settings = if guarded { settings.with_storm_guard() } else { settings };
        let group = Group::new(&settings.program(Programming::new()), Present::Six, State::Supervisor)
            .map_err(|_| core::fmt::Error)?;
        let kernel = machine.known_loop();
        let call = Call {
            kernel,
            mode: Mode::default(),
            iterations: passes,
            mmcr0_start: group.armed(),
            mmcr0_stop: group.frozen(),
            system_calls_return: false,
            watchdog_ticks,
        };
        match machine.sample(&call, &settings, &group) {
            Outcome::Returned { .. } => write!(Console, "period {period}, guarded {guarded}: returned")?,
            Outcome::Interrupted(interruption) => {
                write!(Console, "period {period}, guarded {guarded}: {}", interruption.cause())?;
            }
        }
        let totals = machine.sampler().totals();
        // The count itself depends on what the handler costs.
        let enough = totals.samples >= 15;
        write!(Console, ", 15 samples or more: {enough}, storms: {}", totals.storms > 0)?;
        let (mut inside, mut taken) = (0, 0);
        while let Some(sample) = machine.sampler().take() {
            taken += 1;
            inside += u32::from((kernel.entry..kernel.entry + 12).contains(&sample.at.srr0));
        }
        // A storm keeps the first samples in front of the kernel's first instruction.
        writeln!(Console, ", all in the loop: {}, some: {}", inside == taken, inside > 0)
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
