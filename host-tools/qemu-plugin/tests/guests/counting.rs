//! Windows: exactly what stands between two accesses to the monitor is counted.

use crate::assembler::*;
use crate::emulator::run_all;

/// PMC1 counts completed instructions: code 2.
const INSTRUCTIONS: u32 = 2 << 6;
const FC: u32 = 0x8000_0000;

/// Opens a window, does `work`, closes it; PMC1 becomes a result.
fn window(program: &mut Program, work: impl FnOnce(&mut Program)) {
    program.load(5, FC | INSTRUCTIONS);
    program.load(6, INSTRUCTIONS);
    program.load(7, 0);
    program.push(mtspr(MMCR0, 5));
    program.push(mtspr(PMC1, 7));
    program.push(ISYNC);
    program.push(mtspr(MMCR0, 6));
    // Without it the next two instructions may complete in the cycle of the move, which
    // does not count yet.
    program.push(ISYNC);
    work(program);
    program.push(mtspr(MMCR0, 5));
    program.push(ISYNC);
    program.result_of(PMC1);
}

/// What the empty window counts is the same for every window; the rest is the work.
fn assert_counts(results: &[u32], expected: impl IntoIterator<Item = u32>) {
    let empty = results[0];
    assert!(empty <= 2, "an empty window: {results:?}");
    let counted: Vec<u32> = results[1..].iter().map(|count| count - empty).collect();
    assert_eq!(counted, expected.into_iter().collect::<Vec<_>>());
}

/// Integer instructions that depend on nothing and take a place of their own.
fn work(program: &mut Program, count: u32) {
    program.extend((0..count).map(|number| addi(8 + number % 4, 0, 1)));
}

#[test]
fn a_window_counts_what_stands_in_it() {
    let mut program = Program::new();
    for count in 0..=20 {
        window(&mut program, |program| work(program, count));
    }
    program.end();
    assert_counts(&run_all(&program), 1..=20);
}

/// A block of QEMU's ends with the page or the branch before the window: the window starts
/// at each of 40 instructions behind it.
#[test]
fn where_in_a_block_a_window_starts_makes_no_difference() {
    let mut program = Program::new();
    for offset in 0..40 {
        program.push(branch(4));
        work(&mut program, offset);
        window(&mut program, |program| work(program, 7));
    }
    program.end();
    let results = run_all(&program);
    assert!(results.iter().all(|count| *count == results[0]), "{results:?}");
}

#[test]
fn windows_may_cross_pages_and_blocks() {
    let mut program = Program::new();
    window(&mut program, |_| {});
    for distance in [0x40, 0x20, 8, 4] {
        let end = (program.here() + 0x1fff) & !0xfff;
        program.jump(end - distance);
        program.org(end - distance);
        // Opening takes ten instructions.
        window(&mut program, |program| work(program, 30));
    }
    // QEMU's blocks have at most 512 instructions.
    window(&mut program, |program| work(program, 1500));
    program.end();
    assert_counts(&run_all(&program), [30, 30, 30, 30, 1500]);
}

/// Dependent additions in a loop: with the branch's fate left open by what may be folded.
#[test]
fn loops_are_counted_whole() {
    let mut program = Program::new();
    window(&mut program, |_| {});
    for passes in [1, 10, 1000] {
        program.load(9, passes);
        window(&mut program, |program| {
            program.push(mtspr(9, 9));
            program.push(addi(10, 10, 1));
            program.push(addi(10, 10, 1));
            program.push(bdnz(-8));
        });
    }
    program.end();
    let results = run_all(&program);
    let counted: Vec<u32> = results[1..].iter().map(|count| count - results[0]).collect();
    for (counted, passes) in counted.iter().zip([1, 10, 1000]) {
        let (least, most) = (1 + 2 * passes, 1 + 3 * passes);
        assert!((least..=most).contains(counted), "{counted} of {passes} passes");
    }
}

/// Code that is changed while it runs counts as what it became.
#[test]
fn changed_code_is_told_as_it_is() {
    let mut program = Program::new();
    window(&mut program, |_| {});
    let routine = 0x9000;
    // One instruction, then three.
    program.place(routine, [addi(8, 0, 1), BLR]);
    let call = |program: &mut Program| {
        let distance = routine as i32 - program.here() as i32;
        program.push(branch(distance) | 1);
    };
    window(&mut program, call);
    program.load(10, routine);
    for (number, word) in [addi(8, 0, 2), addi(9, 0, 3), addi(11, 0, 4), BLR].into_iter().enumerate() {
        program.load(9, word);
        program.push(stw(9, 10, 4 * number as i32));
    }
    program.extend([x_form(54, 0, 0, 10), SYNC, x_form(982, 0, 0, 10), SYNC, ISYNC]);
    window(&mut program, call);
    program.result(8);
    program.result(11);
    program.end();
    let results = run_all(&program);
    assert_eq!(results[2] - results[1], 2, "{results:?}");
    assert_eq!(results[3..], [2, 4]);
}
