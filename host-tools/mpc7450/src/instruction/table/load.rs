//! Loads [PEM 4.2.3, ALTIVECPEM 4.2.3]; all execute in the load/store unit.

use crate::instruction::decode::entry::Name::Plain;
use crate::instruction::decode::operand::Operand as O;
use crate::instruction::decode::timing::{Timing, Unit};
use crate::instruction::decode::{Action, Entry, Extent, RegisterKind, Transfer};

const INTEGER: Timing = Timing::new(Unit::Lsu, 3, 1);
const FLOAT: Timing = Timing::new(Unit::Lsu, 4, 1);
/// The manual's numbers for the new address of integer loads are an inference.
const UPDATE: Timing = INTEGER.likely();
/// Registers are added to the latency, and are the throughput.
const MULTIPLE: Timing = INTEGER;
const STRING: Timing = INTEGER.likely();

const BYTE: Transfer = Transfer::new(1, RegisterKind::General);
const HALF: Transfer = Transfer::new(2, RegisterKind::General);
const ALGEBRAIC: Transfer = Transfer { algebraic: true, ..HALF };
const WORD: Transfer = Transfer::new(4, RegisterKind::General);
const SINGLE: Transfer = Transfer::new(4, RegisterKind::Single);
const DOUBLE: Transfer = Transfer::new(8, RegisterKind::Double);
const VECTOR: Transfer = Transfer::new(16, RegisterKind::Vector);

const fn load(name: &'static str, value: u32, operands: &'static [O], transfer: Transfer, timing: Timing) -> Entry {
    Entry::new(Plain(name), value, operands, timing).action(Action::Load(transfer))
}

/// `name d,displacement(a)`.
const fn direct(name: &'static str, primary: u32, transfer: Transfer) -> Entry {
    load(name, primary << 26, &[O::RD, O::Displacement, O::RA0], transfer, INTEGER)
}

const fn direct_update(name: &'static str, primary: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { update: true, ..transfer };
    load(name, primary << 26, &[O::RD, O::Displacement, O::RAUpdate], transfer, UPDATE)
}

/// `name d,a,b`.
const fn indexed(name: &'static str, extended: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { indexed: true, ..transfer };
    load(name, 31 << 26 | extended << 1, &[O::RD, O::RA0, O::RB], transfer, INTEGER)
}

const fn indexed_update(name: &'static str, extended: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { indexed: true, update: true, ..transfer };
    load(name, 31 << 26 | extended << 1, &[O::RD, O::RAUpdate, O::RB], transfer, UPDATE)
}

const fn float(name: &'static str, primary: u32, transfer: Transfer) -> Entry {
    load(name, primary << 26, &[O::FD, O::Displacement, O::RA0], transfer, FLOAT)
}

const fn float_update(name: &'static str, primary: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { update: true, ..transfer };
    load(name, primary << 26, &[O::FD, O::Displacement, O::RAUpdate], transfer, FLOAT)
}

const fn float_indexed(name: &'static str, extended: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { indexed: true, ..transfer };
    load(name, 31 << 26 | extended << 1, &[O::FD, O::RA0, O::RB], transfer, FLOAT)
}

const fn float_indexed_update(name: &'static str, extended: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { indexed: true, update: true, ..transfer };
    load(name, 31 << 26 | extended << 1, &[O::FD, O::RAUpdate, O::RB], transfer, FLOAT)
}

const fn vector(name: &'static str, extended: u32, transfer: Transfer) -> Entry {
    let transfer = Transfer { indexed: true, ..transfer };
    load(name, 31 << 26 | extended << 1, &[O::VD, O::RA0, O::RB], transfer, INTEGER)
}

const fn element(bytes: u8) -> Transfer {
    Transfer::new(bytes, RegisterKind::VectorElement)
}

/// `lvsl` and `lvsr` use the address and load nothing.
const fn permute_control(name: &'static str, extended: u32) -> Entry {
    Entry::extended(31, extended, Plain(name), &[O::VD, O::RA0, O::RB], INTEGER.likely())
}

pub(super) const ROWS: &[Entry] = &[
    direct("lbz", 34, BYTE),
    direct_update("lbzu", 35, BYTE),
    indexed("lbzx", 87, BYTE),
    indexed_update("lbzux", 119, BYTE),
    direct("lhz", 40, HALF),
    direct_update("lhzu", 41, HALF),
    indexed("lhzx", 279, HALF),
    indexed_update("lhzux", 311, HALF),
    direct("lha", 42, ALGEBRAIC),
    direct_update("lhau", 43, ALGEBRAIC),
    indexed("lhax", 343, ALGEBRAIC),
    indexed_update("lhaux", 375, ALGEBRAIC),
    direct("lwz", 32, WORD),
    direct_update("lwzu", 33, WORD),
    indexed("lwzx", 23, WORD),
    indexed_update("lwzux", 55, WORD),
    indexed("lhbrx", 790, Transfer { reversed: true, ..HALF }),
    indexed("lwbrx", 534, Transfer { reversed: true, ..WORD }),
    load(
        "lwarx",
        31 << 26 | 20 << 1,
        &[O::RD, O::RA0, O::RB, O::Variant31],
        Transfer { indexed: true, reserve: true, ..WORD },
        INTEGER.alone().likely(),
    ),
    Entry { timing: INTEGER.guess(), ..indexed("eciwx", 310, Transfer { external: true, ..WORD }) },
    load(
        "lmw",
        46 << 26,
        &[O::RDMultiple, O::Displacement, O::RA0],
        Transfer { extent: Extent::Multiple(0), ..WORD },
        MULTIPLE,
    ),
    load(
        "lswi",
        31 << 26 | 597 << 1,
        &[O::RDString, O::RA0, O::Count],
        Transfer { extent: Extent::String(0), ..WORD },
        STRING,
    ),
    load(
        "lswx",
        31 << 26 | 533 << 1,
        &[O::RDCounted, O::RA0, O::RB],
        Transfer { extent: Extent::Counted, indexed: true, ..WORD },
        STRING,
    ),
    float("lfs", 48, SINGLE),
    float_update("lfsu", 49, SINGLE),
    float_indexed("lfsx", 535, SINGLE),
    float_indexed_update("lfsux", 567, SINGLE),
    float("lfd", 50, DOUBLE),
    float_update("lfdu", 51, DOUBLE),
    float_indexed("lfdx", 599, DOUBLE),
    float_indexed_update("lfdux", 631, DOUBLE),
    vector("lvebx", 7, element(1)),
    vector("lvehx", 39, element(2)),
    vector("lvewx", 71, element(4)),
    vector("lvx", 103, VECTOR),
    vector("lvxl", 359, Transfer { transient: true, ..VECTOR }),
    permute_control("lvsl", 6),
    permute_control("lvsr", 38),
];
