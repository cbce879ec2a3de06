//! How a field's value stands on the wire: one spelling for each value.

use core::fmt;

use crate::record::{Calls, MOST_CALLS};
use crate::text::{Text, hex_digit};
use crate::word::Word;

/// A way to write values of type `T` as one word of a line, and to read it back.
pub(crate) trait Form<'a, T> {
    /// What is legal, for messages.
    const LEGAL: &'static str;

    /// Writes the value.
    fn write(value: &T, out: &mut impl fmt::Write) -> fmt::Result;

    /// Reads the value; `None` for anything that [`Form::write`] never writes.
    fn read(wire: &'a str) -> Option<T>;
}

/// Decimal digits without leading zeros; `-` for an optional value that is none.
pub(crate) struct Decimal;

/// `0x` and eight lower-case hex digits; `-` for an optional value that is none,
/// `/` between several.
pub(crate) struct Hex;

/// One of a few words.
pub(crate) struct Choice;

/// Text with escapes, see [`crate::text`].
pub(crate) struct Escaped;

/// Reads decimal digits without leading zeros.
pub(crate) fn decimal(wire: &str) -> Option<u64> {
    match wire.as_bytes() {
        [] | [b'0', _, ..] => None,
        digits => digits.iter().try_fold(0_u64, |sum, digit| match digit {
            b'0'..=b'9' => sum.checked_mul(10)?.checked_add(u64::from(digit - b'0')),
            _ => None,
        }),
    }
}

/// Reads eight lower-case hex digits.
pub(crate) fn hex_digits(wire: &[u8]) -> Option<u32> {
    if wire.len() != 8 {
        return None;
    }
    wire.iter().try_fold(0, |sum, &digit| Some(sum << 4 | u32::from(hex_digit(digit)?)))
}

impl<'a> Form<'a, u64> for Decimal {
    const LEGAL: &'static str = "decimal digits without leading zeros, below 2^64";

    fn write(value: &u64, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{value}")
    }

    fn read(wire: &'a str) -> Option<u64> {
        decimal(wire)
    }
}

impl<'a> Form<'a, u32> for Decimal {
    const LEGAL: &'static str = "decimal digits without leading zeros, below 2^32";

    fn write(value: &u32, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{value}")
    }

    fn read(wire: &'a str) -> Option<u32> {
        u32::try_from(decimal(wire)?).ok()
    }
}

impl<'a> Form<'a, Option<u32>> for Decimal {
    const LEGAL: &'static str = "- or decimal digits without leading zeros, below 2^32";

    fn write(value: &Option<u32>, out: &mut impl fmt::Write) -> fmt::Result {
        write_or_none::<Self, _>(value, out)
    }

    fn read(wire: &'a str) -> Option<Option<u32>> {
        read_or_none::<Self, _>(wire)
    }
}

impl<'a> Form<'a, Option<u64>> for Decimal {
    const LEGAL: &'static str = "- or decimal digits without leading zeros, below 2^64";

    fn write(value: &Option<u64>, out: &mut impl fmt::Write) -> fmt::Result {
        write_or_none::<Self, _>(value, out)
    }

    fn read(wire: &'a str) -> Option<Option<u64>> {
        read_or_none::<Self, _>(wire)
    }
}

impl<'a> Form<'a, u32> for Hex {
    const LEGAL: &'static str = "0x and eight lower-case hex digits";

    fn write(value: &u32, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "0x{value:08x}")
    }

    fn read(wire: &'a str) -> Option<u32> {
        hex_digits(wire.strip_prefix("0x")?.as_bytes())
    }
}

impl<'a> Form<'a, Option<u32>> for Hex {
    const LEGAL: &'static str = "- or 0x and eight lower-case hex digits";

    fn write(value: &Option<u32>, out: &mut impl fmt::Write) -> fmt::Result {
        write_or_none::<Self, _>(value, out)
    }

    fn read(wire: &'a str) -> Option<Option<u32>> {
        read_or_none::<Self, _>(wire)
    }
}

impl<'a> Form<'a, [u32; 6]> for Hex {
    const LEGAL: &'static str = "six times 0x and eight lower-case hex digits, / between them";

    fn write(values: &[u32; 6], out: &mut impl fmt::Write) -> fmt::Result {
        for (position, value) in values.iter().enumerate() {
            if position > 0 {
                out.write_char('/')?;
            }
            <Self as Form<u32>>::write(value, out)?;
        }
        Ok(())
    }

    fn read(wire: &'a str) -> Option<[u32; 6]> {
        let mut words = wire.split('/');
        let mut values = [0; 6];
        for value in &mut values {
            *value = <Self as Form<u32>>::read(words.next()?)?;
        }
        words.next().is_none().then_some(values)
    }
}

impl<'a> Form<'a, Calls> for Hex {
    const LEGAL: &'static str = "- or one to eight times 0x and eight lower-case hex digits, / between them";

    fn write(calls: &Calls, out: &mut impl fmt::Write) -> fmt::Result {
        let Some((first, rest)) = calls.as_slice().split_first() else { return out.write_char('-') };
        <Self as Form<u32>>::write(first, out)?;
        for address in rest {
            out.write_char('/')?;
            <Self as Form<u32>>::write(address, out)?;
        }
        Ok(())
    }

    fn read(wire: &'a str) -> Option<Calls> {
        let mut addresses = [0; MOST_CALLS];
        let mut count = 0;
        if wire != "-" {
            for word in wire.split('/') {
                *addresses.get_mut(count)? = <Self as Form<u32>>::read(word)?;
                count += 1;
            }
        }
        Some(Calls::new(addresses.get(..count)?))
    }
}

impl<'a, W: Word> Form<'a, W> for Choice {
    const LEGAL: &'static str = W::LEGAL;

    fn write(value: &W, out: &mut impl fmt::Write) -> fmt::Result {
        out.write_str(value.word())
    }

    fn read(wire: &'a str) -> Option<W> {
        W::from_word(wire)
    }
}

impl<'a> Form<'a, Text<'a>> for Escaped {
    const LEGAL: &'static str = "text with exactly the escapes it needs, at most 384 bytes, % where it is empty";

    fn write(value: &Text<'a>, out: &mut impl fmt::Write) -> fmt::Result {
        value.write_wire(out)
    }

    fn read(wire: &'a str) -> Option<Text<'a>> {
        Text::from_wire(wire)
    }
}

fn write_or_none<'a, F: Form<'a, T>, T>(value: &Option<T>, out: &mut impl fmt::Write) -> fmt::Result {
    match value {
        Some(value) => F::write(value, out),
        None => out.write_char('-'),
    }
}

fn read_or_none<'a, F: Form<'a, T>, T>(wire: &'a str) -> Option<Option<T>> {
    match wire {
        "-" => Some(None),
        wire => F::read(wire).map(Some),
    }
}
