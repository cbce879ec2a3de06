//! How much memory a device tree states [IEEE 1275 PowerPC binding 8.1].
//!
//! Banks can stand in any order, and a board may have holes between them. The work
//! arena goes on from the image, so what counts is where memory that starts at
//! address 0 ends: the first hole ends it.

/// Bytes of memory from address 0 up to the first hole, from a `reg` property of pairs
/// of a 32-bit address and a 32-bit size. `None` where no bank starts at 0.
#[must_use]
pub fn from_zero(reg: &[u8]) -> Option<u32> {
    let (words, _) = reg.as_chunks::<4>();
    let (pairs, _) = words.as_chunks::<2>();
    let banks = || pairs.iter().map(|pair| pair.map(u32::from_be_bytes));
    let mut end = 0_u32;
    // Each round takes one bank at least, or is the last.
    while let Some([base, size]) = banks().find(|[base, size]| *base <= end && base.saturating_add(*size) > end) {
        end = base.saturating_add(size);
    }
    (end > 0).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::from_zero;
    use proptest::prelude::*;

    const MIB: u32 = 1 << 20;

    fn reg(banks: &[(u32, u32)]) -> Vec<u8> {
        banks.iter().flat_map(|(base, size)| [base.to_be_bytes(), size.to_be_bytes()].concat()).collect()
    }

    #[test]
    fn banks_that_touch_are_one_memory_in_any_order() {
        assert_eq!(from_zero(&reg(&[(0, 128 * MIB)])), Some(128 * MIB));
        assert_eq!(from_zero(&reg(&[(64 * MIB, 64 * MIB), (0, 64 * MIB)])), Some(128 * MIB));
        assert_eq!(from_zero(&reg(&[(0, 64 * MIB), (0, 0), (64 * MIB, 32 * MIB)])), Some(96 * MIB));
    }

    #[test]
    fn a_hole_ends_memory() {
        assert_eq!(from_zero(&reg(&[(0, 64 * MIB), (128 * MIB, 64 * MIB)])), Some(64 * MIB));
        assert_eq!(from_zero(&reg(&[(16 * MIB, 64 * MIB)])), None);
    }

    #[test]
    fn no_bank_is_no_memory() {
        assert_eq!(from_zero(&[]), None);
        assert_eq!(from_zero(&reg(&[(0, 0)])), None);
        assert_eq!(from_zero(&reg(&[(0, u32::MAX), (u32::MAX, u32::MAX)])), Some(u32::MAX));
        assert_eq!(from_zero(&reg(&[(0, 64 * MIB)])[..7]), None);
    }

    proptest! {
        /// Every byte below the end lies in a bank, the one at the end in none.
        #[test]
        fn the_end_is_the_first_hole(banks in prop::collection::vec((0_u32..64, 0_u32..16), 0..8)) {
            let holds = |at: u32| banks.iter().any(|(base, size)| (*base..base + size).contains(&at));
            let hole = (0..).find(|at| !holds(*at)).filter(|at| *at > 0);
            prop_assert_eq!(from_zero(&reg(&banks)), hole);
        }
    }
}
