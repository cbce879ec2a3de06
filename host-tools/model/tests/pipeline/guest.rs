//! Hand-written streams: real words at real addresses, and where each branch goes.

use model::code::NoCode;
use model::controls::Controls;
use model::instruction::Instruction;
use model::memory::{Memory, Target};
use model::pipeline::{Pipeline, Times};
use model::record::{Access, AccessKind, Place, Retired};
use model::settings::Settings;
use model::signal::Signal;
use model::sink::Sink;
use mpc7450::instruction::decode::{Kind, decode};
use mpc7450::instruction::{Fpr, Gpr, Vr, Word};
use mpc7450::parts::Part;
use mpc7450::registers::HID0;

/// Where data stands.
pub const DATA: u32 = 0x0010_0000;
/// Where stores go, from [`DATA`] on: no load waits for them.
pub const STORED: u32 = 0x40;
/// The cycle in which measured streams start, after everything that warmed caches is over.
pub const START: u64 = 10_000;

/// The general register with a number.
pub fn gpr(number: u8) -> Gpr {
    Gpr::new(number).expect("0 to 31")
}

/// The floating-point register with a number.
pub fn fpr(number: u8) -> Fpr {
    Fpr::new(number).expect("0 to 31")
}

/// The vector register with a number.
pub fn vr(number: u8) -> Vr {
    Vr::new(number).expect("0 to 31")
}

/// One instruction as it ran.
#[derive(Clone, Debug)]
pub struct Step {
    pub at: u32,
    pub word: u32,
    /// Where it went, if it is a branch that was taken.
    pub goes: Option<u32>,
    /// The words at [`DATA`] that it touches.
    pub accesses: Vec<(u32, u8)>,
    pub short: bool,
}

/// A word from an encoder, or in hexadecimal where there is none.
pub trait Encoded: Copy {
    fn encoding(self) -> u32;
}

impl Encoded for Word {
    fn encoding(self) -> u32 {
        self.bits()
    }
}

impl Encoded for u32 {
    fn encoding(self) -> u32 {
        self
    }
}

/// A stream of steps.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    pub steps: Vec<Step>,
}

impl Stream {
    pub fn new() -> Self {
        Self::default()
    }

    /// Instructions in a row; loads and stores go to [`DATA`].
    pub fn run<W: Encoded>(mut self, at: u32, words: &[W]) -> Self {
        let steps = words.iter().zip((at..).step_by(4)).map(|(word, at)| step(at, word.encoding()));
        self.steps.extend(steps);
        self
    }

    /// One instruction.
    pub fn one<W: Encoded>(self, at: u32, word: W) -> Self {
        self.run(at, &[word])
    }

    /// A taken branch.
    pub fn goes<W: Encoded>(mut self, at: u32, word: W, to: u32) -> Self {
        self.steps.push(Step { goes: Some(to), ..step(at, word.encoding()) });
        self
    }

    /// The stream so many times.
    pub fn times(self, count: usize) -> Self {
        let steps = self.steps.iter().cycle().take(self.steps.len() * count).cloned().collect();
        Self { steps }
    }

    /// One behind the other.
    pub fn then(mut self, other: Self) -> Self {
        self.steps.extend(other.steps);
        self
    }

    /// The same instructions, none of which touches memory.
    pub fn without_accesses(mut self) -> Self {
        self.steps.iter_mut().for_each(|step| step.accesses.clear());
        self
    }

    /// The last step, to be changed.
    pub fn with(mut self, change: impl FnOnce(&mut Step)) -> Self {
        change(self.steps.last_mut().expect("a step"));
        self
    }
}

fn step(at: u32, word: u32) -> Step {
    let accesses = match decode(word).map(|decoded| decoded.kind()) {
        Some(Kind::Load(transfer)) => vec![(0, transfer.bytes)],
        Some(Kind::Store(transfer)) => vec![(STORED, transfer.bytes)],
        Some(Kind::Cache(_)) => vec![(0, 32)],
        _ => Vec::new(),
    };
    Step { at, word, goes: None, accesses, short: false }
}

/// Everything on, as Linux has it.
pub fn controls() -> Controls {
    let hid0 = HID0::ICE::SET + HID0::DCE::SET + HID0::SGE::SET + HID0::BTIC::SET;
    let hid0 = hid0 + HID0::LRSTK::SET + HID0::FOLD::SET + HID0::BHT::SET;
    Controls { hid0: hid0.value, ..Controls::default() }
}

pub fn settings() -> Settings {
    Settings::new(Part::from_pvr(0x8001_0201))
}

/// A pipeline with all it needs.
pub struct Guest {
    pub pipeline: Pipeline,
    pub memory: Memory,
    pub controls: Controls,
}

impl Guest {
    pub fn new(settings: &Settings) -> Self {
        let (pipeline, memory) = (Pipeline::new(settings), Memory::new(settings));
        Self { pipeline, memory, controls: controls() }
    }

    /// Puts the stream's code and data into the caches and starts at [`START`].
    pub fn warm(&mut self, stream: &Stream) {
        for (cycle, step) in stream.steps.iter().enumerate().take(4096) {
            let cycle = cycle as u64;
            self.memory.fetch(&Place::real(step.at), cycle, &self.controls, &mut Ignored);
            for (offset, _) in &step.accesses {
                let access = access(*offset, 4, AccessKind::Load);
                self.memory.load(&access, cycle, Target::Integer, &self.controls, &mut Ignored);
            }
        }
        self.pipeline.start(START);
    }

    /// Runs the stream: the times of every step.
    pub fn run<S: Sink>(&mut self, stream: &Stream, sink: &mut S) -> Vec<Times> {
        let nexts = stream.steps.iter().skip(1).map(|step| step.at).chain([0]);
        stream.steps.iter().zip(nexts).map(|(step, next)| self.retire(step, next, sink)).collect()
    }

    fn retire<S: Sink>(&mut self, step: &Step, next: u32, sink: &mut S) -> Times {
        let instruction = Instruction::new(step.word);
        let store = matches!(decode(step.word).map(|decoded| decoded.kind()), Some(Kind::Store(_)));
        let kind = if store { AccessKind::Store } else { AccessKind::Load };
        let accesses: Vec<_> = step.accesses.iter().map(|(offset, bytes)| access(*offset, *bytes, kind)).collect();
        let retired = Retired {
            instruction: &instruction,
            at: Place::real(step.at),
            next: step.goes.unwrap_or(next),
            taken: step.goes.is_some(),
            accesses: &accesses,
            value: 0,
            short_operand: step.short,
        };
        self.pipeline.retire(&retired, &mut self.memory, &self.controls, &mut NoCode, sink)
    }
}

fn access(offset: u32, bytes: u8, kind: AccessKind) -> Access {
    Access { place: Place::real(DATA + offset), bytes, kind }
}

/// Wants nothing.
pub struct Ignored;

impl Sink for Ignored {
    fn count(&mut self, _signal: Signal, _cycle: u64, _amount: u32) {}
    fn span(&mut self, _signal: Signal, _from: u64, _to: u64) {}
    fn wants(&self, _signal: Signal) -> bool {
        false
    }
    fn threshold(&self) -> u32 {
        0
    }
    fn scaled_threshold(&self) -> u32 {
        0
    }
}

/// Adds up all signals.
pub struct Totals {
    pub counts: Vec<u64>,
    pub threshold: u32,
}

impl Totals {
    pub fn new() -> Self {
        Self { counts: vec![0; Signal::COUNT], threshold: 0 }
    }

    pub fn of(&self, signal: Signal) -> u64 {
        self.counts[signal as usize]
    }
}

impl Sink for Totals {
    fn count(&mut self, signal: Signal, _cycle: u64, amount: u32) {
        self.counts[signal as usize] += u64::from(amount);
    }
    fn span(&mut self, signal: Signal, from: u64, to: u64) {
        self.counts[signal as usize] += to.saturating_sub(from);
    }
    fn wants(&self, _signal: Signal) -> bool {
        true
    }
    fn threshold(&self) -> u32 {
        self.threshold
    }
    fn scaled_threshold(&self) -> u32 {
        self.threshold
    }
}

/// Times of a stream in warm caches with the default settings.
pub fn times(stream: &Stream) -> Vec<Times> {
    let mut guest = Guest::new(&settings());
    guest.warm(stream);
    guest.run(stream, &mut Ignored)
}

/// Cycles that one pass of the stream takes once everything is warm.
pub fn cycles(stream: &Stream) -> f64 {
    cycles_with(stream, &settings())
}

pub fn cycles_with(stream: &Stream, settings: &Settings) -> f64 {
    const PASSES: usize = 1000;
    let mut guest = Guest::new(settings);
    guest.warm(stream);
    let repeated = stream.clone().times(PASSES);
    guest.run(&repeated, &mut Ignored);
    let before = guest.pipeline.completed();
    guest.run(&repeated, &mut Ignored);
    (guest.pipeline.completed() - before) as f64 / PASSES as f64
}
