//! A kernel leaves the processor as the performance monitor exception would and jumps
//! to the vector: the handler takes the sample, reloads the counter, arms the unit
//! again and returns to the kernel. Nothing raises the exception itself: stock QEMU never
//! does, and a unit that counts is kept from it, for PMXE is clear when the counter turns
//! negative.
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
    use g4pmu_firmware::pmu::group::Group;
    use g4pmu_firmware::pmu::present::Present;
    use g4pmu_firmware::pmu::programming::Programming;
    use g4pmu_firmware::pmu::sampler::settings::{Settings, Source};
    use mpc7450::counter::Counter;
    use mpc7450::events::Selector;
    use report_format::record::State;

    // r3: how often, r4: value for PMC2, r5: where MMCR0 and PMC2 go as they are found
    // afterwards. Hardware clears PMXE at the signal, and EE and PMM at the exception.
    core::arch::global_asm!(
        ".globl enter_vector",
        ".globl behind_vector",
        "enter_vector:",
        "stwu %r1, -32(%r1)",
        "mflr %r0",
        "stw %r0, 36(%r1)",
        "mfmsr %r6",
        "rlwinm %r7, %r6, 0, 17, 15",
        "rlwinm %r7, %r7, 0, 30, 28",
        "lis %r8, behind_vector@ha",
        "addi %r8, %r8, behind_vector@l",
        "lis %r9, 0x0123",
        "1: mfspr %r10, 952",
        "rlwinm %r10, %r10, 0, 6, 4",
        "mtspr 952, %r10",
        "isync",
        "mtspr 954, %r4",
        "mtlr %r9",
        "mtmsr %r7",
        "isync",
        "mtsrr0 %r8",
        "mtsrr1 %r6",
        "ba 0xf00",
        "behind_vector: addic. %r3, %r3, -1",
        "bne 1b",
        "mfspr %r10, 952",
        "stw %r10, 0(%r5)",
        "mfspr %r10, 954",
        "stw %r10, 4(%r5)",
        "lwz %r0, 36(%r1)",
        "mtlr %r0",
        "addi %r1, %r1, 32",
        "blr",
    );

    unsafe extern "C" {
        fn enter_vector();
        fn behind_vector();
    }

    pub fn body(machine: &mut Hardware, _: &Found<'_>) -> Ending {
        match show(machine, 5, 0x8000_0007).and_then(|()| show(machine, 3, 0x1234)) {
            Ok(()) => Ending::PowerOff,
            Err(_) => Ending::Failure,
        }
    }

    /// Enters the vector so often with this value in PMC2, which counts instructions
    /// and is sampled every 1000.
    fn show(machine: &mut Hardware, times: u32, pmc2: u32) -> Result {
        let source = Source::Counter { counter: Counter::Pmc2, period: 1_000 };
        let settings = Settings::new(source, 1).map_err(|_| core::fmt::Error)?;
        let settings = settings.with_jitter(0).map_err(|_| core::fmt::Error)?.with_call_chain();
        let selector = Selector::raw(Counter::Pmc2, 2).map_err(|_| core::fmt::Error)?;
        let programming = Programming::new().select(selector).map_err(|_| core::fmt::Error)?;
        let group = Group::new(&settings.program(programming), Present::Six, State::Supervisor)
            .map_err(|_| core::fmt::Error)?;
        let mut left = [0_u32; 2];
        let entry = enter_vector as *const () as usize as u32;
        let call = Call {
            kernel: Prepared { entry, arguments: [pmc2, left.as_mut_ptr() as usize as u32, 0, 0, 0, 0] },
            mode: Mode::default(),
            iterations: times,
            mmcr0_start: group.armed(),
            mmcr0_stop: group.frozen(),
            system_calls_return: false,
            watchdog_ticks: 10_000_000,
        };
        let outcome = machine.sample(&call, &settings, &group);
        let returned = matches!(outcome, Outcome::Returned { .. });
        // SAFETY: the kernel has written both words.
        let left = left.each_ref().map(|word| unsafe { core::ptr::from_ref(word).read_volatile() });
        writeln!(
            Console,
            "{times} times with {pmc2:08x}: returned {returned}, MMCR0 {:08x}, PMC2 {:08x}",
            left[0], left[1]
        )?;
        let totals = machine.sampler().totals();
        writeln!(
            Console,
            "{} samples, {} spurious, {} lost",
            totals.samples,
            totals.spurious,
            machine.sampler().lost()
        )?;
        while let Some(sample) = machine.sampler().take() {
            let at_place = sample.at.srr0 == behind_vector as *const () as usize as u32;
            writeln!(
                Console,
                "SRR0 behind the jump {at_place}, SIAR {:08x?}, LR {:08x}, late {:?}, called {}",
                sample.siar,
                sample.at.lr,
                sample.late,
                !sample.chain.is_empty()
            )?;
        }
        Ok(())
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
