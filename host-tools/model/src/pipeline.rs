//! The pipeline as a model of timestamps: [`Pipeline`].
//!
//! Nothing here loops over cycles. Each instruction is told once, in program order, and
//! every stage is the maximum over what it waits for: a few rings of the cycles in which
//! older instructions passed. The rules stand in `docs/model/pipeline.md` by number
//! (`D3`); that page also says what is assumed. A simulator that steps through cycles was
//! rejected: it is a hundred times slower.
//!
//! | file | holds |
//! | --- | --- |
//! | `fetch` | fetch groups, instruction queue |
//! | `branch` | the branch unit, with `btic`, `history`, `link_stack`, `speculation` |
//! | `dispatch`, `issue`, `units` | limits of dispatch, issue queues, reservation stations |
//! | `plain` | the most frequent instructions, by a shorter way |
//! | `execute`, `load_store` | what each kind of instruction does between dispatch and completion |
//! | `completion` | the completion queue |
//! | `events`, `occupancy` | what is counted only when somebody wants it |
//! | `width` | a stage that several pass in a cycle |
//! | `relative`, `learned` | what the timing of instructions to come depends on |
//! | `ring` | the last few cycles of a kind |
//! | `stages` | when an instruction passed each stage, for viewers |

mod branch;
mod btic;
mod completion;
mod dispatch;
mod events;
mod execute;
mod fetch;
mod history;
mod issue;
mod learned;
mod link_stack;
mod load_store;
mod occupancy;
mod plain;
mod relative;
mod ring;
mod speculation;
mod stages;
mod units;
mod width;

use mpc7450::registers::HID0;

use crate::code::Code;
use crate::controls::Controls;
use crate::instruction::{Completing, Operation, Plain, Station, registers};
use crate::memory::Memory;
use crate::record::Retired;
use crate::settings::{Nop, Settings};
use crate::signal::Signal;
use crate::sink::Sink;

pub(crate) use events::Wanted;
pub(crate) use learned::Learned;
pub use stages::Stages;

/// When an instruction passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// E; BE of a branch, D of an instruction without unit.
    pub execute: u64,
    /// C; of a branch that does not complete, C of the last instruction before it that
    /// did.
    pub complete: u64,
}

/// How many instructions went which way: `completed + folded + removed == executed`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Instructions told.
    pub executed: u64,
    /// Those that took a place in the completion queue.
    pub completed: u64,
    /// Taken branches that were folded.
    pub folded: u64,
    /// Branches not taken that were removed early.
    pub removed: u64,
}

/// The pipeline of one chip.
#[derive(Debug)]
pub struct Pipeline {
    settings: Settings,
    fetch: fetch::Fetch,
    branches: branch::BranchUnit,
    dispatch: dispatch::Dispatch,
    renames: dispatch::Renames,
    general: issue::General,
    vector: issue::Vector,
    float: issue::Float,
    units: units::Units,
    /// The first cycle in which an instruction can execute with a register's value.
    ready: [u64; registers::COUNT],
    completion: completion::Completion,
    places: events::Places,
    wanted: events::Wanted,
    stats: Stats,
    passed: stages::Passed,
}

/// What an instruction between dispatch and completion has come to.
#[derive(Clone, Copy, Debug)]
struct Finished {
    dispatch: u64,
    execute: u64,
    /// The earliest C as far as the instruction itself goes.
    complete: u64,
}

impl Pipeline {
    /// A pipeline that starts in cycle 0.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self {
            settings: settings.clone(),
            fetch: fetch::Fetch::new(0),
            branches: branch::BranchUnit::new(settings),
            dispatch: dispatch::Dispatch::new(),
            renames: dispatch::Renames::new(),
            general: issue::General::new(),
            vector: issue::Vector::new(),
            float: issue::Float::new(),
            units: units::Units::new(),
            ready: [0; registers::COUNT],
            completion: completion::Completion::new(0),
            places: events::Places::default(),
            wanted: events::Wanted::ALL,
            stats: Stats::default(),
            passed: stages::Passed::default(),
        }
    }

    /// Starts anew in `cycle`, cold: nothing is in flight, no predictor knows anything,
    /// and the first instruction is fetched in that cycle.
    pub fn start(&mut self, cycle: u64) {
        self.fetch = fetch::Fetch::new(cycle);
        self.branches.cold();
        self.dispatch = dispatch::Dispatch::new();
        self.renames = dispatch::Renames::new();
        self.general = issue::General::new();
        self.vector = issue::Vector::new();
        self.float = issue::Float::new();
        self.units = units::Units::new();
        self.ready = [0; registers::COUNT];
        self.completion = completion::Completion::new(cycle);
        self.places = events::Places::default();
    }

    /// Asks the sink what it wants. Until it is asked it gets everything; it must be asked
    /// again when it wants something more.
    pub fn listen<S: Sink>(&mut self, sink: &S) {
        self.wanted = events::Wanted::of(sink);
    }

    /// Forgets the branch history (HID0[BHTCLR]).
    pub fn clear_history(&mut self) {
        self.branches.history.clear();
    }

    /// Empties the branch target instruction cache (B12).
    pub fn empty_btic(&mut self) {
        self.branches.btic.empty();
    }

    /// No event of a later instruction carries a smaller cycle, and every older
    /// instruction has told its own.
    #[must_use]
    pub fn frontier(&self) -> u64 {
        self.fetch.frontier().min(self.dispatch.cycle()).min(self.completion.cycle())
    }

    /// Neither [`Pipeline::frontier`] nor [`Pipeline::completed`] lies behind this cycle.
    #[must_use]
    pub const fn reached(&self) -> u64 {
        self.completion.cycle()
    }

    /// C of the last instruction that completed.
    #[must_use]
    pub const fn completed(&self) -> u64 {
        self.completion.last()
    }

    /// What became of all instructions so far.
    #[must_use]
    pub const fn stats(&self) -> Stats {
        self.stats
    }

    /// X7: an exception is taken; answers when. The handler is fetched from then on.
    pub fn exception(&mut self) -> u64 {
        let last = self.completion.last().max(self.branches.executed).max(self.branches.speculation.last());
        let taken = last + u64::from(self.settings.exception_entry);
        self.fetch.restart(taken);
        self.branches.btic.empty();
        taken
    }

    /// The processor wakes from a nap: the next instruction is fetched in `cycle`.
    pub fn resume(&mut self, cycle: u64) {
        self.fetch.restart(cycle);
    }

    /// An instruction has completed: finds out when it passed each stage.
    #[inline]
    pub fn retire<S: Sink, C: Code>(
        &mut self,
        retired: &Retired,
        memory: &mut Memory,
        controls: &Controls,
        _code: &mut C,
        sink: &mut S,
    ) -> Times {
        self.stats.executed += 1;
        let operation = &retired.instruction.operation;
        let queued = self.fetch.queue(&retired.at, memory, controls, sink);
        if !self.wanted.queues {
            match (operation.plain, retired.accesses) {
                (Plain::Simple, _) => return self.retire_simple(operation, retired, queued, sink),
                (Plain::Load(kind), [access]) => {
                    let load = (access, load_store::target(kind));
                    return self.retire_load(retired, load, queued, memory, controls, sink);
                }
                (Plain::Store { float }, [access]) => {
                    return self.retire_store(retired, (access, float), queued, memory, controls, sink);
                }
                _ => {}
            }
        }
        match operation.station {
            Station::Lsu => self.retire_load_store(operation, retired, queued, memory, controls, sink),
            Station::Branch => self.retire_branch(operation, retired, queued, controls, sink),
            _ => self.retire_other(operation, retired, queued, sink),
        }
    }

    #[inline(never)]
    fn retire_other<S: Sink>(&mut self, operation: &Operation, retired: &Retired, queued: u64, sink: &mut S) -> Times {
        self.passed = stages::Passed::default();
        let finished = match operation.station {
            Station::Nop if self.settings.nop == Nop::Free => {
                let finished = self.pass(operation, queued, sink);
                return self.complete(operation, retired, finished, Completing::of_gprs(0), 0, sink);
            }
            Station::Nop | Station::Iu1 => self.execute_simple(operation, queued, sink),
            Station::Iu2 => self.execute_complex(operation, retired, queued, sink),
            Station::Fpu => self.execute_float(operation, queued, sink),
            Station::Viu1 | Station::Viu2 | Station::Vpu | Station::Vfpu => {
                self.execute_vector(operation, queued, sink)
            }
            Station::None | Station::Branch | Station::Lsu => self.pass(operation, queued, sink),
        };
        self.complete(operation, retired, finished, operation.completing, operation.gprs.into(), sink)
    }

    #[inline(never)]
    fn retire_branch<S: Sink>(
        &mut self,
        operation: &Operation,
        retired: &Retired,
        queued: u64,
        controls: &Controls,
        sink: &mut S,
    ) -> Times {
        self.passed = stages::Passed::default();
        let branch = operation.branch;
        let ran = branch::Ran::new(branch, retired);
        let executed = self.branches.execute(ran, queued, &self.ready, &mut self.fetch, controls, sink);
        // D1: nothing behind the branch dispatches before BE, nor does the branch.
        self.dispatch.wait(executed.at, self.wanted.dispatch, sink);
        let known = executed.at + 1;
        if branch.counts {
            self.ready[registers::CTR as usize] = known;
            self.ready[registers::KNOWN_CTR as usize] = known;
        }
        if branch.links {
            self.ready[registers::LR as usize] = known;
            self.ready[registers::KNOWN_LR as usize] = known;
        }
        if branch.writes_nothing() && HID0::FOLD.is_set(controls.hid0) {
            let early = executed.at < self.fetch.gone(3);
            if executed.as_taken || early {
                return self.leave_without_dispatch(executed, queued, sink);
            }
        }
        let dispatch = self.dispatch(operation, queued, 0, sink);
        let complete = dispatch + u64::from(self.settings.branch_completion);
        let finished = Finished { dispatch, execute: executed.at, complete };
        self.complete(operation, retired, finished, operation.completing, 0, sink)
    }

    /// B8.
    fn leave_without_dispatch<S: Sink>(&mut self, executed: branch::Executed, queued: u64, sink: &mut S) -> Times {
        if executed.as_taken {
            self.stats.folded += 1;
            sink.count(Signal::FoldedBranches, executed.at, 1);
        } else {
            self.stats.removed += 1;
        }
        self.fetch.leave(executed.at);
        // Later instructions complete after BE.
        self.completion.wait(executed.at, self.wanted.completion, sink);
        if self.wanted.occupancy {
            self.places.queued(queued, &self.fetch, sink);
        }
        Times { execute: executed.at, complete: self.completion.last() }
    }
}
