//! Logs with arbitrary edits: the laws hold, and a log is called complete only
//! with exactly the records that were written.

use proptest::prelude::*;
use report_format::laws;
use report_format::log::{Diagnosis, parse};

use crate::sample::{records, text, written};
use crate::strategies::{inner, report};

#[derive(Clone, Debug)]
enum Edit {
    /// Other bytes in the place of some.
    Splice { at: prop::sample::Index, removed: usize, inserted: Vec<u8> },
    /// A line moved, or a copy of it put elsewhere.
    Line { from: prop::sample::Index, to: prop::sample::Index, keep: bool },
    /// The rest lost.
    Cut { at: prop::sample::Index },
}

fn edit() -> impl Strategy<Value = Edit> {
    let byte = prop_oneof![any::<u8>(), prop::sample::select(&b"\r\n\0\xff@ *=%0"[..])];
    prop_oneof![
        4 => (any::<prop::sample::Index>(), 0..40_usize, prop::collection::vec(byte, 0..40))
            .prop_map(|(at, removed, inserted)| Edit::Splice { at, removed, inserted }),
        4 => (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>())
            .prop_map(|(from, to, keep)| Edit::Line { from, to, keep }),
        1 => any::<prop::sample::Index>().prop_map(|at| Edit::Cut { at }),
    ]
}

fn apply(edit: &Edit, log: &mut Vec<u8>) {
    if log.is_empty() {
        return;
    }
    match edit {
        Edit::Splice { at, removed, inserted } => {
            let start = at.index(log.len());
            let end = log.len().min(start + removed);
            log.splice(start..end, inserted.iter().copied());
        }
        Edit::Line { from, to, keep } => {
            let mut lines: Vec<Vec<u8>> = log.split_inclusive(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect();
            let from = from.index(lines.len());
            let line = if *keep { lines[from].clone() } else { lines.remove(from) };
            lines.insert(to.index(lines.len() + 1), line);
            *log = lines.concat();
        }
        Edit::Cut { at } => log.truncate(at.index(log.len())),
    }
}

proptest! {
    #[test]
    fn an_edited_log_is_complete_only_with_all_its_records(edits in prop::collection::vec(edit(), 1..5)) {
        let mut log = text().into_bytes();
        for edit in &edits {
            apply(edit, &mut log);
        }
        laws::assert_for(&log);
        for boot in parse(&log).boots {
            if boot.diagnosis() == Diagnosis::Complete {
                crate::sample::assert_complete(&boot);
            }
            let mut originals = records().into_iter().map(Some).collect::<Vec<_>>();
            originals.push(None);
            for entry in &boot.entries {
                if let Some(Some(original)) = originals.get(entry.sequence as usize) {
                    prop_assert_eq!(&entry.record, original);
                }
            }
        }
    }

    #[test]
    fn any_records_in_any_order_are_a_complete_log(first in report(), rest in prop::collection::vec(inner(), 0..20)) {
        let mut records = vec![first];
        records.extend(rest);
        let log = written(&records);
        laws::assert_for(log.as_bytes());
        let parsed = parse(log.as_bytes());
        prop_assert_eq!(parsed.boots.len(), 1);
        prop_assert_eq!(&parsed.boots[0].findings, &[]);
        let found: Vec<_> = parsed.boots[0].entries.iter().map(|entry| &entry.record).take(records.len()).collect();
        prop_assert_eq!(found, records.iter().collect::<Vec<_>>());
    }
}
