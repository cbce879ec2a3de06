//! Laws for arbitrary records, lines and bytes.

use crc::{CRC_32_ISO_HDLC, Crc};
use proptest::prelude::*;
use report_format::parse::{Line, parse_line};
use report_format::record::Record;
use report_format::write::write_line;
use report_format::{LONGEST_LINE, laws};

use crate::golden::golden;
use crate::strategies::numbered;

fn written(sequence: u32, record: &Record<'_>) -> String {
    let mut line = String::new();
    write_line(&mut line, sequence, record).unwrap();
    line
}

/// The line with a checksum that matches its body, whatever that is.
fn sealed(body: &[u8]) -> Vec<u8> {
    let sum = Crc::<u32>::new(&CRC_32_ISO_HDLC).checksum(body);
    [body, format!(" *{sum:08x}").as_bytes()].concat()
}

proptest! {
    #[test]
    fn parsing_what_was_written_gives_the_record((sequence, record) in numbered()) {
        let line = written(sequence, &record);
        prop_assert!(line.len() <= LONGEST_LINE + 1, "{} bytes", line.len());
        prop_assert!(line.trim_end().bytes().all(|byte| matches!(byte, 0x20..=0x7e)));
        prop_assert_eq!(line.bytes().filter(|&byte| byte == b'@').count(), 1);
        prop_assert_eq!(parse_line(line.as_bytes()), Line::Record { sequence, record });
    }

    #[test]
    fn writing_what_was_parsed_gives_the_line((sequence, record) in numbered()) {
        let line = written(sequence, &record);
        let Line::Record { sequence, record } = parse_line(line.as_bytes()) else { panic!("{line}") };
        prop_assert_eq!(written(sequence, &record), line);
    }

    #[test]
    fn any_bytes_are_a_log(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        laws::assert_for(&bytes);
    }

    #[test]
    fn any_bytes_in_the_alphabet_of_records_are_a_log(bytes in "(@g4 |[0-9a-f]|[ =%*/\\-+x\r\n]|report|end|version=1){0,120}") {
        laws::assert_for(bytes.as_bytes());
    }

    /// A checksum proves that a line was not changed on the way, not that it was
    /// written by this crate: other spellings of a value must be refused.
    #[test]
    fn a_sealed_line_is_a_record_only_in_its_one_spelling(
        which in 0..golden().len(),
        at in any::<prop::sample::Index>(),
        removed in 0..4_usize,
        inserted in "[ -~]{0,4}|-|%|0|%2d|%00|%ff|%\\+1| ",
    ) {
        let line = golden()[which].0.as_bytes();
        let mut body = line[..line.len() - 10].to_vec();
        let start = at.index(body.len());
        let end = body.len().min(start + removed);
        body.splice(start..end, inserted.bytes());
        let line = sealed(&body);
        if let Line::Record { sequence, record } = parse_line(&line) {
            let again = written(sequence, &record);
            prop_assert!(line.ends_with(again.trim_end().as_bytes()), "{}", again);
        }
    }
}
