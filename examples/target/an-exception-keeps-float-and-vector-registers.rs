//! Floating-point and vector registers are not saved by the exception entry, because
//! handlers use none: after a decrementer exception all of them are as they were.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::Write;

    use g4pmu_firmware::arch::time;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::machine::Machine;
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;

    // r3: 32 doubles, then 32 vectors. Loads all registers from there, lets the
    // pending exception in, and stores all of them there again, the doubles moved by
    // nothing, so that a register that a handler used would show.
    core::arch::global_asm!(
        ".globl let_in",
        "let_in:",
        ".set register, 0",
        ".rept 32",
        "lfd register, 8 * register(%r3)",
        "li %r4, 256 + 16 * register",
        "lvx register, %r3, %r4",
        ".set register, register + 1",
        ".endr",
        "mfmsr %r5",
        "ori %r6, %r5, 0x8000",
        "mtmsr %r6", // the exception comes here
        "isync",
        "mtmsr %r5",
        "isync",
        "addi %r3, %r3, 768",
        ".set register, 0",
        ".rept 32",
        "stfd register, 8 * register(%r3)",
        "li %r4, 256 + 16 * register",
        "stvx register, %r3, %r4",
        ".set register, register + 1",
        ".endr",
        "blr",
    );

    unsafe extern "C" {
        fn let_in(registers: *mut [Registers; 2]);
    }

    /// 32 doubles and 32 vectors, as words.
    #[repr(C, align(16))]
    #[derive(Clone, Copy)]
    struct Registers([u32; 64 + 128]);

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        let bus = machine.bus();
        // SAFETY: the handlers are installed; EE is off until `let_in`.
        unsafe { time::set_decrementer(bus, 1) }
        while !time::decrementer_expired(bus) {}
        // SAFETY: as above. The exception is pending now and no longer true: it is let pass.
        unsafe { time::set_decrementer(bus, 0x7fff_ffff) }

        let mut registers = [Registers([0; 192]); 2];
        for (number, word) in registers[0].0.iter_mut().enumerate() {
            *word = 0x4008_0000 + 0x0001_0203 * number as u32;
        }
        // SAFETY: `let_in` reads the first and writes the second, and uses registers
        // that the ABI lets a function use, or that Rust code here does not use.
        unsafe { let_in(&raw mut registers) }
        let differ = registers[0].0.iter().zip(&registers[1].0).filter(|(before, after)| before != after).count();
        let _lost = writeln!(Console, "{differ} of 192 words differ");
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
