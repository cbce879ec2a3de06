//! Moves to and from special registers.

use powerpc::{Ins, Opcode};

use super::Machine;

impl Machine {
    /// Executes a move; false when it is none.
    pub(super) fn system(&mut self, i: Ins) -> bool {
        match i.op {
            Opcode::Mfspr => self.registers[usize::from(i.field_rd())] = *self.special(i),
            Opcode::Mtspr => *self.special(i) = self.registers[usize::from(i.field_rs())],
            _ => return false,
        }
        true
    }

    fn special(&mut self, i: Ins) -> &mut u32 {
        match i.field_spr() {
            8 => &mut self.lr,
            9 => &mut self.ctr,
            number => panic!("SPR {number} is not modelled"),
        }
    }
}
