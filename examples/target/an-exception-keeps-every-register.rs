//! A decrementer exception that is let pass comes back with every register as it
//! was: all general ones, CR, LR, CTR and XER.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::Write;

    use g4pmu_firmware::arch::{msr, time};
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::machine::Machine;
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;

    // Fills the registers with patterns, lets the pending exception in, and stores
    // what it finds: r0 to r31 but r1, then CR, LR, CTR, XER.
    core::arch::global_asm!(
        ".globl let_in",
        "let_in:",
        "stwu %r1, -112(%r1)",
        "mflr %r0",
        "stw %r0, 116(%r1)",
        "mfcr %r0",
        "stw %r0, 12(%r1)",
        "stmw %r13, 32(%r1)",
        "stw %r3, 16(%r1)", // where to store
        "lis %r0, 0x1234",
        "mtlr %r0",
        "ori %r0, %r0, 0x5678",
        "mtctr %r0",
        "lis %r0, 0x2000",
        "ori %r0, %r0, 0x55",
        "mtxer %r0",
        "lis %r0, 0x89ab",
        "ori %r0, %r0, 0xcdef",
        "mtcr %r0",
        "mfmsr %r31",
        "ori %r31, %r31, 0x8000",
        ".set register, 2",
        ".rept 29",
        "addi register, 0, 0x100 + register",
        ".set register, register + 1",
        ".endr",
        "li %r0, 0x100",
        "mtmsr %r31", // the exception comes here
        "isync",
        "stw %r31, 20(%r1)",
        "lwz %r31, 16(%r1)",
        "stw %r0, 0(%r31)",
        "stw %r2, 8(%r31)",
        "stw %r3, 12(%r31)",
        "stmw %r4, 16(%r31)",
        "lwz %r4, 20(%r1)",
        "stw %r4, 124(%r31)",
        "mfcr %r4",
        "stw %r4, 128(%r31)",
        "mflr %r4",
        "stw %r4, 132(%r31)",
        "mfctr %r4",
        "stw %r4, 136(%r31)",
        "mfxer %r4",
        "stw %r4, 140(%r31)",
        "mfmsr %r4",
        "rlwinm %r4, %r4, 0, 17, 15",
        "mtmsr %r4",
        "isync",
        "lmw %r13, 32(%r1)",
        "lwz %r0, 12(%r1)",
        "mtcr %r0",
        "lwz %r0, 116(%r1)",
        "mtlr %r0",
        "addi %r1, %r1, 112",
        "blr",
    );

    unsafe extern "C" {
        fn let_in(found: *mut [u32; 36]);
    }

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        let bus = machine.bus();
        // SAFETY: the handlers are installed; EE is off until `let_in`.
        unsafe { time::set_decrementer(bus, 1) }
        while !time::decrementer_expired(bus) {}
        // SAFETY: as above. The exception is pending now and no longer true: it is let pass.
        unsafe { time::set_decrementer(bus, 0x7fff_ffff) }

        let mut found = [0; 36];
        // SAFETY: `let_in` keeps the ABI and writes the 36 words.
        unsafe { let_in(&raw mut found) }

        let mut expected = [0; 36];
        for (number, value) in expected.iter_mut().enumerate().take(31) {
            *value = 0x100 + number as u32;
        }
        expected[1] = 0;
        expected[31] = msr::running() | 0x8000;
        expected[32] = 0x89ab_cdef;
        expected[33] = 0x1234_0000;
        expected[34] = 0x1234_5678;
        expected[35] = 0x2000_0055;
        let mut differ = 0;
        for (number, (found, expected)) in found.iter().zip(&expected).enumerate() {
            if found != expected {
                differ += 1;
                let _lost = writeln!(Console, "word {number}: found {found:08x}, expected {expected:08x}");
            }
        }
        let _lost = writeln!(Console, "{differ} registers differ");
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
