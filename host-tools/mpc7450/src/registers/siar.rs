//! SIAR, sampled instruction address register, SPR 955.
//!
//! Holds the effective address of the last instruction completed before the
//! performance monitor exception was signalled; not updated while MMCR0[FC] is
//! 1 [MPC7400UM 11]. It differs from SRR0 when the exception had to wait for
//! MSR[EE]: SIAR shows where the condition arose, SRR0 where it was taken.
//! Headers also spell it SIA. There is no SDAR on the 745x.

use crate::bus::{Access, Spr};

/// Sampled instruction address register.
pub enum Siar {}

/// Read-only here: no source says that it can be written, and QEMU refuses it
/// with a program exception [QEMU].
impl Spr for Siar {
    const NUMBER: u16 = 955;
    const NAME: &'static str = "SIAR";
    const ACCESS: Access = Access::ReadOnly;
    type Layout = ();
}
