//! Exceptions: the model's, QEMU's, and both together.

use crate::assembler::*;
use crate::emulator::run_all;

const FC: u32 = 0x8000_0000;
/// MMCR0[PMXE], [PMC1CE], PMC1 counts completed instructions.
const SAMPLING: u32 = 0x0400_8000 | 2 << 6;
const EE: u32 = 0x8000;

/// A handler that counts in r20, keeps SRR0 in r21 and SIAR in r22, and arms again with
/// r23 for PMC1 and r24 for MMCR0.
fn sample(program: &mut Program) {
    program.place(0xf00, [addi(20, 20, 1), mfspr(21, SRR0), mfspr(22, SIAR), mtspr(PMC1, 23), mtspr(MMCR0, 24), RFI]);
    program.load(20, 0);
}

/// Counts completed instructions from now on, with an exception every `period`.
fn arm(program: &mut Program, period: u32) {
    program.load(23, 0x8000_0000 - period);
    program.load(24, SAMPLING);
    program.set(MMCR0, FC);
    program.push(mtspr(PMC1, 23));
    program.push(ISYNC);
    program.push(mtspr(MMCR0, 24));
}

fn set_msr(program: &mut Program, msr: u32) {
    program.load(3, msr);
    program.push(mtmsr(3));
    program.push(ISYNC);
}

#[test]
fn a_loop_is_sampled_as_often_as_its_length_says() {
    const PASSES: u32 = 10_000;
    for period in [100, 10_000] {
        let mut program = Program::new();
        sample(&mut program);
        set_msr(&mut program, EE);
        program.load(9, PASSES);
        program.push(mtspr(9, 9));
        arm(&mut program, period);
        let start = program.here();
        // Ten dependent additions a pass.
        program.extend((0..10).map(|_| addi(10, 10, 1)));
        program.push(bdnz(-40));
        program.set(MMCR0, FC);
        for register in [20, 21, 22] {
            program.result(register);
        }
        program.result(10);
        program.end();
        let results = run_all(&program);
        // The handler's instructions behind the arming count too, and the branch may be folded.
        // Up to 32 instructions complete between an overflow and its exception.
        let (least, most) = (PASSES * 10 / (period + 32), PASSES * 11 / (period - 2) + 1);
        assert!((least..=most).contains(&results[0]), "{} samples of {period}", results[0]);
        for place in &results[1..3] {
            assert!((start..start + 44).contains(place), "a sample at {place:#x}, the loop begins at {start:#x}");
        }
        assert_eq!(results[3], 10 * PASSES);
    }
}

#[test]
fn short_periods_are_sampled_too() {
    for period in [1, 2, 7] {
        let mut program = Program::new();
        sample(&mut program);
        set_msr(&mut program, EE);
        // The handler ends the third sample by arming nothing.
        program.place(
            0xf00,
            [
                addi(20, 20, 1),
                mfspr(21, SRR0),
                mfspr(22, SIAR),
                mtspr(PMC1, 23),
                d_form(11, 0, 20, 3),
                branch_if(12, 2, 8),
                mtspr(MMCR0, 24),
                RFI,
            ],
        );
        arm(&mut program, period);
        let start = program.here();
        program.extend((0..100).map(|_| addi(10, 10, 1)));
        for register in [20, 21, 22, 10] {
            program.result(register);
        }
        program.end();
        let results = run_all(&program);
        assert_eq!(results[0], 3, "period {period}: {results:x?}");
        assert!((start..start + 400).contains(&results[1]), "{results:x?}");
        assert_eq!(results[3], 100, "nothing is lost or run twice");
    }
}

/// It is signalled where the counter turns negative and taken where MSR[EE] is set.
#[test]
fn a_masked_exception_waits() {
    let mut program = Program::new();
    sample(&mut program);
    program.place(0xf10, [mtspr(MMCR0, 25), RFI]);
    program.load(25, FC);
    arm(&mut program, 10);
    let start = program.here();
    program.extend((0..30).map(|_| addi(10, 10, 1)));
    program.push(mfspr(11, MMCR0));
    program.result(20);
    program.load(3, EE);
    let unmask = program.here();
    program.push(mtmsr(3));
    program.extend([NOP; 4]);
    for register in [20, 21, 22, 11] {
        program.result(register);
    }
    program.end();
    let results = run_all(&program);
    assert_eq!(results[..3], [0, 1, unmask + 4], "{results:x?}");
    assert!((start..start + 60).contains(&results[3]), "SIAR {:#x}, {start:#x}", results[3]);
    assert_eq!(results[4] & 0x0400_0000, 0, "PMXE is cleared by the signal");
}

/// Several counters and a decrementer that wait together are taken one after the other.
#[test]
fn several_that_wait_are_taken_in_order() {
    let mut program = Program::new();
    program.load(20, 0);
    // Each handler shifts its number in.
    for (vector, number, rest) in [(0xf00, 0xf, [mtspr(MMCR0, 25), NOP]), (0x900, 0x9, [mtspr(DEC, 26), NOP])] {
        program.place(vector, [21 << 26 | 20 << 21 | 20 << 16 | 4 << 11 | 27 << 1, addi(20, 20, number)]);
        program.place(vector + 8, rest);
        program.place(vector + 16, [RFI]);
    }
    program.load(25, FC);
    program.load(26, 0x7fff_ffff);
    program.set(MMCR0, FC);
    program.set(PMC1, 0x7fff_fffe);
    program.set(PMC2, 0x7fff_fffe);
    program.set(DEC, 20);
    program.set(MMCR0, 0x0400_c000 | 2 << 6 | 2);
    program.extend((0..100).map(|_| addi(10, 10, 1)));
    set_msr(&mut program, EE);
    program.extend([NOP; 8]);
    program.result(20);
    program.result_of(PMC1);
    program.end();
    let results = run_all(&program);
    assert_eq!(results[0], 0xf9, "the monitor before the decrementer, once each");
    assert!(results[1] > 0x8000_0000);
}

/// QEMU's own exceptions: the instruction that raises one is told when it completes, and
/// only then.
#[test]
fn instructions_that_fault_are_counted_when_they_complete() {
    let skip = [mfspr(12, SRR0), addi(12, 12, 4), mtspr(SRR0, 12), RFI];
    let mut program = Program::new();
    program.place(0x700, skip);
    program.place(0x800, [mfspr(12, SRR1), d_form(24, 12, 12, 0x2000), mtspr(SRR1, 12), RFI]);
    program.place(0xc00, [NOP, NOP, RFI]);
    program.place(0x600, skip);
    // What each does, and how many instructions complete: its own, if any, and the handler's.
    let fadd = 63 << 26 | 1 << 21 | 1 << 16 | 1 << 11 | 21 << 1;
    let cases: [(u32, u32, &str); 6] = [
        (addi(8, 0, 1), 1, "no exception"),
        (TRAP, 4, "a trap is skipped"),
        (0, 4, "an illegal word is skipped"),
        (SC, 4, "a system call completes"),
        (fadd, 4 + 1, "floating point becomes available"),
        (fadd, 1, "and stays so"),
    ];
    for (word, _, _) in [(NOP, 0, "")].into_iter().chain(cases) {
        program.load(5, FC | 2 << 6);
        program.load(6, 2 << 6);
        program.load(7, 0);
        program.extend([mtspr(MMCR0, 5), mtspr(PMC1, 7), ISYNC, mtspr(MMCR0, 6), ISYNC]);
        program.push(addi(9, 0, 1));
        if word != NOP {
            program.push(word);
        }
        program.extend([mtspr(MMCR0, 5), ISYNC]);
        program.result_of(PMC1);
    }
    program.end();
    let results = run_all(&program);
    assert_eq!(results.len(), cases.len() + 1);
    for ((_, expected, name), counted) in cases.iter().zip(&results[1..]) {
        assert_eq!(counted - results[0], *expected, "{name}: {results:?}");
    }
}

/// The model is off: the time base counts instructions one by one. Exceptions take no
/// time of their own, as the tests set it.
#[test]
fn while_the_model_is_off_time_is_instructions() {
    let mut program = Program::new();
    program.place(0x700, [mfspr(12, SRR0), addi(12, 12, 4), mtspr(SRR0, 12), RFI]);
    program.place(0xc00, [RFI]);
    let count = |program: &mut Program, words: &[u32]| {
        program.push(mftb(14, TBL));
        program.extend(words.iter().copied());
        program.push(mftb(15, TBL));
        program.push(x_form(40, 16, 14, 15));
        program.result(16);
    };
    count(&mut program, &[]);
    count(&mut program, &[NOP; 50]);
    count(&mut program, &[NOP, TRAP, NOP, 0, NOP]);
    count(&mut program, &[SC, SC, NOP]);
    count(&mut program, &[stw(3, 31, 64), lwz(4, 31, 64), NOP, x_form(597, 20, 31, 16), SYNC, ISYNC]);
    // A device's register in the middle of a block: PCI configuration.
    program.load(4, 0xf280_0000);
    count(&mut program, &[NOP, lwz(5, 4, 0), NOP, lwz(5, 4, 0), NOP]);
    count(&mut program, &[addi(9, 0, 100), mtspr(9, 9), NOP, bdnz(-4)]);
    count(&mut program, &[mfmsr(5), mtmsr(5), ISYNC]);
    program.end();
    let expected = [1, 51, 1 + 3 + 8, 1 + 3 + 2, 7, 6, 1 + 2 + 200, 4];
    assert_eq!(run_all(&program), expected);
}

#[test]
fn a_nap_ends_with_the_decrementer() {
    nap(false);
}

#[test]
fn a_nap_while_the_model_is_on_ends_with_the_decrementer() {
    nap(true);
}

/// A nap lasts until the decrementer's exception: time moves on without instructions.
fn nap(on: bool) {
    {
        let mut program = Program::new();
        program.place(0x900, [addi(20, 20, 1), mfspr(21, SRR0), mtspr(DEC, 26), RFI]);
        program.load(20, 0);
        program.load(26, 0x7fff_ffff);
        program.set(HID0, TBEN | 0x0040_0000);
        if on {
            program.set(MMCR0, FC | 1 << 6);
        }
        program.push(mftb(14, TBL));
        program.set(DEC, 1_000_000);
        program.load(3, 0x0004_8000);
        program.push(SYNC);
        let nap = program.here();
        program.push(mtmsr(3));
        program.push(ISYNC);
        program.push(mftb(15, TBL));
        program.push(x_form(40, 16, 14, 15));
        for register in [20, 21, 16] {
            program.result(register);
        }
        program.push(mfmsr(3));
        program.result(3);
        program.end();
        let results = run_all(&program);
        assert_eq!(results[..2], [1, nap + 4], "{results:x?}");
        assert!((1_000_000..1_000_200).contains(&results[2]), "{} ticks", results[2]);
        assert_eq!(results[3] & 0x0004_0000, 0, "MSR[POW]");
    }
}

/// A counter of cycles, or a bit of the time base, ends a nap before the decrementer would.
#[test]
fn a_nap_ends_with_the_monitor() {
    const PMXE: u32 = 0x0400_0000;
    for (mmcr0, least, most) in [(PMXE | 0x8000 | 1 << 6, 99_900, 100_100), (PMXE | 0x0040_0000 | 3 << 23, 1, 131_100)]
    {
        let mut program = Program::new();
        program.place(0x900, [addi(20, 20, 1), mtspr(DEC, 26), RFI]);
        program.place(0xf00, [addi(21, 21, 1), mfspr(22, SRR0), mfspr(15, PMC1), mtspr(MMCR0, 27), RFI]);
        for (register, value) in [(20, 0), (21, 0), (22, 0), (26, 0x7fff_ffff), (27, FC)] {
            program.load(register, value);
        }
        program.set(HID0, TBEN | 0x0040_0000);
        program.set(MMCR0, FC | 1 << 6);
        program.set(PMC1, 0x8000_0000 - 100_000);
        program.set(DEC, 1_000_000);
        program.load(3, 0x0004_8000);
        program.load(4, mmcr0);
        program.push(SYNC);
        program.push(mftb(14, TBL));
        program.push(mtspr(MMCR0, 4));
        let nap = program.here();
        program.push(mtmsr(3));
        program.push(ISYNC);
        program.push(mftb(16, TBL));
        program.push(x_form(40, 16, 14, 16));
        for register in [20, 21, 22, 16] {
            program.result(register);
        }
        program.end();
        let results = run_all(&program);
        assert_eq!(results[..3], [0, 1, nap + 4], "{results:x?}");
        assert!((least..most).contains(&results[3]), "{} ticks", results[3]);
    }
}

/// The model is off, and MSR[EE] is set for a moment only.
#[test]
fn a_short_window_lets_in_what_waits() {
    for by_rfi in [false, true] {
        let mut program = Program::new();
        program.place(0x900, [addi(20, 20, 1), mfspr(21, SRR0), mtspr(DEC, 26), RFI]);
        program.load(20, 0);
        program.load(26, 0x7fff_ffff);
        program.set(DEC, 5);
        program.extend([NOP; 20]);
        program.load(4, 0);
        if by_rfi {
            program.enter(EE);
        } else {
            program.load(3, EE);
            program.push(mtmsr(3));
        }
        let behind = program.here();
        program.push(mtmsr(4));
        program.result(20);
        program.result(21);
        program.end();
        assert_eq!(run_all(&program), [1, behind], "by rfi: {by_rfi}");
    }
}

#[test]
fn the_decrementer_comes_when_it_reaches_minus_one() {
    for on in [false, true] {
        let mut program = Program::new();
        program.place(0x900, [mftb(15, TBL), mfspr(21, SRR0), addi(20, 20, 1), mtspr(DEC, 26), RFI]);
        program.load(20, 0);
        program.load(26, 0x7fff_ffff);
        if on {
            program.set(MMCR0, FC | 1 << 6);
        }
        set_msr(&mut program, EE);
        program.load(3, 5_000);
        program.push(mftb(14, TBL));
        program.push(mtspr(DEC, 3));
        let start = program.here();
        // Until the handler has counted.
        program.extend([addi(9, 9, 1), d_form(11, 0, 20, 0), branch_if(12, 2, -8)]);
        program.push(x_form(40, 16, 14, 15));
        program.result(21);
        program.result(16);
        program.result_of(DEC);
        program.end();
        let results = run_all(&program);
        assert!((start..start + 12).contains(&results[0]), "{results:x?}");
        assert!((5_001..5_030).contains(&results[1]), "{} ticks", results[1]);
        assert!((0x7fff_ff00..0x7fff_ffff).contains(&results[2]), "{results:x?}");
    }
}
