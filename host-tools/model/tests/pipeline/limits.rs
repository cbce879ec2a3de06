//! Limits that short streams reach, cycle by cycle: Q = 2, I = D + 1, E = D + 2 where
//! nothing is in the way.

use model::signal::Signal;
use mpc7450::instruction::branch::Jump;
use mpc7450::instruction::integer::{add, nop};
use mpc7450::instruction::memory::stw;
use mpc7450::registers::HID0;

use crate::calibration::{R3, R4, R5, jump};
use crate::guest::{Guest, START, Stream, Totals, gpr, settings, times};

/// `lmw 16,0(3)`.
const LMW: u32 = 0xba03_0000;

#[test]
fn sixteen_registers_loaded_leave_no_rename_register() {
    let words = (0..16).map(|place| (4 * place, 4)).collect();
    let load = Stream::new().one(0x1000, LMW).with(|step| step.accesses = words);
    let times = times(&load.one(0x1004, add(gpr(10), R4, R5)));
    // The first part dispatched in 2, the last in 17; E = 4 to 19, all ready in 4 + 16 + 3.
    assert_eq!(times[0].execute - START, 19);
    assert_eq!(times[0].complete - START, 23);
    assert_eq!(times[1].execute - START, 26, "dispatched in 24");
}

#[test]
fn a_store_across_8_bytes_completes_a_cycle_later() {
    let store = |offset: u32| {
        let store = Stream::new().one(0x1000, stw(R4, R3, 0)).with(|step| step.accesses = vec![(offset, 4)]);
        times(&store)[0].complete - START
    };
    assert_eq!(store(4), 7);
    assert_eq!(store(6), 8);
}

#[test]
fn a_free_nop_goes_to_no_queue_and_no_unit() {
    let stream = Stream::new().run(0x1000, &[nop(); 3]);
    let counts = |value| {
        let mut settings = settings();
        settings.set("nop", value).expect("legal");
        let mut guest = Guest::new(&settings);
        guest.warm(&stream);
        let mut totals = Totals::new();
        guest.run(&stream, &mut totals);
        let signals = [Signal::Iu1Instructions, Signal::DispatchesToGprIssueQueue, Signal::InstructionsCompleted];
        signals.map(|signal| totals.of(signal))
    };
    assert_eq!(counts("free"), [0, 0, 3]);
    assert_eq!(counts("ordinary"), [3, 3, 3]);
}

/// A branch that is not folded is the first to dispatch, in 2; fetch starts anew in 3, and
/// the next dispatches in 5.
#[test]
fn cycles_without_dispatch_count_behind_a_branch_that_comes_first() {
    let stream = Stream::new().goes(0x1000, jump(Jump::Always, 0x1000, 0x1100), 0x1100).one(0x1100, add(R3, R4, R5));
    let mut guest = Guest::new(&settings());
    guest.controls.hid0 &= !HID0::FOLD::SET.value;
    guest.warm(&stream);
    let mut totals = Totals::new();
    guest.run(&stream, &mut totals);
    assert_eq!(totals.of(Signal::Dispatching0Instructions), 2);
}

/// Folded branches alone move time on: nothing waits for an instruction that completes.
#[test]
fn an_endless_loop_of_one_branch_moves_the_frontier() {
    let stream = Stream::new().goes(0x1000, jump(Jump::Always, 0x1000, 0x1000), 0x1000).times(100);
    let mut guest = Guest::new(&settings());
    guest.warm(&stream);
    guest.run(&stream, &mut Totals::new());
    let stats = guest.pipeline.stats();
    assert_eq!((stats.executed, stats.folded, stats.completed), (100, 100, 0));
    // The first misses the BTIC: 2 cycles each, 3 for it; the last goes in 2 + 3 + 98 * 2.
    assert_eq!(guest.pipeline.frontier() - START, 201);
}
