//! Instructions of IU1 that need nothing that few need, while nobody counts dispatches,
//! completions a cycle or places.
//!
//! They are more than half of most guests' instructions. Here stand the rules of `execute`
//! for them alone: what they never need is not asked for one by one.

use super::{Pipeline, Times, events};
use crate::instruction::Operation;
use crate::record::Retired;
use crate::settings::Nop;
use crate::signal::Signal;
use crate::sink::Sink;

impl Pipeline {
    /// As [`Pipeline::execute_simple`] and [`Pipeline::complete`].
    #[inline]
    pub(super) fn retire_plain<S: Sink>(
        &mut self,
        operation: &Operation,
        retired: &Retired,
        queued: u64,
        sink: &mut S,
    ) -> Times {
        let mut earliest = queued.max(self.fetch.gone(3)).max(self.completion.room()).max(self.general.room());
        if operation.gprs != 0 {
            earliest = earliest.max(self.renames.back(16));
        }
        let dispatched = self.dispatch.dispatch(earliest, operation.dispatching, 1, false, sink);
        self.fetch.dispatch(dispatched);

        let issued = (dispatched + 1).max(self.general.reachable()).max(self.units.simple.free());
        if self.wanted.waits {
            sink.span(Signal::GprIssueQueueStalled, (dispatched + 1).max(self.general.idle()), issued);
        }
        self.general.issue(issued);

        let [first, second, ..] = operation.sources.map(|source| self.ready[source as usize]);
        let execute = (issued + 1).max(first).max(second);
        self.units.simple.execute(execute);
        let ready = execute + u64::from(operation.latency);
        let [first, second, ..] = operation.results;
        self.ready[first as usize] = ready;
        self.ready[second as usize] = ready;
        (self.passed.dispatch, self.passed.issue, self.passed.finish) = (dispatched, issued, ready);

        self.stats.completed += 1;
        let earliest = ready.max(self.branches.speculation.last());
        let complete = self.completion.complete(earliest, operation.completing, false, sink);
        if operation.gprs != 0 {
            self.renames.push(complete + 1);
        }
        let signals = operation.signals & self.wanted.completions;
        if signals != 0 {
            events::completed(signals, retired, self.settings.nop == Nop::Free, complete, sink);
        }
        Times { execute, complete }
    }
}
