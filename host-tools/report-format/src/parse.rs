//! From one line to one record.

use crate::damage::Damage;
use crate::layout::{Fields, split_word};
use crate::record::Record;
use crate::text::hex_digit;
use crate::value::{decimal, hex_digits};
use crate::{LONGEST_LINE, MARKER, checksum};

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line<'a> {
    /// Nothing of ours: firmware's banner, a register dump, noise.
    Foreign,
    /// It carries the marker but is not a record.
    Damaged {
        /// What is wrong with it.
        reason: Damage<'a>,
    },
    /// A record.
    Record {
        /// Its sequence number.
        sequence: u32,
        /// The record.
        record: Record<'a>,
    },
}

/// Parses one line; an LF or CRLF at its end, and further CRs, NULs and bytes 0xff in
/// front of it, may be there or not: they are no part of the record, which ends with its
/// checksum.
///
/// A record may start in the middle of the line: firmware leaves the cursor where
/// its last message ended. Where the marker stands more than once, the last one
/// counts, as the records before it were cut.
#[must_use]
pub fn parse_line(line: &[u8]) -> Line<'_> {
    let Some(start) = last_marker(line) else { return Line::Foreign };
    match parse_record(without_line_end(&line[start..])) {
        Ok((sequence, record)) => Line::Record { sequence, record },
        Err(reason) => Line::Damaged { reason },
    }
}

/// Parses what starts with the marker, without a line end.
pub(crate) fn parse_record(line: &[u8]) -> Result<(u32, Record<'_>), Damage<'_>> {
    let (body, stated) = split_checksum(line)?;
    if line.len() > LONGEST_LINE {
        return Err(Damage::TooLong { length: line.len() });
    }
    let text = printable(body)?;
    let computed = checksum::of(body);
    if stated != computed {
        return Err(Damage::Checksum { stated, computed });
    }
    let (number, rest) = split_word(text.strip_prefix(MARKER).unwrap_or_default());
    let sequence =
        decimal(number).and_then(|number| u32::try_from(number).ok()).ok_or(Damage::Sequence { found: number })?;
    let (name, rest) = split_word(rest.unwrap_or_default());
    let fields = Fields::new(rest);
    if (sequence == 0) != (name == "report") {
        return Err(Damage::Misplaced { name, sequence });
    }
    if sequence == 0 {
        fields.refuse_other_versions()?;
    }
    Ok((sequence, Record::read_fields(name, fields)?))
}

/// Splits `body *checksum`. A line that ends before its checksum does is called
/// cut whatever else is wrong with it: that is how a stopped image looks.
fn split_checksum(line: &[u8]) -> Result<(&[u8], u32), Damage<'_>> {
    let at = line.windows(2).rposition(|pair| pair == b" *").ok_or(Damage::Cut)?;
    let (body, digits) = (&line[..at], &line[at + 2..]);
    match hex_digits(digits) {
        Some(stated) => Ok((body, stated)),
        None if digits.len() < 8 && digits.iter().all(|&digit| hex_digit(digit).is_some()) => Err(Damage::Cut),
        None => Err(Damage::Tail),
    }
}

fn printable(body: &[u8]) -> Result<&str, Damage<'_>> {
    match body.iter().position(|byte| !matches!(byte, 0x20..=0x7e)) {
        Some(position) => Err(Damage::Byte { position, byte: body[position] }),
        None => str::from_utf8(body).map_err(|error| {
            let position = error.valid_up_to();
            Damage::Byte { position, byte: body[position] }
        }),
    }
}

fn last_marker(line: &[u8]) -> Option<usize> {
    line.windows(MARKER.len()).rposition(|window| window == MARKER.as_bytes())
}

/// Without the line's end and what serial lines leave in front of it: CRs, padding and
/// the 0xff of a line that was switched. A record has none of these bytes, so no change
/// within one is hidden by it.
pub(crate) fn without_line_end(line: &[u8]) -> &[u8] {
    let mut line = line.strip_suffix(b"\n").unwrap_or(line);
    while let [rest @ .., b'\r' | 0 | 0xff] = line {
        line = rest;
    }
    line
}
