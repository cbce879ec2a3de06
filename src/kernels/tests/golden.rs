//! Whole kernels against words that GNU as made of hand-written assembly.
//!
//! Each file in `golden/` is a listing: the word, then the line as objdump shows it,
//! with branch targets as offsets from the start of the code, padding included.

use super::built::{Built, parameters};
use crate::kernels::find;
use crate::kernels::preset::Preset;

/// A cache block's start, as the listings assume.
const CODE: u32 = 0x0100_0000;
const DATA: u32 = 0x0200_0000;

fn built(id: &str, settings: &[(&str, &str)]) -> Built {
    let kernel = find(id).unwrap();
    Built::at(kernel, &parameters(kernel, Preset::Quick, settings), CODE, DATA).unwrap()
}

pub fn check(id: &str, settings: &[(&str, &str)], listing: &str) {
    let code = built(id, settings).code;
    for (index, line) in listing.lines().enumerate() {
        let (word, text) = line.split_once("  ").unwrap();
        let generated = code.get(index).map(|word| format!("{word:08x}"));
        assert_eq!(generated.as_deref(), Some(word), "{id}, word {index}: {text}");
    }
    assert_eq!(code.len(), listing.lines().count(), "{id}");
}

#[test]
fn calibration_kernels_are_the_assembled_ones() {
    check("calibrate/integer", &[], include_str!("golden/calibrate-integer.txt"));
    check("calibrate/multiply", &[], include_str!("golden/calibrate-multiply.txt"));
    check("calibrate/divide", &[], include_str!("golden/calibrate-divide.txt"));
    check("calibrate/system", &[], include_str!("golden/calibrate-system.txt"));
    check("calibrate/system-calls", &[], include_str!("golden/calibrate-system-calls.txt"));
    check("calibrate/float", &[], include_str!("golden/calibrate-float.txt"));
    check("calibrate/vector", &[], include_str!("golden/calibrate-vector.txt"));
    check("calibrate/viu1", &[], include_str!("golden/calibrate-viu1.txt"));
    check("calibrate/viu2", &[], include_str!("golden/calibrate-viu2.txt"));
    check("calibrate/vpu", &[], include_str!("golden/calibrate-vpu.txt"));
    check("calibrate/vfpu", &[], include_str!("golden/calibrate-vfpu.txt"));
    check("calibrate/branches", &[], include_str!("golden/calibrate-branches.txt"));
    check("calibrate/bc-taken", &[], include_str!("golden/calibrate-bc-taken.txt"));
    check("calibrate/bc-not-taken", &[], include_str!("golden/calibrate-bc-not-taken.txt"));
    check("calibrate/bdnz", &[], include_str!("golden/calibrate-bdnz.txt"));
    check("calibrate/mispredicted", &[], include_str!("golden/calibrate-mispredicted.txt"));
    check("calibrate/bl", &[], include_str!("golden/calibrate-bl.txt"));
    check("calibrate/blr", &[], include_str!("golden/calibrate-blr.txt"));
    check("calibrate/bctr", &[], include_str!("golden/calibrate-bctr.txt"));
    check("calibrate/loads", &[], include_str!("golden/calibrate-loads.txt"));
    check("calibrate/stores", &[], include_str!("golden/calibrate-stores.txt"));
    check("calibrate/l1-misses", &[], include_str!("golden/calibrate-l1-misses.txt"));
    check("calibrate/l2-misses", &[], include_str!("golden/calibrate-l2-misses.txt"));
    check("calibrate/write-backs", &[], include_str!("golden/calibrate-write-backs.txt"));
    check("calibrate/touch-hits", &[], include_str!("golden/calibrate-touch-hits.txt"));
    check("calibrate/touch-misses", &[], include_str!("golden/calibrate-touch-misses.txt"));
    check("calibrate/fetch-misses", &[], include_str!("golden/calibrate-fetch-misses.txt"));
    check("calibrate/tlb-misses", &[], include_str!("golden/calibrate-tlb-misses.txt"));
    assert_eq!(built("calibrate/empty", &[]).code, [0x4e80_0020]);
}

#[test]
fn dispatch_kernels_are_the_assembled_ones() {
    let small = [("objects", "4")];
    check("dispatch/direct", &small, include_str!("golden/dispatch-direct.txt"));
    check("dispatch/mega", &small, include_str!("golden/dispatch-mega.txt"));
    check("dispatch/fptr-single", &small, include_str!("golden/dispatch-fptr-single.txt"));
    check("dispatch/fptr-multi", &small, include_str!("golden/dispatch-fptr-multi.txt"));
    check("dispatch/ladder", &small, include_str!("golden/dispatch-ladder.txt"));
    check("dispatch/guarded", &small, include_str!("golden/dispatch-guarded.txt"));
    let two_classes = [("objects", "4"), ("classes", "2")];
    check("dispatch/split", &two_classes, include_str!("golden/dispatch-split.txt"));
    check("dispatch/period", &[], include_str!("golden/dispatch-period.txt"));
    check("dispatch/switch-seq", &small, include_str!("golden/dispatch-switch-seq.txt"));
    check("dispatch/switch-rnd", &small, include_str!("golden/dispatch-switch-rnd.txt"));
}

#[test]
fn chains_are_the_assembled_ones() {
    let three = [("branches", "3"), ("nops", "2")];
    check("branch/chain", &three, include_str!("golden/branch-chain.txt"));
    let two = [("branches", "2"), ("nops", "0")];
    check("branch/chain", &two, include_str!("golden/branch-chain-0.txt"));
}

#[test]
fn branch_kernels_are_the_assembled_ones() {
    let three = [("branches", "3"), ("spacing", "3"), ("sense", "same"), ("ahead", "1")];
    check("branch/direction", &three, include_str!("golden/branch-direction.txt"));
    let nested = [("depth", "2"), ("gap", "1")];
    check("branch/return", &nested, include_str!("golden/branch-return.txt"));
    let leaves = [("depth", "3"), ("frame", "none"), ("gap", "2")];
    check("branch/return", &leaves, include_str!("golden/branch-return-leaves.txt"));
    let jumps = [("targets", "3"), ("gap", "1")];
    check("branch/indirect", &jumps, include_str!("golden/branch-indirect.txt"));
}

#[test]
fn the_data_of_two_alternating_objects_is_this() {
    let built = built("dispatch/dual", &[("objects", "2")]);
    let [first, second] = [0x0100_0000, 0x0100_0020];
    #[rustfmt::skip]
    assert_eq!(built.data, [
        // the sum, and padding
        0, 0, 0, 0, 0, 0, 0, 0,
        // function pointers
        first, second, first, first,
        // tables, each with two words before its function
        0, 0, first, 0, 0, second, 0, 0, first, 0, 0, first,
        // objects: table, value
        0x0200_0038, 0x9a97, 0x0200_0044, 0xeb2b, 0, 0, 0, 0,
        // array of objects
        0x0200_0060, 0x0200_0068,
    ]);
    assert_eq!(built.prepared.arguments, [0x0200_007c, 0x0200_0084, 0x0200_0000, 0x0200_0020, 0, 0]);
}
