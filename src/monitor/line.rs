//! Lines out of bytes: what a person types and what a cable does to it.
//!
//! The line editor is the smallest that a person can live with: backspace, Ctrl-U
//! and Ctrl-C. Whatever else is no part of a command does not vanish but spoils the
//! line: of a line that lost or gained a byte nobody knows what it said. Only NUL
//! and 0xff in front of a line are passed over, for that is what a serial port
//! receives when its cable is plugged in.

use core::{fmt, mem};

use heapless::String;

/// Longest line in bytes without its end, a checksum included.
pub const MOST_LINE_BYTES: usize = 1024;

const INTERRUPT: u8 = 0x03;
const BACKSPACE: u8 = 0x08;
const KILL: u8 = 0x15;
const DELETE: u8 = 0x7f;

/// A line in the making.
#[derive(Default)]
pub struct Line {
    text: String<MOST_LINE_BYTES>,
    spoiled: Option<LineError>,
    /// Whether the last byte was CR: an LF behind it belongs to it.
    after_return: bool,
}

/// What a byte did to the line: what a terminal should show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Nothing that can be seen.
    Nothing,
    /// The character was added.
    Added(u8),
    /// So many characters at the end were taken away.
    Erased(usize),
    /// The line is spoiled, from this byte on.
    Spoiled,
    /// The line was thrown away by Ctrl-C.
    Cancelled,
    /// The line is complete: see [`Line::text`], then [`Line::clear`].
    Complete,
}

/// Why a line is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineError {
    /// It is longer than [`MOST_LINE_BYTES`].
    TooLong,
    /// It has a byte that no command contains.
    Byte {
        /// Position in the line, from 0.
        position: usize,
        /// The byte.
        byte: u8,
    },
    /// Its end did not come.
    Unfinished {
        /// How long the port was silent.
        seconds: u32,
    },
}

impl Line {
    /// Whether nothing of a line has come yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.text.is_empty() && self.spoiled.is_none()
    }

    /// Takes the next byte. CR, LF and CR LF each end a line.
    pub fn take(&mut self, byte: u8) -> Step {
        let after_return = mem::replace(&mut self.after_return, byte == b'\r');
        match byte {
            b'\n' if after_return => Step::Nothing,
            b'\r' | b'\n' => Step::Complete,
            INTERRUPT => {
                self.clear();
                Step::Cancelled
            }
            KILL => {
                let length = self.text.len();
                self.clear();
                Step::Erased(length)
            }
            BACKSPACE | DELETE => self.text.pop().map_or(Step::Nothing, |_| Step::Erased(1)),
            0x00 | 0xff if self.is_empty() => Step::Nothing,
            // `@` starts records and nothing else, in an echo too.
            b' '..=b'~' if byte != b'@' => match self.text.push(char::from(byte)) {
                Ok(()) if self.spoiled.is_none() => Step::Added(byte),
                Ok(()) => Step::Nothing,
                Err(_) => self.spoil(LineError::TooLong),
            },
            _ => self.spoil(LineError::Byte { position: self.text.len(), byte }),
        }
    }

    /// The complete line.
    ///
    /// # Errors
    ///
    /// It was spoiled: the first thing that was wrong with it.
    pub fn text(&self) -> Result<&str, LineError> {
        self.spoiled.map_or(Ok(&self.text), Err)
    }

    /// Starts a new line.
    pub fn clear(&mut self) {
        self.text.clear();
        self.spoiled = None;
    }

    fn spoil(&mut self, error: LineError) -> Step {
        if self.spoiled.is_some() {
            return Step::Nothing;
        }
        self.spoiled = Some(error);
        Step::Spoiled
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the line is longer than {MOST_LINE_BYTES} bytes"),
            Self::Byte { position, byte } => {
                write!(f, "byte 0x{byte:02x} at position {position}: a command is printable ASCII without the at sign")
            }
            Self::Unfinished { seconds } => write!(
                f,
                "the line was not ended and then nothing came for {seconds} s; what comes up to the next line end is \
                 thrown away"
            ),
        }
    }
}

impl core::error::Error for LineError {}

#[cfg(test)]
mod tests {
    use super::{Line, LineError, MOST_LINE_BYTES, Step};
    use proptest::prelude::*;

    fn line(bytes: &[u8]) -> Line {
        let mut line = Line::default();
        for &byte in bytes {
            assert_ne!(line.take(byte), Step::Complete, "{bytes:?}");
        }
        line
    }

    #[test]
    fn each_line_end_ends_one_line() {
        let mut line = Line::default();
        let ends =
            |line: &mut Line, bytes: &[u8]| bytes.iter().filter(|byte| line.take(**byte) == Step::Complete).count();
        assert_eq!(ends(&mut line, b"\r"), 1);
        assert_eq!(ends(&mut line, b"\n"), 0);
        assert_eq!(ends(&mut line, b"\n"), 1);
        assert_eq!(ends(&mut line, b"\r\r\n\n"), 3);
    }

    #[test]
    fn a_person_can_correct_a_line() {
        assert_eq!(line(b"inx\x08fo").text(), Ok("info"));
        assert_eq!(line(b"in\x7f\x7f\x7foff").text(), Ok("off"));
        assert_eq!(line(b"garbage\x1b\x15off").text(), Ok("off"));
        assert_eq!(line(b"garbage\xfe\x03off").text(), Ok("off"));
        let mut line = line(b"abc");
        assert_eq!(line.take(0x15), Step::Erased(3));
        assert_eq!(line.take(0x08), Step::Nothing);
    }

    #[test]
    fn noise_spoils_a_line_but_not_the_silence_in_front_of_it() {
        assert_eq!(line(b"\0\xff\0info").text(), Ok("info"));
        assert_eq!(line(b"in\0fo").text(), Err(LineError::Byte { position: 2, byte: 0 }));
        assert_eq!(line(b"info\xff").text(), Err(LineError::Byte { position: 4, byte: 0xff }));
        assert_eq!(line(b"\x1b[A").text(), Err(LineError::Byte { position: 0, byte: 0x1b }));
        assert_eq!(line(b"@g4 0").text(), Err(LineError::Byte { position: 0, byte: b'@' }));
    }

    #[test]
    fn a_spoiled_line_stays_spoiled_until_its_end() {
        let mut line = line(b"in\0f");
        assert_eq!(line.take(0x08), Step::Erased(1));
        assert_eq!(line.take(b'x'), Step::Nothing);
        assert_eq!(line.take(0x01), Step::Nothing, "only the first is told");
        assert!(line.text().is_err());
        line.clear();
        assert!(line.is_empty());
    }

    #[test]
    fn the_longest_line_passes_and_one_byte_more_does_not() {
        let longest = vec![b'x'; MOST_LINE_BYTES];
        assert_eq!(line(&longest).text().map(str::len), Ok(MOST_LINE_BYTES));
        assert_eq!(line(&[longest, vec![b'x']].concat()).text(), Err(LineError::TooLong));
    }

    proptest! {
        /// What passes is printable and short, whatever came; and after a line end
        /// and a clear nothing of it is left.
        #[test]
        fn any_bytes_leave_a_line_that_is_clean_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
            let mut line = Line::default();
            for byte in bytes {
                if line.take(byte) == Step::Complete {
                    if let Ok(text) = line.text() {
                        prop_assert!(text.len() <= MOST_LINE_BYTES);
                        prop_assert!(text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'@'));
                    }
                    line.clear();
                    prop_assert!(line.is_empty());
                }
            }
        }

        /// A command behind any noise that a line end closes is heard.
        #[test]
        fn a_line_end_ends_every_trouble(noise in prop::collection::vec(any::<u8>(), 0..1500)) {
            let mut line = Line::default();
            for byte in noise.into_iter().chain(*b"\r") {
                if line.take(byte) == Step::Complete {
                    line.clear();
                }
            }
            for byte in *b"info" {
                prop_assert_eq!(line.take(byte), Step::Added(byte));
            }
            prop_assert_eq!(line.text(), Ok("info"));
        }
    }
}
