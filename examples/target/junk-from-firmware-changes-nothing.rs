//! Plants junk in every register that a firmware may have used, enters the image
//! again, and compares the two reports of one suite: all words are the same but
//! those that say what was found. So are the registers that no report shows.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::arch::asm;
    use core::fmt::{self, Write};
    use core::mem;
    use core::sync::atomic::{AtomicU32, Ordering};

    use g4pmu_firmware::arch::spr::HardwareBus;
    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::machine::Machine;
    use g4pmu_firmware::lab::reading;
    use g4pmu_firmware::lab::report::{self, Found};
    use g4pmu_firmware::platform::console::Console;
    use g4pmu_firmware::platform::facts::{Facts, arguments_from_bytes};
    use mpc7450::bus::SprBus;
    use mpc7450::registers::{Bamr, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6, Vrsave};
    use report_format::checksum;

    // Untranslated, so that nothing of the planted blocks takes effect before the image
    // has control; then every register gets a pattern of its own. HID0 gets its
    // caches on, as they are, and everything else wrong: no time base, no history, no
    // folding, speculation off. MSR has exceptions, single steps, branch trace and
    // user-visible counting on; the decrementer is about to expire.
    core::arch::global_asm!(
        ".macro PLANT from, to",
        ".set number, \\from",
        ".rept \\to - \\from + 1",
        "mtspr number, %r5",
        "add %r5, %r5, %r6",
        ".set number, number + 1",
        ".endr",
        ".endm",
        ".globl plant_and_enter",
        "plant_and_enter:",
        "lis %r4, 1f@ha",
        "addi %r4, %r4, 1f@l",
        "mtsrr0 %r4",
        "lis %r4, 0x0200",
        "ori %r4, %r4, 0x2000",
        "mtsrr1 %r4",
        "rfi",
        "1:",
        "lis %r5, 0x8123",
        "ori %r5, %r5, 0x4567",
        "lis %r6, 0x1357",
        "ori %r6, %r6, 0x9bdf",
        "PLANT 528, 543", // blocks
        "PLANT 944, 946", // MMCR2, PMC5, PMC6
        "PLANT 951, 954", // BAMR, MMCR0, PMC1, PMC2
        "PLANT 956, 958", // MMCR1, PMC3, PMC4
        "PLANT 272, 275", // SPRG
        "mtspr 1010, %r5",
        "mtspr 1013, %r5",
        "mtspr 1019, %r5",
        "mtspr 256, %r5",
        "li %r5, 0xff",
        "mtspr 1011, %r5", // all ways of the instruction cache locked
        "mtspr 1016, %r5", // and of the data cache
        "lis %r5, 0x7f01",
        "mtspr 25, %r5", // SDR1
        "lis %r5, 0x8000",
        "ori %r5, %r5, 0xc220",
        "mtspr 1008, %r5",
        "mtfsb1 24", // floating-point exceptions enabled
        "mtfsb1 31", // rounding to zero
        "vspltisb %v1, -1",
        "mtvscr %v1",
        "lis %r12, _start@ha",
        "addi %r12, %r12, _start@l",
        "mtctr %r12",
        "lis %r3, 0xdead",
        "lis %r4, 0xbeef",
        "li %r5, 0x1235",
        "lis %r6, 0x7777",
        "li %r7, -1",
        "li %r8, 2",
        "mtdec %r8",
        "bctr",
    );

    unsafe extern "C" {
        fn plant_and_enter() -> !;
    }

    /// The first report's digest. Not zero, so that it lies in .data, which the entry
    /// leaves alone.
    static FIRST: AtomicU32 = AtomicU32::new(1);

    /// Takes a report in: a checksum of all words of all lines, but for what was found
    /// in registers, for whether the L2 cache had to be switched on (one that is on is left
    /// on, and so the second entry finds it), and for line checksums. Ticks stand for the instructions they
    /// mean: two runs differ in the phase of the clock.
    #[derive(Default)]
    struct Digest {
        line: heapless::String<1100>,
        tb_hz: u32,
        crc: u32,
        records: u32,
    }

    impl Digest {
        fn take_line(&mut self) {
            self.records += 1;
            let line = mem::take(&mut self.line);
            let is_l2cr = line.contains(" name=l2cr ");
            let is_left_out = |word: &&str| {
                word.starts_with('*') || word.starts_with("found=") || is_l2cr && word.starts_with("set=")
            };
            for word in line.split(' ').filter(|word| !is_left_out(word)) {
                let ticks = word.strip_prefix("ticks=").and_then(|ticks| ticks.parse().ok());
                let executed = ticks.and_then(|ticks| reading::instructions(ticks, self.tb_hz, 7));
                let crc = executed.map_or(checksum::of(word.as_bytes()), |executed| executed as u32);
                self.take(crc);
            }
        }

        fn take(&mut self, word: u32) {
            self.crc = self.crc.rotate_left(1) ^ word;
        }
    }

    impl Write for Digest {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for letter in text.chars() {
                if letter == '\n' {
                    self.take_line();
                } else {
                    self.line.push(letter).map_err(|_| fmt::Error)?;
                }
            }
            Ok(())
        }
    }

    /// What no report shows: counters, breakpoint mask, VRSAVE, FPSCR, VSCR.
    fn unseen(bus: &HardwareBus) -> [u32; 10] {
        let mut status = Status([0; 6]);
        // SAFETY: stores two registers that Rust code here does not use.
        unsafe {
            asm!("mffs %f0", "stfd %f0, 0({status})", "mfvscr %v0", "stvewx %v0, {status}, {offset}",
                status = in(reg_nonzero) &raw mut status, offset = in(reg) 12, options(nostack));
        }
        [
            bus.read_raw::<Pmc1>(),
            bus.read_raw::<Pmc2>(),
            bus.read_raw::<Pmc3>(),
            bus.read_raw::<Pmc4>(),
            bus.read_raw::<Pmc5>(),
            bus.read_raw::<Pmc6>(),
            bus.read_raw::<Bamr>(),
            bus.read_raw::<Vrsave>(),
            status.0[1],
            status.0[3],
        ]
    }

    #[repr(C, align(16))]
    struct Status([u32; 6]);

    pub fn body(machine: &mut Hardware, found: &Found<'_>) -> Ending {
        // With the timing model the quick suite takes half a minute; this one has every unit.
        let arguments: &[u8] = match found.facts.model {
            Ok(Some(_)) => b"suite=issue preset=quick n=1 warmup=1 trials=1",
            _ => b"suite=quick icount=7",
        };
        let facts = Facts { arguments: arguments_from_bytes(arguments), ..found.facts.clone() };
        let found = Found { facts: &facts, memory: found.memory.clone(), ..*found };
        let unseen = unseen(machine.bus());
        let mut digest = Digest { tb_hz: facts.tb_hz, ..Digest::default() };
        if report::run(machine, &found, &mut digest).is_err() {
            return Ending::Failure;
        }
        unseen.iter().for_each(|word| digest.take(*word));
        let first = FIRST.swap(digest.crc, Ordering::Relaxed);
        if first == 1 {
            // SAFETY: the image may be entered at any time in any state.
            unsafe { plant_and_enter() }
        }
        let changed = found.registers.iter().filter(|state| state.found != state.back).count();
        let _lost = writeln!(
            Console,
            "reports of more than 100 records: {}, the same: {}; {changed} of {} registers were found wrong",
            digest.records > 100,
            digest.crc == first,
            found.registers.len()
        );
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
