//! Instructions that replace MSR, and the one that puts the processor to sleep.
//!
//! With MSR[POW] = 1 and a power-saving mode in HID0 the processor stops until an
//! exception. The model's own exceptions come at model time, so the plugin moves that
//! on instead of waiting. Only where the model has none to come, QEMU stops the guest until
//! a device interrupts: its own HID0, which is 0 otherwise, tells it to.

use model::record::Retired;
use mpc7450::instruction::decode::Kind;
use mpc7450::registers::{HID0, MSR};

use crate::known::{Known, Located};

use super::Machine;
use super::exceptions::EE;

const POW: u32 = MSR::POW::SET.value;
const SAVING: u32 = HID0::NAP::SET.value | HID0::SLEEP::SET.value;

impl Machine {
    /// `mtmsr` or `rfi` is about to execute while the model is off: tells the model.
    /// Gives the address at which the guest goes on if QEMU is not to execute it, which is
    /// where an exception waits for MSR[EE] or the processor is put to sleep.
    pub(super) fn change_state(&mut self, known: &Located) -> Option<u32> {
        let before = self.msr();
        let after = self.new_msr(known);
        let next = if known.kind == Some(Kind::MoveToMsr) { known.next() } else { self.guest.srr0() & !3 };
        let at = self.addresses.code(&mut self.guest, before, known.address);
        self.tell(&Retired {
            instruction: &known.instruction,
            at,
            next,
            taken: false,
            accesses: &[],
            value: after,
            short_operand: false,
        });
        self.prefix = self.prefix.changed(before, after);
        self.msr = None;
        let waits = after & EE != 0 && self.model.horizon() == 0;
        if waits {
            // What QEMU's own `mtmsr` leaves alone, and `rfi` does not.
            let kept = if known.kind == Some(Kind::MoveToMsr) { MSR::ME::SET.value | MSR::LE::SET.value } else { 0 };
            self.guest.set_msr(before & kept | after & !kept & !POW);
            return Some(self.raise(next).unwrap_or(next));
        }
        if known.kind == Some(Kind::MoveToMsr) { self.nap(after, next) } else { None }
    }

    /// What `mtmsr` or `rfi` is about to put into MSR.
    pub(super) fn new_msr(&mut self, known: &Known) -> u32 {
        if known.kind == Some(Kind::MoveToMsr) { self.guest.general(known.d()) } else { self.guest.srr1() }
    }

    /// Whether an MSR puts the processor to sleep.
    pub(super) const fn is_nap(&self, msr: u32) -> bool {
        msr & POW != 0 && self.hid0 & SAVING != 0
    }

    /// The model has been told of an `mtmsr`: if it puts the processor to sleep, moves
    /// time on and gives the address at which the guest wakes up.
    pub(super) fn nap(&mut self, msr: u32, next: u32) -> Option<u32> {
        if !self.is_nap(msr) {
            return None;
        }
        if !self.model.nap() {
            self.guest.set_hid0(self.hid0);
            return None;
        }
        self.statistics.naps += 1;
        self.guest.set_msr(msr & !POW);
        self.msr = None;
        Some(self.raise(next).unwrap_or(next))
    }
}
