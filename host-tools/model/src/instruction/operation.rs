//! What the pipeline needs to know of an instruction, computed once an address.

use mpc7450::instruction::decode;
use mpc7450::instruction::decode::{
    CacheOperation, Decoded, Extent, Kind, RegisterKind, Resources, Serialization, Special, StreamOperation,
    TlbOperation, Unit,
};

use super::branch::Branch;
use super::completion;
use super::registers as register;
use super::slots::{Completing, Dispatching, Renames};

/// Where an instruction executes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Station {
    /// Nowhere (D6).
    None,
    Branch,
    /// `ori 0,0,0`: as the switch `nop` says.
    Nop,
    Iu1,
    Iu2,
    Lsu,
    Fpu,
    Viu1,
    Viu2,
    Vpu,
    Vfpu,
}

/// What an instruction does beside computing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Work {
    /// Nothing.
    Compute,
    /// `mtctr`, `mtlr`: the branch unit is told early (B11).
    MoveTo(MoveTo),
    /// A floating-point compare, whose finish stage comes before K (B11).
    FloatCompare,
    /// `mfvscr`, whose wait is counted.
    MoveFromVscr,
    /// It writes several condition fields.
    Conditions(u8),
    /// One access.
    Load(RegisterKind),
    /// One access.
    Store {
        /// X5 holds for it.
        float: bool,
    },
    /// `lmw`, `lswi`, `lswx`.
    LoadWords,
    /// `stmw`, `stswi`, `stswx`.
    StoreWords,
    /// A block of the caches.
    Cache(CacheOperation),
    /// `dst`, `dss` and their kin.
    Stream(StreamOperation),
    /// `sync` (S3).
    Sync,
    /// `tlbie`.
    InvalidatePage,
}

/// A register that the branch unit is told of early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MoveTo {
    Link,
    Count,
}

/// Whether an instruction needs only what nearly all do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    /// It needs more.
    No,
    /// It goes through IU1, renames at most one register, and its last two sources and
    /// results are empty.
    Simple,
    /// One access, and one result at the most besides the base register.
    Load(RegisterKind),
    /// One access, and no result but the base register.
    Store {
        /// X5 holds for it.
        float: bool,
    },
}

/// One instruction, as the pipeline sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operation {
    pub station: Station,
    pub latency: u8,
    pub throughput: u8,
    /// With an operand of 16 bits.
    pub short_latency: u8,
    pub short_throughput: u8,
    /// Not [`Plain::No`] only if none of the next three holds.
    pub plain: Plain,
    /// S1.
    pub alone: bool,
    /// S2.
    pub refetches: bool,
    /// B12.
    pub empties_btic: bool,
    /// What it waits for in its station.
    pub sources: [u8; 4],
    /// What it writes `latency` after E.
    pub results: [u8; 4],
    /// The base register that it updates.
    pub base: u8,
    /// The register that it stores.
    pub data: u8,
    /// General registers renamed; those of [`Work::LoadWords`] are not counted.
    pub gprs: u8,
    pub dispatching: Dispatching,
    pub completing: Completing,
    pub work: Work,
    /// For [`Station::Branch`] only.
    pub branch: Branch,
    /// A mask of [`super::COMPLETION_SIGNALS`].
    pub signals: u64,
}

const NOP: u32 = 0x6000_0000;

impl Operation {
    pub(super) fn of(word: u32) -> Self {
        match decode(word) {
            Some(decoded) => Self::decoded(decoded),
            None => Self::nothing(),
        }
    }

    fn nothing() -> Self {
        let renames = Renames::default();
        Self {
            station: Station::None,
            latency: 0,
            throughput: 0,
            short_latency: 0,
            short_throughput: 0,
            plain: Plain::No,
            alone: false,
            refetches: false,
            empties_btic: false,
            sources: [register::NOTHING; 4],
            results: [register::NOWHERE; 4],
            base: register::NOWHERE,
            data: register::NOTHING,
            gprs: 0,
            dispatching: Dispatching::of(Station::None, renames),
            completing: Completing::of(renames),
            work: Work::Compute,
            branch: Branch::NONE,
            signals: completion::of_nothing(),
        }
    }

    fn decoded(decoded: Decoded) -> Self {
        let kind = decoded.kind();
        let station = station(decoded);
        let serialization = decoded.serialization();
        let work = work(decoded, kind);
        let one_word = matches!(work, Work::LoadWords | Work::StoreWords);
        let base = base(decoded, kind);
        let (results, renames) = results(decoded, kind, work, base);
        let sources = sources(decoded, kind, station);
        let alone = serialization.contains(Serialization::EXECUTION);
        let refetches = serialization.contains(Serialization::REFETCH);
        let empties_btic =
            matches!(kind, Kind::ReturnFromInterrupt | Kind::Cache(CacheOperation::InstructionInvalidate));
        Self {
            station,
            latency: if one_word { 3 } else { decoded.latency() },
            throughput: throughput(decoded, work),
            short_latency: if one_word { 3 } else { decoded.short_latency() },
            short_throughput: if one_word { 1 } else { throughput_of_short(decoded, work) },
            plain: if alone || refetches || empties_btic {
                Plain::No
            } else {
                plain(station, work, renames, sources, results)
            },
            alone,
            refetches,
            empties_btic,
            sources,
            results,
            base: base.map_or(register::NOWHERE, |base| base),
            data: data(decoded, work),
            gprs: renames.gprs as u8,
            dispatching: Dispatching::of(
                station,
                Renames { gprs: renames.gprs.max((work == Work::LoadWords).into()), ..renames },
            ),
            completing: Completing::of(renames),
            work,
            branch: if let Kind::Branch(form) = kind { Branch::of(form) } else { Branch::NONE },
            signals: completion::of(decoded),
        }
    }
}

fn plain(station: Station, work: Work, renames: Renames, sources: [u8; 4], results: [u8; 4]) -> Plain {
    let [first, others @ ..] = results;
    match work {
        Work::Load(kind) if others == [register::NOWHERE; 3] => Plain::Load(kind),
        Work::Store { float } if first == register::NOWHERE => Plain::Store { float },
        _ if station == Station::Iu1
            && renames.gprs <= 1
            && sources[2..] == [register::NOTHING; 2]
            && results[2..] == [register::NOWHERE; 2] =>
        {
            Plain::Simple
        }
        _ => Plain::No,
    }
}

fn station(decoded: Decoded) -> Station {
    match decoded.unit() {
        _ if decoded.word() == NOP => Station::Nop,
        Unit::None => Station::None,
        Unit::Branch => Station::Branch,
        Unit::Iu1 => Station::Iu1,
        Unit::Iu2 => Station::Iu2,
        Unit::Lsu => Station::Lsu,
        Unit::Fpu => Station::Fpu,
        Unit::Viu1 => Station::Viu1,
        Unit::Viu2 => Station::Viu2,
        Unit::Vpu => Station::Vpu,
        Unit::Vfpu => Station::Vfpu,
    }
}

fn work(decoded: Decoded, kind: Kind) -> Work {
    match kind {
        Kind::Load(transfer) if transfer.extent != Extent::Single => Work::LoadWords,
        Kind::Store(transfer) if transfer.extent != Extent::Single => Work::StoreWords,
        Kind::Load(transfer) => Work::Load(transfer.register),
        Kind::Store(transfer) => Work::Store { float: is_float(transfer.register) },
        Kind::Cache(operation) => Work::Cache(operation),
        Kind::Stream(operation) => Work::Stream(operation),
        Kind::Sync => Work::Sync,
        Kind::Tlb(TlbOperation::InvalidateEntry) => Work::InvalidatePage,
        Kind::MoveToSpr(8) => Work::MoveTo(MoveTo::Link),
        Kind::MoveToSpr(9) => Work::MoveTo(MoveTo::Count),
        _ if decoded.unit() == Unit::Fpu && is_compare(decoded) => Work::FloatCompare,
        _ if reads_vscr(decoded) => Work::MoveFromVscr,
        _ if decoded.writes().cr.count_ones() > 1 => Work::Conditions(decoded.writes().cr),
        _ => Work::Compute,
    }
}

const fn is_float(register: RegisterKind) -> bool {
    matches!(register, RegisterKind::Single | RegisterKind::Double | RegisterKind::FloatWord)
}

/// `fcmpu` and `fcmpo`: they read registers and write a condition field and no register.
fn is_compare(decoded: Decoded) -> bool {
    decoded.reads().fprs != 0 && decoded.writes().fprs == 0 && decoded.writes().cr != 0 && !is_alone(decoded)
}

fn is_alone(decoded: Decoded) -> bool {
    decoded.serialization().contains(Serialization::EXECUTION)
}

fn reads_vscr(decoded: Decoded) -> bool {
    decoded.reads().special.contains(Special::VSCR)
}

/// `mtvscr`.
pub(super) fn writes_vscr_only(decoded: Decoded) -> bool {
    decoded.writes() == Resources { special: Special::VSCR, ..Resources::NONE }
}

/// X1: three cycles between floating-point stores are X5's.
fn throughput(decoded: Decoded, work: Work) -> u8 {
    match work {
        Work::Store { .. } | Work::LoadWords | Work::StoreWords => 1,
        _ => decoded.throughput(),
    }
}

fn throughput_of_short(decoded: Decoded, work: Work) -> u8 {
    if decoded.short_throughput() == decoded.throughput() {
        throughput(decoded, work)
    } else {
        decoded.short_throughput()
    }
}

/// What it waits for: all it reads but the data of a store (X4). The condition fields
/// are the branch unit's alone (see [`register::CR`]).
fn sources(decoded: Decoded, kind: Kind, station: Station) -> [u8; 4] {
    let mut sources = [register::NOTHING; 4];
    if station == Station::Branch {
        return sources;
    }
    let reads = decoded.reads();
    let (data, address) = (decoded.store_data(), decoded.address_registers());
    let waits = if let Kind::Store(_) = kind {
        Resources {
            gprs: reads.gprs & (!data.gprs | address.gprs),
            fprs: reads.fprs & !data.fprs,
            vrs: reads.vrs & !data.vrs,
            ..reads
        }
    } else {
        reads
    };
    for (place, source) in register::without_condition(waits).enumerate() {
        sources[place] = source;
    }
    sources
}

fn base(decoded: Decoded, kind: Kind) -> Option<u8> {
    match kind {
        Kind::Load(transfer) | Kind::Store(transfer) if transfer.update => {
            let base = (decoded.word() >> 16 & 0x1f) as u8;
            Some(register::GPR + base)
        }
        _ => None,
    }
}

fn results(decoded: Decoded, kind: Kind, work: Work, base: Option<u8>) -> ([u8; 4], Renames) {
    let mut results = [register::NOWHERE; 4];
    let writes = decoded.writes();
    if matches!(kind, Kind::Branch(_)) || work == Work::LoadWords {
        return (results, Renames::default());
    }
    let fields = if let Work::Conditions(_) = work { 0 } else { writes.cr };
    let registers = register::without_condition(writes).filter(|register| Some(*register) != base);
    for (place, result) in registers.chain(register::condition(fields)).enumerate() {
        results[place] = result;
    }
    let renames =
        Renames { gprs: writes.gprs.count_ones(), fprs: writes.fprs.count_ones(), vrs: writes.vrs.count_ones() };
    (results, renames)
}

fn data(decoded: Decoded, work: Work) -> u8 {
    match work {
        Work::Store { .. } => register::without_condition(decoded.store_data()).next().unwrap_or(register::NOTHING),
        _ => register::NOTHING,
    }
}

#[cfg(test)]
mod tests {
    use mpc7450::instruction::decode;
    use mpc7450::instruction::decode::{Kind, Serialization};

    use super::Operation;

    /// Words over all opcodes with assorted register fields.
    fn words() -> impl Iterator<Item = u32> {
        let fields = [0x0000_0000, 0x0043_2000, 0x03ff_f800, 0x0022_1800, 0x0384_2000];
        (0..64u32)
            .flat_map(move |primary| (0..2048u32).flat_map(move |low| fields.map(|field| primary << 26 | field | low)))
    }

    #[test]
    fn every_word_has_room_for_its_registers() {
        for word in words() {
            Operation::of(word);
        }
    }

    #[test]
    fn whoever_reads_the_condition_register_is_a_branch_or_waits_to_be_oldest() {
        for decoded in words().filter_map(decode) {
            let branch = matches!(decoded.kind(), Kind::Branch(_));
            let alone = decoded.serialization().contains(Serialization::EXECUTION);
            assert!(decoded.reads().cr == 0 || branch || alone, "{}", decoded.mnemonic());
        }
    }

    #[test]
    fn an_operation_is_small() {
        assert!(size_of::<Operation>() <= 64, "{}", size_of::<Operation>());
    }
}
