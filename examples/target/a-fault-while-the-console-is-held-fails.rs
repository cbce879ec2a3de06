//! A fault in the middle of printing, with the console's lock held, still prints all
//! registers and ends QEMU with status 1.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::arch::asm;
    use core::fmt::{self, Write};

    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;

    /// Ends in an illegal word while the console formats it.
    struct Faults;

    impl fmt::Display for Faults {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            // SAFETY: does not come back. Every register of the dump is set, so that
            // the expected output holds no address of this build; the area for
            // generated code, never written here, holds an illegal word.
            unsafe {
                asm!(
                    ".set register, 0",
                    ".rept 32",
                    "addi register, 0, 0x40 + register",
                    ".set register, register + 1",
                    ".endr",
                    "mtlr %r2",
                    "mtxer %r4",
                    "mtcr %r5",
                    "mtdsisr %r6",
                    "mtdar %r7",
                    "lis %r8, 0x0180",
                    "mtctr %r8",
                    "bctr",
                    options(noreturn)
                )
            }
        }
    }

    pub fn body(_: &mut Hardware, _: &Found<'_>) -> Ending {
        let _lost = writeln!(Console, "before {Faults} after");
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
