//! Rings of branches: what each costs, and where the predictors end.

use model::signal::Signal;
use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::integer::{add, addi, cmpwi};
use mpc7450::instruction::memory::{lwz, stw};
use mpc7450::instruction::special::{mflr, mtlr};
use mpc7450::registers::HID0;

use crate::calibration::{CR0, R3, R4, R5, bne, jump};
use crate::guest::{Guest, Ignored, Stream, Totals, gpr, settings};

/// `count` unconditional branches, each behind `filler` independent instructions, in a row.
fn ring(count: u32, filler: u32) -> Stream {
    let size = 4 * (filler + 1);
    (0..count).fold(Stream::new(), |stream, place| {
        let at = 0x1_0000 + place * size;
        let work: Vec<_> = (0..filler).map(|n| add(gpr(10 + n as u8 % 16), R4, R5)).collect();
        let branch = at + 4 * filler;
        let to = if place + 1 == count { 0x1_0000 } else { at + size };
        stream.run(at, &work).goes(branch, jump(Jump::Always, branch, to), to)
    })
}

/// Cycles a branch, and signals of one pass, when all is warm.
fn warm(stream: &Stream, passes: usize, btic: bool) -> (f64, Totals) {
    let mut guest = Guest::new(&settings());
    if !btic {
        guest.controls.hid0 &= !HID0::BTIC::SET.value;
    }
    guest.warm(stream);
    let repeated = stream.clone().times(passes);
    guest.run(&repeated, &mut Ignored);
    let mut totals = Totals::new();
    let before = guest.pipeline.completed().max(guest.pipeline.frontier());
    guest.run(&repeated, &mut totals);
    let after = guest.pipeline.completed().max(guest.pipeline.frontier());
    ((after - before) as f64 / passes as f64, totals)
}

#[test]
fn a_branch_costs_its_bubble_or_its_filler() {
    let rows = [
        (0, 2.0, 3.0, 0.0),
        (1, 2.0, 3.0, 0.0),
        (3, 2.0, 3.0, 0.0),
        (7, 3.0, 4.0, 0.0),
        (15, 5.0, 6.0, 0.05),
        (24, 8.2, 9.1, 0.2),
        (40, 13.8, 14.6, 0.3),
    ];
    for (filler, hit, miss, tolerance) in rows {
        let stream = ring(8, filler);
        for (btic, predicted) in [(true, hit), (false, miss)] {
            let cycles = warm(&stream, 200, btic).0 / 8.0;
            assert!((cycles - predicted).abs() <= tolerance, "{filler} and {btic}: {cycles}, predicted {predicted}");
        }
    }
}

#[test]
fn the_btic_holds_128_branches() {
    let misses = |count| warm(&ring(count, 0), 4, true).1.of(Signal::BticMiss);
    assert_eq!(misses(128), 0);
    assert_eq!(misses(129), 4 * 5, "one set has five branches for its four ways");
    assert_eq!(misses(160), 4 * 160);
}

#[test]
fn the_stride_of_branches_tells_the_index() {
    let knee = |index: &str, filler: u32| {
        let mut settings = settings();
        settings.set("btic-index", index).expect("legal");
        (1..=256).find(|count| {
            let stream = ring(*count, filler);
            let mut guest = Guest::new(&settings);
            guest.warm(&stream);
            guest.run(&stream, &mut Ignored);
            let mut totals = Totals::new();
            guest.run(&stream, &mut totals);
            totals.of(Signal::BticMiss) != 0
        })
    };
    for (filler, held) in [(0, 128), (1, 64), (3, 32), (7, 16), (15, 8), (2, 128), (4, 128)] {
        assert_eq!(knee("word", filler), Some(held + 1), "{filler}");
    }
    for (filler, held) in [(0, 4), (7, 128), (15, 64)] {
        assert_eq!(knee("block", filler), Some(held + 1), "{filler}");
    }
}

/// Conditional branches right behind their compares, half of them taken, in a ring.
fn conditional(count: u32, spacing: u32) -> Stream {
    let mut random = 1_u32;
    (0..count).fold(Stream::new(), |stream, place| {
        random = random.wrapping_mul(1_103_515_245).wrapping_add(12345);
        let at = 0x1_0000 + place * spacing;
        let work: Vec<_> = (0..spacing / 4 - 2).map(|n| addi(gpr(10 + n as u8 % 16), R4, 1)).collect();
        let (branch, next) = (at + spacing - 4, at + spacing);
        let stream = stream.run(at, &work).one(branch - 4, cmpwi(CR0, R3, 0));
        let condition = bne(branch, next);
        if place + 1 == count {
            stream.goes(branch, jump(Jump::Always, branch, 0x1_0000), 0x1_0000)
        } else if random >> 16 & 1 == 0 {
            stream.goes(branch, condition, next)
        } else {
            stream.one(branch, condition)
        }
    })
}

#[test]
fn the_history_table_holds_2048_words() {
    let wrong = |count, spacing| warm(&conditional(count, spacing), 4, true).1.of(Signal::MispredictedBranches);
    for (held, spacing) in [(1024, 8), (512, 16), (256, 32)] {
        assert_eq!(wrong(held, spacing), 0, "{held} branches, {spacing} bytes apart");
        assert!(wrong(2 * held, spacing) > u64::from(held / 2), "{held} more, each on another's counter");
    }
}

/// The same path twice: branches not taken that the hint bit predicts rightly or wrongly.
#[test]
fn a_misprediction_costs_5_or_6_cycles() {
    let pass = |hint: u32| {
        let body = (0..32).fold(Stream::new(), |stream, place| {
            let at = 0x1000 + 8 * place;
            stream.one(at, cmpwi(CR0, R3, 0)).one(at + 4, bne(at + 4, at + 8).bits() | hint << 21)
        });
        let stream = body.goes(0x1100, jump(Jump::Always, 0x1100, 0x1000), 0x1000);
        let mut guest = Guest::new(&settings());
        guest.controls.hid0 &= !HID0::BHT::SET.value;
        guest.warm(&stream);
        guest.run(&stream.clone().times(10), &mut Ignored);
        let before = guest.pipeline.completed();
        let mut totals = Totals::new();
        guest.run(&stream.times(100), &mut totals);
        (guest.pipeline.completed() - before, totals.of(Signal::MispredictedBranches))
    };
    let [(right, none), (wrong, all)] = [0, 1].map(pass);
    assert_eq!((none, all), (0, 3200));
    let each = (wrong - right) as f64 / 3200.0;
    assert!((5.0..=6.0).contains(&each), "{each} cycles each");
}

/// `depth` nested calls that save and restore LR.
fn recursion(depth: u32) -> Stream {
    let function = |level: u32| 0x2000 + 0x40 * level;
    let mut stream = Stream::new().goes(0x1000, jump(Jump::Call, 0x1000, function(0)), function(0));
    for level in 0..depth {
        let at = function(level);
        stream = stream.run(at, &[mflr(gpr(0)), stw(gpr(0), gpr(1), 4), addi(gpr(1), gpr(1), -16)]);
        if level + 1 < depth {
            stream = stream.goes(at + 12, jump(Jump::Call, at + 12, function(level + 1)), function(level + 1));
        }
    }
    for level in (0..depth).rev() {
        let at = function(level) + 16;
        let back = if level == 0 { 0x1004 } else { function(level - 1) + 16 };
        let restore = [lwz(gpr(0), gpr(1), 4), mtlr(gpr(0)), addi(gpr(1), gpr(1), 16)];
        stream = stream.run(at, &restore).goes(at + 12, blr(), back);
    }
    stream.goes(0x1004, jump(Jump::Always, 0x1004, 0x1000), 0x1000)
}

#[test]
fn the_link_stack_holds_8_returns() {
    let rows: Vec<_> = (1..=12).map(|depth| warm(&recursion(depth), 100, true)).collect();
    let (_, within) = &rows[7];
    assert_eq!(within.of(Signal::BranchLinkStackMispredicted), 0);
    assert_eq!(within.of(Signal::BpuStallOnLrDependency), 0);
    let (_, beyond) = &rows[8];
    assert_eq!(beyond.of(Signal::BranchLinkStackMispredicted), 0, "the loss is known");
    assert!(beyond.of(Signal::BpuStallOnLrDependency) > 0);
    // The scratch model's 13 and 18 hold within 30 %; beyond 8 a level costs 5 to 7 more.
    let level = |depth: usize| rows[depth - 1].0 - rows[depth - 2].0;
    let [held, lost] = [level(8), level(12)];
    assert!((held - 13.0).abs() <= 0.3 * 13.0, "{held} for a level whose return is held");
    assert!((lost - 18.0).abs() <= 0.3 * 18.0, "{lost} for one whose return is lost");
    assert!((5.0..=7.0).contains(&(lost - held)), "{held} and {lost}");
}

#[test]
fn a_pair_of_call_and_return_without_a_frame_takes_5_to_7_cycles() {
    for depth in [1, 20] {
        let stream = (0..depth).fold(Stream::new(), |stream, place| {
            let (at, to) = (0x1000 + 4 * place, 0x2000);
            stream.goes(at, jump(Jump::Call, at, to), to).one(to, addi(R4, R4, 1)).goes(to + 4, blr(), at + 4)
        });
        let end = 0x1000 + 4 * depth;
        let stream = stream.goes(end, jump(Jump::Always, end, 0x1000), 0x1000);
        let cycles = warm(&stream, 100, true).0 / f64::from(depth);
        assert!((4.0..=7.0).contains(&cycles), "{depth}: {cycles}");
    }
}
