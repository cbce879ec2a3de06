//! What a run gave: the cycles of every instruction, and every event with its cycle.

use std::collections::BTreeMap;

use model::signal::Signal;

/// The cycles of one instruction, named by the signs of `pipeline.md`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    pub q: u64,
    pub be: Option<u64>,
    pub r: Option<u64>,
    pub l: u64,
    pub d: Option<u64>,
    pub i: Option<u64>,
    pub e: Option<u64>,
    pub c: Option<u64>,
}

/// How often something happened in each cycle.
pub type Events = BTreeMap<u64, u64>;

pub struct Outcome {
    pub times: Vec<Times>,
    /// One for each signal, by its number.
    events: Vec<Events>,
}

impl Outcome {
    pub fn new(instructions: usize) -> Self {
        Self { times: vec![Times::default(); instructions], events: vec![Events::new(); Signal::COUNT] }
    }

    pub fn of(&mut self, signal: Signal) -> &mut Events {
        &mut self.events[signal as usize]
    }

    pub fn all(&self, signal: Signal) -> &Events {
        &self.events[signal as usize]
    }

    /// With what another has counted.
    pub fn add(&mut self, other: &Self) {
        for (own, other) in self.events.iter_mut().zip(&other.events) {
            other.iter().for_each(|(cycle, amount)| *own.entry(*cycle).or_default() += amount);
        }
    }

    pub fn count(&mut self, signal: Signal, cycle: u64, amount: u64) {
        if amount != 0 {
            *self.of(signal).entry(cycle).or_default() += amount;
        }
    }

    /// How many instructions dispatched in the cycle: cycles from the first on count.
    pub fn dispatched(&mut self, cycle: u64, number: u64) {
        self.width(
            Signal::InstructionsDispatched,
            cycle,
            number,
            [
                Signal::Dispatching0Instructions,
                Signal::OneInstructionDispatched,
                Signal::TwoInstructionsDispatched,
                Signal::CyclesWhere3InstructionsAreDispatched,
            ],
        );
    }

    /// How many instructions completed in the cycle: cycles from the first on count.
    pub fn completed(&mut self, cycle: u64, number: u64) {
        self.width(
            Signal::InstructionsCompleted,
            cycle,
            number,
            [
                Signal::CyclesWhereNoInstructionsCompleted,
                Signal::CompletingOneInstruction,
                Signal::CompletingTwoInstructions,
                Signal::Completing3Instructions,
            ],
        );
    }

    fn width(&mut self, all: Signal, cycle: u64, number: u64, by_number: [Signal; 4]) {
        if (number > 0 || !self.of(all).is_empty())
            && let Some(signal) = by_number.get(number as usize)
        {
            self.count(*signal, cycle, 1);
        }
    }

    pub fn span(&mut self, signal: Signal, from: u64, to: u64) {
        for cycle in from..to {
            self.count(signal, cycle, 1);
        }
    }

    /// How often it has happened up to and in a cycle.
    pub fn until(&self, signal: Signal, cycle: u64) -> u64 {
        self.all(signal).range(..=cycle).map(|event| event.1).sum()
    }
}
