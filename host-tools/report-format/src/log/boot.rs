//! One boot: its records and what is wrong with them.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Slot;

use super::{Diagnosis, Finding, Parsed};
use crate::damage::Damage;
use crate::record::{End, Record};

/// A record and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The line, from 1.
    pub line: usize,
    /// The sequence number.
    pub sequence: u32,
    /// The record.
    pub record: Record<'a>,
}

/// One run of the image from its `report` record on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Boot<'a> {
    /// The line of its first record or damaged line, from 1.
    pub line: usize,
    /// The records in the order of their numbers, each number once.
    pub entries: Vec<Entry<'a>>,
    /// Identical duplicates that were dropped.
    pub duplicates: usize,
    /// What is wrong; empty for a complete boot.
    pub findings: Vec<Finding<'a>>,
}

impl Boot<'_> {
    /// What the boot is worth: the worst of its findings decides.
    #[must_use]
    pub fn diagnosis(&self) -> Diagnosis {
        self.findings.iter().map(Finding::diagnosis).max().unwrap_or(Diagnosis::Complete)
    }
}

/// A boot in the making.
#[derive(Default)]
pub(super) struct Builder<'a> {
    line: usize,
    records: BTreeMap<u32, (usize, Record<'a>)>,
    duplicates: usize,
    findings: Vec<Finding<'a>>,
    /// The number of the record that came last, dropped ones included.
    last: Option<u32>,
    /// Whether a cut line came last.
    ends_cut: bool,
    /// The number of the `end` record.
    end: Option<u32>,
    /// The report has a version that is not read: line, version, lines skipped.
    refused: Option<(usize, u32, usize)>,
}

impl<'a> Builder<'a> {
    /// Whether what comes next belongs to another boot; see [`super`].
    pub(super) fn is_followed_by(&self, next: &Parsed<'a>) -> bool {
        match next {
            Err(Damage::Version { .. }) => true,
            Err(_) => self.end.is_some(),
            Ok((0, record)) => self.last != Some(0) || self.differs(0, record),
            Ok((sequence, record)) => self.end.is_some_and(|end| *sequence > end || self.differs(*sequence, record)),
        }
    }

    /// Whether there is another record with this number.
    fn differs(&self, sequence: u32, record: &Record<'a>) -> bool {
        self.records.get(&sequence).is_some_and(|(_, kept)| kept != record)
    }

    /// Adds a record or a damaged line that belongs to this boot.
    pub(super) fn add(&mut self, line: usize, parsed: Parsed<'a>) {
        if self.line == 0 {
            self.line = line;
        }
        self.ends_cut = parsed == Err(Damage::Cut);
        match (&mut self.refused, parsed) {
            (Some((_, _, unread)), _) => *unread += 1,
            (None, Err(Damage::Version { found })) => self.refused = Some((line, found, 0)),
            (None, Err(reason)) => self.findings.push(Finding::Damaged { line, reason }),
            (None, Ok((sequence, record))) => self.add_record(line, sequence, record),
        }
    }

    fn add_record(&mut self, line: usize, sequence: u32, record: Record<'a>) {
        let highest = self.records.last_key_value().map(|(&highest, _)| highest);
        self.last = Some(sequence);
        match self.records.entry(sequence) {
            Slot::Occupied(kept) if kept.get().1 == record => self.duplicates += 1,
            Slot::Occupied(kept) => {
                let kept = kept.get().0;
                self.findings.push(Finding::Differs { sequence, kept, line });
            }
            Slot::Vacant(slot) => {
                if let Some(after) = highest.filter(|&highest| highest > sequence) {
                    self.findings.push(Finding::OutOfOrder { sequence, line, after });
                }
                if matches!(record, Record::End(_)) {
                    self.end = Some(sequence);
                }
                slot.insert((line, record));
            }
        }
    }

    /// Takes stock.
    pub(super) fn finish(mut self) -> Boot<'a> {
        if let Some((line, version, unread)) = self.refused {
            self.findings.push(Finding::Version { line, version, unread });
        } else {
            self.find_end();
            self.find_missing();
            self.compare_totals();
        }
        let entries =
            self.records.into_iter().map(|(sequence, (line, record))| Entry { line, sequence, record }).collect();
        Boot { line: self.line, entries, duplicates: self.duplicates, findings: self.findings }
    }

    /// Without an `end` record, a last line that is cut is where the image or
    /// the capture stopped; anywhere else a cut line is a damaged one.
    fn find_end(&mut self) {
        if self.end.is_some() {
            return;
        }
        if self.ends_cut
            && let Some(finding) = self.findings.last_mut()
            && let Finding::Damaged { line, .. } = *finding
        {
            *finding = Finding::CutShort { line };
        }
        let last = self.records.last_key_value().map(|(&sequence, _)| sequence);
        self.findings.push(Finding::NoEnd { last });
    }

    fn find_missing(&mut self) {
        let mut next = 0;
        for &sequence in self.records.keys() {
            if sequence > next {
                self.findings.push(Finding::Missing { first: next, last: sequence - 1 });
            }
            next = sequence.saturating_add(1);
        }
    }

    fn compare_totals(&mut self) {
        let Some((&sequence, (line, Record::End(stated)))) = self.end.and_then(|end| self.records.get_key_value(&end))
        else {
            return;
        };
        let mut found = End { records: sequence, kernels: 0, trials: 0, faults: 0, skips: 0, errors: 0 };
        for (_, record) in self.records.values() {
            match record {
                Record::Kernel(_) => found.kernels += 1,
                Record::Trial(_) => found.trials += 1,
                Record::Fault(_) => found.faults += 1,
                Record::Skip(_) => found.skips += 1,
                Record::Error(_) => found.errors += 1,
                _ => {}
            }
        }
        let totals = [
            ("records", stated.records, found.records),
            ("kernels", stated.kernels, found.kernels),
            ("trials", stated.trials, found.trials),
            ("faults", stated.faults, found.faults),
            ("skips", stated.skips, found.skips),
            ("errors", stated.errors, found.errors),
        ];
        self.findings.extend(
            totals
                .into_iter()
                .filter(|(_, stated, found)| stated != found)
                .map(|(key, stated, found)| Finding::Total { line: *line, key, stated, found }),
        );
    }
}
