//! What the model is told: one [`Retired`] an instruction, one [`Exception`] an exception.
//!
//! Whoever executes the guest makes these records, in program order, and only for
//! what really happened: an instruction that faults and runs again after the handler
//! is one record, made when it has completed.

use crate::instruction::Instruction;

/// How an effective address became a physical one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Translation {
    /// MSR[IR] or MSR[DR] was 0: the addresses are equal.
    Real,
    /// A block address translation register pair hit: the TLBs are not touched.
    Block,
    /// The page table: through a TLB, which may miss.
    Page,
}

/// The memory attributes of an access [PEM 5.2].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Attributes {
    /// W: stores go through the caches.
    pub write_through: bool,
    /// I: the caches are not used.
    pub inhibited: bool,
    /// M: other processors are kept coherent.
    pub coherent: bool,
    /// G: no speculative access.
    pub guarded: bool,
}

/// An address with its translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The effective address.
    pub effective: u32,
    /// The physical address, up to 36 bits.
    pub physical: u64,
    /// How one became the other.
    pub translation: Translation,
    /// The attributes in force.
    pub attributes: Attributes,
}

impl Place {
    /// A cacheable place with translation off.
    #[must_use]
    pub const fn real(address: u32) -> Self {
        let attributes = Attributes { write_through: false, inhibited: false, coherent: false, guarded: false };
        Self { effective: address, physical: address as u64, translation: Translation::Real, attributes }
    }
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Reads memory into a register.
    Load,
    /// Writes a register to memory.
    Store,
    /// Asks for a line (`dcbt`, `dcbtst`, one line of a `dst` stream).
    Touch,
    /// A cache operation on the line: which one, the instruction says.
    Operation,
}

/// One data access of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Where.
    pub place: Place,
    /// Bytes, 1 to 16.
    pub bytes: u8,
    /// What it does.
    pub kind: AccessKind,
}

/// An instruction that has completed.
#[derive(Clone, Copy, Debug)]
pub struct Retired<'a> {
    /// The word, decoded once for each address.
    pub instruction: &'a Instruction,
    /// Where it stands.
    pub at: Place,
    /// Effective address of the instruction that follows in program order.
    pub next: u32,
    /// Whether a branch was taken, by its encoding, CR and CTR: `b .+4` is taken although
    /// the next address is that behind it.
    pub taken: bool,
    /// Its data accesses in address order; strings and multiples have one for each word.
    pub accesses: &'a [Access],
    /// What `mtspr`, `mtmsr` or `mtsr` moved, the new MSR of `rfi`, the effective
    /// address of `tlbie`, `tlbld` and `tlbli`, the control word (rB) of `dst` and `dstst`
    /// and their transient forms; 0 for all others.
    pub value: u32,
    /// Whether a multiplication's second operand fits 16 bits, signed.
    pub short_operand: bool,
}

/// How a block ran that has completed as a whole; see [`crate::model::Model::block`].
#[derive(Clone, Copy, Debug)]
pub struct Ran<'a> {
    /// Effective address of the instruction that follows its last one.
    pub next: u32,
    /// Whether its last instruction is a branch that was taken, as [`Retired::taken`] has it.
    pub taken: bool,
    /// All data accesses of the block in order, each with the number of its instruction
    /// from 0.
    pub accesses: &'a [(u16, Access)],
}

/// An exception that was taken, whoever raised it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exception {
    /// Offset of the vector, 0x0100 to 0x2f00.
    pub vector: u32,
    /// The first instruction of the handler.
    pub handler: Place,
    /// MSR in the handler.
    pub msr: u32,
}
