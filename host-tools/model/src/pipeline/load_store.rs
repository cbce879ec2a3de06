//! From dispatch to completion: the load-store unit (X4 to X6, S3).

use mpc7450::instruction::decode::{CacheOperation, RegisterKind, StreamOperation};

use super::{Finished, Pipeline, Times};
use crate::controls::Controls;
use crate::instruction::{Completing, Operation, Work, registers};
use crate::memory::{self, Descriptor, Memory, Stop, Target};
use crate::record::{Access, Retired};
use crate::signal::Signal;
use crate::sink::Sink;

/// When a load or store has executed.
pub(super) struct Executed {
    /// E of the only or last word.
    pub last: u64,
    /// The first cycle in which the unit can execute its next instruction.
    pub next: u64,
    /// The ready cycle of what it loads, and the earliest C.
    pub ready: u64,
}

/// X5.
pub(super) const FLOAT_STORE: u64 = 3;

/// X6: what a string or multiple takes longer than its words.
const MULTIPLE: u64 = 1;

impl Pipeline {
    #[inline(never)]
    pub(super) fn retire_load_store<S: Sink>(
        &mut self,
        operation: &Operation,
        retired: &Retired,
        queued: u64,
        memory: &mut Memory,
        controls: &Controls,
        sink: &mut S,
    ) -> Times {
        let words = matches!(operation.work, Work::LoadWords | Work::StoreWords);
        let parts = if words { retired.accesses.len().max(1) } else { 1 };
        let loaded = if operation.work == Work::LoadWords { retired.accesses.len() } else { operation.gprs.into() };
        let room = self.general.room();
        let dispatch = self.dispatch_parts(operation, queued, room, parts as u64, loaded, sink);
        // D5, I1: the first part issues while the others dispatch.
        let issue = self.issue(dispatch - (parts as u64 - 1), self.units.memory.free(), sink);
        let first = (issue + 1).max(self.sources(operation)).max(self.units.memory.next()).max(self.alone(operation));
        let executed = self.access(operation, retired, first, memory, controls, sink);
        self.units.memory.execute(executed.last, executed.next);
        self.ready[operation.base as usize] = executed.last + 1;
        let takes = if words { Completing::of_gprs(loaded as u32) } else { operation.completing };
        let finished = Finished { dispatch, execute: executed.last, complete: executed.ready };
        let times = self.complete(operation, retired, finished, takes, loaded, sink);
        self.take_effect(operation, retired, times.complete, memory, controls, sink);
        times
    }

    /// Executes at `first` or later.
    fn access<S: Sink>(
        &mut self,
        operation: &Operation,
        retired: &Retired,
        first: u64,
        memory: &mut Memory,
        controls: &Controls,
        sink: &mut S,
    ) -> Executed {
        match (operation.work, retired.accesses.first()) {
            (Work::Load(kind), Some(access)) => {
                let load = memory.load(access, first, target(kind), controls, sink);
                self.write_results(operation, load.ready);
                Executed { last: first, next: load.next, ready: load.ready }
            }
            (Work::Store { float }, Some(access)) => {
                let first = if float { self.wait_for_float_store(first, sink) } else { first };
                let executed = store(operation, access, first, memory, controls, sink);
                if float {
                    self.units.float_store = executed.last + FLOAT_STORE;
                }
                self.write_results(operation, executed.ready);
                let data = self.ready[operation.data as usize] + 1;
                Executed { ready: executed.ready.max(data), ..executed }
            }
            (Work::LoadWords, Some(_)) => self.load_words(retired, first, memory, controls, sink),
            (Work::StoreWords, Some(_)) => self.store_words(operation, retired, first, memory, controls, sink),
            (Work::Cache(CacheOperation::Touch | CacheOperation::TouchForStore), Some(access)) => {
                let load = memory.load(access, first, Target::None, controls, sink);
                // E is behind a table search, as is the next access.
                Executed { next: load.next, ..self.nothing(operation, load.next - 1) }
            }
            (Work::Cache(_), Some(access)) => {
                let executed = store(operation, access, first, memory, controls, sink);
                let next = executed.next.max(executed.last + u64::from(operation.throughput));
                Executed { next, ..executed }
            }
            (Work::Stream(StreamOperation::Start { stream, .. }), Some(access)) => {
                let descriptor = Descriptor::new(stream, retired.value);
                let executed = memory.stream(descriptor, &access.place, first, controls, sink);
                let ready = executed.executes + u64::from(operation.latency);
                Executed { last: executed.executes, next: executed.next, ready }
            }
            (Work::Sync, _) => {
                let executed = self.nothing(operation, first);
                Executed { ready: executed.ready.max(memory.drained() + 1), ..executed }
            }
            _ => {
                let executed = self.nothing(operation, first);
                self.write_results(operation, executed.ready);
                executed
            }
        }
    }

    /// X5: E of a floating-point store that could execute in `first` otherwise.
    pub(super) fn wait_for_float_store<S: Sink>(&self, first: u64, sink: &mut S) -> u64 {
        let may = first.max(self.units.float_store);
        sink.span(Signal::FloatingPointStoreCausesStallInLsu, first, may);
        may
    }

    /// Executes without access.
    fn nothing(&self, operation: &Operation, first: u64) -> Executed {
        let ready = first + u64::from(operation.latency);
        Executed { last: first, next: first + u64::from(operation.throughput.max(1)), ready }
    }

    /// X6.
    fn load_words<S: Sink>(
        &mut self,
        retired: &Retired,
        first: u64,
        memory: &mut Memory,
        controls: &Controls,
        sink: &mut S,
    ) -> Executed {
        let mut executed = Executed { last: first, next: first, ready: first };
        for access in retired.accesses {
            executed.last = executed.next;
            let load = memory.load(access, executed.last, Target::Integer, controls, sink);
            executed.next = load.next;
            executed.ready = executed.ready.max(load.ready + MULTIPLE);
        }
        for register in words(retired) {
            self.ready[register] = executed.ready;
        }
        executed
    }

    fn store_words<S: Sink>(
        &mut self,
        operation: &Operation,
        retired: &Retired,
        first: u64,
        memory: &mut Memory,
        controls: &Controls,
        sink: &mut S,
    ) -> Executed {
        let mut executed = Executed { last: first, next: first, ready: first };
        for access in retired.accesses {
            executed = store(operation, access, executed.next, memory, controls, sink);
        }
        let data = words(retired).map(|register| self.ready[register] + 1).max().unwrap_or(0);
        Executed { ready: (executed.ready + MULTIPLE).max(data), ..executed }
    }

    /// What happens at C or later.
    fn take_effect<S: Sink>(
        &mut self,
        operation: &Operation,
        retired: &Retired,
        complete: u64,
        memory: &mut Memory,
        controls: &Controls,
        sink: &mut S,
    ) {
        match operation.work {
            Work::Store { .. } | Work::StoreWords => {
                let stored = if operation.work == Work::StoreWords { retired.accesses.len() } else { 1 };
                for access in retired.accesses.iter().take(stored) {
                    memory.commit(access, complete, controls, sink);
                }
            }
            Work::Cache(operation) => {
                if let (Some(access), Some(operation)) = (retired.accesses.first(), changes(operation)) {
                    memory.operate(operation, access, complete, controls, sink);
                }
            }
            Work::Stream(StreamOperation::Stop(stream)) => {
                memory.stop(Stop::One(stream), complete, controls, sink);
            }
            Work::Stream(StreamOperation::StopAll) => memory.stop(Stop::All, complete, controls, sink),
            Work::InvalidatePage => memory.invalidate_page(retired.value),
            Work::Sync => self.units.memory.wait(complete),
            _ => {}
        }
    }
}

/// One store, or an operation that takes its place among the stores.
#[inline(always)]
pub(super) fn store<S: Sink>(
    operation: &Operation,
    access: &Access,
    first: u64,
    memory: &mut Memory,
    controls: &Controls,
    sink: &mut S,
) -> Executed {
    let first = first.max(memory.store_may_execute());
    let store = memory.store(access, first, controls, sink);
    // M3: one that holds the unit for a cycle more is done a cycle later.
    let longer = store.next - store.executes - 1;
    let ready = store.executes + u64::from(operation.latency) + longer;
    Executed { last: store.executes, next: store.next, ready }
}

/// The registers that a string or multiple moves, by the number of its accesses.
fn words(retired: &Retired) -> impl Iterator<Item = usize> {
    let first = retired.instruction.word >> 21 & 31;
    (0..retired.accesses.len() as u32).map(move |word| usize::from(registers::GPR) + ((first + word) % 32) as usize)
}

pub(super) const fn target(kind: RegisterKind) -> Target {
    match kind {
        RegisterKind::General => Target::Integer,
        RegisterKind::Single | RegisterKind::Double | RegisterKind::FloatWord => Target::Float,
        RegisterKind::VectorElement | RegisterKind::Vector => Target::Vector,
    }
}

/// What an operation does once it has completed; `None` for hints.
const fn changes(operation: CacheOperation) -> Option<memory::CacheOperation> {
    Some(match operation {
        CacheOperation::Touch | CacheOperation::TouchForStore => return None,
        CacheOperation::Zero | CacheOperation::Allocate => memory::CacheOperation::Zero,
        CacheOperation::Flush => memory::CacheOperation::Flush,
        CacheOperation::Store => memory::CacheOperation::Store,
        CacheOperation::Invalidate => memory::CacheOperation::Invalidate,
        CacheOperation::InstructionInvalidate => memory::CacheOperation::InvalidateInstructions,
    })
}
