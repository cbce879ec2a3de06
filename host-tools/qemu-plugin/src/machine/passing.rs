//! The model is off: instructions pass, and only their number is told.
//!
//! Translated code adds to a counter. It starts as far below [`LIMIT`] as the model's
//! horizon is, so that one comparison with a constant tells whether something may be due.
//! That comparison is made before branches. So while the model is off its exceptions are
//! taken before a branch: not in the middle of straight code, but at places that do not
//! depend on how QEMU cuts the program into blocks.

use mpc7450::instruction::decode::Kind;

use super::exceptions::FAR;
use super::{Flow, Machine};

/// The counter's value at which something may be due.
pub(super) const LIMIT: u64 = 1 << 63;

impl Machine {
    /// Tells the model what passed since it was told last, but for the last `except`
    /// instructions.
    pub(super) fn pass(&mut self, except: u64) {
        let value = self.counter.get();
        let passed = value - self.counted - except;
        self.model.pass(passed);
        self.statistics.passed += passed;
        self.counted = value;
    }

    /// Sets the counter to the model's horizon; everything counted has been told.
    pub(super) fn rearm(&mut self) {
        self.arm(self.model.horizon());
    }

    fn arm(&mut self, horizon: u64) {
        self.counted = LIMIT - horizon.min(FAR);
        self.counter.set(self.counted);
    }

    /// Before a branch, when something may be due. The branch is counted already.
    pub fn before_branch(&mut self, number: usize) -> Flow {
        self.pass(1);
        self.msr = None;
        let address = self.records.get(number).address;
        if let Some(handler) = self.raise(address) {
            self.rearm();
            return Flow::Jump(handler);
        }
        let horizon = self.next_look();
        self.arm(horizon);
        self.counter.set(self.counted + 1);
        Flow::Continue
    }

    /// Before an instruction that concerns the plugin. It is counted already.
    pub fn before_concerning(&mut self, number: usize) -> Flow {
        let known = *self.records.get(number);
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
        self.pass(1);
        let next = match known.kind {
            Some(Kind::MoveToMsr | Kind::ReturnFromInterrupt) => self.change_state(&known),
            _ => Some(self.serve(&known)),
        };
        let flow = next.map_or(Flow::Continue, |next| self.follow(next));
        if !self.watching {
            self.rearm();
        }
        flow
    }
}
