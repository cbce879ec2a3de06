//! When an instruction passed each stage: [`Stages`].

use super::{Pipeline, Times};

/// When an instruction passed each stage; for viewers, not for counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// In which its fetch group was asked for.
    pub fetch: u64,
    /// Q: from which it is in the instruction queue.
    pub queue: u64,
    /// D; `None` where a branch leaves the queue without.
    pub dispatch: Option<u64>,
    /// I; `None` where it goes through no issue queue.
    pub issue: Option<u64>,
    /// E; BE of a branch, D of an instruction without unit.
    pub execute: u64,
    /// The first cycle in which it could complete, were it alone; `None` where there is no D.
    pub finish: Option<u64>,
    /// C; `None` where there is no D.
    pub complete: Option<u64>,
}

/// What is kept for [`Pipeline::stages`]; no instruction dispatches or issues in cycle 0.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Passed {
    pub(super) dispatch: u64,
    pub(super) issue: u64,
    pub(super) finish: u64,
}

const fn passed(cycle: u64) -> Option<u64> {
    if cycle == 0 { None } else { Some(cycle) }
}

impl Pipeline {
    /// The stages of the instruction that [`Pipeline::retire`] was last told of, which
    /// answered with these times.
    #[must_use]
    pub fn stages(&self, times: Times) -> Stages {
        let dispatch = passed(self.passed.dispatch);
        Stages {
            fetch: self.fetch.fetched(),
            queue: self.fetch.queued(),
            dispatch,
            issue: passed(self.passed.issue),
            execute: times.execute,
            finish: passed(self.passed.finish),
            complete: dispatch.map(|_| times.complete),
        }
    }
}
