//! From dispatch to completion: integer, floating-point and vector instructions.

use super::{Finished, Pipeline, Times, events};
use crate::instruction::{Completing, MoveTo, Operation, Station, Work, registers};
use crate::record::Retired;
use crate::settings::Nop;
use crate::signal::Signal;
use crate::sink::Sink;

impl Pipeline {
    /// D of an instruction whose issue queue has room from `room` on.
    #[inline(always)]
    pub(super) fn dispatch<S: Sink>(&mut self, operation: &Operation, queued: u64, room: u64, sink: &mut S) -> u64 {
        self.dispatch_parts(operation, queued, room, 1, operation.gprs.into(), sink)
    }

    /// The same for one of so many parts (D5) that renames so many general registers.
    #[inline(always)]
    pub(super) fn dispatch_parts<S: Sink>(
        &mut self,
        operation: &Operation,
        queued: u64,
        room: u64,
        parts: u64,
        gprs: usize,
        sink: &mut S,
    ) -> u64 {
        let mut earliest = queued.max(self.fetch.gone(3)).max(self.completion.room()).max(room);
        if gprs != 0 {
            earliest = earliest.max(self.renames.back(17 - gprs.min(16)));
        }
        let counts = self.wanted.dispatch;
        let dispatched = self.dispatch.dispatch(earliest, operation.dispatching, parts, counts, sink);
        self.passed.dispatch = dispatched;
        self.fetch.dispatch(dispatched);
        if counts {
            let free = self.settings.nop == Nop::Free;
            events::dispatched(operation.station, free, dispatched, sink);
        }
        if self.wanted.occupancy {
            self.places.queued(queued, &self.fetch, sink);
        }
        dispatched
    }

    /// I in the general queue (I1), the unit having a free station from `station` on.
    #[inline(always)]
    pub(super) fn issue<S: Sink>(&mut self, dispatched: u64, station: u64, sink: &mut S) -> u64 {
        let issued = (dispatched + 1).max(self.general.reachable()).max(station);
        if self.wanted.waits {
            sink.span(Signal::GprIssueQueueStalled, (dispatched + 1).max(self.general.idle()), issued);
        }
        self.general.issue(issued);
        self.passed.issue = issued;
        if self.wanted.occupancy {
            let signal = Signal::GprIssueQueueEntriesOverThreshold;
            self.places.issued(signal, dispatched, |back| self.general.passed(back), sink);
        }
        issued
    }

    /// The first cycle in which all sources are ready.
    #[inline(always)]
    pub(super) fn sources(&self, operation: &Operation) -> u64 {
        let ready = |place: usize| self.ready[operation.sources[place] as usize];
        let first = ready(0).max(ready(1));
        if operation.sources[2] == registers::NOTHING { first } else { first.max(ready(2)).max(ready(3)) }
    }

    /// S1: the first cycle in which the instruction is alone enough to execute.
    #[inline(always)]
    pub(super) fn alone(&self, operation: &Operation) -> u64 {
        if operation.alone { self.completion.last() + u64::from(self.settings.serialization) } else { 0 }
    }

    #[inline(always)]
    pub(super) fn write_results(&mut self, operation: &Operation, ready: u64) {
        let [first, second, third, fourth] = operation.results;
        self.ready[first as usize] = ready;
        self.ready[second as usize] = ready;
        if third != registers::NOWHERE {
            self.ready[third as usize] = ready;
            self.ready[fourth as usize] = ready;
        }
    }

    /// No unit (D6).
    pub(super) fn pass<S: Sink>(&mut self, operation: &Operation, queued: u64, sink: &mut S) -> Finished {
        let dispatch = self.dispatch_parts(operation, queued, 0, 1, 0, sink);
        Finished { dispatch, execute: dispatch, complete: dispatch + 1 }
    }

    /// IU1.
    #[inline(always)]
    pub(super) fn execute_simple<S: Sink>(&mut self, operation: &Operation, queued: u64, sink: &mut S) -> Finished {
        let dispatch = self.dispatch(operation, queued, self.general.room(), sink);
        let issue = self.issue(dispatch, self.units.simple.free(), sink);
        let execute = (issue + 1).max(self.sources(operation)).max(self.alone(operation));
        self.units.simple.execute(execute);
        let ready = execute + u64::from(operation.latency);
        self.write_results(operation, ready);
        Finished { dispatch, execute, complete: ready }
    }

    /// IU2.
    pub(super) fn execute_complex<S: Sink>(
        &mut self,
        operation: &Operation,
        retired: &Retired,
        queued: u64,
        sink: &mut S,
    ) -> Finished {
        let dispatch = self.dispatch(operation, queued, self.general.room(), sink);
        let unit = &self.units.complex;
        let (free, before, next) = (unit.free(), unit.last(), unit.next());
        let issue = self.issue(dispatch, free, sink);
        let sources = self.sources(operation);
        let execute = (issue + 1).max(sources).max(next).max(self.alone(operation));
        let (latency, throughput) = if retired.short_operand {
            (operation.short_latency, operation.short_throughput)
        } else {
            (operation.latency, operation.throughput)
        };
        self.units.complex.execute(execute, execute + u64::from(throughput));
        let ready = execute + u64::from(latency);
        self.write_results(operation, ready);
        match operation.work {
            Work::MoveTo(register) => {
                let forwarded = (issue + 1).max(sources).max(before + 1);
                let known = match register {
                    MoveTo::Link => registers::KNOWN_LR,
                    MoveTo::Count => registers::KNOWN_CTR,
                };
                self.ready[known as usize] = forwarded + 1;
            }
            Work::Conditions(fields) => {
                registers::condition(fields).for_each(|field| self.ready[field as usize] = ready);
            }
            _ => {}
        }
        Finished { dispatch, execute, complete: ready }
    }

    /// FPU.
    pub(super) fn execute_float<S: Sink>(&mut self, operation: &Operation, queued: u64, sink: &mut S) -> Finished {
        let dispatch = self.dispatch(operation, queued, self.float.room(), sink);
        let issue = (dispatch + 1).max(self.float.reachable()).max(self.units.float.free());
        if self.wanted.waits {
            sink.span(Signal::FprIssueStalled, (dispatch + 1).max(self.float.idle()), issue);
        }
        self.float.issue(issue);
        self.passed.issue = issue;
        if self.wanted.occupancy {
            let signal = Signal::FprIssueQueueEntries;
            self.places.issued(signal, dispatch, |back| self.float.passed(back), sink);
        }
        let execute = (issue + 1)
            .max(self.sources(operation))
            .max(self.units.float.next())
            .max(self.units.float_starts.next())
            .max(self.alone(operation));
        self.units.float.execute(execute, execute + u64::from(operation.throughput));
        self.units.float_starts.start(execute);
        let ready = execute + u64::from(operation.latency);
        self.write_results(operation, ready);
        if operation.work == Work::FloatCompare {
            // B11: the branch unit knows after the finish stage.
            let fields = operation.results.into_iter().filter(|result| registers::is_condition(*result));
            fields.for_each(|field| self.ready[field as usize] = ready + 1);
        }
        Finished { dispatch, execute, complete: ready }
    }

    /// VIU1, VIU2, VPU, VFPU.
    pub(super) fn execute_vector<S: Sink>(&mut self, operation: &Operation, queued: u64, sink: &mut S) -> Finished {
        let (unit, waits) = match operation.station {
            Station::Viu1 => (0, Signal::CyclesAViu1InstructionWaitsForAnOperand),
            Station::Viu2 => (1, Signal::CyclesAViu2InstructionWaitsForAnOperand),
            Station::Vpu => (2, Signal::CyclesAVpuInstructionWaitsForAnOperand),
            _ => (3, Signal::CyclesAVfpuInstructionWaitsForAnOperand),
        };
        let dispatch = self.dispatch(operation, queued, self.vector.room(), sink);
        let issue = (dispatch + 1).max(self.vector.reachable()).max(self.units.vector[unit].free());
        let sources = self.sources(operation);
        let execute = (issue + 1).max(sources).max(self.units.vector[unit].next()).max(self.alone(operation));
        if self.wanted.waits {
            sink.span(Signal::VrStalls, (dispatch + 1).max(self.vector.idle()), issue);
            sink.span(waits, issue + 1, sources);
            if operation.work == Work::MoveFromVscr {
                sink.span(Signal::MfvscrSynchronization, issue + 1, execute);
            }
        }
        self.vector.issue(issue);
        self.passed.issue = issue;
        if self.wanted.occupancy {
            let signal = Signal::AltivecIssueQueueEntriesOverThreshold;
            self.places.issued(signal, dispatch, |back| self.vector.passed(back), sink);
        }
        self.units.vector[unit].execute(execute, execute + u64::from(operation.throughput));
        let ready = execute + u64::from(operation.latency);
        self.write_results(operation, ready);
        Finished { dispatch, execute, complete: ready }
    }

    /// C1, C4, S2, and what follows from C.
    #[inline(always)]
    pub(super) fn complete<S: Sink>(
        &mut self,
        operation: &Operation,
        retired: &Retired,
        finished: Finished,
        takes: Completing,
        gprs: usize,
        sink: &mut S,
    ) -> Times {
        self.stats.completed += 1;
        self.passed.finish = finished.complete;
        let mut earliest = finished.complete.max(self.branches.speculation.last());
        if operation.refetches {
            earliest = earliest.max(self.completion.last() + 1);
        }
        let complete = self.completion.complete(earliest, takes, self.wanted.completion, sink);
        match gprs {
            0 => {}
            1 => self.renames.push(complete + 1),
            _ => (0..gprs.min(16)).for_each(|_| self.renames.push(complete + 1)),
        }
        if operation.refetches {
            self.fetch.restart(complete + 1);
        }
        if operation.empties_btic {
            self.branches.btic.empty();
        }
        let signals = operation.signals & self.wanted.completions;
        if signals != 0 {
            let free = self.settings.nop == Nop::Free;
            events::completed(signals, retired, free, complete, sink);
        }
        if self.wanted.occupancy {
            let renames = (gprs != 0).then_some(&self.renames);
            self.places.completed(finished.dispatch, &self.completion, renames, sink);
        }
        Times { execute: finished.execute, complete }
    }
}
