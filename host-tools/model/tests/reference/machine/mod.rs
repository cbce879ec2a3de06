//! The reference: queues, stations, units and a completion queue as lists whose entries
//! move, stepped cycle by cycle.
//!
//! One thing is not stepped: caches change in program order, not in the order of cycles
//! (head of `memory.md`). Before such a question a copy of the machine, from which all
//! younger instructions are taken away, runs ahead until every older access has been
//! made. That is allowed because nothing younger ever delays anything older; the
//! memory checks that the machine then comes to the same cycles as its copy did.

mod branch;
mod complete;
mod dispatch;
mod execute;
mod fetch;
mod issue;
mod lsu;
mod state;
mod store_queue;

use crate::broken::Broken;
use crate::facts::Facts;
use crate::memory::Memory;
use crate::outcome::Outcome;
use crate::program::Program;
use state::Phase;
pub use state::{Machine, Slot};

/// What a machine and its copies share.
pub struct Shared<'a> {
    pub memory: &'a mut Memory,
    /// Where the machine, but not a copy, tells what it did.
    pub outcome: Option<&'a mut Outcome>,
}

impl Shared<'_> {
    /// The same for a copy.
    pub fn silent(&mut self) -> Shared<'_> {
        Shared { memory: self.memory, outcome: None }
    }

    pub fn tell(&mut self, what: impl FnOnce(&mut Outcome)) {
        if let Some(outcome) = &mut self.outcome {
            what(outcome);
        }
    }
}

/// Runs a program to its end.
pub fn run(program: &Program, facts: &[Facts], broken: Option<Broken>) -> Outcome {
    let mut memory = Memory::new(program, broken);
    let mut outcome = Outcome::new(facts.len());
    let mut machine = Machine::new(program, facts, broken);
    let mut shared = Shared { memory: &mut memory, outcome: Some(&mut outcome) };
    while !machine.is_done() {
        machine.step(&mut shared);
        assert!(machine.now < program.start + 4_000_000, "the reference hangs: {:?}", machine.stuck());
    }
    outcome.add(&memory.events.outcome);
    outcome
}

impl Machine<'_> {
    /// One cycle. The order of the parts settles what "in the same cycle" means.
    pub fn step(&mut self, shared: &mut Shared<'_>) {
        self.resolve(shared);
        self.phase = Phase::Complete;
        self.complete(shared);
        self.move_stores(shared);
        self.phase = Phase::Execute;
        self.execute(shared);
        self.enter_queue(shared);
        self.execute_branch(shared);
        self.dispatch(shared);
        self.issue(shared);
        self.phase = Phase::Fetch;
        self.fetch(shared);
        self.clean_up(shared);
        self.now += 1;
    }
}
