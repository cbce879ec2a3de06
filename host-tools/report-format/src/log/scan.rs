//! Finds what starts with the marker.
//!
//! A piece reaches from its marker to the end of the line, of the log, or to the
//! next marker. The last case is a record that was cut, or whose line end was
//! lost, and the record that was written after it.

use memchr::{memchr, memchr_iter, memmem};

use crate::MARKER;
use crate::parse::without_line_end;

/// What a log consists of.
pub(super) struct Lines {
    /// Lines in all; a last one without a line end counts.
    pub(super) all: usize,
    /// Lines with a marker.
    pub(super) marked: usize,
    /// Marked lines with something in front of the first marker.
    pub(super) prefixed: usize,
}

/// Calls `each` with the line number, from 1, and the bytes of every piece.
pub(super) fn scan<'a>(log: &'a [u8], mut each: impl FnMut(usize, &'a [u8])) -> Lines {
    let mut lines = Lines { all: 0, marked: 0, prefixed: 0 };
    let (mut line, mut counted) = (1, 0);
    let mut last_marked = 0;
    let mut markers = memmem::find_iter(log, MARKER).peekable();
    while let Some(start) = markers.next() {
        line += memchr_iter(b'\n', &log[counted..start]).count();
        counted = start;
        if line != last_marked {
            last_marked = line;
            lines.marked += 1;
            lines.prefixed += usize::from(start > 0 && log[start - 1] != b'\n');
        }
        let piece = &log[start..markers.peek().copied().unwrap_or(log.len())];
        each(line, up_to_line_end(piece, start + piece.len() == log.len()));
    }
    let line_ends = line - 1 + memchr_iter(b'\n', &log[counted..]).count();
    lines.all = line_ends + usize::from(!matches!(log, [] | [.., b'\n']));
    lines
}

/// Cuts a piece at its line end. CRs and noise belong to a line end that is there or
/// that the end of the log stands for; in front of another marker they do not.
fn up_to_line_end(piece: &[u8], ends_log: bool) -> &[u8] {
    match memchr(b'\n', piece) {
        Some(end) => without_line_end(&piece[..end]),
        None if ends_log => without_line_end(piece),
        None => piece,
    }
}
