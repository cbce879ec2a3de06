//! Moves to and from special registers, synchronisation, the condition register, system
//! calls, which come back at once and change nothing that a kernel may read.
//!
//! A special register that no kernel may change holds a number made from its own, and
//! only that number may be written back to it.

use powerpc::{Ins, Opcode};

use super::Machine;

/// What the registers hold that no kernel may change.
fn constant(number: u32) -> u32 {
    number.wrapping_mul(0x0101_0107)
}

const MSR: u32 = 0x4d53_5200;
const SEGMENT: u32 = 0x5352_0000;

impl Machine {
    /// Executes one of these; false when it is none.
    pub(super) fn system(&mut self, i: Ins) -> bool {
        use Opcode::*;
        match i.op {
            Isync | Sync | Eieio | Tlbsync | Mffs | Mfvscr | Sc => {}
            Mtfsf => assert!(self.fpscr_read, "writes a status that it did not read"),
            Mfspr => self.registers[usize::from(i.field_rd())] = self.special(i.field_spr().into()),
            Mtspr => self.set_special(i.field_spr().into(), self.registers[usize::from(i.field_rs())]),
            Mftb => self.registers[usize::from(i.field_rd())] = constant(i.field_tbr().into()),
            Mfmsr => self.registers[usize::from(i.field_rd())] = constant(MSR),
            Mtmsr => assert_eq!(self.registers[usize::from(i.field_rs())], constant(MSR), "changes MSR"),
            Mfsr => self.registers[usize::from(i.field_rd())] = constant(SEGMENT + u32::from(i.field_sr())),
            Mfsrin => self.registers[usize::from(i.field_rd())] = constant(SEGMENT + self.segment(i)),
            Mtsr | Mtsrin => {
                let number = if i.op == Mtsr { i.field_sr().into() } else { self.segment(i) };
                assert_eq!(
                    self.registers[usize::from(i.field_rs())],
                    constant(SEGMENT + number),
                    "changes segment register {number}"
                );
            }
            // Of an address that no kernel has data or code at.
            Tlbie => assert_eq!(self.registers[usize::from(i.field_rb())], 0, "forgets a page in use"),
            Mfcr => self.registers[usize::from(i.field_rd())] = self.cr,
            Mtcrf => {
                let fields = (0..8).filter(|field| i.field_crm() >> (7 - field) & 1 == 1);
                let mask = fields.fold(0, |mask, field| mask | 0xf000_0000 >> (4 * field));
                self.cr = self.cr & !mask | self.registers[usize::from(i.field_rs())] & mask;
            }
            Mcrxr => {
                let shift = 28 - 4 * i.field_crfd();
                self.cr = self.cr & !(0b1111 << shift) | self.xer >> 28 << shift;
                self.xer &= 0x0fff_ffff;
            }
            Mcrfs => assert_eq!(i.field_crfs(), 4, "clears exception bits"),
            Mtvscr => assert!(self.vscr_read, "writes a status that it did not read"),
            Mcrf => {
                let field = self.cr >> (28 - 4 * i.field_crfs()) & 0b1111;
                let shift = 28 - 4 * i.field_crfd();
                self.cr = self.cr & !(0b1111 << shift) | field << shift;
            }
            Crand | Crxor => {
                let bit = |number: u8| self.cr >> (31 - number) & 1;
                let [a, b] = [bit(i.field_crba()), bit(i.field_crbb())];
                let value = if i.op == Crand { a & b } else { a ^ b };
                let shift = 31 - i.field_crbd();
                self.cr = self.cr & !(1 << shift) | value << shift;
            }
            _ => return false,
        }
        self.fpscr_read |= i.op == Mffs;
        self.vscr_read |= i.op == Mfvscr;
        true
    }

    /// The segment register that an address names.
    fn segment(&self, i: Ins) -> u32 {
        self.registers[usize::from(i.field_rb())] >> 28
    }

    fn special(&self, number: u32) -> u32 {
        match number {
            1 => self.xer,
            8 => self.lr,
            9 => self.ctr,
            other => constant(other),
        }
    }

    fn set_special(&mut self, number: u32, value: u32) {
        match number {
            1 => self.xer = value,
            8 => self.lr = value,
            9 => self.ctr = value,
            other => assert_eq!(value, constant(other), "changes SPR {other}"),
        }
    }
}
