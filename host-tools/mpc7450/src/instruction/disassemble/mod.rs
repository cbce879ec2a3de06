//! Instructions as text: what GNU objdump prints with `-M7450`.
//!
//! | module | holds |
//! | --- | --- |
//! | `operand` | one operand as text |
//! | `extended` | the extended mnemonics (`mr`, `li`, `slwi`) that stand for a special case |
//! | `branch` | those of branches, with `+` and `-` for the prediction |
//!
//! The target of a relative branch needs the branch's address: [`Decoded::at`]. Without
//! one it is written from the branch, as `.+8`, which an assembler takes too.

mod branch;
mod extended;
mod operand;

#[cfg(test)]
mod tests;

use super::decode::Decoded;
use super::decode::operand::Operand;
use core::fmt;

/// Columns that the mnemonic and the space behind it take at least.
const MNEMONIC_COLUMNS: usize = 8;

/// A mnemonic in parts, so that suffixes need no memory of their own.
#[derive(Clone, Copy)]
struct Mnemonic([&'static str; 4]);

impl Mnemonic {
    const fn new(name: &'static str) -> Self {
        Self([name, "", "", ""])
    }

    fn len(self) -> usize {
        self.0.iter().map(|part| part.len()).sum()
    }
}

/// An instruction as it is printed.
struct Line {
    mnemonic: Mnemonic,
    operands: &'static [Operand],
    /// A last operand that no field of the word holds as it is printed.
    number: Option<u32>,
}

impl Line {
    fn of(decoded: Decoded) -> Self {
        let plain =
            || Self { mnemonic: Mnemonic::new(decoded.mnemonic()), operands: decoded.entry.operands, number: None };
        branch::line(decoded).or_else(|| extended::line(decoded)).unwrap_or_else(plain)
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, word: u32, address: Option<u32>) -> fmt::Result {
        for part in self.mnemonic.0 {
            f.write_str(part)?;
        }
        let mut separator = Separator::Columns(MNEMONIC_COLUMNS.saturating_sub(self.mnemonic.len()).max(1));
        for operand in self.operands.iter().filter(|operand| operand::is_shown(**operand, word)) {
            separator.write(f)?;
            operand::write(f, *operand, word, address)?;
            let based = matches!(separator, Separator::Base);
            if based {
                f.write_str(")")?;
            }
            separator = if *operand == Operand::Displacement { Separator::Base } else { Separator::Comma };
        }
        if let Some(number) = self.number {
            separator.write(f)?;
            write!(f, "{number}")?;
        }
        Ok(())
    }
}

/// What stands before an operand.
enum Separator {
    Columns(usize),
    Comma,
    Base,
}

impl Separator {
    fn write(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Columns(width) => write!(f, "{:width$}", ""),
            Self::Comma => f.write_str(","),
            Self::Base => f.write_str("("),
        }
    }
}

/// An instruction at its address.
#[derive(Clone, Copy)]
pub struct At {
    decoded: Decoded,
    address: u32,
}

impl Decoded {
    /// The instruction as text, with branch targets as addresses.
    #[must_use]
    pub const fn at(self, address: u32) -> At {
        At { decoded: self, address }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Line::of(self.decoded).write(f, self.decoded.word(), Some(self.address))
    }
}

impl fmt::Display for Decoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Line::of(*self).write(f, self.word(), None)
    }
}

impl fmt::Debug for Decoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x} {self}", self.word())
    }
}
