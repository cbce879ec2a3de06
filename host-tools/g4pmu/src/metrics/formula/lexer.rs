//! A formula as a row of marks.

use super::error::{Cause, FormulaError};

/// A part of a formula's text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mark<'a> {
    /// A name; hyphens and points inside belong to it.
    Name(&'a str),
    /// A number.
    Number(f64),
    /// What stands between brackets.
    Unit(&'a str),
    /// One of `+ - * / ( )`.
    Sign(char),
    /// The end of the text.
    End,
}

impl Mark<'_> {
    /// As an error shows it.
    pub(super) fn shown(&self) -> String {
        match self {
            Self::Name(name) => format!("`{name}`"),
            Self::Number(number) => format!("`{number}`"),
            Self::Unit(unit) => format!("`[{unit}]`"),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::End => "the end".to_owned(),
        }
    }
}

/// The marks of a text with their columns, the last one is the end.
pub(super) fn marks(text: &str) -> Result<Vec<(usize, Mark<'_>)>, FormulaError> {
    let mut marks = Vec::new();
    let (mut rest, mut column) = (text, 1);
    while let Some(letter) = rest.chars().next() {
        let (length, mark) = match letter {
            ' ' | '\t' => (1, None),
            '+' | '-' | '*' | '/' | '(' | ')' => (1, Some(Mark::Sign(letter))),
            '[' => {
                let end = rest.find(']').ok_or(FormulaError { column, cause: Cause::Open('[') })?;
                (end + 1, Some(Mark::Unit(rest[1..end].trim())))
            }
            letter if letter.is_ascii_alphabetic() => {
                let length = name(rest);
                (length, Some(Mark::Name(&rest[..length])))
            }
            letter if letter.is_ascii_digit() => {
                let length = rest.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.');
                let digits = &rest[..length.unwrap_or(rest.len())];
                (
                    digits.len(),
                    Some(number(digits).ok_or(FormulaError { column, cause: Cause::Number(digits.to_owned()) })?),
                )
            }
            letter => return Err(FormulaError { column, cause: Cause::Letter(letter) }),
        };
        marks.extend(mark.map(|mark| (column, mark)));
        column += rest[..length].chars().count();
        rest = &rest[length..];
    }
    marks.push((column, Mark::End));
    Ok(marks)
}

/// Digits with at most one point between them, or a raw code, which is a name.
fn number(digits: &str) -> Option<Mark<'_>> {
    if digits.starts_with("0x") {
        return Some(Mark::Name(digits));
    }
    let legal = digits.bytes().all(|digit| digit.is_ascii_digit() || digit == b'.') && !digits.ends_with('.');
    digits.parse().ok().filter(|_| legal).map(Mark::Number)
}

/// Length of the name that a text begins with: a hyphen belongs to it between two letters
/// or digits, a colon before a counter.
fn name(text: &str) -> usize {
    let bytes = text.as_bytes();
    let joins = |place: usize| {
        matches!(bytes[place], b'-' | b':' | b'.') && bytes.get(place + 1).is_some_and(u8::is_ascii_alphanumeric)
    };
    (1..bytes.len()).find(|place| !bytes[*place].is_ascii_alphanumeric() && !joins(*place)).unwrap_or(bytes.len())
}
