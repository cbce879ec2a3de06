//! Integer arithmetic, logic, shifts and compares.

use core::cmp::Ordering;

use powerpc::{Ins, Opcode};

use super::Machine;

impl Machine {
    /// Executes an integer instruction; false when it is none.
    pub(super) fn integer(&mut self, i: Ins) -> bool {
        let r = self.registers;
        let [a, b, s, d] = [i.field_ra(), i.field_rb(), i.field_rs(), i.field_rd()].map(usize::from);
        let base = if a == 0 { 0 } else { r[a] };
        let signed = i32::from(i.field_simm()) as u32;
        let (destination, value) = match i.op {
            Opcode::Addi => (d, base.wrapping_add(signed)),
            Opcode::Addic_ => (d, r[a].wrapping_add(signed)),
            Opcode::Subfic => (d, signed.wrapping_sub(r[a])),
            Opcode::Mulli => (d, r[a].wrapping_mul(signed)),
            Opcode::Add => (d, r[a].wrapping_add(r[b])),
            Opcode::Subf => (d, r[b].wrapping_sub(r[a])),
            Opcode::Mullw => (d, r[a].wrapping_mul(r[b])),
            Opcode::Mulhwu => (d, ((u64::from(r[a]) * u64::from(r[b])) >> 32) as u32),
            Opcode::Or => (a, r[s] | r[b]),
            Opcode::Xor => (a, r[s] ^ r[b]),
            Opcode::Ori => (a, r[s] | u32::from(i.field_uimm())),
            Opcode::Rlwinm => (a, r[s].rotate_left(i.field_sh().into()) & mask(i.field_mb(), i.field_me())),
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
