//! What instructions count as.

use powerpc::{Ins, Opcode};

use crate::kernels::counts::Counts;

pub fn is_float_arithmetic(op: Opcode) -> bool {
    matches!(op, Opcode::Fadd | Opcode::Fmul | Opcode::Fmadd)
}

pub fn is_vector_arithmetic(op: Opcode) -> bool {
    matches!(op, Opcode::Vaddubm | Opcode::Vmuloub | Opcode::Vperm | Opcode::Vmaddfp | Opcode::Vxor)
}

fn is_load(op: Opcode) -> bool {
    matches!(op, Opcode::Lwz | Opcode::Lwzu | Opcode::Lwzx | Opcode::Lfd)
}

fn is_store(op: Opcode) -> bool {
    matches!(op, Opcode::Stw)
}

/// What one execution of an instruction counts as, whether it branches or not.
pub fn kind(i: Ins) -> Counts {
    Counts {
        executed: 1,
        branches: u64::from(i.is_branch()),
        loads: u64::from(is_load(i.op)),
        stores: u64::from(is_store(i.op)),
        float: u64::from(is_float_arithmetic(i.op)),
        vector: u64::from(is_vector_arithmetic(i.op)),
        ..Counts::default()
    }
}
