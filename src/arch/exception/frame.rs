//! The state an exception finds, as the assembly saves it.

use core::fmt;
use core::mem::{offset_of, size_of};

/// Registers at the moment of an exception. Floating-point and vector registers
/// are not saved: handlers are compiled without either.
#[repr(C)]
#[derive(Clone, Debug, Default)]
pub struct ExceptionFrame {
    /// r0 to r31.
    pub gpr: [u32; 32],
    /// Condition register.
    pub cr: u32,
    /// Link register.
    pub lr: u32,
    /// Count register.
    pub ctr: u32,
    /// Integer exception register.
    pub xer: u32,
    /// Address to return to; a handler may change it.
    pub srr0: u32,
    /// Machine state to return to, with cause bits; a handler may change it.
    pub srr1: u32,
    /// Data storage interrupt status.
    pub dsisr: u32,
    /// Data address.
    pub dar: u32,
    /// Vector offset, 0x100 to 0x1700.
    pub vector: u32,
    /// Keeps the size a multiple of the stack alignment.
    _padding: [u32; 3],
}

// The assembly in boot/vectors.s takes all offsets from here; these hold what it
// relies on besides: `stmw` from r4 on, and a size that keeps the stack aligned.
const _: () = assert!(offset_of!(ExceptionFrame, gpr) == 0);
const _: () = assert!(offset_of!(ExceptionFrame, cr) == 32 * 4);
const _: () = assert!(size_of::<ExceptionFrame>() == 176);
const _: () = assert!(size_of::<ExceptionFrame>().is_multiple_of(16));

impl fmt::Display for ExceptionFrame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "vector {:05x} srr0 {:08x} srr1 {:08x} dsisr {:08x} dar {:08x}",
            self.vector, self.srr0, self.srr1, self.dsisr, self.dar
        )?;
        writeln!(f, "lr {:08x} ctr {:08x} cr {:08x} xer {:08x}", self.lr, self.ctr, self.cr, self.xer)?;
        for (number, row) in self.gpr.chunks(4).enumerate() {
            write!(f, "r{:<2}", 4 * number)?;
            for value in row {
                write!(f, " {value:08x}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::ExceptionFrame;

    #[test]
    fn a_dump_names_every_register() {
        let mut frame = ExceptionFrame { vector: 0x700, srr0: 0x0100_0040, ..ExceptionFrame::default() };
        frame.gpr[31] = 0xdead_beef;
        let dump = frame.to_string();
        assert!(dump.starts_with("vector 00700 srr0 01000040 srr1 00000000 dsisr 00000000 dar 00000000\n"));
        assert!(dump.ends_with("r28 00000000 00000000 00000000 deadbeef\n"));
        assert_eq!(dump.lines().count(), 10);
    }
}
