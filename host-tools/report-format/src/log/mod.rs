//! A whole log: what came over the serial line, into boots of records.
//!
//! A log holds anything: firmware's banner, line noise, two boots because the
//! machine restarted, a boot without its head because the capture began late.
//! [`parse`] finds every record in it and says for each boot whether it is
//! complete and, if not, exactly what is wrong ([`Finding`]).
//!
//! # Which boot a record belongs to
//!
//! - A `report` record opens a boot, unless it repeats the record just before it.
//! - After a boot's `end` record, a record that repeats one of the boot is a
//!   duplicate, one whose number the boot misses belongs to it, and any other one
//!   opens a boot that lacks its head. So does a damaged line.
//! - Everything else belongs to the boot at hand.
//!
//! Records are sorted by number. An identical duplicate is dropped and counted:
//! a terminal that repeats a line loses nothing. A record out of order, or two
//! different ones of one number, are not repaired: a serial line cannot reorder,
//! so two logs were mixed and nobody can say which half is the right one.
//!
//! Everything borrows from the log; a record costs no allocation of its own.

mod boot;
mod finding;
mod scan;

pub use boot::{Boot, Entry};
pub use finding::{Diagnosis, Finding};

use crate::damage::Damage;
use crate::parse::parse_record;

/// A parsed log.
#[derive(Debug)]
pub struct Log<'a> {
    /// The boots in the order of the log; empty when no line carries the marker.
    pub boots: Vec<Boot<'a>>,
    /// Lines in all.
    pub lines: usize,
    /// Of these, lines without the marker: skipped.
    pub foreign: usize,
    /// Lines with something else in front of their first record: skipped up to
    /// the marker.
    pub prefixed: usize,
}

/// Parses a log of any content.
#[must_use]
pub fn parse(log: &[u8]) -> Log<'_> {
    let mut boots: Vec<boot::Builder<'_>> = Vec::new();
    let lines = scan::scan(log, |line, bytes| {
        let parsed = parse_record(bytes);
        match boots.last_mut() {
            Some(boot) if !boot.is_followed_by(&parsed) => boot.add(line, parsed),
            _ => {
                let mut boot = boot::Builder::default();
                boot.add(line, parsed);
                boots.push(boot);
            }
        }
    });
    Log {
        boots: boots.into_iter().map(boot::Builder::finish).collect(),
        lines: lines.all,
        foreign: lines.all - lines.marked,
        prefixed: lines.prefixed,
    }
}

/// A line with the marker: a record with its number, or what is wrong with it.
type Parsed<'a> = Result<(u32, crate::record::Record<'a>), Damage<'a>>;
