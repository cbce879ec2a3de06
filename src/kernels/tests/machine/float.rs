//! Floating-point arithmetic, in the host's double precision; estimates are exact.

use powerpc::{Ins, Opcode};

use super::Machine;

pub fn is_float_arithmetic(op: Opcode) -> bool {
    use Opcode::*;
    matches!(op, Fadd | Fadds | Fmul | Fmadd | Fdiv | Fdivs | Fabs | Fmr | Fsel | Fres | Frsqrte)
}

impl Machine {
    /// Executes floating-point arithmetic; false when it is none.
    pub(super) fn float(&mut self, i: Ins) -> bool {
        let [a, b, c] = [i.field_fra(), i.field_frb(), i.field_frc()].map(|number| self.floats[usize::from(number)]);
        let single = |value: f64| f64::from(value as f32);
        let value = match i.op {
            Opcode::Fadd => a + b,
            Opcode::Fadds => single(a + b),
            Opcode::Fmul => a * c,
            Opcode::Fmadd => a.mul_add(c, b),
            Opcode::Fdiv => a / b,
            Opcode::Fdivs => single(a / b),
            Opcode::Fabs => b.abs(),
            Opcode::Fmr => b,
            Opcode::Fsel => {
                if a >= 0.0 {
                    c
                } else {
                    b
                }
            }
            Opcode::Fres => single(1.0 / b),
            Opcode::Frsqrte => 1.0 / b.sqrt(),
            _ => return false,
        };
        assert!(value.is_normal() || value == 0.0, "{}: {value} takes the slow path", i.simplified());
        self.floats[usize::from(i.field_frd())] = value;
        true
    }
}
