//! The branch unit: when a branch executes, how it was predicted, where fetch goes on
//! (B1 to B10).

use mpc7450::registers::HID0;

use super::btic::Btic;
use super::fetch::Fetch;
use super::history::History;
use super::learned::Learned;
use super::link_stack::LinkStack;
use super::speculation::Speculation;
use crate::controls::Controls;
use crate::instruction::{Branch, Target, registers};
use crate::record::Retired;
use crate::remembered::Fields;
use crate::settings::Settings;
use crate::signal::Signal;
use crate::sink::Sink;

#[derive(Debug)]
pub(super) struct BranchUnit {
    pub btic: Btic,
    pub history: History,
    pub stack: LinkStack,
    pub speculation: Speculation,
    /// BE of the branch before.
    pub executed: u64,
    /// What that did to the others.
    pub learned: Learned,
}

/// What became of a branch.
#[derive(Clone, Copy, Debug)]
pub(super) struct Executed {
    /// BE.
    pub at: u64,
    /// B7: it was executed as taken.
    pub as_taken: bool,
}

/// A branch as it ran.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ran {
    pub branch: Branch,
    pub at: u32,
    pub next: u32,
    pub taken: bool,
}

impl Ran {
    pub(super) const fn new(branch: Branch, retired: &Retired) -> Self {
        Self::told(branch, retired.at.effective, retired.next, retired.taken)
    }

    /// One that stands at an address and was told as taken or not.
    pub(super) const fn told(branch: Branch, at: u32, next: u32, taken: bool) -> Self {
        Self { branch, at, next, taken: taken && !branch.own_address }
    }
}

/// What was predicted of a branch.
struct Prediction {
    /// BE.
    made: u64,
    /// R.
    resolved: u64,
    direction: bool,
    target: Option<u32>,
}

impl BranchUnit {
    pub(super) fn new(settings: &Settings) -> Self {
        Self {
            btic: Btic::new(settings.btic_index),
            history: History::new(settings.bht_index),
            stack: LinkStack::new(settings.link_stack),
            speculation: Speculation::new(),
            executed: 0,
            learned: Learned::default(),
        }
    }

    /// Goes through what is not a predictor, `completed` being C of the last taker. A branch
    /// executes behind the base, and an exception asks only for the latest of the three (X7).
    pub(super) fn relate(&mut self, completed: u64, fields: &mut impl Fields) {
        let Self { btic: _, history: _, stack: _, speculation, executed, learned: _ } = self;
        let least = completed.min(fields.base());
        speculation.relate(least, fields);
        *executed = least.max(*executed);
        fields.exact(executed);
    }

    /// Forgets what every predictor learned.
    pub(super) fn cold(&mut self) {
        self.btic.empty();
        self.history.clear();
        self.stack.empty();
        self.speculation = Speculation::new();
        self.executed = 0;
    }

    /// Executes a branch that is in the queue from `queued` on.
    pub(super) fn execute<S: Sink>(
        &mut self,
        ran: Ran,
        queued: u64,
        known: &[u64; registers::COUNT],
        fetch: &mut Fetch,
        controls: &Controls,
        sink: &mut S,
    ) -> Executed {
        self.learned = Learned::default();
        let first = queued.max(self.executed + 1).max(fetch.gone(8));
        let Ran { branch, taken, .. } = ran;
        let counted = wait_for_count(branch, first, known, sink);
        let (at, prediction) = self.wait_for_rest(ran, counted, known, controls, sink);
        sink.span(Signal::BranchUnitStall, first, at);
        self.executed = at;
        sink.count(
            if taken { Signal::TakenBranchesThatAreProcessed } else { Signal::FallThroughBranchesProcessed },
            at,
            1,
        );
        let as_taken = prediction.as_ref().map_or(taken, |prediction| prediction.direction);
        if as_taken {
            self.go_on(ran, at, fetch, controls, sink);
        }
        if let Some(prediction) = prediction {
            self.check(ran, &prediction, fetch, controls, sink);
        }
        if HID0::LRSTK.is_set(controls.hid0) {
            self.learned.calls = true;
            self.follow_calls(ran);
        }
        Executed { at, as_taken }
    }

    /// B3, B5: BE, and what had to be predicted in it.
    fn wait_for_rest<S: Sink>(
        &mut self,
        ran: Ran,
        mut first: u64,
        known: &[u64; registers::COUNT],
        controls: &Controls,
        sink: &mut S,
    ) -> (u64, Option<Prediction>) {
        let condition = known[ran.branch.condition as usize];
        let mut link = 0;
        let mut entry = None;
        if ran.branch.target == Target::Link && known[registers::KNOWN_LR as usize] > first {
            link = known[registers::KNOWN_LR as usize];
            entry = if HID0::LRSTK.is_set(controls.hid0) { self.stack.top() } else { None };
            if entry.is_none() {
                sink.span(Signal::BpuStallOnLrDependency, first, link);
                first = link;
            }
        }
        let at = first.max(condition.max(link).min(self.speculation.free()));
        if condition.max(link) <= at {
            return (at, None);
        }
        let direction = if condition > at { self.predict(ran, controls) } else { ran.taken };
        let target = entry.filter(|_| link > at);
        (at, Some(Prediction { made: at, resolved: condition.max(link), direction, target }))
    }

    fn predict(&mut self, ran: Ran, controls: &Controls) -> bool {
        if !HID0::BHT.is_set(controls.hid0) {
            return ran.branch.hinted;
        }
        self.learned.history = true;
        self.history.predict(ran.at, ran.taken)
    }

    /// B7.
    fn go_on<S: Sink>(&mut self, ran: Ran, at: u64, fetch: &mut Fetch, controls: &Controls, sink: &mut S) {
        if ran.branch.target == Target::Word && HID0::BTIC.is_set(controls.hid0) {
            self.learned.looked_up = true;
            if self.btic.look_up(ran.at) {
                sink.count(Signal::TrueBranchTargetInstructionHits, at, 1);
                fetch.restart_held(at);
                return;
            }
            sink.count(Signal::BticMiss, at, 1);
        }
        fetch.restart(at + 1);
    }

    /// B9, and what is counted of predictions.
    fn check<S: Sink>(
        &mut self,
        ran: Ran,
        prediction: &Prediction,
        fetch: &mut Fetch,
        controls: &Controls,
        sink: &mut S,
    ) {
        let Prediction { made, resolved, .. } = *prediction;
        let wrong_target = ran.taken && prediction.target.is_some_and(|target| target != ran.next);
        let right = prediction.direction == ran.taken && !wrong_target;
        self.speculation.take(made, resolved, right, sink);
        sink.count(Signal::UnresolvedBranches, made, 1);
        if prediction.target.is_some() {
            sink.count(Signal::BranchLinkStackPredicted, made, 1);
            let outcome = [Signal::BranchLinkStackCorrectlyResolved, Signal::BranchLinkStackMispredicted];
            sink.count(outcome[usize::from(wrong_target)], resolved, 1);
        }
        if right {
            return;
        }
        sink.count(Signal::MispredictedBranches, resolved, 1);
        sink.count(Signal::BranchFlushes, resolved, 1);
        fetch.restart(resolved + 1);
        if ran.taken && ran.branch.target == Target::Word && HID0::BTIC.is_set(controls.hid0) {
            self.learned.entered = true;
            self.btic.enter(ran.at);
        }
        if wrong_target {
            self.learned.emptied = true;
            self.stack.empty();
        }
    }

    /// B5, B10: pops, then pushes.
    pub(super) fn follow_calls(&mut self, ran: Ran) {
        if ran.branch.target == Target::Link && ran.taken {
            self.stack.pop();
        }
        if ran.branch.links && !ran.branch.own_address {
            self.stack.push(ran.at.wrapping_add(4));
        }
    }
}

/// B4, B6.
fn wait_for_count<S: Sink>(branch: Branch, first: u64, known: &[u64; registers::COUNT], sink: &mut S) -> u64 {
    if !branch.needs_count() {
        return first;
    }
    let counted = known[registers::KNOWN_CTR as usize];
    sink.span(Signal::BranchUnitStallOnCtrDependency, first, counted);
    first.max(counted)
}
