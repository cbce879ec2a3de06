//! Orders with exact shares.
//!
//! A random order is drawn without putting back, as cards are: every order of the same
//! shares is equally likely, and how many there are of a kind depends on no seed, so
//! that counts stay closed forms. Drawing each one freely would give shares that only
//! execution could tell.

use super::factor::share;
use super::random::Random;

/// Most kinds that are dealt.
pub const MOST_KINDS: usize = 4;

/// In which order the kinds come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One after the other, again and again.
    Turn,
    /// Each drawn from those that are left.
    Random,
    /// All of the first, then all of the second, and so on.
    Sorted,
}

/// Deals things of a few kinds, numbered from 0.
#[derive(Clone, Debug)]
pub struct Deal {
    left: [u32; MOST_KINDS],
    kinds: u32,
    order: Order,
    dealt: u32,
    random: Random,
}

impl Deal {
    /// So many things of so many kinds, 1 to [`MOST_KINDS`]: of each kind as many as of
    /// any other, or one more.
    #[must_use]
    pub fn new(things: u32, kinds: u32, order: Order, seed: u32) -> Self {
        let shares = core::array::from_fn(|kind| share(things, kinds, kind as u32));
        Self { kinds, order, ..Self::of_shares(shares, seed) }
    }

    /// So many of each class, in random order.
    #[must_use]
    pub const fn of_shares(left: [u32; MOST_KINDS], seed: u32) -> Self {
        Self { left, kinds: MOST_KINDS as u32, order: Order::Random, dealt: 0, random: Random::new(seed) }
    }

    /// How many are left.
    #[must_use]
    pub fn left(&self) -> u32 {
        self.left.iter().sum()
    }
}

impl Iterator for Deal {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let things = self.left();
        if things == 0 {
            return None;
        }
        let mut place = match self.order {
            Order::Random => self.random.below(things),
            Order::Turn | Order::Sorted => 0,
        };
        let kind = match self.order {
            Order::Turn => (self.dealt % self.kinds) as usize,
            Order::Random | Order::Sorted => self.left.iter().position(|left| {
                let here = place < *left;
                place = place.wrapping_sub(*left);
                here
            })?,
        };
        *self.left.get_mut(kind)? -= 1;
        self.dealt += 1;
        Some(kind as u32)
    }
}

#[cfg(test)]
mod tests {
    use super::{Deal, MOST_KINDS, Order};
    use crate::kernels::factor::share;
    use proptest::prelude::*;

    #[test]
    fn orders_are_what_they_say() {
        let dealt = |order| Deal::new(8, 3, order, 42).collect::<Vec<u32>>();
        assert_eq!(dealt(Order::Turn), [0, 1, 2, 0, 1, 2, 0, 1]);
        assert_eq!(dealt(Order::Sorted), [0, 0, 0, 1, 1, 1, 2, 2]);
        assert_eq!(dealt(Order::Random), [0, 2, 0, 1, 0, 1, 1, 2]);
    }

    #[test]
    fn all_six_orders_of_two_pairs_are_equally_likely() {
        let mut seen = std::collections::HashMap::new();
        for seed in 0..6_000 {
            *seen.entry(Deal::of_shares([2, 2, 0, 0], seed).collect::<Vec<u32>>()).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|times| (850..1_150).contains(times)), "{seen:?}");
    }

    proptest! {
        #[test]
        fn shares_are_exact(things in 0u32..500, kinds in 1u32..=MOST_KINDS as u32, seed: u32, order in 0usize..3) {
            let order = [Order::Turn, Order::Random, Order::Sorted][order];
            let dealt: Vec<u32> = Deal::new(things, kinds, order, seed).collect();
            prop_assert_eq!(dealt.len() as u32, things);
            for kind in 0..kinds {
                let times = dealt.iter().filter(|other| **other == kind).count() as u32;
                prop_assert_eq!(times, share(things, kinds, kind));
            }
        }
    }
}
