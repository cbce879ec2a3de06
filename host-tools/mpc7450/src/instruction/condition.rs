//! Condition fields, and the conditions that a branch can test.

/// Condition register field cr0 to cr7.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrField(u8);

impl CrField {
    /// cr0, which recording instructions (`addic.`) set.
    pub const CR0: Self = Self(0);

    /// The field with this number; `None` above 7.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if number < 8 { Some(Self(number)) } else { None }
    }

    /// The number as a field of an instruction.
    pub(super) const fn field(self) -> u32 {
        self.0 as u32
    }
}

/// One bit of the condition register, 0 to 31 from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CrBit(u8);

impl CrBit {
    /// The EQ bit of a field.
    #[must_use]
    pub const fn equal(field: CrField) -> Self {
        Self(4 * field.0 + EQ as u8)
    }

    /// The number as a field of an instruction.
    pub(super) const fn field(self) -> u32 {
        self.0 as u32
    }
}

/// What a conditional branch waits for [PEM 4.2.4.2, BO and BI].
///
/// The hint bit is always 0: it is ignored while the branch history table is on
/// [AN2203 3.1.3].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// `beq`: the field's EQ bit is 1.
    Equal(CrField),
    /// `bne`: the field's EQ bit is 0.
    NotEqual(CrField),
    /// `blt`: the field's LT bit is 1.
    Less(CrField),
    /// `bge`: the field's LT bit is 0.
    NotLess(CrField),
    /// `bdnz`: CTR, decremented first, is not 0.
    CountLeft,
}

/// Position of LT in a condition field (LT, GT, EQ, SO).
const LT: u32 = 0;
/// Position of EQ.
const EQ: u32 = 2;

impl Condition {
    /// The BO field: what is tested.
    pub(super) const fn option(self) -> u32 {
        match self {
            Self::Equal(_) | Self::Less(_) => 0b01100,
            Self::NotEqual(_) | Self::NotLess(_) => 0b00100,
            Self::CountLeft => 0b10000,
        }
    }

    /// The BI field: which condition bit.
    pub(super) const fn bit(self) -> u32 {
        match self {
            Self::Equal(field) | Self::NotEqual(field) => 4 * field.field() + EQ,
            Self::Less(field) | Self::NotLess(field) => 4 * field.field() + LT,
            Self::CountLeft => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::CrField;

    #[test]
    fn fields_above_7_are_refused() {
        assert!(CrField::new(7).is_some());
        assert_eq!(CrField::new(8), None);
    }
}
