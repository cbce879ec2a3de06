//! Register numbers that cannot be out of range.
//!
//! One generic type with a marker for the file, so that a floating-point register
//! never stands where a general one is meant.

use core::marker::PhantomData;

/// A register of the file that `File` names, number 0 to 31.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register<File> {
    number: u8,
    file: PhantomData<File>,
}

/// Marks the general-purpose registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum General {}

/// Marks the floating-point registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {}

/// Marks the AltiVec registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vector {}

/// General-purpose register r0 to r31.
pub type Gpr = Register<General>;
/// Floating-point register f0 to f31.
pub type Fpr = Register<Float>;
/// AltiVec register v0 to v31.
pub type Vr = Register<Vector>;

impl<File> Register<File> {
    /// The register with a number known at compile time; above 31 it does not compile.
    #[must_use]
    pub const fn at<const NUMBER: u8>() -> Self {
        const { assert!(NUMBER < 32, "there are registers 0 to 31") };
        Self { number: NUMBER, file: PhantomData }
    }

    /// The register with this number; `None` above 31.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 32 { Some(Self { number, file: PhantomData }) } else { None }
    }

    /// The number as a field of an instruction.
    pub(super) const fn field(self) -> u32 {
        self.number as u32
    }
}

#[cfg(test)]
mod tests {
    use super::{Fpr, Gpr};

    #[test]
    fn numbers_above_31_are_refused() {
        assert_eq!(Gpr::new(31), Some(Gpr::at::<31>()));
        assert_eq!(Gpr::new(32), None);
        assert_eq!(Fpr::new(255), None);
    }
}
