//! A row of the table.

use super::kind::{Kind, Transfer};
use super::operand::Operand;
use super::resources::Special;
use super::timing::Timing;

/// OE of the XO form.
pub(super) const OVERFLOW: u32 = 1 << 10;
/// Rc of the VX form for comparisons.
pub(super) const VECTOR_RECORD: u32 = 1 << 10;

/// The mnemonics of a row and the bits that choose among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::instruction) enum Name {
    /// One.
    Plain(&'static str),
    /// One that always records, which its dot says.
    Recording(&'static str),
    /// Written with its dot, which stands for Rc, bit 31.
    Record(&'static str),
    /// The same for comparisons of vectors, where Rc is bit 21.
    VectorRecord(&'static str),
    /// With Rc, and with OE, bit 21: the names without and with `o`.
    Overflow(&'static str, &'static str),
    /// By LK, bit 31.
    Linked([&'static str; 2]),
    /// By AA and LK, bits 30 and 31.
    LinkedAbsolute([&'static str; 4]),
    /// By the transient bit, bit 6, which is an operand's too.
    Transient([&'static str; 2]),
}

impl Name {
    const fn mask(self) -> u32 {
        match self {
            Self::Plain(_) | Self::Recording(_) | Self::Transient(_) => 0,
            Self::Record(_) | Self::Linked(_) => 1,
            Self::VectorRecord(_) => VECTOR_RECORD,
            Self::Overflow(..) => OVERFLOW | 1,
            Self::LinkedAbsolute(_) => 3,
        }
    }
}

/// What an instruction does, as far as the row knows it: [`Kind`] is this with what
/// the word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::instruction) enum Action {
    Plain,
    /// Takes less time if one factor is short.
    Multiply,
    MoveToCrFields,
    Branch,
    Load(Transfer),
    Store(Transfer),
    StreamStart {
        store: bool,
    },
    StreamStop,
    MoveToSpr,
    MoveFromSpr,
    MoveFromTimeBase,
    MoveToSegment,
    MoveFromSegment,
    /// The word adds nothing.
    Is(Kind),
}

/// A row: one instruction with all its `.`, `o`, `l` and `a` variants.
#[derive(Clone, Copy, Debug)]
pub(in crate::instruction) struct Entry {
    pub name: Name,
    /// The bits that are neither operands nor variants.
    pub value: u32,
    pub operands: &'static [Operand],
    pub action: Action,
    pub timing: Timing,
    /// Registers that no operand names.
    pub reads: Special,
    pub writes: Special,
    pub reads_cr: u8,
}

impl Entry {
    pub(in crate::instruction) const fn new(
        name: Name,
        value: u32,
        operands: &'static [Operand],
        timing: Timing,
    ) -> Self {
        let (reads, writes) = (Special::empty(), Special::empty());
        Self { name, value, operands, action: Action::Plain, timing, reads, writes, reads_cr: 0 }
    }

    /// A row whose extended opcode stands in bits 21-30.
    pub(in crate::instruction) const fn extended(
        primary: u32,
        extended: u32,
        name: Name,
        operands: &'static [Operand],
        timing: Timing,
    ) -> Self {
        Self::new(name, primary << 26 | extended << 1, operands, timing)
    }

    pub(in crate::instruction) const fn action(self, action: Action) -> Self {
        Self { action, ..self }
    }

    pub(in crate::instruction) const fn reading(self, special: Special) -> Self {
        Self { reads: self.reads.union(special), ..self }
    }

    pub(in crate::instruction) const fn writing(self, special: Special) -> Self {
        Self { writes: self.writes.union(special), ..self }
    }

    pub(in crate::instruction) const fn reading_cr(self, fields: u8) -> Self {
        Self { reads_cr: fields, ..self }
    }

    /// The bits that must be as in `value`.
    pub(in crate::instruction) const fn mask(&self) -> u32 {
        let mut free = self.name.mask();
        let mut place = 0;
        while place < self.operands.len() {
            free |= self.operands[place].mask();
            place += 1;
        }
        !free
    }
}
