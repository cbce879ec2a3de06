//! Text inside a record.
//!
//! On the wire a text is one word of printable ASCII: bytes outside 0x21 to 0x7e
//! and the characters `%`, `=` and `@` are written as `%` and two lower-case hex
//! digits, and nothing else is. The empty text is a single `%`, because an empty
//! word would be invisible and `-` is a text like any other.
//!
//! A text longer than [`LONGEST`] is cut in front of the character that does not
//! fit and ends in `%+` and the number of bytes left out. The alternative,
//! refusing the record, would lose the very error message that explains a
//! failure; a silent cut would lie.

use core::fmt;

/// Longest text on the wire in bytes, escapes and the mark of a cut included.
pub const LONGEST: usize = 384;

/// Room for the mark of a cut: `%+` and the digits of a 64-bit number.
const MARK: usize = 22;

/// A text value: plain when made with [`Text::new`], as it stands on the wire
/// when parsed. `Display` gives the plain text either way, followed by
/// `[N bytes left out]` where it was cut.
///
/// Two texts are equal when they are the same on the wire.
#[derive(Clone, Copy)]
pub struct Text<'a>(Form<'a>);

#[derive(Clone, Copy)]
enum Form<'a> {
    Plain(&'a str),
    Wire(&'a str),
}

impl<'a> Text<'a> {
    /// Wraps plain text.
    #[must_use]
    pub const fn new(plain: &'a str) -> Self {
        Self(Form::Plain(plain))
    }

    /// Bytes of the plain text that were cut off; 0 for a whole text.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        match self.0 {
            Form::Plain(plain) => (plain.len() - kept(plain).len()) as u64,
            Form::Wire(wire) => match wire.split_once("%+") {
                Some((_, digits)) => digits.bytes().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0')),
                None => 0,
            },
        }
    }

    /// Wraps a word of a line; `None` where it is not the one spelling of a text.
    pub(crate) fn from_wire(wire: &'a str) -> Option<Self> {
        if wire == "%" {
            return Some(Self(Form::Wire(wire)));
        }
        let content = match wire.split_once("%+") {
            Some((content, digits)) => {
                crate::value::decimal(digits).filter(|&count| count > 0)?;
                content
            }
            None => wire,
        };
        let text = Self(Form::Wire(wire));
        let legal = !content.is_empty() && wire.len() <= LONGEST && has_one_spelling(content.as_bytes());
        (legal && text.characters().all(|character| character.is_some())).then_some(text)
    }

    /// Writes the text as one word of a line.
    pub(crate) fn write_wire(&self, out: &mut impl fmt::Write) -> fmt::Result {
        let plain = match self.0 {
            Form::Wire(wire) => return out.write_str(wire),
            Form::Plain("") => return out.write_str("%"),
            Form::Plain(plain) => plain,
        };
        let kept = kept(plain);
        let mut rest = kept;
        while let Some(at) = rest.bytes().position(is_escaped) {
            let (before, escaped) = rest.split_at(at);
            out.write_str(before)?;
            let mut characters = escaped.chars();
            if let Some(character) = characters.next() {
                for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                    write!(out, "%{byte:02x}")?;
                }
            }
            rest = characters.as_str();
        }
        out.write_str(rest)?;
        match plain.len() - kept.len() {
            0 => Ok(()),
            left_out => write!(out, "%+{left_out}"),
        }
    }

    /// The bytes of the plain text up to a cut.
    fn bytes(&self) -> Bytes<'a> {
        match self.0 {
            Form::Plain(plain) => Bytes { rest: kept(plain).as_bytes(), escapes: false },
            Form::Wire(wire) => Bytes { rest: wire.as_bytes(), escapes: true },
        }
    }

    /// The characters of the plain text up to a cut; `None` for bytes that are
    /// not UTF-8, which only an unchecked word can have.
    fn characters(&self) -> impl Iterator<Item = Option<char>> + 'a {
        let mut bytes = self.bytes();
        core::iter::from_fn(move || {
            let mut buffer = [bytes.next()?, 0, 0, 0];
            let length = match buffer[0] {
                0x00..=0x7f => 1,
                0x80..=0xdf => 2,
                0xe0..=0xef => 3,
                0xf0..=0xff => 4,
            };
            for slot in &mut buffer[1..length] {
                match bytes.next() {
                    Some(byte) => *slot = byte,
                    None => return Some(None),
                }
            }
            Some(core::str::from_utf8(&buffer[..length]).ok().and_then(|text| text.chars().next()))
        })
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.characters() {
            fmt::Write::write_char(f, character.unwrap_or(char::REPLACEMENT_CHARACTER))?;
        }
        match self.left_out() {
            0 => Ok(()),
            count => write!(f, "[{count} bytes left out]"),
        }
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Text({self})")
    }
}

impl PartialEq for Text<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.bytes().eq(other.bytes()) && self.left_out() == other.left_out()
    }
}

impl Eq for Text<'_> {}

/// Bytes of a text, escapes resolved where the text has any.
struct Bytes<'a> {
    rest: &'a [u8],
    escapes: bool,
}

impl Iterator for Bytes<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        match *self.rest {
            [b'%', high, low, ref rest @ ..] if self.escapes && high != b'+' => {
                self.rest = rest;
                Some(hex_digit(high)? << 4 | hex_digit(low)?)
            }
            // The empty text, or the mark of a cut.
            [b'%', ..] if self.escapes => None,
            [byte, ref rest @ ..] => {
                self.rest = rest;
                Some(byte)
            }
            [] => None,
        }
    }
}

/// Whether the byte is written as an escape.
const fn is_escaped(byte: u8) -> bool {
    !matches!(byte, 0x21..=0x7e) || matches!(byte, b'%' | b'=' | b'@')
}

/// Whether every byte that needs an escape has one and no other byte does.
fn has_one_spelling(mut wire: &[u8]) -> bool {
    loop {
        match *wire {
            [] => return true,
            [b'%', high, low, ref rest @ ..] => match (hex_digit(high), hex_digit(low)) {
                (Some(high), Some(low)) if is_escaped(high << 4 | low) => wire = rest,
                _ => return false,
            },
            [byte, ref rest @ ..] if !is_escaped(byte) => wire = rest,
            _ => return false,
        }
    }
}

/// The value of a lower-case hex digit.
pub(crate) const fn hex_digit(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    }
}

/// The part of a plain text that fits on the wire.
fn kept(plain: &str) -> &str {
    let mut width = 0;
    let mut fits_with_mark = 0;
    for (at, character) in plain.char_indices() {
        let wide = match character {
            character if !character.is_ascii() => 3 * character.len_utf8(),
            character if is_escaped(character as u8) => 3,
            _ => 1,
        };
        if width <= LONGEST - MARK {
            fits_with_mark = at;
        }
        width += wide;
        if width > LONGEST {
            return plain.get(..fits_with_mark).unwrap_or_default();
        }
    }
    plain
}
