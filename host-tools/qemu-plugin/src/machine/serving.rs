//! Moves to and from registers that the model owns, and the question for its signature.
//!
//! QEMU does not execute such a move: the model is told of it, a general register gets
//! the answer, and the guest goes on behind it. QEMU's own registers of these names keep
//! what they had at reset. What the guest may not do is left to QEMU, which raises its
//! program exception: supervisor's registers in user state, writes to the user's read-only
//! aliases, to the time base by its numbers for reading, and to SIAR (no source says
//! whether a write is possible; QEMU refuses it), reads of the write-only numbers 284 and
//! 285.

use model::record::Retired;
use model::signature;
use mpc7450::bus::Spr;
use mpc7450::instruction::decode::{Kind, SegmentOperation};
use mpc7450::instruction::privileged::is_privileged;
use mpc7450::registers::{Hid0, Siar};

use crate::known::{Known, Located};

use super::exceptions::PR;
use super::{Flow, Machine};

/// The bit of a register's number that makes it the supervisor's.
const SUPERVISOR: u16 = 0x10;

/// Numbers by which the time base is written.
const TIME_BASE_WRITES: [u16; 2] = [284, 285];

impl Machine {
    /// Whether the guest may not execute the instruction now.
    pub(super) fn is_refused(&mut self, known: &Known) -> bool {
        let forbidden = match known.kind {
            Some(Kind::MoveToSpr(spr)) => self.model.owns(spr) && (spr & SUPERVISOR == 0 || spr == Siar::NUMBER),
            Some(Kind::MoveFromSpr(spr)) => TIME_BASE_WRITES.contains(&spr),
            _ => false,
        };
        forbidden || is_privileged(known.word()) && self.msr() & PR != 0
    }

    /// Whether the model executes the instruction, provided it is not refused.
    pub(super) fn is_served(&self, known: &Known) -> bool {
        match known.kind {
            Some(Kind::MoveToSpr(spr) | Kind::MoveFromSpr(spr) | Kind::MoveFromTimeBase(spr)) => self.model.owns(spr),
            _ => false,
        }
    }

    /// Executes a served move; gives the address at which the guest goes on.
    pub(super) fn serve(&mut self, known: &Located) -> u32 {
        let value = match known.kind {
            Some(Kind::MoveToSpr(_)) => self.guest.general(known.d()),
            _ => 0,
        };
        if known.kind == Some(Kind::MoveToSpr(Hid0::NUMBER)) {
            self.hid0 = value;
            // What a nap without an end of the model's has put there.
            self.guest.set_hid0(0);
        }
        let msr = self.msr();
        let at = self.addresses.code(&mut self.guest, msr, known.address);
        let answer = self.tell(&Retired {
            instruction: &known.instruction,
            at,
            next: known.next(),
            taken: false,
            accesses: &[],
            value,
            short_operand: false,
        });
        if !matches!(known.kind, Some(Kind::MoveToSpr(_))) {
            let answer = answer.expect("the model owns the register and says what it reads");
            self.guest.set_general(known.d(), answer);
        }
        self.statistics.served += 1;
        known.next()
    }

    /// Tells the model of an instruction.
    pub(super) fn tell(&mut self, retired: &Retired<'_>) -> Option<u32> {
        self.statistics.told += 1;
        self.model.retire(retired, &mut self.guest)
    }

    /// Answers the question for the signature, if it is meant.
    pub(super) fn answer(&mut self) {
        if self.guest.general(3) == signature::MAGIC {
            let index = self.guest.general(4);
            let answer = signature::answer(&self.signature, index);
            self.guest.set_general(3, answer);
        }
    }

    /// Remembers a segment register that is about to be written.
    pub(super) fn remember_segment(&mut self, known: &Known, operation: SegmentOperation) {
        let number = match operation {
            SegmentOperation::MoveTo(number) => u32::from(number),
            SegmentOperation::MoveToIndirect => self.guest.general(known.b()) >> 28,
            SegmentOperation::MoveFrom(_) | SegmentOperation::MoveFromIndirect => return,
        };
        let value = self.guest.general(known.d());
        self.addresses.set_segment(number, value);
    }

    /// Goes to the other way of translating if the model went on or off.
    pub(super) fn follow(&mut self, next: u32) -> Flow {
        if self.model.is_on() == self.watching {
            return Flow::Jump(next);
        }
        self.watching = !self.watching;
        self.msr = None;
        if self.watching {
            self.statistics.switched_on += 1;
            self.counted = self.counter.get();
            self.addresses.forget();
            self.left = self.model.horizon();
        } else {
            self.rearm(0);
        }
        Flow::Again(next)
    }
}
