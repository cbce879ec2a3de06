//! Ways to call a function, against the cycles that a scratch model of the same documents
//! predicts for them; its absolute numbers hold within 30 %, its differences within 2.
//!
//! Each loop: what the mode needs, the call, `add`, `addic.`, `bne`; the callee is `addi`
//! and `blr`. Caches and predictors are warm.

use mpc7450::instruction::Word;
use mpc7450::instruction::branch::{Jump, bctrl, blr};
use mpc7450::instruction::integer::{Amount, add, addi, addic_record, mulhwu, mulli, slwi, subf};
use mpc7450::instruction::memory::{lwz, lwzx};
use mpc7450::instruction::special::mtctr;

use crate::calibration::{R3, R4, R5, bne, jump};
use crate::guest::{Stream, cycles, gpr};

const LOOP: u32 = 0x1000;
const CALLEE: u32 = 0x2000;

/// One pass of a loop whose call is the word that `call` makes for its address.
fn mode(before: &[Word], call: impl Fn(u32) -> Word) -> f64 {
    let at = LOOP + 4 * before.len() as u32;
    let end = at + 12;
    let stream = Stream::new()
        .run(LOOP, before)
        .goes(at, call(at), CALLEE)
        .one(CALLEE, addi(gpr(20), gpr(20), 1))
        .goes(CALLEE + 4, blr(), at + 4)
        .run(at + 4, &[add(gpr(21), gpr(21), R3), addic_record(gpr(22), gpr(22), -1)])
        .goes(end, bne(end, LOOP), LOOP);
    cycles(&stream)
}

fn indirect(before: &[Word]) -> f64 {
    mode(before, |_| bctrl())
}

#[test]
fn calls_cost_what_the_chain_to_ctr_costs() {
    let index = gpr(9);
    let shift = slwi(gpr(10), index, Amount::of::<2>());
    let next = addi(index, index, 1);
    let [object, table, target] = [gpr(11), gpr(12), gpr(13)];
    let (method, ctr) = ([lwz(table, object, 0), lwz(target, table, 8)], mtctr(target));
    let remainder = [mulhwu(gpr(14), index, R4), mulli(gpr(14), gpr(14), 5), subf(gpr(14), gpr(14), index)];
    let dispatch = [slwi(gpr(14), gpr(14), Amount::of::<2>()), lwzx(target, R5, gpr(14)), add(target, target, R5), ctr];
    let rows: [(&str, f64, f64); 9] = [
        ("direct call", 7.0, mode(&[], |at| jump(Jump::Call, at, CALLEE))),
        ("pointer in a register", 11.0, indirect(&[mtctr(R3)])),
        ("pointer in memory", 14.0, indirect(&[lwz(target, R3, 0), ctr])),
        ("four pointers in turn", 16.0, indirect(&[next, shift, lwzx(target, R3, gpr(10)), ctr])),
        ("one class", 17.0, indirect(&[method[0], method[1], ctr])),
        ("two classes in turn", 22.0, indirect(&[next, shift, lwzx(object, R3, gpr(10)), method[0], method[1], ctr])),
        (
            "classes at random",
            24.0,
            indirect(&[
                addi(R3, R3, 4),
                lwz(index, R3, 0),
                shift,
                lwzx(object, R4, gpr(10)),
                method[0],
                method[1],
                ctr,
            ]),
        ),
        ("switch on a remainder", 24.0, indirect(&[&[next][..], &remainder[..], &dispatch[..]].concat())),
        ("switch at random", 19.0, indirect(&[&[addi(R3, R3, 4), lwz(gpr(14), R3, 0)][..], &dispatch[..]].concat())),
    ];
    for (name, predicted, modelled) in rows {
        let [first, second] = [predicted - rows[0].1, modelled - rows[0].2];
        assert!((modelled - predicted).abs() <= 0.3 * predicted, "{name}: {modelled}, predicted {predicted}");
        assert!((first - second).abs() <= 2.0, "{name}: {second} more than direct, predicted {first}");
    }
}
