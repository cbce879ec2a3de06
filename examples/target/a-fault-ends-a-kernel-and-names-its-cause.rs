//! Each way for a kernel to fail comes back as an interruption with vector and
//! cause, counters frozen, and the next kernel runs as if nothing had happened.
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
    use mpc7450::bus::SprBus;
    use mpc7450::registers::Mmcr0;

    /// MMCR0 while a kernel runs: PMC1 counts clocks where PMM is set (FCM0).
    const COUNTING: u32 = 0x0800_0040;
    /// MMCR0 behind it: FC, the same selection.
    const FROZEN: u32 = 0x8800_0040;

    core::arch::global_asm!(
        "illegal_word: .long 0",
        "trap_always: twi 31, %r3, 0",
        "system_call: sc",
        "load_from_nowhere: lis %r3, 0x4000",
        "lwz %r3, 0(%r3)",
        "branch_to_nowhere: lis %r3, 0x4000",
        "mtctr %r3",
        "bctr",
        "unaligned_reservation: lis %r3, 0x0180",
        "ori %r3, %r3, 2",
        "lwarx %r4, 0, %r3",
        "float_switched_off: mfmsr %r3",
        "rlwinm %r3, %r3, 0, 19, 17",
        "mtmsr %r3",
        "isync",
        "fmr %f1, %f1",
        "vector_switched_off: mfmsr %r3",
        "rlwinm %r3, %r3, 0, 7, 5",
        "mtmsr %r3",
        "isync",
        "vor %v1, %v1, %v1",
        "single_step: mfmsr %r3",
        "ori %r3, %r3, 0x0400",
        "mtmsr %r3",
        "isync",
        "nop",
        "blr",
        "write_to_user_alias: mtspr 936, %r3",
        "stack_lost: li %r1, 0",
        ".long 0",
        "just_return: blr",
    );

    unsafe extern "C" {
        fn illegal_word();
        fn trap_always();
        fn system_call();
        fn load_from_nowhere();
        fn branch_to_nowhere();
        fn unaligned_reservation();
        fn float_switched_off();
        fn vector_switched_off();
        fn single_step();
        fn write_to_user_alias();
        fn stack_lost();
        fn just_return();
    }

    const KERNELS: [(&str, unsafe extern "C" fn()); 12] = [
        ("illegal word", illegal_word),
        ("trap", trap_always),
        ("system call", system_call),
        ("load from nowhere", load_from_nowhere),
        ("branch to nowhere", branch_to_nowhere),
        ("unaligned reservation", unaligned_reservation),
        ("floating point switched off", float_switched_off),
        ("AltiVec switched off", vector_switched_off),
        ("single step", single_step),
        ("write to a user alias", write_to_user_alias),
        ("stack pointer lost", stack_lost),
        ("return", just_return),
    ];

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        match KERNELS.iter().try_for_each(|(name, code)| show(machine, name, *code)) {
            Ok(()) => Ending::PowerOff,
            Err(_) => Ending::Failure,
        }
    }

    fn show(machine: &mut Hardware, name: &str, code: unsafe extern "C" fn()) -> Result {
        let entry = code as *const () as usize as u32;
        let call = Call {
            kernel: Prepared { entry, arguments: [0; 6] },
            mode: Mode::default(),
            iterations: 1,
            mmcr0_start: COUNTING,
            mmcr0_stop: FROZEN,
            system_calls_return: false,
            watchdog_ticks: 1_000_000,
        };
        match Hardware::run(machine.bus(), &call) {
            Outcome::Returned { .. } => write!(Console, "{name}: returned")?,
            Outcome::Interrupted(interruption) => write!(
                Console,
                "{name}: {}, vector {:x}, dar {:x}",
                interruption.cause(),
                interruption.vector,
                interruption.dar
            )?,
        }
        writeln!(Console, ", MMCR0 {:x}", machine.bus().read_raw::<Mmcr0>())
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
