//! Under pages a kernel reaches the arena, in user state also the code that ends it,
//! and nothing else; what it must not reach ends it with the cause.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::{Result, Write};

    use g4pmu_firmware::arch::cache::publish_code;
    use g4pmu_firmware::arch::mmu::Mode;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::kernels::workspace::Prepared;
    use g4pmu_firmware::lab::machine::{Call, Machine, Outcome};
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::lab::window;
    use g4pmu_firmware::platform::console::Console;
    use report_format::record::{State, Translation};
    use report_format::word::Word;

    /// lwz r5, 0(r4); blr
    const LOAD: [u32; 2] = [0x80a4_0000, 0x4e80_0020];
    /// stw r5, 0(r4); blr
    const STORE: [u32; 2] = [0x90a4_0000, 0x4e80_0020];
    /// mtctr r4; bctr
    const JUMP: [u32; 2] = [0x7c89_03a6, 0x4e80_0420];

    /// Memory that no mode but the plain ones maps: below the image.
    const BELOW: u32 = 0x0080_0000;
    /// The page table, as a part of the image that user state never needs.
    const IMAGE: u32 = 0x0138_0000;
    /// The last word of the area for generated code; the one for data follows.
    const LAST_CODE: u32 = 0x018f_fffc;
    /// The last word of the data area on a board with 128 MiB.
    const LAST_DATA: u32 = 0x07ff_fffc;
    /// And the first one behind it.
    const BEHIND: u32 = 0x0800_0000;

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        match Translation::ALL.iter().try_for_each(|translation| show_all(machine, *translation)) {
            Ok(()) => Ending::PowerOff,
            Err(_) => Ending::Failure,
        }
    }

    fn show_all(machine: &mut Hardware, translation: Translation) -> Result {
        let user_code = window::user_code().start;
        for state in State::ALL {
            let mut show =
                |name, code, address| show(machine, Mode { translation, state: *state }, name, code, address);
            show("load from the end of the code area", LOAD, LAST_CODE)?;
            show("store to the end of the data area", STORE, LAST_DATA)?;
            show("load from below the image", LOAD, BELOW)?;
            show("store below the image", STORE, BELOW)?;
            show("load from the image", LOAD, IMAGE)?;
            show("load from the code that ends a kernel", LOAD, user_code)?;
            show("jump below the image", JUMP, BELOW)?;
        }
        if translation == Translation::Page {
            let mode = Mode { translation, state: State::User };
            show(machine, mode, "load from behind the data area", LOAD, BEHIND)?;
            // Protection: user state must not change what ends its kernels.
            show(machine, mode, "store to the code that ends a kernel", STORE, user_code)?;
        }
        Ok(())
    }

    fn show(machine: &mut Hardware, mode: Mode, name: &str, code: [u32; 2], address: u32) -> Result {
        let mut workspace = machine.workspace();
        let entry = workspace.data_here();
        code.iter().for_each(|word| workspace.store(*word));
        // SAFETY: the words were written just now, and no kernel runs.
        unsafe { publish_code(entry, 8) }
        let call = Call {
            kernel: Prepared { entry, arguments: [address, 0, 0, 0, 0, 0] },
            mode,
            iterations: 1,
            mmcr0_start: 0x8000_0000,
            mmcr0_stop: 0x8000_0000,
            system_calls_return: false,
            watchdog_ticks: 1_000_000,
        };
        let cause = match Hardware::run(machine.bus(), &call) {
            Outcome::Returned { .. } => "returned",
            Outcome::Interrupted(interruption) => interruption.cause(),
        };
        writeln!(Console, "{} {}: {name}: {cause}", mode.translation.word(), mode.state.word())
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
