//! A translation lookaside buffer (M11).

use crate::record::Place;

const SETS: usize = 64;
const EMPTY: u64 = u64::MAX;

/// 128 pages in 64 sets of two ways, the one used last in front.
#[derive(Debug)]
pub(super) struct Tlb {
    sets: Box<[[u64; 2]; SETS]>,
}

/// Effective and physical page number together. The chip compares the virtual page; a
/// record has none, and the physical page tells address spaces apart as well, but for
/// pages that they share at one address.
const fn page(place: &Place) -> u64 {
    (place.effective as u64 >> 12) << 24 | (place.physical >> 12) & 0xff_ffff
}

const fn set(effective: u32) -> usize {
    (effective >> 12) as usize % SETS
}

impl Tlb {
    pub(super) fn new() -> Self {
        Self { sets: Box::new([[EMPTY; 2]; SETS]) }
    }

    /// Whether the page is the one used last in its set.
    #[inline]
    pub(super) fn used_last(&self, place: &Place) -> bool {
        self.sets[set(place.effective)][0] == page(place)
    }

    /// Whether the page is there; changes nothing.
    #[inline]
    pub(super) fn holds(&self, place: &Place) -> bool {
        self.sets[set(place.effective)].contains(&page(place))
    }

    /// Whether the page is there; it is afterwards, and was used last.
    #[inline]
    pub(super) fn translate(&mut self, place: &Place) -> bool {
        let page = page(place);
        let ways = &mut self.sets[set(place.effective)];
        if ways[0] == page {
            return true;
        }
        let hit = ways[1] == page;
        *ways = [page, ways[0]];
        hit
    }

    /// Forgets both pages of the address's set.
    pub(super) fn invalidate(&mut self, effective: u32) {
        self.sets[set(effective)] = [EMPTY; 2];
    }
}

#[cfg(test)]
mod tests {
    use super::Tlb;
    use crate::record::Place;

    fn page(number: u32) -> Place {
        Place::real(number << 12)
    }

    #[test]
    fn pages_in_a_row_hit_up_to_128_and_none_of_them_above_in_the_sets_that_overflow() {
        for (pages, misses) in [(128, 0), (129, 3), (192, 192)] {
            let mut tlb = Tlb::new();
            for number in 0..pages {
                assert!(!tlb.translate(&page(number)));
            }
            assert_eq!((0..pages).filter(|number| !tlb.translate(&page(*number))).count(), misses);
        }
    }

    #[test]
    fn three_pages_256_kb_apart_never_hit() {
        let mut tlb = Tlb::new();
        assert!((0..30).all(|number| !tlb.translate(&page(number % 3 * 64))));
        let mut tlb = Tlb::new();
        assert_eq!((0..30).filter(|number| !tlb.translate(&page(number % 2 * 64))).count(), 2);
    }

    #[test]
    fn the_least_recently_used_of_two_goes() {
        let mut tlb = Tlb::new();
        for (number, hit) in [(0, false), (64, false), (0, true), (128, false), (0, true), (64, false)] {
            assert_eq!(tlb.translate(&page(number)), hit, "{number}");
        }
    }

    #[test]
    fn an_invalidation_takes_the_set_and_another_physical_page_misses() {
        let mut tlb = Tlb::new();
        for number in [1, 65, 2] {
            tlb.translate(&page(number));
        }
        tlb.invalidate(129 << 12);
        assert!(tlb.translate(&page(2)));
        assert!(!tlb.translate(&page(65)));
        let moved = Place { physical: 0x7000, ..page(2) };
        assert!(!tlb.translate(&moved));
    }
}
