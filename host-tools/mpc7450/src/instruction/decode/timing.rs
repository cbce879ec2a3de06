//! Where an instruction executes and how long it takes.
//!
//! The numbers stand with the rows of the table; `data/timing.csv` gives the source and
//! the confidence of each, and a test holds the two together. A value of the word
//! itself (number of the special-purpose register, fields that `mtcrf` writes, registers
//! that `lmw` loads) is taken into account here. What only the run knows is not: width of
//! a multiplier's operand ([`Decoded::short_latency`]), alignment
//! ([`Decoded::misaligned_latency`]), denormals, caches.

use super::{Action, Decoded};
use crate::instruction::decode::kind::{Extent, Kind, RegisterKind, Transfer};
use crate::instruction::decode::operand::spr;
use bitflags::bitflags;

/// The unit that executes an instruction [AN2203, microarchitecture].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// None: the instruction has a place in the completion queue only.
    None,
    /// The branch processing unit.
    Branch,
    /// One of the three simple integer units.
    Iu1,
    /// The complex integer unit.
    Iu2,
    /// The load/store unit.
    Lsu,
    /// The floating-point unit.
    Fpu,
    /// Vector integer unit 1, simple.
    Viu1,
    /// Vector integer unit 2, complex.
    Viu2,
    /// The vector permute unit.
    Vpu,
    /// The vector floating-point unit.
    Vfpu,
}

bitflags! {
    /// What an instruction waits for or makes others wait for [AN2203].
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Serialization: u8 {
        /// Starts only when it is the oldest instruction in flight.
        const EXECUTION = 1 << 0;
        /// All younger instructions are fetched again once it is done.
        const REFETCH = 1 << 1;
        /// Takes effect only when it is the oldest instruction in flight; it starts
        /// before that, and others pass through its unit.
        const STORE = 1 << 2;
    }
}

/// How far a number can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Confidence {
    /// The vendor says so, or the vendor and two compilers agree.
    Certain,
    /// One source, or a strong inference.
    Likely,
    /// No source: assumed from instructions of the same kind.
    Guess,
}

/// The timing of one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::instruction) struct Timing {
    pub unit: Unit,
    pub latency: u8,
    pub throughput: u8,
    pub serialization: Serialization,
    pub confidence: Confidence,
}

impl Timing {
    /// Cycles to the result and between two starts, as the vendor says.
    pub(in crate::instruction) const fn new(unit: Unit, latency: u8, throughput: u8) -> Self {
        Self { unit, latency, throughput, serialization: Serialization::empty(), confidence: Confidence::Certain }
    }

    pub(in crate::instruction) const fn likely(self) -> Self {
        Self { confidence: Confidence::Likely, ..self }
    }

    pub(in crate::instruction) const fn guess(self) -> Self {
        Self { confidence: Confidence::Guess, ..self }
    }

    /// Starts when oldest.
    pub(in crate::instruction) const fn alone(self) -> Self {
        Self { serialization: self.serialization.union(Serialization::EXECUTION), ..self }
    }

    /// Makes younger instructions be fetched again.
    pub(in crate::instruction) const fn refetching(self) -> Self {
        Self { serialization: self.serialization.union(Serialization::REFETCH), ..self }
    }

    /// Takes effect when oldest.
    pub(in crate::instruction) const fn storing(self) -> Self {
        Self { serialization: self.serialization.union(Serialization::STORE), ..self }
    }
}

/// `mfspr`, by the register's number.
///
/// LR and CTR 3 cycles [GCC]; other registers 3, assumed from those, where LLVM has 4
/// for all; BATs 4 and the time base 5 [LLVM]; cache control 5, assumed.
const fn move_from_spr(number: u16) -> Timing {
    let other = Timing::new(Unit::Iu2, 3, 3).alone().likely();
    match number {
        256 => Timing::new(Unit::Iu2, 3, 2).guess(),
        268 | 269 | 284 | 285 => Timing { latency: 5, throughput: 5, ..other },
        528..=543 | 560..=575 => Timing { latency: 4, ..other },
        936..=938 | 940..=945 | 951..=959 | 928..=930 => other.guess(),
        1014 | 1017 | 1018 => Timing { latency: 5, throughput: 5, ..other }.guess(),
        _ => other,
    }
}

/// `mtspr`, by the register's number: 2 cycles [LLVM].
const fn move_to_spr(number: u16) -> Timing {
    let other = Timing::new(Unit::Iu2, 2, 2).alone();
    match number {
        1 => other.refetching(),
        8 | 9 => other,
        256 => Timing::new(Unit::Iu2, 2, 2).guess(),
        _ => other.likely(),
    }
}

/// `mtcrf` of one field is a simple instruction (a recollection of the manual), of
/// more fields or none it goes to the complex unit [GCC, LLVM].
const fn move_to_cr(word: u32) -> Timing {
    if (word >> 12 & 0xff).count_ones() == 1 {
        Timing::new(Unit::Iu1, 1, 1).guess()
    } else {
        Timing::new(Unit::Iu2, 2, 2).alone().likely()
    }
}

impl Decoded {
    pub(super) fn timing(self) -> Timing {
        match self.entry.action {
            _ if self.is_nop() => self.entry.timing.guess(),
            _ if self.records() && self.entry.timing.unit == Unit::Iu1 => self.entry.timing.likely(),
            Action::MoveFromSpr => move_from_spr(spr(self.word)),
            Action::MoveToSpr => move_to_spr(spr(self.word)),
            Action::MoveToCrFields => move_to_cr(self.word),
            _ => self.entry.timing,
        }
    }

    /// Whether it is the preferred no-operation, `ori 0,0,0`.
    ///
    /// The table treats it as any `ori`. No source says whether the processor does, or
    /// drops it before it is issued: a model should let its user choose.
    #[must_use]
    pub const fn is_nop(self) -> bool {
        self.word == 0x6000_0000
    }

    /// The unit that executes the instruction.
    #[must_use]
    pub fn unit(self) -> Unit {
        self.timing().unit
    }

    /// Cycles from the first execution cycle to the first one in which a dependent
    /// instruction can execute: 1 is the next cycle.
    ///
    /// 0 where there is no unit. Loads hit the L1 cache. A multiplication has operands
    /// of full width. `lmw` and `lswi` count until the last register; `lswx` and `stswx`
    /// do not count the words, whose number stands in XER: add one cycle a word. The
    /// condition field of a comparison or a recording instruction comes with the result;
    /// GCC expects it one cycle later where the unit is IU1.
    #[must_use]
    pub fn latency(self) -> u8 {
        match self.micro_operations() {
            Some(count) if self.repeats() => self.timing().latency + count,
            _ => self.timing().latency,
        }
    }

    /// Cycles from one start in the unit to the next. That the floating-point unit
    /// starts four times in five cycles is a rule of the unit and not in here.
    #[must_use]
    pub fn throughput(self) -> u8 {
        match self.micro_operations() {
            Some(count) if self.repeats() => count,
            _ => self.timing().throughput,
        }
    }

    /// What the instruction waits for or makes others wait for.
    ///
    /// An instruction that changes XER[SO] also makes younger ones be fetched again;
    /// whether it does is known only when it runs: see
    /// [`Special::XER_SO_OV`](super::Special::XER_SO_OV) among its writes.
    #[must_use]
    pub fn serialization(self) -> Serialization {
        self.timing().serialization
    }

    /// How far [`Decoded::latency`] and its kin can be trusted.
    #[must_use]
    pub fn confidence(self) -> Confidence {
        self.timing().confidence
    }

    /// The latency where one factor fits 16 bits, for multiplications whose time
    /// depends on it; otherwise the latency.
    #[must_use]
    pub fn short_latency(self) -> u8 {
        if self.has_early_out() { 3 } else { self.latency() }
    }

    /// The throughput where one factor fits 16 bits; otherwise the throughput.
    #[must_use]
    pub fn short_throughput(self) -> u8 {
        if self.has_early_out() { 1 } else { self.throughput() }
    }

    fn has_early_out(self) -> bool {
        self.entry.action == Action::Multiply
    }

    /// Cycles until an update form has its new address; `None` for other forms.
    #[must_use]
    pub fn update_latency(self) -> Option<u8> {
        self.transfer().filter(|transfer| transfer.update).map(|_| 1)
    }

    /// Latency of a load whose address crosses 8 bytes: 4 for integer and vector, 5 for
    /// floating point [DS55]. AltiVec loads cut their
    /// address off and never cross. `None` for what is no simple load.
    #[must_use]
    pub fn misaligned_latency(self) -> Option<u8> {
        let Kind::Load(transfer @ Transfer { extent: Extent::Single, .. }) = self.kind() else {
            return None;
        };
        Some(match transfer.register {
            RegisterKind::Single | RegisterKind::Double => 5,
            _ => 4,
        })
    }

    /// Throughput of a load whose address crosses 8 bytes.
    #[must_use]
    pub fn misaligned_throughput(self) -> Option<u8> {
        self.misaligned_latency().map(|_| 2)
    }

    /// Micro-operations, which dispatch one a cycle: the registers of `lmw`, `stmw`,
    /// `lswi` and `stswi`, otherwise 1. `None` for `lswx` and `stswx`, whose count
    /// stands in XER.
    #[must_use]
    pub fn micro_operations(self) -> Option<u8> {
        match self.transfer().map(|transfer| transfer.extent) {
            Some(Extent::Multiple(words)) => Some(words),
            Some(Extent::String(bytes)) => Some(bytes.div_ceil(4)),
            Some(Extent::Counted) => None,
            Some(Extent::Single) | None => Some(1),
        }
    }

    fn repeats(self) -> bool {
        matches!(self.transfer(), Some(Transfer { extent: Extent::Multiple(_) | Extent::String(_), .. }))
    }

    fn transfer(self) -> Option<Transfer> {
        match self.kind() {
            Kind::Load(transfer) | Kind::Store(transfer) => Some(transfer),
            _ => None,
        }
    }
}
