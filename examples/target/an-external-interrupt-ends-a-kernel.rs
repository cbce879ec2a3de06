//! Interrupts that a board has pending are masked at start; one that comes through
//! ends the kernel it meets, and after it is acknowledged the next one runs.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::{Result, Write};

    use g4pmu_firmware::arch::mmu::Mode;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::kernels::workspace::Prepared;
    use g4pmu_firmware::lab::machine::{Call, Machine, Outcome};
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;

    // Lets every interrupt through, then waits.
    core::arch::global_asm!(
        ".globl let_through",
        "let_through:",
        "lis %r3, 0x8006",
        "ori %r3, %r3, 0x0080",
        "li %r4, 0",
        "stwbrx %r4, 0, %r3",
        "eieio",
        "1: b 1b",
    );

    unsafe extern "C" {
        fn let_through();
    }

    /// Registers of the OpenPIC in mac-io, where the image places mac-io when no
    /// firmware has: little-endian [QEMU hw/intc/openpic.c].
    const GLOBAL_CONFIGURATION: u32 = 0x8004_1020;
    const IPI_0_VECTOR: u32 = 0x8004_10a0;
    const IPI_0_DISPATCH: u32 = 0x8006_0040;
    const TASK_PRIORITY: u32 = 0x8006_0080;
    const ACKNOWLEDGE: u32 = 0x8006_00a0;
    const END: u32 = 0x8006_00b0;

    fn write(register: u32, value: u32) {
        // SAFETY: the register is there on this machine and mapped uncached.
        unsafe { (register as usize as *mut u32).write_volatile(value.to_le()) }
    }

    fn read(register: u32) -> u32 {
        // SAFETY: as above.
        u32::from_le(unsafe { (register as usize as *const u32).read_volatile() })
    }

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        let known_loop = machine.known_loop();
        let kernel = Prepared { entry: let_through as *const () as usize as u32, arguments: [0; 6] };
        let priority_at_start = read(TASK_PRIORITY);
        write(GLOBAL_CONFIGURATION, 0x2000_0000);
        // Priority 8, vector 0x42, to this processor.
        write(IPI_0_VECTOR, 0x0008_0042);
        write(IPI_0_DISPATCH, 1);
        let shown = writeln!(Console, "task priority {priority_at_start}")
            .and_then(|()| show(machine, "pending and masked", known_loop))
            .and_then(|()| show(machine, "let through", kernel))
            .and_then(|()| {
                let vector = read(ACKNOWLEDGE);
                write(END, 0);
                writeln!(Console, "acknowledged {vector:x}")
            })
            .and_then(|()| show(machine, "afterwards", known_loop));
        if shown.is_ok() { Ending::PowerOff } else { Ending::Failure }
    }

    fn show(machine: &mut Hardware, when: &str, kernel: Prepared) -> Result {
        let call = Call {
            kernel,
            mode: Mode::default(),
            iterations: 1000,
            mmcr0_start: 0x8000_0000,
            mmcr0_stop: 0x8000_0000,
            system_calls_return: false,
            watchdog_ticks: 1_000_000,
        };
        match Hardware::run(machine.bus(), &call) {
            Outcome::Returned { .. } => writeln!(Console, "{when}: returned"),
            Outcome::Interrupted(interruption) => {
                writeln!(Console, "{when}: {}, vector {:x}", interruption.cause(), interruption.vector)
            }
        }
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
