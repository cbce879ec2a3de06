//! Integer arithmetic, logic, shifts and compares.

use core::cmp::Ordering;

use powerpc::{Ins, Opcode};

use super::Machine;

/// XER[CA].
const CARRY: u32 = 1 << 29;

impl Machine {
    /// Executes an integer instruction; false when it is none.
    pub(super) fn integer(&mut self, i: Ins) -> bool {
        let r = self.registers;
        let [a, b, s, d] = [i.field_ra(), i.field_rb(), i.field_rs(), i.field_rd()].map(usize::from);
        let base = if a == 0 { 0 } else { r[a] };
        let signed = i32::from(i.field_simm()) as u32;
        let (destination, value) = match i.op {
            Opcode::Addi => (d, base.wrapping_add(signed)),
            Opcode::Addic_ => (d, self.with_carry(r[a], signed, false)),
            Opcode::Subfic => (d, self.with_carry(!r[a], signed, true)),
            Opcode::Addc => (d, self.with_carry(r[a], r[b], false)),
            Opcode::Subfc => (d, self.with_carry(!r[a], r[b], true)),
            Opcode::Adde => (d, self.with_carry(r[a], r[b], self.carry())),
            Opcode::Subfe => (d, self.with_carry(!r[a], r[b], self.carry())),
            Opcode::Addze => (d, self.with_carry(r[a], 0, self.carry())),
            Opcode::Mulli => (d, r[a].wrapping_mul(signed)),
            Opcode::Add if i.field_oe() => (d, with_overflow((r[a] as i32).overflowing_add(r[b] as i32))),
            Opcode::Subf if i.field_oe() => (d, with_overflow((r[b] as i32).overflowing_sub(r[a] as i32))),
            Opcode::Mullw if i.field_oe() => (d, with_overflow((r[a] as i32).overflowing_mul(r[b] as i32))),
            Opcode::Divw if i.field_oe() => (d, with_overflow((r[a] as i32).overflowing_div(r[b] as i32))),
            Opcode::Neg if i.field_oe() => (d, with_overflow((r[a] as i32).overflowing_neg())),
            Opcode::Add => (d, r[a].wrapping_add(r[b])),
            Opcode::Subf => (d, r[b].wrapping_sub(r[a])),
            Opcode::Mullw => (d, r[a].wrapping_mul(r[b])),
            Opcode::Mulhwu => (d, ((u64::from(r[a]) * u64::from(r[b])) >> 32) as u32),
            Opcode::Divw => (d, (r[a] as i32 / r[b] as i32) as u32),
            Opcode::Divwu => (d, r[a] / r[b]),
            Opcode::Cntlzw => (a, r[s].leading_zeros()),
            Opcode::Extsb => (a, i32::from(r[s] as i8) as u32),
            Opcode::Srawi => {
                let amount = u32::from(i.field_sh());
                let lost = r[s] & ((1 << amount) - 1) != 0;
                self.set_carry((r[s] as i32) < 0 && lost);
                (a, ((r[s] as i32) >> amount) as u32)
            }
            Opcode::Or => (a, r[s] | r[b]),
            Opcode::Xor => (a, r[s] ^ r[b]),
            Opcode::Ori => (a, r[s] | u32::from(i.field_uimm())),
            Opcode::And => (a, r[s] & r[b]),
            Opcode::Rlwnm => (a, r[s].rotate_left(r[b] & 31) & mask(i.field_mb(), i.field_me())),
            Opcode::Rlwinm => (a, r[s].rotate_left(i.field_sh().into()) & mask(i.field_mb(), i.field_me())),
            Opcode::Cmpi => return self.compare(i, (r[a] as i32).cmp(&i.field_simm().into())),
            Opcode::Cmp => return self.compare(i, (r[a] as i32).cmp(&(r[b] as i32))),
            Opcode::Cmpl => return self.compare(i, r[a].cmp(&r[b])),
            _ => return false,
        };
        self.registers[destination] = value;
        if i.op == Opcode::Addic_ || i.field_rc() && i.op != Opcode::Ori {
            self.set_field(0, (value as i32).cmp(&0));
        }
        true
    }

    /// The sum, and the carry out of it into XER[CA].
    fn with_carry(&mut self, a: u32, b: u32, carry: bool) -> u32 {
        let sum = u64::from(a) + u64::from(b) + u64::from(carry);
        self.set_carry(sum >> 32 != 0);
        sum as u32
    }

    fn carry(&self) -> bool {
        self.xer & CARRY != 0
    }

    fn set_carry(&mut self, carry: bool) {
        self.xer = self.xer & !CARRY | if carry { CARRY } else { 0 };
    }

    fn compare(&mut self, i: Ins, ordering: Ordering) -> bool {
        self.set_field(i.field_crfd(), ordering);
        true
    }

    /// Sets LT, GT or EQ of a condition field; SO is always 0, for nothing overflows.
    fn set_field(&mut self, field: u8, ordering: Ordering) {
        let bits = match ordering {
            Ordering::Less => 0b1000,
            Ordering::Greater => 0b0100,
            Ordering::Equal => 0b0010,
        };
        let shift = 28 - 4 * field;
        self.cr = self.cr & !(0b1111 << shift) | bits << shift;
    }
}

/// Ones from bit `begin` to bit `end`, counted from the most significant.
fn mask(begin: u8, end: u8) -> u32 {
    assert!(begin <= end, "masks that wrap are not modelled");
    u32::MAX >> begin & u32::MAX << (31 - end)
}

/// The result of an instruction that tells overflows; a kernel's has none to tell.
fn with_overflow((result, overflows): (i32, bool)) -> u32 {
    assert!(!overflows, "overflows");
    result as u32
}
