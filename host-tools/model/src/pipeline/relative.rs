//! The pipeline's state relative to a cycle, for remembering timing.

use super::branch::Ran;
use super::learned::Learned;
use super::{Pipeline, Stats, Wanted};
use crate::controls::Controls;
use crate::instruction::{Branch, registers};
use crate::record::Place;
use crate::remembered::Fields;

impl Pipeline {
    /// The earliest cycle in which anything can still be fetched: everything that an
    /// instruction still to come does lies behind it.
    pub(crate) const fn base(&self) -> u64 {
        self.fetch.frontier()
    }

    /// Goes through all that the timing of instructions to come depends on, but what the
    /// predictors know. The base of the fields is [`Pipeline::base`].
    pub(crate) fn relate(&mut self, fields: &mut impl Fields) {
        let Self {
            settings: _,
            fetch,
            branches,
            dispatch,
            renames,
            general,
            vector,
            float,
            units,
            ready,
            completion,
            // Stands still while nobody counts places: see `can_be_related`.
            places: _,
            wanted,
            stats: _,
            passed: _,
        } = self;
        fields.part("fetch");
        fetch.relate(fields);
        fields.part("dispatch");
        dispatch.relate(wanted.dispatch, fields);
        fields.part("renames");
        renames.relate(16, fields);
        fields.part("general queue");
        general.relate(fields);
        fields.part("vector queue");
        vector.relate(fields);
        fields.part("floating-point queue");
        float.relate(fields);
        fields.part("units");
        units.relate(fields);
        fields.part("ready");
        fields.table(&mut ready[..usize::from(registers::NOWHERE)]);
        fields.part("completion");
        completion.relate(wanted.completion, fields);
        fields.part("branches");
        branches.relate(completion.last(), fields);
    }

    /// Whether [`Pipeline::relate`] leaves nothing out.
    pub(crate) const fn can_be_related(&self) -> bool {
        !self.wanted.occupancy
    }

    /// What is listened for.
    pub(crate) const fn wanted(&self) -> Wanted {
        self.wanted
    }

    /// Words from an address on that come without another fetch.
    pub(crate) const fn held_words(&self, at: &Place) -> u32 {
        self.fetch.held_words(at.effective)
    }

    /// What the predictors would say of a branch: see `learned`.
    #[inline]
    pub(crate) fn outlook(&self, branch: Branch, at: u32, next: u32, taken: bool, controls: &Controls) -> u32 {
        self.branches.outlook(Ran::told(branch, at, next, taken), controls)
    }

    /// What the last branch did to the predictors.
    pub(crate) const fn learned(&self) -> Learned {
        self.branches.learned
    }

    /// Does it again.
    #[inline]
    pub(crate) fn learn_again(&mut self, branch: Branch, at: u32, next: u32, taken: bool, learned: Learned) {
        self.branches.learn_again(Ran::told(branch, at, next, taken), learned);
    }

    /// Counts instructions that went the same ways as others before.
    pub(crate) const fn repeat(&mut self, stats: Stats) {
        let Stats { executed, completed, folded, removed } = stats;
        self.stats.executed += executed;
        self.stats.completed += completed;
        self.stats.folded += folded;
        self.stats.removed += removed;
    }
}
