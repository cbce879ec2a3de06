//! Registers that the model owns, as the guest sees them.

use crate::assembler::*;
use crate::emulator::run_all;

/// Bits of these registers read as 0 at once, for what they start takes no time.
#[test]
fn control_registers_keep_what_is_written_but_for_what_clears_itself() {
    let cases = [
        (HID0, 0x8410_ccbc, 0x8410_c0bc, "HID0[ICFI], [DCFI]"),
        (ICTRL, 0x0000_0100, 0x0000_0100, "ICTRL"),
        (LDSTCR, 0x0000_00ff, 0x0000_00ff, "LDSTCR"),
        (MSSCR0, 0x0000_0003, 0x0000_0003, "MSSCR0"),
        (L2CR, 0x8020_0000, 0x8000_0000, "L2CR[L2I]"),
        (L3CR, 0x8000_0400, 0x8000_0000, "L3CR[L3I]"),
    ];
    let mut program = Program::new();
    program.set(HID0, 0);
    for (spr, value, _, _) in cases {
        program.result_of(spr);
        program.set(spr, value);
        program.result_of(spr);
    }
    program.end();
    let results = run_all(&program);
    for ((_, _, expected, name), seen) in cases.iter().zip(results.chunks(2)) {
        assert_eq!(seen, [0, *expected], "{name}");
    }
}

#[test]
fn the_monitor_has_registers_and_aliases() {
    let mut program = Program::new();
    for (spr, value) in [(MMCR0, 0x8000_0042), (MMCR1, 0x970d_6000), (PMC1, 0x1234_5678), (PMC2, 0x7fff_ffff)] {
        program.set(spr, value);
        program.result_of(spr);
        program.result_of(spr - 16);
    }
    program.result_of(SIAR);
    program.result_of(USIAR);
    program.end();
    let (mmcr0, mmcr1) = (0x8000_0042, 0x970d_6000);
    let expected = [mmcr0, mmcr0, mmcr1, mmcr1, 0x1234_5678, 0x1234_5678, 0x7fff_ffff, 0x7fff_ffff, 0, 0];
    assert_eq!(run_all(&program), expected);
}

/// What stays an exception of QEMU's.
const REFUSED: [u32; 4] = [mtspr(UPMC1, 3), mtspr(USIAR, 3), mtspr(SIAR, 3), mfspr(3, TBL_WRITE)];

/// A program whose program exceptions write SRR0 and SRR1 down and go on behind.
fn with_handler() -> Program {
    let mut program = Program::new();
    let back = program.here();
    program.org(0x700);
    program.push(mfspr(10, SRR0));
    program.result(10);
    program.push(mfspr(11, SRR1));
    program.result(11);
    program.push(addi(10, 10, 4));
    program.push(mtspr(SRR0, 10));
    program.push(RFI);
    program.org(back);
    program
}

#[test]
fn what_supervisors_may_not_do_stays_a_program_exception() {
    for on in [false, true] {
        let mut program = with_handler();
        program.set(PMC1, 7);
        if on {
            program.set(MMCR0, 0x8000_0002);
        }
        let mut places = Vec::new();
        for word in REFUSED {
            places.push(program.here());
            program.push(word);
        }
        program.result_of(PMC1);
        program.end();
        let results = run_all(&program);
        assert_eq!(results.len(), 2 * REFUSED.len() + 1, "{results:x?}");
        for (place, seen) in places.iter().zip(results.chunks(2)) {
            assert_eq!(seen[0], *place, "{results:x?}");
        }
        assert_eq!(results.last(), Some(&7), "the counter behind the alias");
    }
}

#[test]
fn users_read_aliases_and_nothing_else() {
    let mut program = with_handler();
    // A system call comes back to the supervisor: SRR1[PR] is cleared.
    let clear_pr = 21 << 26 | 3 << 21 | 3 << 16 | 18 << 6 | 16 << 1;
    program.place(0xc00, [mfspr(3, SRR1), clear_pr, mtspr(SRR1, 3), RFI]);
    program.set(PMC1, 0x55);
    program.enter(0x4000);
    program.result_of(UPMC1);
    let privileged = program.here();
    program.push(mfspr(3, PMC1));
    program.push(mtspr(PMC1, 3));
    program.push(mfspr(3, HID0));
    program.push(mtspr(UPMC1, 3));
    program.push(mftb(3, TBL));
    program.push(SC);
    program.result_of(PMC1);
    program.end();
    let results = run_all(&program);
    assert_eq!(results.len(), 10, "{results:x?}");
    assert_eq!(results[0], 0x55, "an alias");
    for (number, seen) in results[1..9].chunks(2).enumerate() {
        assert_eq!(seen[0], privileged + 4 * number as u32, "{results:x?}");
        assert_eq!(seen[1] & 0x4000, 0x4000, "from user state: {results:x?}");
    }
    assert_eq!(results[1..7].chunks(2).map(|seen| seen[1]).collect::<Vec<_>>(), [0x0004_4000; 3], "privileged");
    assert_eq!(results[9], 0x55);
}

#[test]
fn the_question_for_the_signature_is_answered() {
    const QUESTION: u32 = 0x6c63_0000;
    for on in [false, true] {
        let mut program = Program::new();
        if on {
            program.set(MMCR0, 0x8000_0002);
        }
        for index in [0, 1, 2] {
            program.load(3, 0x6734_7063);
            program.load(4, index);
            program.push(QUESTION);
            program.result(3);
        }
        program.load(3, 0x6734_7064);
        program.push(QUESTION);
        program.result(3);
        program.end();
        let results = run_all(&program);
        assert!((20..480).contains(&results[0]), "{results:x?}");
        assert_eq!(results[1..3], [u32::from_be_bytes(*b"g4pm"), u32::from_be_bytes(*b"u-mo")]);
        assert_eq!(results[3], 0x6734_7064, "another word in r3 is no question");
    }
}
