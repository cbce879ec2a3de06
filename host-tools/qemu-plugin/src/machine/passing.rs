//! The model is off: instructions pass, and only their number is told.
//!
//! At its start a block adds its length to a counter. The counter starts as far below
//! [`LIMIT`] as the model's horizon is, so that one comparison with a constant tells whether
//! something may be due. That comparison is made before the branches without which there
//! is no loop: those that go backward or where a register says. So while the model is off
//! its exceptions are taken before such a branch, and not in the middle of straight code:
//! at places that do not depend on how QEMU cuts the program into blocks.
//!
//! A block that is left early has promised too much. One that may be stores its number at
//! its start, which tells how much. It is left
//! by an exception, which QEMU reports; by a jump of the plugin's; or because one of its
//! accesses goes to a device: QEMU then makes that access again in a block of its own,
//! silently, and runs none of that block's callbacks but the one after the access. So a
//! block of one access has that callback, and finds the other's number.
//!
//! Rejected: adding up in smaller runs, each ending with an instruction that could leave
//! the block. That needs no corrections and doubles the cost where every third
//! instruction loads or stores.

use mpc7450::instruction::decode::Kind;

use crate::blocks::Mark;
use crate::known::Located;

use super::exceptions::FAR;
use super::{Flow, Machine};

/// The counter's value at which something may be due.
pub(super) const LIMIT: u64 = 1 << 63;

/// No block's number.
pub(super) const NO_BLOCK: u64 = u64::MAX;

impl Machine {
    /// Tells the model what passed since it was told last, but for the last `except` of
    /// the instructions that are counted; they remain to be told.
    pub(super) fn pass(&mut self, except: u64) {
        let value = self.counter.get() - except;
        let passed = value - self.counted;
        self.model.pass(passed);
        self.statistics.passed += passed;
        self.counted = value;
    }

    /// How many instructions behind the one at `address` are counted and have not run.
    pub(super) fn behind(&self, address: u32) -> u64 {
        let block = self.blocks.find(self.block.get());
        block.and_then(|block| block.behind(address)).expect("an instruction of the block that runs")
    }

    /// Sets the counter to the model's horizon, provided that all that passed has been told;
    /// `ahead` instructions are counted and have yet to run.
    pub(super) fn rearm(&mut self, ahead: u64) {
        self.arm(self.model.horizon(), ahead);
    }

    fn arm(&mut self, horizon: u64, ahead: u64) {
        self.counted = LIMIT - horizon.min(FAR);
        self.counter.set(self.counted + ahead);
    }

    /// Before a branch, when something may be due. The branch is the last of its block.
    pub fn before_branch(&mut self, mark: Mark) -> Flow {
        self.pass(1);
        self.msr = None;
        if let Some(handler) = self.raise(mark.address()) {
            self.rearm(0);
            return Flow::Jump(handler);
        }
        let horizon = self.next_look();
        self.arm(horizon, 1);
        Flow::Continue
    }

    /// After the access of a block that has nothing else.
    pub fn after_lone_access(&mut self, mark: Mark) {
        let block = self.blocks.find(self.block.get()).filter(|block| block.length > 1);
        // A block of one instruction has stored its own number, unless it finishes another.
        if let Some(behind) = block.and_then(|block| block.behind(mark.address())) {
            self.counter.set(self.counter.get() - behind);
            self.block.set(NO_BLOCK);
        }
    }

    /// Before an instruction that concerns the plugin.
    pub fn before_concerning(&mut self, mark: Mark) -> Flow {
        let known = Located { address: mark.address(), known: *self.blocks.known(mark.word()) };
        self.msr = None;
        if known.is_question() {
            self.answer();
            return Flow::Continue;
        }
        if self.is_refused(&known) {
            return Flow::Continue;
        }
        if let Some(Kind::Segment(operation)) = known.kind {
            self.remember_segment(&known, operation);
            return Flow::Continue;
        }
        if let Some(Kind::MoveToSpr(spr)) = known.kind
            && !self.model.owns(spr)
        {
            let value = self.guest.general(known.d());
            self.addresses.set(spr, value);
            return Flow::Continue;
        }
        let behind = self.behind(known.address);
        self.pass(behind + 1);
        let next = match known.kind {
            Some(Kind::MoveToMsr | Kind::ReturnFromInterrupt) => self.change_state(&known),
            _ => Some(self.serve(&known)),
        };
        let ahead = if next.is_none() { behind } else { 0 };
        let flow = next.map_or(Flow::Continue, |next| self.follow(next));
        if !self.watching {
            self.rearm(ahead);
        }
        flow
    }
}
