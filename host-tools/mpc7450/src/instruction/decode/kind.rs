//! What an instruction does, as far as a model of time or an emulator's trace must know.

use super::branch::BranchForm;
use super::operand::{a, d, spr, string_bytes};
use super::{Action, Decoded};

/// What an instruction does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It computes from registers to registers.
    Plain,
    /// It can go elsewhere.
    Branch(BranchForm),
    /// It loads.
    Load(Transfer),
    /// It stores.
    Store(Transfer),
    /// It speaks to the caches about a block.
    Cache(CacheOperation),
    /// It controls a data stream.
    Stream(StreamOperation),
    /// `mtspr`, with the register's number.
    MoveToSpr(u16),
    /// `mfspr`, with the register's number.
    MoveFromSpr(u16),
    /// `mftb`: 268 the lower half, 269 the upper.
    MoveFromTimeBase(u16),
    /// `mtmsr`.
    MoveToMsr,
    /// `mfmsr`.
    MoveFromMsr,
    /// `rfi`.
    ReturnFromInterrupt,
    /// `sc`.
    SystemCall,
    /// `tw`, `twi`.
    Trap,
    /// `isync`.
    Isync,
    /// `sync`.
    Sync,
    /// `eieio`.
    Eieio,
    /// It changes or waits for translations.
    Tlb(TlbOperation),
    /// It moves a segment register.
    Segment(SegmentOperation),
}

/// Which registers a load or store moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterKind {
    /// General-purpose.
    General,
    /// Floating-point, single precision in memory.
    Single,
    /// Floating-point, double precision in memory.
    Double,
    /// The lower word of a floating-point register (`stfiwx`).
    FloatWord,
    /// One element of a vector register.
    VectorElement,
    /// A whole vector register.
    Vector,
}

/// How much one load or store moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// One register.
    Single,
    /// This many words: `lmw`, `stmw`.
    Multiple(u8),
    /// This many bytes: `lswi`, `stswi`.
    String(u8),
    /// As many bytes as XER says: `lswx`, `stswx`.
    Counted,
}

/// The form of a load or store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// Bytes of one access; 4 for multiples and strings.
    pub bytes: u8,
    /// The registers moved.
    pub register: RegisterKind,
    /// The address replaces the base register.
    pub update: bool,
    /// The address is the sum of two registers, not of one and a displacement.
    pub indexed: bool,
    /// The sign is extended (`lha`).
    pub algebraic: bool,
    /// The bytes are in reverse order.
    pub reversed: bool,
    /// It makes a reservation (`lwarx`) or needs one (`stwcx.`).
    pub reserve: bool,
    /// It goes to an external device (`eciwx`, `ecowx`).
    pub external: bool,
    /// The block is to be replaced first (`lvxl`, `stvxl`).
    pub transient: bool,
    /// How much it moves.
    pub extent: Extent,
}

impl Transfer {
    pub(in crate::instruction) const fn new(bytes: u8, register: RegisterKind) -> Self {
        Self {
            bytes,
            register,
            update: false,
            indexed: false,
            algebraic: false,
            reversed: false,
            reserve: false,
            external: false,
            transient: false,
            extent: Extent::Single,
        }
    }

    /// Bytes moved in all; `None` where XER says.
    #[must_use]
    pub const fn total_bytes(self) -> Option<u8> {
        match self.extent {
            Extent::Single => Some(self.bytes),
            Extent::Multiple(words) => Some(4 * words),
            Extent::String(bytes) => Some(bytes),
            Extent::Counted => None,
        }
    }
}

/// What is done to a cache block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheOperation {
    /// `dcbt`: will be loaded from.
    Touch,
    /// `dcbtst`: will be stored to.
    TouchForStore,
    /// `dcbz`: becomes zero.
    Zero,
    /// `dcba`: becomes the cache's without being read.
    Allocate,
    /// `dcbf`: written back and dropped.
    Flush,
    /// `dcbst`: written back.
    Store,
    /// `dcbi`: dropped.
    Invalidate,
    /// `icbi`: dropped from the instruction cache.
    InstructionInvalidate,
}

/// What is done with data streams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamOperation {
    /// `dst`, `dstt`, `dstst`, `dststt`.
    Start {
        /// Number of the stream, 0 to 3.
        stream: u8,
        /// The blocks will be stored to.
        store: bool,
        /// The blocks will be used once.
        transient: bool,
    },
    /// `dss`, with the stream's number.
    Stop(u8),
    /// `dssall`.
    StopAll,
}

/// What is done to translations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TlbOperation {
    /// `tlbie`.
    InvalidateEntry,
    /// `tlbsync`.
    Synchronize,
    /// `tlbld`.
    LoadData,
    /// `tlbli`.
    LoadInstruction,
}

/// What is done with a segment register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentOperation {
    /// `mtsr`, with the register's number.
    MoveTo(u8),
    /// `mfsr`, with the register's number.
    MoveFrom(u8),
    /// `mtsrin`: a register tells which.
    MoveToIndirect,
    /// `mfsrin`: a register tells which.
    MoveFromIndirect,
}

impl Decoded {
    /// What the instruction does.
    #[must_use]
    pub fn kind(self) -> Kind {
        let word = self.word;
        match self.entry.action {
            Action::Plain | Action::Multiply | Action::MoveToCrFields => Kind::Plain,
            Action::Branch => Kind::Branch(BranchForm::of(word)),
            Action::Load(transfer) => Kind::Load(sized(transfer, word)),
            Action::Store(transfer) => Kind::Store(sized(transfer, word)),
            Action::StreamStart { store } => Kind::Stream(StreamOperation::Start {
                stream: (d(word) & 3) as u8,
                store,
                transient: d(word) & 16 != 0,
            }),
            Action::StreamStop if d(word) & 16 != 0 => Kind::Stream(StreamOperation::StopAll),
            Action::StreamStop => Kind::Stream(StreamOperation::Stop((d(word) & 3) as u8)),
            Action::MoveToSpr => Kind::MoveToSpr(spr(word)),
            Action::MoveFromSpr => Kind::MoveFromSpr(spr(word)),
            Action::MoveFromTimeBase => Kind::MoveFromTimeBase(spr(word)),
            Action::MoveToSegment => Kind::Segment(SegmentOperation::MoveTo((a(word) & 15) as u8)),
            Action::MoveFromSegment => Kind::Segment(SegmentOperation::MoveFrom((a(word) & 15) as u8)),
            Action::Is(kind) => kind,
        }
    }
}

/// Puts in what the word says about the extent.
const fn sized(transfer: Transfer, word: u32) -> Transfer {
    let extent = match transfer.extent {
        Extent::Multiple(_) => Extent::Multiple(32 - d(word) as u8),
        Extent::String(_) => Extent::String(string_bytes(word) as u8),
        other => other,
    };
    Transfer { extent, ..transfer }
}
