//! Every row of the calibration table: code whose timing the vendor published [AN2203].
//!
//! Cycles count from the fetch of the first instruction, which is the vendor's cycle 0
//! where a row says nothing else. Where the vendor's code is not known as a whole, the
//! test says what it assumes.

use model::pipeline::Times;
use mpc7450::instruction::branch::{Jump, bctr, blr};
use mpc7450::instruction::float::fadd;
use mpc7450::instruction::integer::{add, addi, addic_record, cmpwi, subf};
use mpc7450::instruction::memory::{lwz, lwzu};
use mpc7450::instruction::special::{mflr, mtctr, mtlr};
use mpc7450::instruction::system::isync;
use mpc7450::instruction::{Condition, CrField, Gpr, Word};
use mpc7450::registers::{HID0, L2CR};

use crate::guest::{Guest, Ignored, START, Step, Stream, cycles, fpr, gpr, settings, times};

pub const R3: Gpr = Gpr::at::<3>();
pub const R4: Gpr = Gpr::at::<4>();
pub const R5: Gpr = Gpr::at::<5>();
pub const CR0: CrField = CrField::CR0;

pub fn jump(jump: Jump, at: u32, to: u32) -> Word {
    jump.over(i64::from(to) - i64::from(at)).expect("near")
}

pub fn bdnz(at: u32, to: u32) -> Word {
    jump(Jump::When(Condition::CountLeft), at, to)
}

pub fn bne(at: u32, to: u32) -> Word {
    jump(Jump::When(Condition::NotEqual(CR0)), at, to)
}

/// Words, then `bdnz` back to them.
pub fn counted(at: u32, words: &[Word]) -> Stream {
    let branch = at + 4 * words.len() as u32;
    Stream::new().run(at, words).goes(branch, bdnz(branch, at), at)
}

/// E of an instruction, from the fetch of the first one on.
fn executes(times: &[Times], place: usize) -> u64 {
    times[place].execute - START
}

fn lwzu_add() -> [Word; 2] {
    [lwzu(R4, R3, 0).expect("another base"), add(R5, R5, R4)]
}

#[test]
fn load_update_add_and_branch_take_2_cycles_in_one_block_and_3_in_two() {
    assert_eq!(cycles(&counted(0x1000, &lwzu_add())), 2.0);
    assert_eq!(cycles(&counted(0x1018, &lwzu_add())), 3.0);
}

#[test]
fn a_loop_of_4_takes_3_cycles_from_the_last_word_of_a_block_and_2_when_aligned() {
    let body = [addi(R4, R3, 1), addi(R5, R3, 2), lwz(gpr(6), R3, 0)];
    assert_eq!(cycles(&counted(0x101c, &body)), 3.0);
    assert_eq!(cycles(&counted(0x1000, &body)), 2.0);
}

#[test]
fn independent_floating_point_adds_take_5_cycles_in_4() {
    let adds: Vec<_> = (0..80).map(|n| fadd(fpr(2 + n % 16), fpr(0), fpr(1))).collect();
    let twice = [&adds[..], &adds[..]].concat();
    assert_eq!(cycles(&counted(0x1000, &twice)) - cycles(&counted(0x1000, &adds)), 100.0);
}

/// `lwz`, `cmpwi`, `bne` over something; the vendor counts from the dispatch of `lwz`.
#[test]
fn a_misprediction_behind_a_load_moves_dispatch_from_2_to_9() {
    let head = |goes: bool| {
        let stream = Stream::new().run(0x1000, &[lwz(R4, R3, 0), cmpwi(CR0, R4, 0)]);
        if goes {
            stream.goes(0x1008, bne(0x1008, 0x1014), 0x1014).one(0x1014, add(R5, R5, R5))
        } else {
            stream.one(0x1008, bne(0x1008, 0x1014)).one(0x100c, add(R5, R5, R5))
        }
    };
    let mut guest = Guest::new(&settings());
    guest.warm(&head(true));
    for _ in 0..4 {
        guest.run(&head(true), &mut Ignored);
    }
    let predicted = guest.run(&head(true), &mut Ignored);
    let wrong = guest.run(&head(false), &mut Ignored);
    // E is two cycles behind D for `lwz` and `add` alike.
    let dispatch = |times: &[Times]| times[3].execute - times[0].execute;
    assert_eq!(wrong[1].execute - wrong[0].execute, 3, "the compare executes in 5, the load in 2");
    assert_eq!(dispatch(&predicted), 2);
    assert_eq!(dispatch(&wrong), 9);
}

/// Assumed: one addition before the branch, the branch last in its block, history warm,
/// the BTIC empty. The vendor counts from the dispatch of the first instruction.
#[test]
fn after_4_trips_a_counted_loop_lets_the_outer_code_start_in_8_and_a_compared_one_5_later() {
    let outer = add(R5, R5, R5);
    let trips = |body: Word, branch: Word| {
        let trip = Stream::new().one(0x1018, body).goes(0x101c, branch, 0x1018);
        trip.times(3).one(0x1018, body).one(0x101c, branch).one(0x1020, outer)
    };
    let start = |stream: &Stream| {
        let mut guest = Guest::new(&settings());
        guest.warm(stream);
        for _ in 0..4 {
            guest.run(stream, &mut Ignored);
        }
        guest.pipeline.empty_btic();
        // A refetch lets the pipeline drain, as at the vendor's cycle 0.
        guest.run(&Stream::new().one(0x1014, isync()), &mut Ignored);
        let times = guest.run(stream, &mut Ignored);
        times[8].execute - times[0].execute
    };
    assert_eq!(start(&trips(addi(R4, R3, -1), bdnz(0x101c, 0x1018))), 8);
    assert_eq!(start(&trips(addic_record(R3, R3, -1), bne(0x101c, 0x1018))), 13);
}

/// Assumed: the stack pointer is moved before the load, and the vendor fetches in cycle 1.
#[test]
fn a_return_finds_its_target_in_8_with_the_link_stack_and_in_15_without() {
    let call = jump(Jump::Call, 0x1000, 0x2000);
    let body = [addi(gpr(1), gpr(1), 16), lwz(gpr(0), gpr(1), 4), mtlr(gpr(0))];
    let stream = Stream::new()
        .goes(0x1000, call, 0x2000)
        .one(0x2000, isync())
        .run(0x2020, &body)
        .goes(0x202c, blr(), 0x1004)
        .one(0x1004, add(R5, R5, R5));
    let target = |stack: bool| {
        let mut guest = Guest::new(&settings());
        if !stack {
            guest.controls.hid0 &= !HID0::LRSTK::SET.value;
        }
        guest.warm(&stream);
        let times = guest.run(&stream, &mut Ignored);
        let fetch = times[1].complete + 1;
        1 + times[6].execute - fetch
    };
    assert_eq!(target(true), 8);
    assert_eq!(target(false), 15);
}

#[test]
fn code_that_computes_its_own_address_and_jumps_takes_17_cycles() {
    let stream = Stream::new()
        .goes(0x1000, 0x429f_0005, 0x1004)
        .run(0x1004, &[mflr(R3), addi(R3, R3, 0x100), mtctr(R3)])
        .goes(0x1010, bctr(), 0x1100)
        .one(0x1100, add(R5, R5, R5));
    let times = times(&stream);
    assert_eq!(executes(&times, 2), 10, "addi");
    assert_eq!(executes(&times, 4), 12, "bcctr");
    assert_eq!(executes(&times, 5), 17, "target");
}

#[test]
fn load_update_add_and_subtract_retire_in_2_cycles() {
    let words = [lwzu(R4, R3, 0).expect("another base"), add(R5, R5, R5), subf(gpr(6), gpr(6), gpr(6))];
    let times = times(&Stream::new().run(0x1000, &words));
    let completes = [0, 1, 2].map(|place| times[place].complete - times[0].complete);
    assert_eq!(completes, [0, 0, 1]);
}

/// The line is pushed out of the L1 by eight others of its set, and stays in the L2.
#[test]
fn a_load_that_hits_the_l2_is_used_9_cycles_later() {
    let load = |offset: u32| {
        Stream::new().one(0x1000, lwz(R4, R3, 0)).with(|step: &mut Step| step.accesses = vec![(offset, 4)])
    };
    let measured = load(0).then(Stream::new().one(0x1004, add(R5, R4, R4)));
    let mut guest = Guest::new(&settings());
    guest.controls.l2cr |= L2CR::L2E::SET.value;
    guest.warm(&measured);
    for set in 1..=8 {
        guest.run(&load(0x1000 * set), &mut Ignored);
    }
    guest.pipeline.start(2 * START);
    let times = guest.run(&measured, &mut Ignored);
    assert_eq!(times[1].execute - times[0].execute, 9);
}
