//! What instructions count as.

use powerpc::{Ins, Opcode};

use super::float::is_float_arithmetic;
use super::memory::{is_load, is_store};
use crate::kernels::counts::Counts;

pub fn is_vector_arithmetic(op: Opcode) -> bool {
    use Opcode::*;
    matches!(op, Vaddubm | Vxor | Vor | Vmuloub | Vmladduhm | Vperm | Vmrghb | Vspltisw)
        || matches!(op, Vaddfp | Vmaddfp | Vmaxfp | Vrefp | Vcfux)
}

/// What one execution of an instruction counts as, whether it branches or not; a system
/// call includes the `rfi` that returns from it.
pub fn kind(i: Ins) -> Counts {
    let system_calls = u64::from(i.op == Opcode::Sc);
    Counts {
        executed: 1 + system_calls,
        branches: u64::from(i.is_branch()),
        loads: u64::from(is_load(i.op)),
        stores: u64::from(is_store(i.op)),
        float: u64::from(is_float_arithmetic(i.op)),
        vector: u64::from(is_vector_arithmetic(i.op)),
        system_calls,
        ..Counts::default()
    }
}
