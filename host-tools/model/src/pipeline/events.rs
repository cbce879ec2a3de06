//! What somebody counts, and the events that are found only when somebody does.

use super::completion::Completion;
use super::fetch::{Fetch, QUEUE};
use super::occupancy::Occupancy;
use super::ring::Ring;
use crate::instruction::{COMPLETION_SIGNALS, Station};
use crate::record::Retired;
use crate::signal::Signal;
use crate::sink::Sink;

/// Groups of signals that are looked for together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// A mask of [`COMPLETION_SIGNALS`].
    pub completions: u64,
    /// Dispatches, and how many in a cycle.
    pub dispatch: bool,
    /// How many complete in a cycle.
    pub completion: bool,
    /// Waiting in queues and stations.
    pub waits: bool,
    /// Places taken.
    pub occupancy: bool,
    /// Any of these but waiting.
    pub queues: bool,
}

impl Wanted {
    /// All.
    pub(super) const ALL: Self =
        Self { completions: u64::MAX, dispatch: true, completion: true, waits: true, occupancy: true, queues: true };

    pub(super) fn of<S: Sink>(sink: &S) -> Self {
        let any = |signals: &[Signal]| signals.iter().any(|signal| sink.wants(*signal));
        let completions = COMPLETION_SIGNALS.iter().enumerate();
        Self {
            completions: completions.filter(|(_, signal)| sink.wants(**signal)).map(|(place, _)| 1 << place).sum(),
            dispatch: any(&DISPATCH),
            completion: any(&COMPLETION),
            waits: any(&WAITS),
            occupancy: any(&OCCUPANCY),
            queues: [&DISPATCH[..], &COMPLETION, &OCCUPANCY].into_iter().any(any),
        }
    }
}

const DISPATCH: [Signal; 8] = [
    Signal::InstructionsDispatched,
    Signal::DispatchesToGprIssueQueue,
    Signal::DispatchesToVrIssueQueue,
    Signal::DispatchesToFprIssueQueue,
    Signal::Dispatching0Instructions,
    Signal::OneInstructionDispatched,
    Signal::TwoInstructionsDispatched,
    Signal::CyclesWhere3InstructionsAreDispatched,
];

const COMPLETION: [Signal; 4] = [
    Signal::CyclesWhereNoInstructionsCompleted,
    Signal::CompletingOneInstruction,
    Signal::CompletingTwoInstructions,
    Signal::Completing3Instructions,
];

const WAITS: [Signal; 8] = [
    Signal::GprIssueQueueStalled,
    Signal::FprIssueStalled,
    Signal::VrStalls,
    Signal::CyclesAVpuInstructionWaitsForAnOperand,
    Signal::CyclesAVfpuInstructionWaitsForAnOperand,
    Signal::CyclesAViu1InstructionWaitsForAnOperand,
    Signal::CyclesAViu2InstructionWaitsForAnOperand,
    Signal::MfvscrSynchronization,
];

const OCCUPANCY: [Signal; 6] = [
    Signal::InstructionQueueEntriesOverThreshold,
    Signal::CompletionQueueEntriesOverThreshold,
    Signal::GprIssueQueueEntriesOverThreshold,
    Signal::AltivecIssueQueueEntriesOverThreshold,
    Signal::FprIssueQueueEntries,
    Signal::GprRenameBufferEntriesOverThreshold,
];

/// Counts an instruction as dispatched.
pub(super) fn dispatched<S: Sink>(station: Station, nop_free: bool, cycle: u64, sink: &mut S) {
    sink.count(Signal::InstructionsDispatched, cycle, 1);
    let queue = match station {
        Station::None | Station::Branch => return,
        Station::Nop if nop_free => return,
        Station::Nop | Station::Iu1 | Station::Iu2 | Station::Lsu => Signal::DispatchesToGprIssueQueue,
        Station::Fpu => Signal::DispatchesToFprIssueQueue,
        Station::Viu1 | Station::Viu2 | Station::Vpu | Station::Vfpu => Signal::DispatchesToVrIssueQueue,
    };
    sink.count(queue, cycle, 1);
}

/// Counts an instruction as what it completes as; `signals` are those that are wanted.
#[inline(always)]
pub(super) fn completed<S: Sink>(signals: u64, retired: &Retired, nop_free: bool, cycle: u64, sink: &mut S) {
    // The first is all that most guests' counters select, and every instruction counts as it.
    if signals & 1 != 0 {
        sink.count(COMPLETION_SIGNALS[0], cycle, 1);
    }
    if signals > 1 {
        completed_as(signals & !1, retired, nop_free, cycle, sink);
    }
}

#[inline(never)]
fn completed_as<S: Sink>(mut signals: u64, retired: &Retired, nop_free: bool, cycle: u64, sink: &mut S) {
    let free = nop_free && retired.instruction.operation.station == Station::Nop;
    while signals != 0 {
        let signal = COMPLETION_SIGNALS[signals.trailing_zeros() as usize];
        signals &= signals - 1;
        let amount = match signal {
            Signal::LoadStringAndMultipleInstructionPieces | Signal::StoreStringAndMultipleInstructionPieces => {
                retired.accesses.len() as u32
            }
            Signal::Iu1Instructions => u32::from(!free),
            Signal::SuccessfulStwcx => u32::from(!retired.accesses.is_empty()),
            _ => 1,
        };
        sink.count(signal, cycle, amount);
    }
}

/// The queues whose places are counted.
#[derive(Debug, Default)]
pub(super) struct Places {
    instructions: Occupancy,
    completion: Occupancy,
    renames: Occupancy,
    general: Occupancy,
    vector: Occupancy,
    float: Occupancy,
}

impl Places {
    /// An instruction has left the instruction queue.
    pub(super) fn queued<S: Sink>(&mut self, queued: u64, fetch: &Fetch, sink: &mut S) {
        let threshold = sink.threshold() as usize;
        if threshold < QUEUE {
            let (from, to) = self.instructions.enter(queued, fetch.gone(threshold + 1));
            sink.span(Signal::InstructionQueueEntriesOverThreshold, from, to);
        }
    }

    /// An instruction has completed and given back its rename registers.
    pub(super) fn completed<S: Sink>(
        &mut self,
        dispatched: u64,
        completion: &Completion,
        renames: Option<&Ring<16>>,
        sink: &mut S,
    ) {
        let threshold = sink.threshold() as usize;
        if threshold >= 16 {
            return;
        }
        let (from, to) = self.completion.enter(dispatched, completion.freed(threshold + 1));
        sink.span(Signal::CompletionQueueEntriesOverThreshold, from, to);
        if let Some(renames) = renames {
            let (from, to) = self.renames.enter(dispatched, renames.back(threshold + 1));
            sink.span(Signal::GprRenameBufferEntriesOverThreshold, from, to);
        }
    }

    /// An instruction has left its issue queue; `issued` is 1 + the running maximum of I
    /// as many instructions of the queue back as asked for.
    pub(super) fn issued<S: Sink>(
        &mut self,
        queue: Signal,
        dispatched: u64,
        issued: impl FnOnce(usize) -> Option<u64>,
        sink: &mut S,
    ) {
        let occupancy = match queue {
            Signal::GprIssueQueueEntriesOverThreshold => &mut self.general,
            Signal::AltivecIssueQueueEntriesOverThreshold => &mut self.vector,
            _ => &mut self.float,
        };
        if let Some(issued) = issued(sink.threshold() as usize + 1) {
            let (from, to) = occupancy.enter(dispatched, issued);
            sink.span(queue, from, to);
        }
    }
}
