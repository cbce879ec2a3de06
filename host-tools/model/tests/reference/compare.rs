//! Runs the model on a program and looks for the first difference to the reference.

use model::code::NoCode;
use model::memory::Memory;
use model::pipeline::Pipeline;
use model::signal::Signal;
use model::sink::Sink;

use crate::facts::{Facts, Shown};
use crate::outcome::Outcome;
use crate::program::Program;
use crate::random::Random;

/// E and C of each instruction, and the events.
pub struct Fast {
    pub times: Vec<(u64, u64)>,
    pub events: Outcome,
}

struct List<'a> {
    events: &'a mut Outcome,
    threshold: u32,
}

impl Sink for List<'_> {
    fn count(&mut self, signal: Signal, cycle: u64, amount: u32) {
        self.events.count(signal, cycle, amount.into());
    }

    fn span(&mut self, signal: Signal, from: u64, to: u64) {
        self.events.span(signal, from, to);
    }

    fn wants(&self, _: Signal) -> bool {
        true
    }

    fn threshold(&self) -> u32 {
        self.threshold
    }

    fn scaled_threshold(&self) -> u32 {
        2 * self.threshold
    }
}

pub fn run(program: &Program) -> Fast {
    let mut pipeline = Pipeline::new(&program.settings);
    pipeline.start(program.start);
    let mut memory = Memory::new(&program.settings);
    let mut events = Outcome::new(0);
    let mut sink = List { events: &mut events, threshold: program.threshold };
    pipeline.listen(&sink);
    let mut times = Vec::new();
    for step in &program.steps {
        if step.exception.is_some() {
            pipeline.exception();
        }
        let told = pipeline.retire(&step.record(), &mut memory, &step.controls, &mut NoCode, &mut sink);
        times.push((told.execute, told.complete));
    }
    Fast { times, events }
}

/// The first difference, readable; `None` if there is none.
pub fn difference(program: &Program, facts: &[Facts], slow: &Outcome, fast: &Fast, seed: u64) -> Option<String> {
    for (index, times) in slow.times.iter().enumerate() {
        let (execute, complete) = fast.times[index];
        let own = times.be.or(times.e).or(times.d).unwrap_or(0);
        let same = own == execute && times.c.is_none_or(|c| c == complete);
        if !same {
            return Some(listing(program, facts, slow, fast, index));
        }
    }
    let last = slow.times.iter().rev().find_map(|times| times.d).unwrap_or(0);
    let mut random = Random::new(seed ^ 0x5eed);
    for _ in 0..8 {
        let span = last.saturating_sub(program.start).max(2) as u32;
        let freeze = program.start + u64::from(random.below(span - 1));
        for signal in SIGNALS.into_iter().chain(MORE_SIGNALS) {
            let (expected, found) = (slow.until(signal, freeze), fast.events.until(signal, freeze));
            if expected != found {
                return Some(event_difference(program, facts, slow, fast, signal));
            }
        }
    }
    None
}

fn event_difference(program: &Program, facts: &[Facts], slow: &Outcome, fast: &Fast, signal: Signal) -> String {
    let last = slow.times.iter().filter_map(|times| times.c).max().unwrap_or(0);
    let first = (program.start..=last)
        .find(|cycle| slow.until(signal, *cycle) != fast.events.until(signal, *cycle))
        .unwrap_or(0);
    let near = slow.times.iter().position(|times| times.c.is_some_and(|c| c >= first)).unwrap_or(0);
    let (expected, found) = (slow.until(signal, first), fast.events.until(signal, first));
    let list = listing(program, facts, slow, fast, near);
    format!("{signal:?} up to cycle {first}: reference {expected}, model {found}\n{list}")
}

fn listing(program: &Program, facts: &[Facts], slow: &Outcome, fast: &Fast, index: usize) -> String {
    let mut text = format!("threshold {}, {:?}\n", program.threshold, program.settings);
    let controls = program.steps[index].controls;
    text += &format!("{controls:x?}\nreference: q be r l d i e c; model: e c\n");
    for (near, known) in facts.iter().enumerate().take(index + 9).skip(index.saturating_sub(24)) {
        let times = slow.times[near];
        let step = &program.steps[near];
        let show = |time: Option<u64>| time.map_or("-".to_owned(), |time| time.to_string());
        let mark = if near == index { '>' } else { ' ' };
        let numbers = [Some(times.q), times.be, times.r, Some(times.l), times.d, times.i, times.e, times.c];
        let shown = numbers.map(show).join(" ");
        let (execute, complete) = fast.times[near];
        let exception = if step.exception.is_some() { "exception, " } else { "" };
        let accesses: Vec<String> =
            step.accesses.iter().map(|access| format!("{:x}+{}", access.place.physical, access.bytes)).collect();
        text += &format!(
            "{mark}{near:5} {:08x} {exception}{:?} {}{:?}: {shown}; {execute} {complete}\n",
            step.at.effective,
            Shown(known),
            if step.taken { "taken " } else { "" },
            accesses
        );
    }
    text
}

/// The events that are compared.
pub const SIGNALS: [Signal; 52] = [
    Signal::InstructionsDispatched,
    Signal::DispatchesToGprIssueQueue,
    Signal::DispatchesToFprIssueQueue,
    Signal::DispatchesToVrIssueQueue,
    Signal::Dispatching0Instructions,
    Signal::OneInstructionDispatched,
    Signal::TwoInstructionsDispatched,
    Signal::CyclesWhere3InstructionsAreDispatched,
    Signal::InstructionsCompleted,
    Signal::CyclesWhereNoInstructionsCompleted,
    Signal::CompletingOneInstruction,
    Signal::CompletingTwoInstructions,
    Signal::Completing3Instructions,
    Signal::CompletedBranchInstructions,
    Signal::Iu1Instructions,
    Signal::Iu2InstructionsCompleted,
    Signal::LsuInstructionsCompleted,
    Signal::FpuInstructions,
    Signal::Viu1InstructionsCompleted,
    Signal::Viu2InstructionsCompleted,
    Signal::VpuInstructionsCompleted,
    Signal::VfpuInstructionsCompleted,
    Signal::LoadInstructions,
    Signal::StoreInstructions,
    Signal::MtsprInstructionsCompleted,
    Signal::MfsprInstructionsCompleted,
    Signal::ScInstructionsCompleted,
    Signal::SyncInstructions,
    Signal::EieioInstructionsCompleted,
    Signal::RefetchSerialization,
    Signal::MfvscrSynchronization,
    Signal::FoldedBranches,
    Signal::FallThroughBranchesProcessed,
    Signal::TakenBranchesThatAreProcessed,
    Signal::UnresolvedBranches,
    Signal::CyclesFirstSpeculationBufferActive,
    Signal::SecondSpeculationBufferActive,
    Signal::ThirdSpeculationBufferActive,
    Signal::FirstSpeculativeBranchBufferResolvedCorrectly,
    Signal::SecondSpeculativeBranchBufferResolvedCorrectly,
    Signal::ThirdSpeculativeBranchBufferResolvedCorrectly,
    Signal::BranchUnitStall,
    Signal::BranchUnitStallOnCtrDependency,
    Signal::BpuStallOnLrDependency,
    Signal::TrueBranchTargetInstructionHits,
    Signal::BticMiss,
    Signal::BranchLinkStackPredicted,
    Signal::BranchLinkStackCorrectlyResolved,
    Signal::BranchLinkStackMispredicted,
    Signal::MispredictedBranches,
    Signal::BranchFlushes,
    Signal::GprIssueQueueStalled,
];

/// More of them: waits and occupancy.
pub const MORE_SIGNALS: [Signal; 11] = [
    Signal::FprIssueStalled,
    Signal::VrStalls,
    Signal::CyclesAVpuInstructionWaitsForAnOperand,
    Signal::CyclesAVfpuInstructionWaitsForAnOperand,
    Signal::CyclesAViu1InstructionWaitsForAnOperand,
    Signal::CyclesAViu2InstructionWaitsForAnOperand,
    Signal::InstructionQueueEntriesOverThreshold,
    Signal::CompletionQueueEntriesOverThreshold,
    Signal::GprRenameBufferEntriesOverThreshold,
    Signal::AltivecIssueQueueEntriesOverThreshold,
    Signal::FprIssueQueueEntries,
];
