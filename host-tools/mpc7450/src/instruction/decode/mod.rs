//! Decoding: from a word to its row of the table, and what the row says.
//!
//! | module | holds |
//! | --- | --- |
//! | `entry` | the shape of a row |
//! | `index` | from opcode bits to the row |
//! | `operand` | where operands stand and which registers they name |
//! | [`resources`] | sets of registers |
//! | [`kind`] | what an instruction does |
//! | [`branch`] | branches: fields, decision, target |
//! | [`timing`] | unit, latency, throughput, serialization |
//!
//! A word decodes if the MPC7450 has the instruction and the word has no bit set that
//! the instruction reserves. Invalid forms (a load with update whose base is r0 or the
//! loaded register, reserved values of BO, ...) do not decode either. In both the rule
//! is GNU objdump's with `-M7450`: what it prints as `.long` is `None` here; the sweep in
//! the tests lists the few exceptions. Real hardware may execute such words.

pub mod branch;
pub(in crate::instruction) mod entry;
mod index;
pub mod kind;
pub(in crate::instruction) mod operand;
pub mod resources;
pub mod timing;
mod validity;

#[cfg(test)]
mod tests;

pub use branch::{BranchForm, BranchTarget};
pub use kind::{CacheOperation, Extent, Kind, RegisterKind, SegmentOperation, StreamOperation, TlbOperation, Transfer};
pub use resources::{Resources, Special};
pub use timing::{Confidence, Serialization, Unit};

pub(in crate::instruction) use entry::{Action, Entry, Name};

/// A word with its row of the table.
#[derive(Clone, Copy)]
pub struct Decoded {
    pub(in crate::instruction) entry: &'static Entry,
    pub(in crate::instruction) word: u32,
}

/// Finds the instruction that a word is; `None` if it is none of the MPC7450's, or
/// one with reserved bits set, or an invalid form.
#[must_use]
pub fn decode(word: u32) -> Option<Decoded> {
    let entry = index::find(word)?;
    (word & entry.mask() == entry.value && validity::is_valid(entry, word)).then_some(Decoded { entry, word })
}

impl Decoded {
    /// The word.
    #[must_use]
    pub const fn word(self) -> u32 {
        self.word
    }

    /// The mnemonic as the manual has it, with the suffixes that the word asks for:
    /// `add.`, `addo`, `bclrl`; no extended mnemonics.
    #[must_use]
    pub fn mnemonic(self) -> &'static str {
        let without_dot = |name: &'static str| &name[..name.len() - 1];
        match self.entry.name {
            Name::Plain(name) | Name::Recording(name) => name,
            Name::Record(name) | Name::VectorRecord(name) if self.records() => name,
            Name::Record(name) | Name::VectorRecord(name) => without_dot(name),
            Name::Overflow(base, overflow) => {
                let name = if self.overflows() { overflow } else { base };
                if self.records() { name } else { without_dot(name) }
            }
            Name::Linked(names) => names[(self.word & 1) as usize],
            Name::LinkedAbsolute(names) => names[(self.word & 3) as usize],
            Name::Transient(names) => names[(self.word >> 25 & 1) as usize],
        }
    }

    /// Whether the result is compared with 0 into a condition field.
    fn records(self) -> bool {
        match self.entry.name {
            Name::Record(_) | Name::Overflow(..) => self.word & 1 != 0,
            Name::VectorRecord(_) => self.word & entry::VECTOR_RECORD != 0,
            Name::Recording(_) => true,
            _ => false,
        }
    }

    /// Whether overflow goes into XER.
    fn overflows(self) -> bool {
        matches!(self.entry.name, Name::Overflow(..)) && self.word & entry::OVERFLOW != 0
    }

    /// Every register that is read, data of a store included.
    ///
    /// An instruction that changes part of a condition field reads it too. `lswx` and
    /// `stswx` name all general registers, for their number stands in XER. r0 as a base
    /// that means 0 is not read.
    #[must_use]
    pub fn reads(self) -> Resources {
        let operands = self.operands(operand::Operand::reads);
        let implicit = Resources::special(self.entry.reads) | Resources::fields(self.entry.reads_cr);
        let summary = self.overflows() || self.records() && self.record_field() == CR0;
        let summary = if summary { Special::XER_SO_OV } else { Special::empty() };
        operands | implicit | Resources::special(summary) | self.branch_reads()
    }

    /// Every register that is written.
    #[must_use]
    pub fn writes(self) -> Resources {
        let operands = self.operands(operand::Operand::writes);
        let record = if self.records() { self.record_field() } else { Resources::NONE };
        let summary = if self.overflows() { Special::XER_SO_OV } else { Special::empty() };
        let implicit = Resources::special(self.entry.writes.union(summary));
        operands | implicit | record | self.branch_writes()
    }

    /// The registers among [`Decoded::reads`] that are data of a store and not part of
    /// its address: the store can find its address without them. A register that is
    /// both stands in [`Decoded::address_registers`] too.
    #[must_use]
    pub fn store_data(self) -> Resources {
        self.operands(operand::Operand::store_data)
    }

    /// What a load, a store or a cache instruction adds up to its address.
    #[must_use]
    pub fn address_registers(self) -> Resources {
        match self.kind() {
            Kind::Load(_) | Kind::Store(_) | Kind::Cache(_) | Kind::Stream(_) => {
                let reads = |operand: operand::Operand, word| {
                    let base = operand.mask() & 0x001f_f800 != 0;
                    if base { operand.reads(word) } else { Resources::NONE }
                };
                self.operands(reads)
            }
            _ => Resources::NONE,
        }
    }

    fn operands(self, part: impl Fn(operand::Operand, u32) -> Resources) -> Resources {
        self.entry.operands.iter().fold(Resources::NONE, |set, operand| set | part(*operand, self.word))
    }

    /// The field that recording writes: cr1 for floating point, cr6 for vectors.
    const fn record_field(self) -> Resources {
        match self.word >> 26 {
            59 | 63 => Resources::field(1),
            4 => Resources::field(6),
            _ => CR0,
        }
    }

    fn branch_reads(self) -> Resources {
        let Kind::Branch(branch) = self.kind() else { return Resources::NONE };
        let mut special = Special::empty();
        special.set(Special::CTR, branch.decrements_ctr() || branch.target == BranchTarget::CountRegister);
        special.set(Special::LR, branch.target == BranchTarget::LinkRegister);
        Resources::special(special) | branch.field().map_or(Resources::NONE, |field| Resources::field(field.into()))
    }

    fn branch_writes(self) -> Resources {
        let Kind::Branch(branch) = self.kind() else { return Resources::NONE };
        let mut special = Special::empty();
        special.set(Special::CTR, branch.decrements_ctr());
        special.set(Special::LR, branch.link);
        Resources::special(special)
    }
}

const CR0: Resources = Resources::field(0);
