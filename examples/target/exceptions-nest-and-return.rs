//! An exception inside a handler has its own frame and stack, and each level goes on
//! where it was.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::arch::asm;
    use core::fmt::Write;
    use core::sync::atomic::{AtomicU32, Ordering};

    use g4pmu_firmware::arch::exception::{ExceptionFrame, vectors};
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::machine::Machine;
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;

    /// Levels of traps inside each other.
    const LEVELS: u32 = 3;

    static LEVEL: AtomicU32 = AtomicU32::new(0);

    /// Traps again until the last level, and skips the trap that led here.
    extern "C" fn nested(frame: &mut ExceptionFrame) {
        let level = LEVEL.fetch_add(1, Ordering::Relaxed) + 1;
        let _lost = writeln!(Console, "level {level} entered by vector {:x}, r31 {:x}", frame.vector, frame.gpr[31]);
        if level < LEVELS {
            let kept = trap_with(0x100 * (level + 1));
            let _lost = writeln!(Console, "level {level} goes on, r31 {kept:x}");
        }
        frame.srr0 += 4;
    }

    /// Traps with a number in r31 and returns what is in r31 afterwards.
    fn trap_with(number: u32) -> u32 {
        let kept;
        // SAFETY: the policy skips the trap.
        unsafe {
            asm!("mr %r14, %r31", "mr %r31, {number}", "twi 31, %r3, 0", "mr {kept}, %r31", "mr %r31, %r14",
            number = in(reg) number, kept = out(reg) kept, out("r14") _)
        }
        kept
    }

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        // SAFETY: memory is mapped, and the image's own policy is not needed any more:
        // nothing here fails.
        unsafe { vectors::install(machine.bus(), nested) }
        let kept = trap_with(0x100);
        let _lost = writeln!(Console, "level 0 goes on, r31 {kept:x}");
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
