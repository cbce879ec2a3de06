//! Stores [PEM 4.2.3, ALTIVECPEM 4.2.3]; all execute in the load/store unit and take
//! effect when they are the oldest.

use crate::instruction::decode::entry::Name::{Plain, Recording};
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::timing::{Timing, Unit};
use crate::instruction::decode::{Action, Entry, Extent, Name, RegisterKind, Transfer};

const INTEGER: Timing = Timing::new(Unit::Lsu, 3, 1).storing();
/// One floating-point store in three cycles.
const FLOAT: Timing = Timing::new(Unit::Lsu, 3, 3).storing();
const UPDATE: Timing = INTEGER.likely();

const BYTE: Transfer = Transfer::new(1, RegisterKind::General);
const HALF: Transfer = Transfer::new(2, RegisterKind::General);
const WORD: Transfer = Transfer::new(4, RegisterKind::General);
const SINGLE: Transfer = Transfer::new(4, RegisterKind::Single);
const DOUBLE: Transfer = Transfer::new(8, RegisterKind::Double);
const VECTOR: Transfer = Transfer::new(16, RegisterKind::Vector);

const fn store(name: Name, value: u32, operands: &'static [O], transfer: Transfer, timing: Timing) -> Entry {
    Entry::new(name, value, operands, timing).action(Action::Store(transfer))
}

/// `name s,displacement(a)`.
const fn direct(name: &'static str, primary: u32, transfer: Transfer) -> Entry {
    store(Plain(name), primary << 26, &[O::RSData, O::Displacement, O::RA0], transfer, INTEGER)
}

const fn direct_update(name: &'static str, primary: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { update: true, ..transfer };
    store(Plain(name), primary << 26, &[O::RSData, O::Displacement, O::RAUpdate], transfer, UPDATE)
}

/// `name s,a,b`.
const fn indexed(name: &'static str, extended: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { indexed: true, ..transfer };
    store(Plain(name), 31 << 26 | extended << 1, &[O::RSData, O::RA0, O::RB], transfer, INTEGER)
}

const fn indexed_update(name: &'static str, extended: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { indexed: true, update: true, ..transfer };
    store(Plain(name), 31 << 26 | extended << 1, &[O::RSData, O::RAUpdate, O::RB], transfer, UPDATE)
}

const fn float(name: &'static str, primary: u32, transfer: Transfer) -> Entry {
    store(Plain(name), primary << 26, &[O::FSData, O::Displacement, O::RA0], transfer, FLOAT)
}

const fn float_update(name: &'static str, primary: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { update: true, ..transfer };
    store(Plain(name), primary << 26, &[O::FSData, O::Displacement, O::RAUpdate], transfer, FLOAT)
}

const fn float_indexed(name: &'static str, extended: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { indexed: true, ..transfer };
    store(Plain(name), 31 << 26 | extended << 1, &[O::FSData, O::RA0, O::RB], transfer, FLOAT)
}

const fn float_indexed_update(name: &'static str, extended: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { indexed: true, update: true, ..transfer };
    store(Plain(name), 31 << 26 | extended << 1, &[O::FSData, O::RAUpdate, O::RB], transfer, FLOAT.guess())
}

const fn vector(name: &'static str, extended: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { indexed: true, ..transfer };
    store(Plain(name), 31 << 26 | extended << 1, &[O::VSData, O::RA0, O::RB], transfer, INTEGER)
}

const fn element(bytes: u8) -> Transfer {
    Transfer::new(bytes, RegisterKind::VectorElement)
}

pub(super) const ROWS: &[Entry] = &[
    direct("stb", 38, BYTE),
    direct_update("stbu", 39, BYTE),
    indexed("stbx", 215, BYTE),
    indexed_update("stbux", 247, BYTE),
    direct("sth", 44, HALF),
    direct_update("sthu", 45, HALF),
    indexed("sthx", 407, HALF),
    indexed_update("sthux", 439, HALF),
    direct("stw", 36, WORD),
    direct_update("stwu", 37, WORD),
    indexed("stwx", 151, WORD),
    indexed_update("stwux", 183, WORD),
    indexed("sthbrx", 918, Transfer { reversed: true, ..HALF }),
    indexed("stwbrx", 662, Transfer { reversed: true, ..WORD }),
    store(
        Recording("stwcx."),
        31 << 26 | 150 << 1 | 1,
        &[O::RSData, O::RA0, O::RB],
        Transfer { indexed: true, reserve: true, ..WORD },
        INTEGER.likely(),
    ),
    Entry { timing: INTEGER.guess(), ..indexed("ecowx", 438, Transfer { external: true, ..WORD }) },
    store(
        Plain("stmw"),
        47 << 26,
        &[O::RSMultiple, O::Displacement, O::RA0],
        Transfer { extent: Extent::Multiple(0), ..WORD },
        INTEGER.likely(),
    ),
    store(
        Plain("stswi"),
        31 << 26 | 725 << 1,
        &[O::RSString, O::RA0, O::Count],
        Transfer { extent: Extent::String(0), ..WORD },
        INTEGER.guess(),
    ),
    store(
        Plain("stswx"),
        31 << 26 | 661 << 1,
        &[O::RSCounted, O::RA0, O::RB],
        Transfer { extent: Extent::Counted, indexed: true, ..WORD },
        INTEGER.guess(),
    ),
    float("stfs", 52, SINGLE),
    float_update("stfsu", 53, SINGLE),
    float_indexed("stfsx", 663, SINGLE),
    float_indexed_update("stfsux", 695, SINGLE),
    float("stfd", 54, DOUBLE),
    float_update("stfdu", 55, DOUBLE),
    float_indexed("stfdx", 727, DOUBLE),
    float_indexed_update("stfdux", 759, DOUBLE),
    float_indexed("stfiwx", 983, Transfer::new(4, RegisterKind::FloatWord)),
    vector("stvebx", 135, element(1)),
    vector("stvehx", 167, element(2)),
    vector("stvewx", 199, element(4)),
    vector("stvx", 231, VECTOR),
    vector("stvxl", 487, Transfer { transient: true, ..VECTOR }),
];
