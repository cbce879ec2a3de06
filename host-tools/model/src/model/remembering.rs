//! From state to state where the timing of a block is remembered, and how it is learned.

#[cfg(test)]
mod tests;

use super::Model;
use crate::code::Code;
use crate::controls::Controls;
use crate::memory::Memory;
use crate::pipeline::{Learned, Pipeline, Stats};
use crate::pmu::Passed;
use crate::record::{AccessKind, Ran};
use crate::remembered::{
    Ahead, Amounts, Block, BlockNumber, Configuration, Fields, Outlook, Reader, State, StateNumber, Transition, Writer,
};
use crate::signal::Signal;
use crate::sink::Sink;

/// Cycles with completions of one block that the monitor may ask for at the most: see
/// [`crate::remembered::Recent`].
const COMPLETIONS: usize = 64;

/// What is counted by the lines of stores that a load does not meet.
const SHARED_LINES: [Signal; 2] = [Signal::LsuLoadHitLineAliasVersusCsq0, Signal::LsuLoadMissLineAliasVersusCsq0];

/// Counters this near to a change of their sign are not worth remembering times.
const NEAR: u32 = 64;

impl<W: Sink> Model<W> {
    /// Goes to the state to which a block leads from this one; `false`, and nothing done, where
    /// that is not known or something may become due.
    #[inline]
    pub(super) fn follow(&mut self, number: BlockNumber, ran: &Ran<'_>) -> bool {
        let Some(state) = self.remembered.state else { return false };
        let block = self.blocks.get(number);
        let first = block.first();
        if !block.is_remembered() || !self.memory.knows(&mut block.lines, &first) {
            return false;
        }
        let branch = block.branch();
        let base = self.remembered.ahead.map_or(self.pipeline.base(), |ahead| ahead.base);
        let Some(outlook) = outlook(&self.pipeline, &self.memory, &self.controls, block, ran, base) else {
            return false;
        };
        let Some((found, transition)) = self.remembered.table.find(state, number.number(), outlook) else {
            return false;
        };
        let mut ahead = match self.remembered.ahead {
            Some(ahead) if ahead.may(transition) => ahead,
            other => {
                let ahead = match other {
                    Some(ahead) => ahead.given(&mut self.pipeline, &mut self.pmu),
                    None => Ahead::new(&self.pipeline, &self.pmu),
                };
                if !ahead.may(transition) {
                    self.remembered.ahead = other.map(|_| ahead);
                    return false;
                }
                if other.is_none() {
                    self.pmu.forget_told();
                    self.remembered.recent.clear();
                }
                ahead
            }
        };
        self.remembered.recent.push(found, ahead.base, !transition.completions.is_empty());
        ahead.take(transition);
        self.remembered.ahead = Some(ahead);
        self.remembered.state = Some(transition.to);
        self.remembered.pace.led += 1;
        self.memory.fetch_known(&block.lines, &first, transition.without.into());
        if !ran.accesses.is_empty() {
            let times = transition.stores.iter().map(|(completed, leaves)| [*completed, *leaves]);
            let stores = times.map(|times| times.map(|cycle| base + u64::from(cycle)));
            self.memory.access_known(ran.accesses, stores);
        }
        if let Some((branch, at)) = branch {
            self.pipeline.learn_again(branch, at, ran.next, ran.taken, transition.learned);
        }
        true
    }

    /// Tells the instructions of a block one by one, and remembers their timing where it is
    /// worth it.
    #[inline(never)]
    pub(super) fn learn<C: Code>(&mut self, number: BlockNumber, ran: &Ran<'_>, code: &mut C) {
        self.put_back();
        let from = self.remembered.state.take();
        let block = self.blocks.get(number);
        let first = block.first();
        let base = self.pipeline.base();
        let hits = !W::WATCHES && self.on && block.is_worth() && self.memory.knows(&mut block.lines, &first);
        let outlook = if hits { outlook(&self.pipeline, &self.memory, &self.controls, block, ran, base) } else { None };
        let Some(outlook) = outlook.filter(|_| self.remembered.pace.learns()) else {
            return self.retire_each(number, ran, code, |_, _| {});
        };
        let (branch, held) = (block.branch(), self.pipeline.held_words(&first));
        let without = block.without(held);
        let from = if self.remembered.is_full() {
            self.remembered.clear();
            None
        } else {
            from
        };
        let Some(from) = from.or_else(|| self.capture()) else {
            return self.retire_each(number, ran, code, |_, _| {});
        };
        let before = Before::of(self);
        let mut completed = before.stats.completed;
        let mut completions: Vec<(u16, u16)> = Vec::new();
        self.retire_each(number, ran, code, |model, number| {
            let now = model.pipeline.stats().completed;
            if now != std::mem::replace(&mut completed, now) {
                let cycle = (model.pipeline.completed() - before.base) as u16;
                if completions.last().is_some_and(|(last, _)| *last == cycle) {
                    completions.pop();
                }
                completions.push((cycle, number as u16));
            }
        });
        completions.drain(..completions.len().saturating_sub(COMPLETIONS));
        let Some(to) = self.capture() else { return };
        self.remembered.state = Some(to);
        let learned = if branch.is_some() { self.pipeline.learned() } else { Learned::default() };
        if self.remembered.table.find(from, number.number(), outlook).is_none()
            && let Some((base, done, amounts)) = before.passed(self)
        {
            let most = amounts.most();
            let completions = completions.into();
            let relative = |cycle: u64| (cycle - before.base) as u16;
            let stores = ran.accesses.iter().filter(|(_, access)| access.kind == AccessKind::Store).count();
            let stores = self.memory.last_stores(stores);
            let stores = stores.map(|[completed, leaves]| (relative(completed), relative(leaves))).collect();
            let first = first.effective;
            let transition = Transition { amounts, most, base, done, to, learned, without, stores, first, completions };
            self.remembered.table.insert(from, number.number(), outlook, transition);
        }
    }

    /// Writes down the state that the parts of the model are in; `None` where it is not one to
    /// remember.
    fn capture(&mut self) -> Option<StateNumber> {
        self.pmu.advance(self.known());
        let base = self.pipeline.base();
        let known_at_completion = self.known_behind < self.pipeline.frontier();
        let settled = self.known_behind == u64::MAX || known_at_completion;
        if !settled
            || !self.pipeline.can_be_related()
            || !self.memory.can_be_related(base)
            || SHARED_LINES.into_iter().any(|signal| self.pmu.wants(signal))
            || self.memory.fetches_wait(base, &self.controls)
            || !self.pmu.settle_down()
            // Behind a nap events may still come for cycles that are processed.
            || self.pmu.done() != self.known()
            || self.pmu.spare() < NEAR
        {
            return None;
        }
        let (codes, counting) = self.pmu.counting();
        let wanted = self.pipeline.wanted();
        let controls = self.controls;
        let mut configuration =
            self.remembered.number(Configuration { controls, wanted, codes, counting, known_at_completion })?;
        let mut words = std::mem::take(&mut self.remembered.words);
        words.clear();
        let mut writer = Writer::new(base, &mut words);
        #[cfg(test)]
        writer.leave_out(self.remembered.left_out);
        writer.short(&mut configuration);
        self.pipeline.relate(&mut writer);
        self.memory.relate(&mut writer);
        self.pmu.relate(&mut writer);
        let completed = self.pipeline.completed().wrapping_sub(base) as i64;
        let done = self.pmu.done().wrapping_sub(base) as i64;
        let number = writer.fits().then(|| self.remembered.table.state(&words, completed, done));
        self.remembered.words = words;
        number
    }

    /// The model is told something else than a block: the state is put back and not known any
    /// more.
    #[inline(never)]
    pub(super) fn leave(&mut self) {
        self.put_back();
        self.remembered.state = None;
    }

    /// Puts the state back into the parts of the model, if it is ahead of them.
    fn put_back(&mut self) {
        let (Some(ahead), Some(state)) = (self.remembered.ahead.take(), self.remembered.state) else { return };
        let Ahead { base, .. } = ahead.given(&mut self.pipeline, &mut self.pmu);
        let state = self.remembered.table.get(state);
        let mut reader = Reader::new(base, &state.words);
        reader.short(&mut 0);
        self.pipeline.relate(&mut reader);
        self.memory.relate(&mut reader);
        self.pmu.relate(&mut reader);
        for (number, base) in self.remembered.recent.iter() {
            let transition = self.remembered.table.transition(number);
            for (cycle, number) in &transition.completions {
                let effective = transition.first.wrapping_add(4 * u32::from(*number));
                self.pmu.completed(effective, base + u64::from(*cycle));
            }
        }
    }

    /// The state and how far ahead it is, if it is.
    fn ahead(&self) -> Option<(&State, Ahead)> {
        let (ahead, state) = (self.remembered.ahead?, self.remembered.state?);
        Some((self.remembered.table.get(state), ahead))
    }

    /// C of the last instruction that completed.
    pub(super) fn completed_ahead(&self) -> u64 {
        match self.ahead() {
            Some((state, ahead)) => ahead.base.wrapping_add_signed(state.completed),
            None => self.pipeline.completed(),
        }
    }

    /// What became of all instructions so far.
    pub(super) fn stats_ahead(&self) -> Stats {
        let Stats { executed, completed, folded, removed } = self.pipeline.stats();
        let more = self.ahead().map_or(Stats::default(), |(_, ahead)| ahead.amounts.stats());
        Stats {
            executed: executed + more.executed,
            completed: completed + more.completed,
            folded: folded + more.folded,
            removed: removed + more.removed,
        }
    }

    /// As [`crate::pmu::Pmu::horizon`].
    pub(super) fn horizon_ahead(&self, now: u64) -> u64 {
        match self.ahead() {
            Some((state, ahead)) => {
                let done = ahead.base.wrapping_add_signed(state.done);
                self.pmu.horizon_after(now, &Passed { done, promise: done, counts: ahead.amounts.counts() })
            }
            None => self.pmu.horizon(now),
        }
    }
}

/// What predictors and directories say of a block; `None` where its accesses may not hit.
#[inline(always)]
fn outlook(
    pipeline: &Pipeline,
    memory: &Memory,
    controls: &Controls,
    block: &Block,
    ran: &Ran<'_>,
    base: u64,
) -> Option<Outlook> {
    if !block.accesses_once(ran.accesses) {
        return None;
    }
    let predictors = match block.branch() {
        Some((branch, at)) => pipeline.outlook(branch, at, ran.next, ran.taken, controls),
        None => 0,
    };
    let relations = if ran.accesses.is_empty() { 0 } else { memory.relations(ran.accesses, base, controls)? };
    Some(Outlook { predictors, relations })
}

/// Where a block began.
struct Before {
    base: u64,
    stats: Stats,
    values: [u32; 6],
    spare: [u32; 6],
    next_edge: u64,
}

impl Before {
    fn of<W: Sink>(model: &Model<W>) -> Self {
        let Model { pipeline, pmu, .. } = model;
        Self {
            base: pipeline.base(),
            stats: pipeline.stats(),
            values: pmu.values(),
            spare: pmu.spares(),
            next_edge: pmu.next_edge(),
        }
    }

    /// How far the base has come since, the first cycle that is not processed, and the amounts;
    /// `None` where the monitor did more than add up.
    fn passed<W: Sink>(&self, model: &Model<W>) -> Option<(u32, i32, Amounts)> {
        let Model { pipeline, pmu, .. } = model;
        let values = pmu.values();
        let counts: [u32; 6] = std::array::from_fn(|counter| values[counter].wrapping_sub(self.values[counter]));
        let turned = counts.iter().zip(self.spare).any(|(count, spare)| *count > spare);
        if turned || self.next_edge < pmu.done() {
            return None;
        }
        let stats = pipeline.stats();
        let stats = Stats {
            executed: stats.executed - self.stats.executed,
            completed: stats.completed - self.stats.completed,
            folded: stats.folded - self.stats.folded,
            removed: stats.removed - self.stats.removed,
        };
        let base = u32::try_from(pipeline.base() - self.base).ok()?;
        let done = i32::try_from(pmu.done().wrapping_sub(self.base) as i64).ok()?;
        Some((base, done, Amounts::new(counts, stats)?))
    }
}
