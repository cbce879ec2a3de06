//! In user state time base and the user's names of the counters can be read; every
//! privileged instruction ends the kernel, and so does its own system call.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::{Result, Write};
    use core::ptr;

    use g4pmu_firmware::arch::cache::publish_code;
    use g4pmu_firmware::arch::mmu::Mode;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::kernels::workspace::Prepared;
    use g4pmu_firmware::lab::machine::{Call, Machine, Outcome};
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;
    use mpc7450::bus::{Spr, SprBus};
    use mpc7450::registers::{
        Hid0, Mmcr1, Pmc1, Sdr1, Ummcr0, Ummcr1, Ummcr2, Upmc1, Upmc2, Upmc3, Upmc4, Upmc5, Upmc6,
    };
    use report_format::record::{State, Translation};
    use report_format::word::Word;

    const BLR: u32 = 0x4e80_0020;
    /// stw r5, 0(r4)
    const KEEP: u32 = 0x90a4_0000;
    /// What stands where a kernel keeps its result.
    const NOTHING: u32 = 0x0bad_0bad;

    /// mfspr r5
    const fn move_from(number: u16) -> u32 {
        let number = number as u32;
        0x7ca0_02a6 | (number & 31) << 16 | (number >> 5) << 11
    }

    /// mtspr r5
    const fn move_to(number: u16) -> u32 {
        move_from(number) | 0x0000_0100
    }

    /// What each does, and its word.
    const INSTRUCTIONS: [(&str, u32); 21] = [
        ("read the time base", 0x7cac_42e6),
        ("read its upper half", 0x7cad_42e6),
        ("read UMMCR0", move_from(Ummcr0::NUMBER)),
        ("read UMMCR1", move_from(Ummcr1::NUMBER)),
        ("read UMMCR2", move_from(Ummcr2::NUMBER)),
        ("read UPMC1", move_from(Upmc1::NUMBER)),
        ("read UPMC2", move_from(Upmc2::NUMBER)),
        ("read UPMC3", move_from(Upmc3::NUMBER)),
        ("read UPMC4", move_from(Upmc4::NUMBER)),
        ("read UPMC5", move_from(Upmc5::NUMBER)),
        ("read UPMC6", move_from(Upmc6::NUMBER)),
        ("write UPMC1", move_to(Upmc1::NUMBER)),
        ("read PMC1", move_from(Pmc1::NUMBER)),
        ("read HID0", move_from(Hid0::NUMBER)),
        ("write SDR1", move_to(Sdr1::NUMBER)),
        ("read MSR", 0x7ca0_00a6),
        ("write MSR", 0x7ca0_0124),
        ("write a segment register", 0x7ca0_01a4),
        ("invalidate a page", 0x7c00_2a64),
        ("return from an exception", 0x4c00_0064),
        ("call the system", 0x4400_0002),
    ];

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        let bus = machine.bus();
        // Values that the user's names must show.
        bus.set_raw::<Mmcr1>(0x0840_0000);
        bus.set_raw::<Pmc1>(0x0000_1234);
        match Translation::ALL.iter().try_for_each(|translation| show_all(machine, *translation)) {
            Ok(()) => Ending::PowerOff,
            Err(_) => Ending::Failure,
        }
    }

    fn show_all(machine: &mut Hardware, translation: Translation) -> Result {
        INSTRUCTIONS.iter().try_for_each(|(name, word)| show(machine, translation, name, *word))
    }

    fn show(machine: &mut Hardware, translation: Translation, name: &str, word: u32) -> Result {
        let mut workspace = machine.workspace();
        let result = workspace.data_here();
        workspace.store(NOTHING);
        workspace.align_data();
        let entry = workspace.data_here();
        [word, KEEP, BLR].iter().for_each(|word| workspace.store(*word));
        // SAFETY: the words were written just now, and no kernel runs.
        unsafe { publish_code(entry, 12) }
        let call = Call {
            kernel: Prepared { entry, arguments: [result, 0, 0, 0, 0, 0] },
            mode: Mode { translation, state: State::User },
            iterations: 1,
            mmcr0_start: 0x8000_0000,
            mmcr0_stop: 0x8000_0000,
            system_calls_return: false,
            watchdog_ticks: 1_000_000,
        };
        let outcome = Hardware::run(machine.bus(), &call);
        // SAFETY: the word lies in the arena, and no kernel runs any more.
        let kept = unsafe { ptr::with_exposed_provenance::<u32>(result as usize).read_volatile() };
        match outcome {
            Outcome::Interrupted(interruption) => {
                writeln!(Console, "{}: {name}: {}", translation.word(), interruption.cause())
            }
            // The time base is another number in every run.
            Outcome::Returned { .. } if name.contains("UMMCR") || name.contains("UPMC") => {
                writeln!(Console, "{}: {name}: {kept:08x}", translation.word())
            }
            Outcome::Returned { .. } => writeln!(Console, "{}: {name}: returned", translation.word()),
        }
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
