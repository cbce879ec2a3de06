//! When no slot of the exception stack is left, the handler can tell, while it still
//! has its own.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::arch::asm;
    use core::sync::atomic::{AtomicU32, Ordering};

    use g4pmu_firmware::arch::exception::{ExceptionFrame, vectors};
    use g4pmu_firmware::arch::spr::HardwareBus;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::machine::Machine;
    use g4pmu_firmware::lab::report::Found;

    static LEVEL: AtomicU32 = AtomicU32::new(0);

    /// Traps for ever.
    extern "C" fn nested(_: &mut ExceptionFrame) {
        let level = LEVEL.fetch_add(1, Ordering::Relaxed) + 1;
        // SAFETY: handlers run in supervisor state.
        let bus = unsafe { HardwareBus::new() };
        assert!(!vectors::stack_exhausted(&bus), "no slot is left at level {level}");
        trap();
    }

    fn trap() {
        // SAFETY: the policy ends the image.
        unsafe { asm!("twi 31, %r3, 0") }
    }

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        // SAFETY: memory is mapped, and the image's own policy is not needed any more.
        unsafe { vectors::install(machine.bus(), nested) }
        trap();
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
