//! The suites of execution: every instruction, and every limit on both sides.

use super::{Entry, every, plain, with};

/// Latency and throughput of every instruction.
pub const ISSUE: &[Entry] = &[
    every("issue/integer", &["form", "op"]),
    every("issue/carry", &["form", "op"]),
    every("issue/condition", &["form", "op"]),
    every("issue/float", &["form", "op"]),
    every("issue/vector", &["form", "op"]),
    every("issue/load", &["form", "op"]),
    every("issue/load-wide", &["op"]),
    every("issue/store", &["op"]),
    plain("issue/reserve"),
];

const fn window(kernel: &'static str) -> [Entry; 8] {
    [
        with(kernel, &[("behind", "0")]),
        with(kernel, &[("behind", "4")]),
        with(kernel, &[("behind", "5")]),
        with(kernel, &[("behind", "7")]),
        with(kernel, &[("behind", "8")]),
        with(kernel, &[("behind", "15")]),
        with(kernel, &[("behind", "16")]),
        with(kernel, &[("behind", "32")]),
    ]
}

const WINDOWS: [[Entry; 8]; 5] = [
    window("issue/window-integer"),
    window("issue/window-update"),
    window("issue/window-float"),
    window("issue/window-vector"),
    window("issue/window-both"),
];

/// Limits of dispatch, issue, flight and retirement, and every serialized instruction.
pub const LIMITS: &[Entry] = &{
    let mut entries = [plain("issue/mix-dispatch"); 8 + 8 * WINDOWS.len()];
    let others = [
        every("issue/serial", &["op"]),
        plain("issue/mix-lsu"),
        plain("issue/mix-retire"),
        plain("issue/mix-vector"),
        plain("issue/mix-vector-scalar"),
        plain("issue/mix-pairs"),
        plain("issue/mix-units"),
    ];
    let mut position = 0;
    while position < others.len() {
        entries[1 + position] = others[position];
        position += 1;
    }
    let mut window = 0;
    while window < 8 * WINDOWS.len() {
        entries[1 + others.len() + window] = WINDOWS[window / 8][window % 8];
        window += 1;
    }
    entries
};
