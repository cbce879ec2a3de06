//! No single changed, lost or added character is accepted.

use report_format::log::{self, Diagnosis};
use report_format::parse::{Line, parse_line};

use crate::golden::golden;

fn is_record(line: &[u8]) -> bool {
    matches!(parse_line(line), Line::Record { .. })
}

#[test]
fn no_changed_character_is_accepted() {
    let mut tried = 0;
    for (line, _) in golden() {
        let mut changed = line.as_bytes().to_vec();
        for position in 0..changed.len() {
            let right = changed[position];
            for byte in (0..=u8::MAX).filter(|&byte| byte != right) {
                changed[position] = byte;
                tried += 1;
                assert!(!is_record(&changed), "byte {byte:#04x} at {position} of {line}");
            }
            changed[position] = right;
        }
        assert!(is_record(&changed));
    }
    assert!(tried > 400_000, "{tried}");
}

#[test]
fn no_lost_character_is_accepted() {
    for (line, _) in golden() {
        for position in 0..line.len() {
            let mut changed = line.as_bytes().to_vec();
            changed.remove(position);
            assert!(!is_record(&changed), "without position {position} of {line}");
        }
    }
}

/// In front of the marker anything may stand, and CRs, NULs and 0xff behind the checksum:
/// there the record has ended.
#[test]
fn no_added_character_is_accepted() {
    for (line, _) in golden() {
        for position in 1..=line.len() {
            for byte in 0..=u8::MAX {
                let behind = position == line.len() && matches!(byte, b'\r' | b'\n' | 0 | 0xff);
                let mut changed = line.as_bytes().to_vec();
                changed.insert(position, byte);
                if changed.ends_with(line.as_bytes()) {
                    continue;
                }
                assert_eq!(is_record(&changed), behind, "byte {byte:#04x} added at {position} of {line}");
            }
        }
    }
}

/// The same in a whole log, line ends included: no change leaves a complete
/// report, and no record appears that was not there. The log's last line end
/// is the exception: the end of the log stands for it.
#[test]
fn no_changed_character_leaves_a_log_complete() {
    let golden = golden();
    let report = golden[0].0;
    let skip = "@g4 1 skip id=a/b reason=c *ed8610cc";
    let end = "@g4 2 end records=2 kernels=0 trials=0 faults=0 skips=1 errors=0 *9d604d4b";
    let text = format!("{report}\n{skip}\n{end}\n");
    let whole = log::parse(text.as_bytes());
    assert_eq!(whole.boots[0].findings, []);
    let records: Vec<_> = whole.boots[0].entries.iter().map(|entry| &entry.record).collect();

    let mut changed = text.clone().into_bytes();
    for position in 0..changed.len() - 1 {
        let right = changed[position];
        for byte in (0..=u8::MAX).filter(|&byte| byte != right) {
            changed[position] = byte;
            let parsed = log::parse(&changed);
            let complete = parsed.boots.iter().all(|boot| boot.diagnosis() == Diagnosis::Complete);
            assert!(!complete, "byte {byte:#04x} at {position}");
            for entry in parsed.boots.iter().flat_map(|boot| &boot.entries) {
                assert!(records.contains(&&entry.record), "byte {byte:#04x} at {position}: {entry:?}");
            }
        }
        changed[position] = right;
    }
}
