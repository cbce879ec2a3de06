//! Instructions that need nothing that few need, while nobody counts dispatches,
//! completions a cycle or places: those of IU1, loads and stores.
//!
//! They are nearly all of most guests' instructions. Here stand the rules of `execute` and
//! `load_store` for them alone: what they never need is not asked for one by one.

use super::{Pipeline, Times, events, load_store};
use crate::controls::Controls;
use crate::instruction::Operation;
use crate::memory::{Memory, Target};
use crate::record::{Access, Retired};
use crate::settings::Nop;
use crate::signal::Signal;
use crate::sink::Sink;

impl Pipeline {
    /// As [`Pipeline::execute_simple`] and [`Pipeline::complete`].
    #[inline]
    pub(super) fn retire_simple<S: Sink>(
        &mut self,
        operation: &Operation,
        retired: &Retired,
        queued: u64,
        sink: &mut S,
    ) -> Times {
        let renamed = if operation.gprs == 0 { 0 } else { self.renames.back(16) };
        let issued = self.issue_plain(operation, queued.max(renamed), self.units.simple.free(), sink);
        let [first, second, ..] = operation.sources.map(|source| self.ready[source as usize]);
        let execute = (issued + 1).max(first).max(second);
        self.units.simple.execute(execute);
        let ready = execute + u64::from(operation.latency);
        let [first, second, ..] = operation.results;
        self.ready[first as usize] = ready;
        self.ready[second as usize] = ready;

        let complete = self.complete_plain(operation, retired, ready, sink);
        if operation.gprs != 0 {
            self.renames.push(complete + 1);
        }
        Times { execute, complete }
    }

    /// As [`Pipeline::retire_load_store`] for a load.
    #[inline(always)]
    pub(super) fn retire_load<S: Sink>(
        &mut self,
        retired: &Retired,
        (access, target): (&Access, Target),
        queued: u64,
        memory: &mut Memory,
        controls: &Controls,
        sink: &mut S,
    ) -> Times {
        let operation = &retired.instruction.operation;
        let execute = self.start_access(operation, queued, sink);
        let load = memory.load(access, execute, target, controls, sink);
        let [result, ..] = operation.results;
        self.ready[result as usize] = load.ready;
        self.units.memory.execute(execute, load.next);
        self.ready[operation.base as usize] = execute + 1;

        let complete = self.complete_plain(operation, retired, load.ready, sink);
        self.rename_for_access(operation, complete);
        Times { execute, complete }
    }

    /// As [`Pipeline::retire_load_store`] for a store.
    #[inline(always)]
    pub(super) fn retire_store<S: Sink>(
        &mut self,
        retired: &Retired,
        (access, float): (&Access, bool),
        queued: u64,
        memory: &mut Memory,
        controls: &Controls,
        sink: &mut S,
    ) -> Times {
        let operation = &retired.instruction.operation;
        let first = self.start_access(operation, queued, sink);
        let first = if float { self.wait_for_float_store(first, sink) } else { first };
        let executed = load_store::store(operation, access, first, memory, controls, sink);
        let execute = executed.last;
        if float {
            self.units.float_store = execute + load_store::FLOAT_STORE;
        }
        let data = self.ready[operation.data as usize] + 1;
        self.units.memory.execute(execute, executed.next);
        self.ready[operation.base as usize] = execute + 1;

        let complete = self.complete_plain(operation, retired, executed.ready.max(data), sink);
        self.rename_for_access(operation, complete);
        memory.commit(access, complete, controls, sink);
        Times { execute, complete }
    }

    /// The first cycle in which an access can execute as far as the pipeline lets it.
    #[inline(always)]
    fn start_access<S: Sink>(&mut self, operation: &Operation, queued: u64, sink: &mut S) -> u64 {
        let renamed = if operation.gprs == 0 { 0 } else { self.renames.back(17 - usize::from(operation.gprs)) };
        let issued = self.issue_plain(operation, queued.max(renamed), self.units.memory.free(), sink);
        (issued + 1).max(self.sources(operation)).max(self.units.memory.next())
    }

    /// One with an update renames two registers.
    #[inline(always)]
    fn rename_for_access(&mut self, operation: &Operation, complete: u64) {
        if operation.gprs != 0 {
            self.renames.push(complete + 1);
            if operation.gprs > 1 {
                self.renames.push(complete + 1);
            }
        }
    }

    /// D and I; the unit has a free station from `station` on. Answers I.
    #[inline(always)]
    fn issue_plain<S: Sink>(&mut self, operation: &Operation, earliest: u64, station: u64, sink: &mut S) -> u64 {
        let earliest = earliest.max(self.fetch.gone(3)).max(self.completion.room()).max(self.general.room());
        let dispatched = self.dispatch.dispatch(earliest, operation.dispatching, 1, false, sink);
        self.fetch.dispatch(dispatched);
        let issued = (dispatched + 1).max(self.general.reachable()).max(station);
        if self.wanted.waits {
            sink.span(Signal::GprIssueQueueStalled, (dispatched + 1).max(self.general.idle()), issued);
        }
        self.general.issue(issued);
        (self.passed.dispatch, self.passed.issue) = (dispatched, issued);
        issued
    }

    /// C of an instruction that could complete in `finish` as far as it goes itself.
    #[inline(always)]
    fn complete_plain<S: Sink>(&mut self, operation: &Operation, retired: &Retired, finish: u64, sink: &mut S) -> u64 {
        self.passed.finish = finish;
        self.stats.completed += 1;
        let earliest = finish.max(self.branches.speculation.last());
        let complete = self.completion.complete(earliest, operation.completing, false, sink);
        let signals = operation.signals & self.wanted.completions;
        if signals != 0 {
            events::completed(signals, retired, self.settings.nop == Nop::Free, complete, sink);
        }
        complete
    }
}
