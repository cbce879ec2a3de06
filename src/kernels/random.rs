//! Pseudo-random numbers for kernels' data.
//!
//! A counter that steps by 0x9e3779b9 (2^32 divided by the golden ratio), mixed by the
//! finalizer of MurmurHash3: two multiplications and three shifts. Any seed is good,
//! the period is 2^32, and every language can state it in five lines, which is what a
//! result that others shall reproduce needs. A linear congruential generator is
//! shorter but its low bits alternate, which a branch history could learn; xorshift
//! is stuck at seed 0.

/// A stream of numbers that depends on nothing but its seed.
#[derive(Clone, Debug)]
pub struct Random {
    counter: u32,
}

impl Random {
    /// The stream of a seed.
    #[must_use]
    pub const fn new(seed: u32) -> Self {
        Self { counter: seed }
    }

    /// The next 32 bits.
    pub const fn bits(&mut self) -> u32 {
        self.counter = self.counter.wrapping_add(0x9e37_79b9);
        let mut mixed = self.counter;
        mixed = (mixed ^ mixed >> 16).wrapping_mul(0x85eb_ca6b);
        mixed = (mixed ^ mixed >> 13).wrapping_mul(0xc2b2_ae35);
        mixed ^ mixed >> 16
    }

    /// A number from 0 to `bound` - 1; 0 when the bound is 0. All are equally likely
    /// to within `bound` / 2^32.
    pub const fn below(&mut self, bound: u32) -> u32 {
        ((self.bits() as u64 * bound as u64) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_stream_is_the_documented_one() {
        let mut random = Random::new(42);
        let first: Vec<u32> = (0..4).map(|_| random.bits()).collect();
        assert_eq!(first, [0x3805_ea2c, 0xeb5c_d984, 0x1327_aacb, 0xc5ba_443d]);
    }

    #[test]
    fn numbers_below_a_bound_are_spread_evenly() {
        for seed in [0, 1, 42, u32::MAX] {
            let mut random = Random::new(seed);
            let mut seen = [0u32; 5];
            (0..50_000).for_each(|_| seen[random.below(5) as usize] += 1);
            assert!(seen.iter().all(|times| (9_600..10_400).contains(times)), "seed {seed}: {seen:?}");
        }
        assert_eq!(Random::new(1).below(0), 0);
        assert_eq!(Random::new(1).below(1), 0);
    }
}
