//! The order in which kernels run: shuffled by a seed that the report states.
//!
//! A fixed order gives every kernel the same neighbour's leftovers in every run,
//! and the difference looks like a property of the kernel.

/// A small generator for orders and test data: 32-bit xorshift, period 2^32 - 1
/// [Marsaglia 2003, Xorshift RNGs].
#[derive(Clone, Debug)]
pub struct Generator(u32);

impl Generator {
    /// A generator with this seed; 0, the one state xorshift cannot leave, becomes 1.
    #[must_use]
    pub const fn new(seed: u32) -> Self {
        Self(if seed == 0 { 1 } else { seed })
    }

    /// The next number, 1 to 2^32 - 1.
    pub const fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    /// A number below `bound`, which must not be 0. The bias is below `bound` / 2^32.
    pub const fn below(&mut self, bound: u32) -> u32 {
        ((self.next() as u64 * bound as u64) >> 32) as u32
    }
}

/// Puts the items into the seed's order (Fisher and Yates).
pub fn shuffle<T>(items: &mut [T], seed: u32) {
    let mut generator = Generator::new(seed);
    for last in (1..items.len()).rev() {
        let other = generator.below(last as u32 + 1) as usize;
        items.swap(last, other);
    }
}

#[cfg(test)]
mod tests {
    use super::{Generator, shuffle};

    #[test]
    fn the_generator_is_the_published_one() {
        let mut generator = Generator::new(2_463_534_242);
        assert_eq!([generator.next(), generator.next(), generator.next()], [723_471_715, 2_497_366_906, 2_064_144_800]);
    }

    #[test]
    fn a_seed_gives_one_order_and_keeps_every_item() {
        let order = |seed| {
            let mut items: Vec<u32> = (0..20).collect();
            shuffle(&mut items, seed);
            items
        };
        assert_eq!(order(42), order(42));
        assert_ne!(order(42), order(43));
        let mut sorted = order(42);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..20).collect::<Vec<u32>>());
    }
}
