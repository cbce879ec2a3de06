//! Exceptions: QEMU's own, of which the model is told, and the model's, which the plugin
//! delivers by writing SRR0, SRR1, MSR and the program counter.
//!
//! QEMU must not raise the performance monitor's vector (its delivery aborts on this
//! processor). Its decrementer would run by the host's clock, but starts only with `mtdec`,
//! which never reaches it.

use model::record::{Exception, Place};
use mpc7450::registers::MSR;

use super::Machine;

/// MSR[EE], [PR], [IP].
pub(super) const EE: u32 = MSR::EE::SET.value;
pub(super) const PR: u32 = MSR::PR::SET.value;
const IP: u32 = MSR::IP::SET.value;

/// More instructions than any guest runs.
pub(super) const FAR: u64 = 1 << 62;

/// Vectors: decrementer, system call.
const DECREMENTER: u32 = 0x900;
const SYSTEM_CALL: u32 = 0xc00;

/// Vectors that are taken between instructions: system reset, machine check, instruction
/// storage, external interrupt, system call, trace, system management, thermal
/// management. Before any other one an instruction failed.
///
/// QEMU's own division into interrupts and exceptions does not tell: it calls an external
/// interrupt an exception.
const BETWEEN: [u32; 8] = [0x100, 0x200, 0x400, 0x500, SYSTEM_CALL, 0xd00, 0x1400, 0x1700];

/// The address that the vectors' offsets are added to, as QEMU has it.
///
/// MSR[IP] chooses it, but QEMU clears IP in handlers without moving the vectors; only a
/// change of IP by an instruction moves them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Prefix(u32);

impl Prefix {
    /// As MSR[IP] says.
    pub(super) const fn of(msr: u32) -> Self {
        Self(if msr & IP != 0 { 0xfff0_0000 } else { 0 })
    }

    /// As the address of a handler shows.
    const fn seen(handler: u32) -> Self {
        Self(handler & 0xfff0_0000)
    }

    /// After an instruction that replaces MSR.
    pub(super) const fn changed(self, before: u32, after: u32) -> Self {
        if (before ^ after) & IP != 0 { Self::of(after) } else { self }
    }
}

impl Machine {
    /// QEMU has taken an exception at `from` and goes on at `to`.
    pub fn interrupted(&mut self, from: u32, to: u32) {
        let vector = to & 0xffff;
        assert!(vector != DECREMENTER, "QEMU's own decrementer raised its exception at {from:#x}");
        let completed = BETWEEN.contains(&vector);
        if self.watching {
            if completed {
                let next = if vector == SYSTEM_CALL { from.wrapping_add(4) } else { from };
                self.leave(next);
            } else {
                self.leave_before(from);
            }
        } else {
            if !completed {
                let unrun = self.behind(from) + 1;
                self.counter.set(self.counter.get() - unrun);
            }
            self.pass(0);
        }
        self.prefix = Prefix::seen(to);
        self.statistics.exceptions += 1;
        self.enter(vector, to);
    }

    /// Tells the model that a handler begins.
    fn enter(&mut self, vector: u32, handler: u32) {
        self.msr = None;
        let msr = self.guest.msr();
        self.model.exception(&Exception { vector, handler: Place::real(handler), msr });
        if self.watching {
            self.left = self.model.horizon();
        } else {
            self.rearm(0);
        }
    }

    /// Delivers what is due before the instruction at `next`; gives the handler's address.
    pub(super) fn raise(&mut self, next: u32) -> Option<u32> {
        let msr = self.msr();
        let due = self.model.due(next, msr)?;
        self.guest.set_saved(due.srr0, due.srr1);
        self.guest.set_msr(due.msr);
        let handler = self.prefix.0 | due.vector;
        self.statistics.raised += 1;
        self.enter(due.vector, handler);
        Some(handler)
    }

    /// After nothing was due: how many instructions may pass before it is worth asking
    /// again. With MSR[EE] = 0 nothing can be until an instruction changes MSR, and then
    /// the plugin asks.
    pub(super) fn next_look(&mut self) -> u64 {
        if self.msr() & EE == 0 { FAR } else { self.model.horizon() }
    }
}

#[cfg(test)]
mod tests {
    use super::Prefix;

    #[test]
    fn only_an_instruction_moves_the_vectors() {
        let reset = Prefix::of(0x40);
        assert_eq!(reset.0, 0xfff0_0000);
        assert_eq!(reset.changed(0x40, 0), Prefix(0));
        assert_eq!(reset.changed(0, 0x8000), reset, "in a handler, where IP reads as 0");
        assert_eq!(Prefix(0).changed(0, 0x40), reset);
        assert_eq!(Prefix::seen(0xfff0_0900), reset);
        assert_eq!(Prefix::seen(0x0000_0f00), Prefix(0));
    }
}
