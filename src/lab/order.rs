//! The order in which kernels run: shuffled by a seed that the report states.
//!
//! A fixed order gives every kernel the same neighbour's leftovers in every run,
//! and the difference looks like a property of the kernel.

use crate::kernels::random::Random;

/// Puts the items into the seed's order (Fisher and Yates).
pub fn shuffle<T>(items: &mut [T], seed: u32) {
    let mut random = Random::new(seed);
    for last in (1..items.len()).rev() {
        let other = random.below(last as u32 + 1) as usize;
        items.swap(last, other);
    }
}

#[cfg(test)]
mod tests {
    use super::shuffle;

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
