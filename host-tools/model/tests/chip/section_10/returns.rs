//! (e): calls within calls, each function with LR in a frame.

use model::settings::Settings;
use mpc7450::parts::Part;

use super::{MPC7455, machine_with, measure};
use crate::words::*;

const AT: u32 = 0x0100_0000;
/// Bytes from one function to the next: a line each.
const APART: u32 = 32;
const MFLR: u32 = 0x7c08_02a6;
const MTLR: u32 = 0x7c08_03a6;
const BLR: u32 = 0x4e80_0020;

/// `bl`.
fn bl(distance: i32) -> u32 {
    b(distance) | 1
}

/// Cycles of a call of so many functions within each other.
fn cycles(depth: u32, serialization: u32) -> u32 {
    let settings = Settings { serialization, ..Settings::new(Part::from_pvr(MPC7455)) };
    // PMC1 counts cycles.
    let mut machine = machine_with(settings, [1, 0, 0, 0, 0, 0]);
    let entry = AT - APART;
    machine.place(entry, &[bl(APART as i32), b(-4)]);
    for level in 0..depth {
        let next = if level + 1 < depth { bl(APART as i32 - 8) } else { addi(5, 5, 1) };
        // stw and lwz of r0, a word for each level behind r6 = 0.
        let frame = 0x4000 + 4 * level;
        let words = [MFLR, 0x9006_0000 | frame, next, 0x8006_0000 | frame, MTLR, BLR];
        machine.place(AT + level * APART, &words);
    }
    measure(&mut machine, 3, |machine| machine.run(entry, entry + 4))[0]
}

/// A level costs `mflr` (3), the `stw` behind it (1), `mtlr` (2), and what two serialized
/// instructions wait. The digest predicts 11 to 15 for 0 to 3 cycles of that, which no
/// published rule gives.
#[test]
fn a_level_costs_its_serialized_instructions() {
    for (serialization, expected) in [(1, 8.0), (2, 10.0), (3, 12.0)] {
        let level = f64::from(cycles(8, serialization) - cycles(4, serialization)) / 4.0;
        assert_eq!(level, expected, "serialization={serialization}");
    }
}
