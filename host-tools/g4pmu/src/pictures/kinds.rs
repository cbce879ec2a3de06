//! The sweeps that pictures are made of, with what is documented about them.

use mpc7450::parts::{Model, Part};

use super::Kind;
use super::lines::Mark;
use super::runs::{CYCLES, Cost, an_operation, cost};
use super::source;
use super::sweep::Sweep;
use super::ticks::{bytes, number};
use crate::results::{Header, KernelResult, Source, TICKS};

/// Bytes of a cache block, and of either L1 cache [MPC7447AEC features].
const BLOCK: f64 = 32.0;
const L1: f64 = 32_768.0;

/// Instructions of the L1.
const L1_WORDS: u64 = 8192;

/// Chains of branches: cycles.
pub const CHAIN: Sweep = Sweep {
    kind: Kind::Chain,
    kernel: "branch/chain",
    along: "branches",
    title: "How many taken branches does the front end remember?",
    about: "processor cycles per branch",
    cost: true,
    method: || source::method("processor cycles", "branches"),
    sizes: "branches in the chain",
    size: |branches| branches as f64,
    name: number,
    value: |run, _| an_operation(run, CYCLES),
    own: |curve| Some((L1_WORDS / (curve.number("nops")? + 1)) as f64),
    upright: |_| vec![mark(128.0, "128: BTIC"), mark(2048.0, "2048: BHT, conditional only")],
    level: |_| Vec::new(),
    notes: &["Short upright lines at the lower edge: where a line's code fills the 32 KiB of the L1."],
};

/// The same: time.
pub const CHAIN_TIME: Sweep = Sweep {
    kind: Kind::ChainTime,
    title: "How long does a taken branch take?",
    about: "nanoseconds per branch, by the chip's time base",
    method: || source::method("nanoseconds", "branches"),
    value: nanoseconds,
    ..CHAIN
};

/// Rings of blocks.
pub const FETCH_RING: Sweep = Sweep {
    kind: Kind::FetchRing,
    kernel: "fetch/ring",
    along: "blocks",
    title: "What does fetch lose at page crossings, in cache sets, in the ITLB?",
    about: "instructions per processor cycle, of the closed form",
    cost: false,
    method: || {
        "A value is the closed form's instructions of n iterations, divided by the median of (processor cycles of a \
         trial at 2n less those of the one at n before it); whiskers, where they have a length, are from the interval \
         of these differences."
            .to_owned()
    },
    sizes: "blocks in the ring, two pages apart: 8 KiB each of code size as the article counts it",
    size: |blocks| blocks as f64,
    name: number,
    value: |run, _| instructions_a_cycle(run),
    own: |_| None,
    upright: |_| vec![mark(8.0, "8: ways of the L1"), mark(128.0, "128: ITLB, with pages only")],
    level: |_| fetch_levels(),
    notes: &[],
};

/// Straight code.
pub const FETCH_STRAIGHT: Sweep = Sweep {
    kind: Kind::FetchStraight,
    kernel: "fetch/straight",
    along: "kib",
    title: "How many instructions a cycle come from the L1, the L2 and memory?",
    sizes: "bytes of straight code",
    size: |kib| kib as f64 * 1024.0,
    name: bytes,
    upright: |header| caches(header, "L1 code"),
    ..FETCH_RING
};

/// Chains of loads.
pub const LATENCY: Sweep = Sweep {
    kind: Kind::Latency,
    kernel: "memory/chase",
    along: "nodes",
    title: "How long does a load take whose address depends on the one before?",
    about: "processor cycles per load",
    cost: true,
    method: || source::method("processor cycles", "loads"),
    sizes: "bytes of the cache blocks that are touched, 32 each",
    size: |nodes| nodes as f64 * BLOCK,
    name: bytes,
    value: |run, _| an_operation(run, CYCLES),
    own: |_| None,
    upright: |header| caches(header, "L1 data"),
    level: |header| {
        let l2 = if model(header) == Some(Model::Mpc7448) { 11.0 } else { 9.0 };
        vec![mark(3.0, "3: L1"), mark(l2, &format!("{l2}: L2"))]
    },
    notes: &[],
};

fn mark(at: f64, name: &str) -> Mark {
    Mark { at, name: name.to_owned() }
}

fn fetch_levels() -> Vec<Mark> {
    vec![mark(3.0, "3: dispatched and completed"), mark(4.0, "4: fetched")]
}

fn part(header: &Header) -> Option<Part> {
    header.cpu.as_ref().map(|cpu| Part::from_pvr(cpu.pvr.0))
}

fn model(header: &Header) -> Option<Model> {
    part(header).map(|part| part.model())
}

/// The sizes of the caches that the part has.
fn caches(header: &Header, l1: &str) -> Vec<Mark> {
    let l2 = part(header).and_then(|part| part.l2_bytes()).map(f64::from);
    let l2 = l2.map(|size| mark(size, &format!("{}: L2", bytes(size))));
    [mark(L1, &format!("{}: {l1}", bytes(L1)))].into_iter().chain(l2).collect()
}

fn instructions_a_cycle(run: &KernelResult) -> Result<Cost, String> {
    let instructions = run.per_iteration.expected.ok_or("the report has no closed form of it")?;
    let cycles = cost(run, CYCLES, 1)?;
    if cycles.low <= 0.0 {
        return Err("it took no cycles".to_owned());
    }
    Ok(cycles.dividing(instructions as f64 / run.n as f64))
}

fn nanoseconds(run: &KernelResult, header: &Header) -> Result<Cost, String> {
    let ticks = an_operation(run, TICKS)?;
    let rate = header.clock.as_ref().map(|clock| f64::from(clock.tb_hz)).filter(|rate| *rate > 0.0);
    match (ticks.source, rate) {
        (Source::Hardware, Some(rate)) => Ok(ticks.times(1e9 / rate)),
        (Source::Hardware, None) => Err("the report does not say how fast the time base is".to_owned()),
        _ => Err("the time base is not a chip's".to_owned()),
    }
}
