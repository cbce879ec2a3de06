//! Whole logs: what is found in them and what is said to be missing.

use report_format::log::{Diagnosis, Finding, parse};
use report_format::record::{Emulator, Record};
use report_format::write::write_line;

use crate::sample::{assert_complete, records, text, written};

/// The sample's lines, each with its line end.
fn lines() -> Vec<String> {
    text().split_inclusive('\n').map(str::to_owned).collect()
}

/// The messages about the first boot.
fn messages(log: &str) -> Vec<String> {
    parse(log.as_bytes()).boots[0].findings.iter().map(ToString::to_string).collect()
}

#[test]
fn a_whole_report_is_complete() {
    let text = text();
    let log = parse(text.as_bytes());
    assert_eq!((log.boots.len(), log.lines, log.foreign, log.prefixed), (1, records().len() + 1, 0, 0));
    assert_complete(&log.boots[0]);
    assert!(log.boots[0].entries.iter().all(|entry| entry.line == entry.sequence as usize + 1));
}

#[test]
fn an_empty_log_and_a_foreign_log_have_no_boot() {
    for (log, lines) in [("", 0), ("\n", 1), (">> OpenBIOS 1.1\r\nno boot device\r\n", 2), ("\r\u{0}@g4", 1)] {
        let parsed = parse(log.as_bytes());
        assert_eq!(parsed.boots, []);
        assert_eq!((parsed.lines, parsed.foreign), (lines, lines), "{log:?}");
    }
}

#[test]
fn a_missing_last_line_end_is_no_loss() {
    assert_complete(&parse(text().trim_end().as_bytes()).boots[0]);
    let crlf = text().replace('\n', "\r\n");
    assert_complete(&parse(crlf.trim_end().as_bytes()).boots[0]);
}

#[test]
fn foreign_lines_are_skipped_and_counted_and_lines_keep_their_numbers() {
    let noise = [b"\r\n".as_slice(), b">> switching to new context\r\n", b"\0\xff\xfe\n", b"@g3 0 report\n"];
    let mut log = Vec::new();
    for line in lines() {
        log.extend(noise.concat());
        log.extend(line.trim_end().bytes());
        log.extend(b"\r\n");
    }
    let parsed = parse(&log);
    assert_complete(&parsed.boots[0]);
    assert_eq!(parsed.foreign, 4 * lines().len());
    assert_eq!(parsed.prefixed, 0);
    assert!(parsed.boots[0].entries.iter().all(|entry| entry.line == 5 * (entry.sequence as usize + 1)));
}

#[test]
fn a_record_is_found_behind_anything_on_its_line() {
    let log: Vec<u8> =
        lines().iter().flat_map(|line| [b">> switching to new context:\r\xff\0 @", line.as_bytes()].concat()).collect();
    let parsed = parse(&log);
    assert_complete(&parsed.boots[0]);
    assert_eq!((parsed.foreign, parsed.prefixed), (0, lines().len()));
    assert_eq!(parse(("\r".to_owned() + &text()).as_bytes()).prefixed, 1);
}

#[test]
fn lost_line_ends_lose_nothing() {
    let log = text().replace('\n', "");
    let parsed = parse(log.as_bytes());
    assert_complete(&parsed.boots[0]);
    assert_eq!(parsed.lines, 1);
}

/// Firmware's banner, a boot, a second boot: cut after every byte.
#[test]
fn a_log_cut_anywhere_is_truncated_and_keeps_what_was_whole() {
    let banner = ">> OpenBIOS 1.1\r\n";
    let text = text();
    let log = format!("{banner}{text}{banner}{text}");
    let ends: Vec<usize> = log.match_indices('\n').map(|(at, _)| at).filter(|&at| is_record_end(&log, at)).collect();
    let per_boot = ends.len() / 2;
    for length in 0..=log.len() {
        let parsed = parse(&log.as_bytes()[..length]);
        let whole = ends.iter().filter(|&&end| end <= length).count();
        assert_eq!(parsed.boots.iter().map(|boot| boot.entries.len()).sum::<usize>(), whole, "cut at {length}");
        for (number, boot) in parsed.boots.iter().enumerate() {
            let complete = whole >= per_boot * (number + 1);
            let expected = if complete { Diagnosis::Complete } else { Diagnosis::Truncated };
            assert_eq!(boot.diagnosis(), expected, "cut at {length}: {:?}", boot.findings);
        }
    }
}

fn is_record_end(log: &str, at: usize) -> bool {
    log[..at].rsplit('\n').next().is_some_and(|line| line.starts_with("@g4 "))
}

#[test]
fn a_truncated_log_says_where_it_stops() {
    let lines = lines();
    assert_eq!(messages(&lines[..9].concat()), ["no `end` record: everything after record 8 is missing"]);
    let cut = lines[..9].concat() + &lines[9][..30] + "\r\n>> OpenBIOS 1.1\r\n";
    assert_eq!(
        messages(&cut),
        ["line 10: the report stops within this line", "no `end` record: everything after record 8 is missing"]
    );
    assert_eq!(messages(&lines[0][..30]), ["line 1: the report stops within this line", "no record could be read"]);
}

#[test]
fn every_lost_line_is_named() {
    let lines = lines();
    let last = lines.len() - 1;
    for lost in 0..lines.len() {
        let mut log = lines.clone();
        log.remove(lost);
        let log = log.concat();
        let boot = &parse(log.as_bytes()).boots[0];
        if lost == last {
            assert_eq!(boot.findings, [Finding::NoEnd { last: Some(last as u32 - 1) }]);
        } else {
            let lost = lost as u32;
            assert_eq!(boot.findings[0], Finding::Missing { first: lost, last: lost });
            assert_eq!(boot.diagnosis(), Diagnosis::Corrupt);
        }
    }
}

#[test]
fn lost_ranges_are_named_exactly_and_the_totals_say_of_what_kind() {
    let mut log = lines();
    log.drain(19..22);
    log.drain(..2);
    assert_eq!(
        messages(&log.concat()),
        [
            "records 0 to 1 are missing (2 in all)",
            "records 19 to 21 are missing (3 in all)",
            "line 25: the `end` record states trials=5, there are 2",
        ]
    );
}

#[test]
fn a_repeated_line_is_dropped_and_counted() {
    let lines = lines();
    for repeated in 0..lines.len() {
        for place in repeated + 1..=lines.len() {
            if repeated == 0 && place > 1 {
                continue; // A second `report` record opens a second boot.
            }
            let mut log = lines.clone();
            log.insert(place, lines[repeated].clone());
            let log = log.concat();
            let parsed = parse(log.as_bytes());
            assert_eq!(parsed.boots.len(), 1, "line {repeated} again at {place}");
            assert_complete(&parsed.boots[0]);
            assert_eq!(parsed.boots[0].duplicates, 1);
        }
    }
}

#[test]
fn two_different_records_of_one_number_are_corrupt() {
    let mut log = lines();
    let mut other = String::new();
    write_line(&mut other, 5, &records()[6]).unwrap();
    log.insert(8, other);
    assert_eq!(messages(&log.concat()), ["line 9: another record 5 than the one on line 6"]);
    assert_eq!(parse(log.concat().as_bytes()).boots[0].entries[5].record, records()[5], "the first is kept");
}

#[test]
fn lines_out_of_order_are_corrupt_but_not_missing() {
    let lines = lines();
    for at in 1..lines.len() - 1 {
        let mut log = lines.clone();
        log.swap(at, at + 1);
        assert_eq!(messages(&log.concat()), [format!("line {}: record {at} stands after record {}", at + 2, at + 1)]);
    }
}

#[test]
fn a_damaged_line_is_named_with_its_reason() {
    let mut log = lines();
    log[3] = log[3].replace("code_bytes=65536", "code_bytes=65537");
    let messages = messages(&log.concat());
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(messages[0].starts_with("line 4: the checksum says "), "{messages:?}");
    assert_eq!(messages[1], "record 3 is missing");
}

#[test]
fn a_cut_line_in_the_middle_is_damaged_also_where_the_next_follows_at_once() {
    for cut_end in ["\n", ""] {
        let mut log = lines();
        log[4].truncate(20);
        log[4] += cut_end;
        assert_eq!(
            messages(&log.concat()),
            ["line 5: the line is cut before the end of its checksum", "record 4 is missing"]
        );
    }
}

/// Only a line that is cut, and only as the last one, is where a boot stops.
#[test]
fn a_damaged_line_without_end_is_corrupt() {
    let lines = lines();
    let changed = lines[8].replace("counts=no", "counts=on");
    let cut = lines[8][..30].to_owned() + "\n";
    for log in [lines[..8].concat() + &changed, lines[..8].concat() + &cut + &lines[9]] {
        let boot = &parse(log.as_bytes()).boots[0];
        assert!(matches!(boot.findings[0], Finding::Damaged { line: 9, .. }), "{:?}", boot.findings);
        assert_eq!(boot.diagnosis(), Diagnosis::Corrupt);
    }
}

/// A number that no boot has yet, behind an `end`: the head of a boot is lost.
#[test]
fn a_higher_number_behind_the_end_opens_a_boot() {
    let mut line = String::new();
    let number = lines().len() as u32;
    write_line(&mut line, number, &records()[18]).unwrap();
    let log = text() + &line;
    let parsed = parse(log.as_bytes());
    assert_eq!(parsed.boots.len(), 2);
    assert_complete(&parsed.boots[0]);
    assert_eq!(parsed.boots[1].findings[1], Finding::Missing { first: 0, last: number - 1 });
}

#[test]
fn totals_that_disagree_are_named() {
    let mut log = lines();
    let mut records = records();
    let last = records.len() as u32;
    log.pop();
    records.push(Record::Skip(report_format::record::Skip {
        id: report_format::text::Text::new("a/b"),
        reason: report_format::text::Text::new("c"),
    }));
    let end = written(&records).lines().last().unwrap().to_owned();
    let report_format::parse::Line::Record { record, .. } = report_format::parse::parse_line(end.as_bytes()) else {
        panic!("{end}")
    };
    let mut line = String::new();
    write_line(&mut line, last, &record).unwrap();
    log.push(line);
    assert_eq!(
        messages(&log.concat()),
        [
            format!("line {}: the `end` record states records={}, there are {last}", last + 1, last + 1),
            format!("line {}: the `end` record states skips=2, there are 1", last + 1),
        ]
    );
}

#[test]
fn another_version_is_refused_as_a_whole() {
    let lines = lines();
    let log = format!("@g4 0 report version=7 colour=blue *97a1f1cb\n{}{}", lines[1..].concat(), text());
    let parsed = parse(log.as_bytes());
    assert_eq!(parsed.boots.len(), 2);
    assert_eq!(parsed.boots[0].entries, []);
    assert_eq!(parsed.boots[0].diagnosis(), Diagnosis::Corrupt);
    let unread = lines.len() - 1;
    assert_eq!(
        messages(&log),
        [format!("line 1: report format version 7, this tool reads version 1; {unread} lines after it are not read")]
    );
    assert_complete(&parsed.boots[1]);
}

#[test]
fn boots_are_told_apart() {
    let lines = lines();
    let mut other = records();
    if let Record::Report(report) = &mut other[0] {
        report.emulator = Emulator::NoneFound;
    }
    let other = written(&other);
    for (log, expected) in [
        (text() + &text(), [Diagnosis::Complete, Diagnosis::Complete]),
        (text() + &other, [Diagnosis::Complete, Diagnosis::Complete]),
        (lines[..7].concat() + &text(), [Diagnosis::Truncated, Diagnosis::Complete]),
        (lines[..7].concat() + &lines[7][..20] + &text(), [Diagnosis::Truncated, Diagnosis::Complete]),
        (lines[0].clone() + &other, [Diagnosis::Truncated, Diagnosis::Complete]),
        (text() + &lines[..7].concat(), [Diagnosis::Complete, Diagnosis::Truncated]),
        (lines[4..].concat() + &text(), [Diagnosis::Corrupt, Diagnosis::Complete]),
        (text() + "@g4 0 report vers", [Diagnosis::Complete, Diagnosis::Truncated]),
        (text() + "@g4 0 re\0ort *00000000\n" + &lines[1..].concat(), [Diagnosis::Complete, Diagnosis::Corrupt]),
    ] {
        let parsed = parse(log.as_bytes());
        let found: Vec<_> = parsed.boots.iter().map(|boot| boot.diagnosis()).collect();
        assert_eq!(found, expected, "{log}");
    }
}

/// A boot whose head is lost, behind a complete one: its records are not the
/// other boot's, as their ticks differ.
#[test]
fn a_second_boot_without_head_is_a_boot_of_its_own() {
    let mut other = records();
    for record in &mut other {
        if let Record::Trial(trial) = record {
            trial.ticks += 1;
        }
    }
    let other: String = written(&other).split_inclusive('\n').skip(19).collect();
    let log = text() + &other;
    let parsed = parse(log.as_bytes());
    assert_eq!(parsed.boots.len(), 2);
    assert_complete(&parsed.boots[0]);
    assert_eq!(parsed.boots[1].findings[0], Finding::Missing { first: 0, last: 18 });
}

#[test]
fn ten_megabytes_of_noise_are_skipped() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut noise: Vec<u8> = std::iter::repeat_with(|| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    })
    .flatten()
    .take(5_000_000)
    .map(|byte| if byte == b'@' { b'\n' } else { byte })
    .collect();
    noise.extend(b"@g4@g4@g4@ g4".repeat(5_000_000 / 13));
    let mut log = noise.clone();
    let lines = lines();
    log.extend(lines[..11].concat().bytes());
    log.extend(&noise);
    log.extend(lines[11..].concat().bytes());
    let parsed = parse(&log);
    assert_eq!(parsed.boots.len(), 1);
    assert_complete(&parsed.boots[0]);
    assert_eq!(parsed.prefixed, 2);
}
