//! User state behind a hashed page table: faults that run an instruction again, and
//! exceptions of the model.
//!
//! The plugin as cargo builds it for tests compares the physical address of every access
//! with QEMU's, and a page that it does not find fails the test.

use crate::assembler::*;
use crate::emulator::run_all;

/// The page table, 64 KB.
const TABLE: u32 = 0x0020_0000;
/// Data and code that stand elsewhere than their addresses say.
const DATA: (u32, u32) = (0x4000_0000, 0x0030_0000);
const CODE: (u32, u32) = (0x5000_1000, 0x0031_2000);

const IR_DR: u32 = 0x30;
const PR: u32 = 0x4000;
const EE: u32 = 0x8000;
/// MMCR0[FCS]: only user state counts; PMC1 counts completed instructions.
const USER_INSTRUCTIONS: u32 = 0x4000_0000 | 2 << 6;

const fn vsid(address: u32) -> u32 {
    0x100 + (address >> 28)
}

/// Where the entry of a page stands, and its words, by the first hash [PEM 7.6]; each segment
/// has a place of its own in a group.
const fn entry(address: u32, physical: u32) -> (u32, [u32; 2]) {
    let (vsid, index) = (vsid(address), address >> 12 & 0xffff);
    let group = TABLE + ((vsid ^ index) & 0x3ff) * 64 + (address >> 28 & 7) * 8;
    // R, C, M and read-write.
    (group, [1 << 31 | vsid << 7 | index >> 10, physical & 0xffff_f000 | 0x180 | 0x10 | 2])
}

/// A program with segments and a table that maps its own first 16 pages one to one.
fn paged() -> Program {
    let mut program = Program::new();
    program.set(SDR1, TABLE);
    for segment in 0..16 {
        program.load(3, vsid(segment << 28));
        // Half of them by number, half by address.
        if segment % 2 == 0 {
            program.push(x_form(210, 3, segment, 0));
        } else {
            program.load(4, segment << 28);
            program.push(x_form(242, 3, 0, 4));
        }
    }
    program.push(ISYNC);
    for page in 0..16 {
        let (at, words) = entry(page << 12, page << 12);
        program.place(at, words);
    }
    program
}

/// A handler that puts an entry into the table and runs the instruction again: r16 says
/// where, r17 and r18 what; counts in r20.
fn mapping_handler(program: &mut Program, vector: u32, at: u32, words: [u32; 2]) {
    let back = program.here();
    program.org(vector);
    program.load(16, at);
    for (number, word) in words.into_iter().enumerate() {
        program.load(17, word);
        program.push(stw(17, 16, 4 * number as i32));
    }
    program.push(addi(20, 20, 1));
    program.extend([SYNC, RFI]);
    program.org(back);
}

/// Has a system call end the program: results are r20, another register and PMC1.
fn ends_by_system_call(program: &mut Program, register: u32) {
    let end = 0x8000;
    let back = program.here();
    program.org(0xc00);
    program.load(31, RESULTS);
    program.result(20);
    program.result(register);
    program.result_of(PMC1);
    program.jump(end);
    program.org(end);
    program.end();
    program.org(back);
}

/// Loads from one page and goes on in another.
fn faulting(mapped: bool) -> Vec<u32> {
    let mut program = paged();
    ends_by_system_call(&mut program, 5);
    for (vector, (address, physical)) in [(0x300, DATA), (0x400, CODE)] {
        let (at, words) = entry(address, physical);
        mapping_handler(&mut program, vector, at, words);
        if mapped {
            program.place(at, words);
        }
    }
    program.place(DATA.1 + 8, [0x1234_5678]);
    program.place(CODE.1, [addi(10, 10, 1), addi(10, 10, 1), stw(5, 31, 0), addi(31, 31, 4), SC]);
    program.load(20, 0);
    program.load(31, DATA.0 + 0x100);
    program.load(4, DATA.0);
    program.load(9, CODE.0);
    program.push(mtspr(9, 9));
    program.set(MMCR0, USER_INSTRUCTIONS);
    program.enter(IR_DR | PR);
    program.extend((0..10).map(|_| addi(10, 10, 1)));
    program.extend([lwz(5, 4, 8), lwz(6, 4, 8)]);
    program.extend((0..5).map(|_| addi(10, 10, 1)));
    program.push(0x4e80_0420);
    run_all(&program)
}

#[test]
fn a_fault_that_runs_an_instruction_again_counts_it_once() {
    let mapped = faulting(true);
    let faulted = faulting(false);
    assert_eq!((mapped[0], faulted[0]), (0, 2), "a data and an instruction fault");
    assert_eq!((mapped[1], faulted[1]), (0x1234_5678, 0x1234_5678));
    assert_eq!(mapped[2], faulted[2], "user instructions");
    assert!((22..=24).contains(&mapped[2]), "{mapped:?}");
}

#[test]
fn user_state_is_sampled_behind_pages() {
    let mut program = paged();
    ends_by_system_call(&mut program, 21);
    // Counts in r20, keeps the SRR1 of all samples in r21.
    program.place(
        0xf00,
        [addi(20, 20, 1), mfspr(12, SRR1), x_form(444, 12, 21, 21), mtspr(PMC1, 23), mtspr(MMCR0, 24), RFI],
    );
    program.load(20, 0);
    program.load(21, 0);
    program.load(23, 0x8000_0000 - 50);
    program.load(24, USER_INSTRUCTIONS | 0x0400_8000);
    program.push(mtspr(PMC1, 23));
    program.push(mtspr(MMCR0, 24));
    program.load(9, 100);
    program.push(mtspr(9, 9));
    program.enter(IR_DR | PR | EE);
    program.extend((0..50).map(|_| addi(10, 10, 1)));
    program.push(bdnz(-200));
    program.push(SC);
    let results = run_all(&program);
    // Some instructions may complete between the overflow and the exception.
    assert!((50..=102).contains(&results[0]), "{results:?}");
    assert_eq!(results[1], IR_DR | PR | EE, "SRR1 of all samples");
}

/// A segment register that changes under the same addresses.
#[test]
fn another_segment_is_another_page() {
    let mut program = paged();
    for (vsid_of, physical) in [(0x100 + 4, 0x0030_0000), (0x777, 0x0030_1000)] {
        let group = TABLE + (vsid_of & 0x3ff) * 64;
        program.place(group + 32, [1 << 31 | vsid_of << 7, physical | 0x180 | 0x10 | 2]);
    }
    program.place(0x0030_0000, [0xaaaa_0001]);
    program.place(0x0030_1000, [0xbbbb_0002]);
    program.set(MMCR0, 0x8000_0040);
    program.load(4, DATA.0);
    program.load(5, 0x777);
    program.enter(IR_DR);
    program.push(lwz(6, 4, 0));
    program.extend([x_form(210, 5, 4, 0), ISYNC, lwz(7, 4, 0)]);
    program.load(3, 0);
    program.extend([mtmsr(3), ISYNC]);
    program.result(6);
    program.result(7);
    program.end();
    assert_eq!(run_all(&program), [0xaaaa_0001, 0xbbbb_0002]);
}

/// BATs, low and high, changed while in use.
#[test]
fn blocks_lead_where_the_guest_says() {
    const IBAT0U: u32 = 528;
    const DBAT0U: u32 = 536;
    const DBAT1U: u32 = 538;
    let mut program = Program::new();
    program.place(0x0034_0000, [0x1111_0001]);
    program.place(0x0036_0000, [0x2222_0002]);
    program.set(MMCR0, 0x8000_0040);
    for upper in [IBAT0U, DBAT0U] {
        program.set(upper + 1, 0x12);
        program.set(upper, 0x0000_1ffe);
    }
    program.set(DBAT1U + 1, 0x0034_0012);
    program.set(DBAT1U, 0x6000_0002);
    program.push(ISYNC);
    program.load(4, 0x6000_0000);
    program.enter(IR_DR);
    program.push(lwz(6, 4, 0));
    // QEMU forgets what it knows of a block when the upper register changes.
    program.set(DBAT1U, 0);
    program.set(DBAT1U + 1, 0x0036_0012);
    program.set(DBAT1U, 0x6000_0002);
    program.push(ISYNC);
    program.push(lwz(7, 4, 0));
    program.load(3, 0);
    program.extend([mtmsr(3), ISYNC]);
    program.result(6);
    program.result(7);
    program.end();
    assert_eq!(run_all(&program), [0x1111_0001, 0x2222_0002]);
}
