//! Branches.

use powerpc::{Ins, Opcode};

use super::Machine;

impl Machine {
    /// Executes a branch; the target when it is taken.
    pub(super) fn branch(&mut self, address: u32, i: Ins) -> Option<u32> {
        let (target, taken) = match i.op {
            Opcode::B => {
                assert!(!i.field_aa());
                (address.wrapping_add_signed(i.field_li()), true)
            }
            Opcode::Bc => {
                assert!(!i.field_aa());
                let taken = self.holds(i);
                self.decisions.push((address, taken));
                (address.wrapping_add_signed(i.field_bd().into()), taken)
            }
            Opcode::Bclr => (self.lr, self.holds(i)),
            Opcode::Bcctr => {
                assert!(!counts_down(i), "invalid form of bcctr");
                let targets = if i.field_lk() { &mut self.called } else { &mut self.jumped };
                targets.push(self.ctr);
                (self.ctr, self.holds(i))
            }
            _ => panic!("{} at {address:08x} is no branch", i.simplified()),
        };
        if i.field_lk() {
            self.lr = address + 4;
        }
        taken.then_some(target)
    }

    /// Whether a branch's condition holds, CTR counted down first where BO says so.
    fn holds(&mut self, i: Ins) -> bool {
        let option = i.field_bo();
        let counted = if counts_down(i) {
            self.ctr = self.ctr.wrapping_sub(1);
            (self.ctr != 0) == (option & 0b00010 == 0)
        } else {
            true
        };
        let bit = self.cr >> (31 - i.field_bi()) & 1 == 1;
        counted && (option & 0b10000 != 0 || bit == (option & 0b01000 != 0))
    }
}

/// Whether a branch on a condition counts CTR down.
fn counts_down(i: Ins) -> bool {
    i.field_bo() & 0b00100 == 0
}

/// Whether a branch writes LR or CTR.
pub fn updates(i: Ins) -> bool {
    i.field_lk() || (matches!(i.op, Opcode::Bc | Opcode::Bclr) && counts_down(i))
}
