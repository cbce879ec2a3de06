//! Finding a tag among the eight ways of a set.

/// Ways of a set, in every cache.
pub(super) const WAYS: usize = 8;

/// The tag of a way that holds nothing.
pub(super) const EMPTY: u32 = u32::MAX;

/// The lowest way with the tag.
///
/// All eight are compared: without a branch for each the host does it at once.
#[inline]
pub(super) fn find(tags: &[u32; WAYS], tag: u32) -> Option<usize> {
    let mut bits = [0_u32; WAYS];
    for way in 0..WAYS {
        bits[way] = if tags[way] == tag { 1 << way } else { 0 };
    }
    let found = bits.iter().fold(0, |all, bit| all | bit);
    (found != 0).then(|| found.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn the_lowest_way_is_found() {
        let tags = [4, 7, 4, 9, 7, 1, 4, 7];
        assert_eq!(find(&tags, 7), Some(1));
        assert_eq!(find(&tags, 1), Some(5));
        assert_eq!(find(&tags, 5), None);
    }
}
