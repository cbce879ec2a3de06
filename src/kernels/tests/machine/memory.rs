//! Loads and stores.

use powerpc::{Ins, Opcode};

use super::Machine;

impl Machine {
    /// Executes a load or store; false when it is none.
    pub(super) fn memory(&mut self, i: Ins) -> bool {
        let r = self.registers;
        let [a, b, s, d] = [i.field_ra(), i.field_rb(), i.field_rs(), i.field_rd()].map(usize::from);
        let base = if a == 0 { 0 } else { r[a] };
        let displaced = base.wrapping_add(i32::from(i.field_simm()) as u32);
        let indexed = base.wrapping_add(r[b]);
        match i.op {
            Opcode::Lwz => self.registers[d] = self.word(displaced),
            Opcode::Lwzu => {
                assert!(a != 0 && a != d, "invalid form of lwzu");
                self.registers[a] = displaced;
                self.registers[d] = self.word(displaced);
            }
            Opcode::Lwzx => self.registers[d] = self.word(indexed),
            Opcode::Stw => {
                let place = self.place(displaced);
                self.data[place] = r[s];
            }
            Opcode::Lfd => {
                assert!(displaced.is_multiple_of(8), "a double at {displaced:08x}");
                self.place(displaced);
                self.place(displaced + 4);
            }
            _ => return false,
        }
        true
    }

    /// The data word at an address.
    pub fn word(&self, address: u32) -> u32 {
        self.data[self.place(address)]
    }

    fn place(&self, address: u32) -> usize {
        let offset = address.wrapping_sub(self.data_address);
        assert!(offset.is_multiple_of(4) && (offset as usize) < 4 * self.data.len(), "{address:08x} is not data");
        offset as usize / 4
    }
}
