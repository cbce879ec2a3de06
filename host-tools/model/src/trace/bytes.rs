//! Numbers of variable length: seven bits a byte, the lowest first, bit 7 set in all
//! bytes but the last. Signed differences are folded so that small ones stay small.

use super::error::{Problem, TraceError};

pub(super) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Folds a difference modulo 2^32: 0, -1, 1, -2, ... become 0, 1, 2, 3, ...
pub(super) const fn fold(difference: u32) -> u32 {
    difference << 1 ^ (difference as i32 >> 31) as u32
}

pub(super) const fn unfold(folded: u32) -> u32 {
    folded >> 1 ^ (folded & 1).wrapping_neg()
}

/// The same modulo 2^64.
pub(super) const fn fold_wide(difference: u64) -> u64 {
    difference << 1 ^ (difference as i64 >> 63) as u64
}

pub(super) const fn unfold_wide(folded: u64) -> u64 {
    folded >> 1 ^ (folded & 1).wrapping_neg()
}

/// Bytes being read.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Reader<'a> {
    pub(super) const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, offset: 0 }
    }

    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    pub(super) const fn is_at_end(&self) -> bool {
        self.offset >= self.bytes.len()
    }

    /// A problem with what was read from `offset` on.
    pub(super) const fn error(offset: usize, problem: Problem) -> TraceError {
        TraceError { offset, problem }
    }

    pub(super) fn byte(&mut self, what: &'static str) -> Result<u8, TraceError> {
        let byte = self.bytes.get(self.offset).copied();
        let byte = byte.ok_or_else(|| Self::error(self.bytes.len(), Problem::Truncated(what)))?;
        self.offset += 1;
        Ok(byte)
    }

    pub(super) fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], TraceError> {
        let rest = self.bytes.get(self.offset..).unwrap_or_default();
        let taken = rest.get(..count);
        let taken = taken.ok_or_else(|| Self::error(self.bytes.len(), Problem::Truncated(what)))?;
        self.offset += count;
        Ok(taken)
    }

    /// A number of variable length, at most `most`.
    pub(super) fn number(&mut self, what: &'static str, most: u64) -> Result<u64, TraceError> {
        let start = self.offset;
        let too_large = || Self::error(start, Problem::TooLarge { what, most });
        let mut number: u64 = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte(what)?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(too_large());
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return if number <= most { Ok(number) } else { Err(too_large()) };
            }
        }
        Err(too_large())
    }

    pub(super) fn word(&mut self, what: &'static str) -> Result<u32, TraceError> {
        self.number(what, u32::MAX.into()).map(|number| number as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::{Reader, fold, fold_wide, put, unfold, unfold_wide};

    #[test]
    fn numbers_have_the_documented_bytes() {
        for (number, bytes) in [
            (0, vec![0]),
            (0x7f, vec![0x7f]),
            (0x80, vec![0x80, 1]),
            (300, vec![0xac, 2]),
            (u64::MAX, {
                let mut bytes = vec![0xff; 9];
                bytes.push(1);
                bytes
            }),
        ] {
            let mut out = Vec::new();
            put(&mut out, number);
            assert_eq!(out, bytes);
            assert_eq!(Reader::new(&bytes).number("n", u64::MAX), Ok(number));
        }
    }

    #[test]
    fn numbers_that_are_too_large_are_refused() {
        let error = Reader::new(&[0xff; 20]).number("a count", u64::MAX).unwrap_err();
        assert_eq!(error.to_string(), "byte 0: a count is larger than 0xffffffffffffffff, the largest there is");
        let mut bits = vec![0xff; 9];
        bits.push(2);
        assert!(Reader::new(&bits).number("a count", u64::MAX).is_err(), "65 bits");
        assert!(Reader::new(&[0x80, 1]).number("a count", 127).is_err());
        assert_eq!(Reader::new(&[0x80]).number("a count", 127).unwrap_err().offset, 1);
    }

    #[test]
    fn small_differences_stay_small() {
        for (difference, folded) in [(0, 0), (-1, 1), (1, 2), (-2, 3), (i32::MIN, u32::MAX)] {
            assert_eq!(fold(difference as u32), folded);
            assert_eq!(unfold(folded), difference as u32);
        }
        for difference in [0, 1, u64::MAX, 1 << 63, 0x1234_5678_9abc] {
            assert_eq!(unfold_wide(fold_wide(difference)), difference);
        }
    }
}
