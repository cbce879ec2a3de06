//! What a branch did to the predictors, for doing it again: [`Learned`].

use mpc7450::registers::HID0;

use super::branch::{BranchUnit, Ran};
use crate::controls::Controls;
use crate::instruction::{Target, registers};

/// What a branch did to the predictors: for the same timing it does the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Learned {
    /// The branch history was asked and told.
    pub(super) history: bool,
    /// The BTIC was asked.
    pub(super) looked_up: bool,
    /// It was entered in the BTIC where it was not there.
    pub(super) entered: bool,
    /// The link stack was emptied.
    pub(super) emptied: bool,
    /// It pushes and pops.
    pub(super) calls: bool,
}

impl BranchUnit {
    /// What the predictors would say of a branch, as a number below 32: with the state of the
    /// pipeline it determines all times.
    #[inline]
    pub(super) fn outlook(&self, ran: Ran, controls: &Controls) -> u32 {
        let Ran { branch, at, next, taken } = ran;
        let mut outlook = u32::from(taken);
        if branch.condition != registers::NOTHING && HID0::BHT.is_set(controls.hid0) {
            outlook |= u32::from(self.history.peek(at)) << 1;
        }
        match branch.target {
            Target::Word => outlook |= u32::from(self.btic.holds(at)) << 2,
            Target::Link => {
                let top = self.stack.top();
                outlook |= u32::from(top.is_some()) << 3 | u32::from(top == Some(next)) << 4;
            }
            Target::Count => {}
        }
        outlook
    }

    /// Does again to the predictors what a branch of this timing does, in the same order.
    #[inline]
    pub(super) fn learn_again(&mut self, ran: Ran, learned: Learned) {
        let Learned { history, looked_up, entered, emptied, calls } = learned;
        if history {
            self.history.predict(ran.at, ran.taken);
        }
        if looked_up {
            self.btic.look_up(ran.at);
        }
        if entered {
            self.btic.enter(ran.at);
        }
        if emptied {
            self.stack.empty();
        }
        if calls {
            self.follow_calls(ran);
        }
    }
}
