//! An exception that no kernel caused prints all registers and ends QEMU with
//! status 1.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::arch::asm;

    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::report::Found;

    pub fn body(_: &mut Hardware, _: &Found<'_>) -> Ending {
        // SAFETY: does not come back. Every register of the dump is set, so that the
        // expected output holds no address of this build but SRR0, which is set too.
        unsafe {
            asm!(
                ".set register, 0",
                ".rept 32",
                "addi register, 0, 0x40 + register",
                ".set register, register + 1",
                ".endr",
                "mtlr %r2",
                "mtctr %r3",
                "mtxer %r4",
                "mtcr %r5",
                "mtdsisr %r6",
                "mtdar %r7",
                "lis %r8, 0x0180",
                "mtctr %r8",
                "li %r9, 0",
                "stw %r9, 0(%r8)",
                "bctr", // the data area holds an illegal word
                options(noreturn)
            )
        }
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
