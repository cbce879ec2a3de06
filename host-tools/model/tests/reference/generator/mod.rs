//! Random programs: code of loops, calls and switches is built, then walked by a machine
//! that knows only where it goes and which addresses it touches.

mod addresses;
mod code;
mod style;
mod words;

use model::controls::Controls;
use model::instruction::Instruction;
use model::record::{Exception, Place, Translation};
use mpc7450::instruction::decode;
use mpc7450::instruction::decode::{Kind, StreamOperation, TlbOperation};

use crate::program::{Program, Step};
use crate::random::Random;
use addresses::Addresses;
use code::{Builder, Code, Deed, Direction};

/// Makes the program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let settings = style::settings(&mut random);
    let controls = style::controls(&mut random);
    let style = style::style(&mut random);
    let code = Builder::build(&style, &mut random);
    let length = random.within(200, 2000) as usize;
    let addresses = Addresses::new(&mut random);
    let translation = random.pick(&[Translation::Real, Translation::Block, Translation::Page]);
    let interrupts = random.pick(&[0, 0, 0, 1, 4]);
    let walker = Walker {
        random,
        code,
        addresses,
        controls,
        translation,
        interrupts,
        at: 0,
        lr: 0,
        ctr: 0,
        saved: Vec::new(),
        passes: std::collections::HashMap::new(),
        streams: std::collections::HashMap::new(),
        back: None,
    };
    let (steps, mut random) = walker.walk(length);
    let start = random.pick(&[0, 1, 1000]);
    let threshold = random.pick(&[0, 1, 2, 3, 5, 8, 11, 15]);
    Program { settings, steps, start, threshold }
}

struct Walker {
    random: Random,
    code: Code,
    addresses: Addresses,
    controls: Controls,
    translation: Translation,
    /// Exceptions in a thousand instructions.
    interrupts: u32,
    at: u32,
    lr: u32,
    ctr: u32,
    /// Return addresses in memory.
    saved: Vec<u32>,
    /// How often each branch was reached.
    passes: std::collections::HashMap<u32, u32>,
    /// What each `dst` asked for last.
    streams: std::collections::HashMap<u32, u32>,
    /// Where `rfi` goes, in the handler.
    back: Option<u32>,
}

impl Walker {
    fn walk(mut self, length: usize) -> (Vec<Step>, Random) {
        self.at = self.code.functions[0];
        self.lr = self.at;
        let mut steps = Vec::new();
        let mut exception = None;
        while steps.len() < length {
            let from_call = exception.is_some();
            if !from_call && !steps.is_empty() && self.back.is_none() && self.random.below(1000) < self.interrupts {
                exception = Some(self.enter(self.at, 0x900));
            }
            let step = self.step(exception.take());
            let calls = step.word == 0x4400_0002;
            let after = step.next;
            steps.push(step);
            if calls && self.back.is_none() {
                exception = Some(self.enter(after, 0xc00));
            }
        }
        (steps, self.random)
    }

    fn enter(&mut self, back: u32, vector: u32) -> Exception {
        self.back = Some(back);
        self.at = self.code.handler;
        Exception { vector, handler: self.place(self.at), msr: 0x1000 }
    }

    fn place(&self, address: u32) -> Place {
        Place { translation: self.translation, ..Place::real(address) }
    }

    fn step(&mut self, exception: Option<Exception>) -> Step {
        let at = self.at;
        let (word, deed) = self.code.words[&at].clone();
        let decoded = decode(word).expect("only such are built");
        let kind = decoded.kind();
        let mut next = at.wrapping_add(4);
        let mut taken = false;
        let mut value = 0;
        let mut written = None;
        match kind {
            Kind::Branch(form) => {
                let direction = match deed {
                    Deed::Branch(direction) => self.goes(at, direction),
                    _ => true,
                };
                self.ctr = self.ctr.wrapping_sub(form.decrements_ctr().into());
                let counts = !form.decrements_ctr() || (self.ctr != 0) != (form.options & 2 != 0);
                taken = counts && (direction || !form.tests_cr());
                if taken {
                    next = form.target(at, self.lr, self.ctr);
                }
                if form.link {
                    self.lr = at.wrapping_add(4);
                }
            }
            Kind::ReturnFromInterrupt => next = self.back.take().expect("only the handler has one"),
            Kind::Tlb(TlbOperation::InvalidateEntry) => value = self.addresses.any(&mut self.random),
            Kind::Stream(StreamOperation::Start { .. }) => {
                // Often the same again, which lets a stream go on.
                let new = style::stream(&mut self.random);
                let held = self.streams.entry(at).or_insert(new);
                if self.random.chance(30) {
                    *held = new;
                }
                value = *held;
            }
            Kind::MoveToSpr(register) if Controls::owns(register) => {
                value = style::control(register, &mut self.random);
                written = Some((register, value));
            }
            _ => {}
        }
        match deed {
            Deed::SetCount(values) => {
                self.ctr = self.random.pick(&values);
                value = self.ctr;
            }
            Deed::SaveLink => self.saved.push(self.lr),
            Deed::RestoreLink => self.lr = self.saved.pop().unwrap_or(self.code.functions[0]),
            _ => {}
        }
        let accesses = self.addresses.of(at, kind, &mut self.random);
        let short_operand = decoded.short_latency() != decoded.latency() && self.random.chance(50);
        self.at = next;
        let controls = self.controls;
        if let Some((register, value)) = written {
            style::write(&mut self.controls, register, value);
        }
        Step {
            word,
            instruction: Instruction::new(word),
            at: self.place(at),
            next,
            taken,
            accesses,
            value,
            written,
            short_operand,
            exception,
            controls,
        }
    }

    fn goes(&mut self, at: u32, direction: Direction) -> bool {
        let passes = self.passes.entry(at).or_default();
        *passes += 1;
        match direction {
            Direction::Random(percent) => self.random.chance(percent),
            Direction::Loop(trips) => !passes.is_multiple_of(trips),
            Direction::Alternating(run) => (*passes / run).is_multiple_of(2),
        }
    }
}
