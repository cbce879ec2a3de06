//! Patterns of directions that repeat after exactly as many bits as they should.

use crate::kernels::deal::Deal;
use crate::kernels::factor::share;
use crate::kernels::random::Random;

/// Longest pattern: a row of eight bytes a bit, 16 KiB of the 32 KiB L1.
pub const MOST_PERIOD: u32 = 2_048;

const WORDS: usize = MOST_PERIOD as usize / 32;

/// A pattern.
pub struct Pattern {
    bits: [u32; WORDS],
    period: u32,
}

impl Pattern {
    /// Draws a pattern of `period` bits, 1 to [`MOST_PERIOD`], of which half are 1, or
    /// one more than half of the rest. One that repeats earlier is thrown away and
    /// drawn again.
    pub fn draw(period: u32, random: &mut Random) -> Self {
        loop {
            let mut pattern = Self { bits: [0; WORDS], period };
            let shares = [share(period, 2, 1), share(period, 2, 0), 0, 0];
            for (bit, index) in Deal::of_shares(shares, random.bits()).zip(0..) {
                pattern.set(index, bit);
            }
            if !pattern.repeats_early() {
                return pattern;
            }
        }
    }

    /// The bit at a place, 0 or 1; 0 beyond the longest.
    pub fn bit(&self, index: u32) -> u32 {
        self.bits.get((index / 32) as usize).map_or(0, |word| word >> (index % 32) & 1)
    }

    fn set(&mut self, index: u32, bit: u32) {
        if let Some(word) = self.bits.get_mut((index / 32) as usize) {
            *word |= bit << (index % 32);
        }
    }

    fn repeats_early(&self) -> bool {
        (1..self.period)
            .filter(|shorter| self.period.is_multiple_of(*shorter))
            .any(|shorter| (shorter..self.period).all(|index| self.bit(index) == self.bit(index - shorter)))
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_PERIOD, Pattern};
    use crate::kernels::random::Random;

    #[test]
    fn patterns_have_their_period_and_half_ones() {
        let mut random = Random::new(42);
        for period in (1..=64).chain([100, 1_000, MOST_PERIOD]) {
            for _ in 0..20 {
                let pattern = Pattern::draw(period, &mut random);
                let bits: Vec<u32> = (0..period).map(|index| pattern.bit(index)).collect();
                assert_eq!(bits.iter().sum::<u32>(), period.div_ceil(2), "{bits:?}");
                for shorter in 1..period as usize {
                    let whole = bits.len().is_multiple_of(shorter);
                    let repeats = bits.iter().zip(bits.iter().cycle().skip(shorter)).all(|(one, other)| one == other);
                    assert!(!(whole && repeats), "{bits:?} repeats after {shorter}");
                }
            }
        }
    }

    #[test]
    fn patterns_differ() {
        let mut random = Random::new(42);
        let mut draw = || {
            let pattern = Pattern::draw(64, &mut random);
            (0..64).map(|index| pattern.bit(index)).collect::<Vec<u32>>()
        };
        assert_ne!(draw(), draw());
    }
}
