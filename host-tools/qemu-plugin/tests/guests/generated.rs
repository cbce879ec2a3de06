//! Code that the guest makes, more than the plugin keeps what it knows of.

use crate::assembler::*;
use crate::emulator::{run, run_all};

const CODE: u32 = 0x0002_0000;
/// Words of a generation, and generations: together more than there is room for.
const WORDS: u32 = 12_288;
const GENERATIONS: u32 = 14;
/// What the plugin keeps at the most, and a block more.
const MOST: u64 = (16 << 20) + 0x1_0000;

/// `stwu`, and `mtctr r3`.
const fn stwu(s: u32, a: u32, displacement: i32) -> u32 {
    d_form(37, s, a, displacement as u32)
}
const MTCTR: u32 = mtspr(9, 3);
const BCTRL: u32 = 0x4e80_0421;

/// Makes instructions that nobody has seen before, and runs them; what they do is `addi` with
/// one operand or another.
fn generations(on: bool) -> Program {
    let mut program = Program::new();
    if on {
        program.set(MMCR0, 2 << 6);
    }
    program.load(20, GENERATIONS);
    program.load(23, addi(0, 0, 0));
    program.load(25, BLR);
    let again = program.here();
    program.load(22, CODE - 4);
    program.load(3, WORDS);
    program.extend([MTCTR, stwu(23, 22, 4), addi(23, 23, 1), bdnz(-8), stwu(25, 22, 4), SYNC, ISYNC]);
    program.load(3, CODE);
    program.extend([MTCTR, BCTRL]);
    // `addic. r20,r20,-1; bne again`.
    program.push(d_form(13, 20, 20, 0xffff));
    let distance = again.wrapping_sub(program.here()) as i32;
    program.push(branch_if(4, 2, distance));
    program.result(20);
    if on {
        program.result_of(PMC1);
    }
    program.end();
    program
}

#[test]
fn what_is_known_of_code_is_bounded() {
    for on in [false, true] {
        let ended = run(&generations(on), &["stats=on"], &[]);
        let results = ended.results();
        let statistics = ended.statistics();
        assert!(statistics["flushes"] > u64::from(on), "{statistics:?}");
        assert!((MOST / 2..MOST).contains(&statistics["record-bytes-most"]), "{statistics:?}");
        assert_eq!(results[0], 0);
        if on {
            // Each word is stored and run; two of three in the loop complete.
            let completed = GENERATIONS * WORDS * 4;
            assert!((completed - 1000..completed + 1000).contains(&results[1]), "{results:?} {completed}");
        }
    }
}

/// An access to a device leaves a block, and QEMU says nothing about it: registers of a device, here
/// and there in a block, with accesses to memory around them.
#[test]
fn accesses_to_devices_within_a_block_are_counted_once() {
    let mut program = Program::new();
    program.map(15, 0x8080_0000);
    program.load(4, 0x8080_0000);
    program.load(6, 0x0009_0000);
    program.set(MMCR0, 2 << 6);
    program.load(7, 40);
    program.push(mtspr(9, 7));
    let again = program.here();
    for distance in 0..6 {
        program.extend((0..distance).map(|number| addi(8, 8, number)));
        // `lbz r9,0(r4)`.
        program.extend([stw(8, 6, 0), d_form(34, 9, 4, 0), lwz(10, 6, 0), addi(11, 11, 1), d_form(34, 9, 4, 0)]);
        program.extend((0..distance).map(|number| addi(8, 8, number)));
    }
    let distance = again.wrapping_sub(program.here()) as i32;
    program.push(bdnz(distance));
    program.push(ISYNC);
    program.result_of(PMC1);
    program.result(11);
    program.end();
    let results = run_all(&program);
    assert_eq!(results[1], 240);
    let completed = 40 * (6 * 5 + 30);
    assert!((completed..=completed + 44).contains(&results[0]), "{results:?} {completed}");
}
