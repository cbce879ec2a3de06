//! Six small numbers in one word, one for each counter.
//!
//! Fields are ten bits wide and hold at most 255, so that three of them can be added
//! before a field runs into the next.

/// How many counters there are.
pub(super) const COUNTERS: usize = 6;

/// The largest number of a field.
pub(super) const MOST: u32 = 255;

/// Bits of a field.
const WIDTH: usize = 10;

/// The bits that are set in some field exactly where a sum has grown beyond [`MOST`].
pub(super) const LARGE: u64 = ones(0x3f) * 0x300;

/// Fields up to 31: the sum of eight is a field again.
pub(super) const SMALL: u64 = ones(0x3f) * 0x1f;

/// The number 1 in the field of each counter of a mask (bit 0: PMC1), 0 in the others.
pub(super) const fn ones(counters: u8) -> u64 {
    ONES[(counters & 0x3f) as usize]
}

/// All bits of the field of each counter of a mask.
pub(super) const fn full(counters: u8) -> u64 {
    ones(counters) * 0x3ff
}

/// One counter's field.
pub(super) const fn field(word: u64, counter: usize) -> u32 {
    (word >> (counter * WIDTH)) as u32 & 0x3ff
}

/// Removes counters from a sum of positive and negative numbers, each between -512 and 511.
pub(super) fn remove_signed(mut word: u64, counters: u8) -> u64 {
    let mut kept = 0u64;
    for counter in 0..COUNTERS {
        let number = (word << 54) as i64 >> 54;
        if counters >> counter & 1 == 0 {
            kept = kept.wrapping_add((number as u64) << (counter * WIDTH));
        }
        word = (word as i64).wrapping_sub(number) as u64;
        word = (word as i64 >> WIDTH) as u64;
    }
    kept
}

const ONES: [u64; 64] = {
    let mut table = [0; 64];
    let mut mask = 0;
    while mask < 64 {
        let mut counter = 0;
        while counter < COUNTERS {
            if mask >> counter & 1 == 1 {
                table[mask] |= 1 << (counter * WIDTH);
            }
            counter += 1;
        }
        mask += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::{LARGE, field, full, ones, remove_signed};

    #[test]
    fn fields_do_not_touch() {
        assert_eq!(ones(0b10_0001), 1 << 50 | 1);
        assert_eq!(full(0b00_0010), 0x3ff << 10);
        let three = ones(0x3f) * 255 * 3;
        assert!((0..6).all(|counter| field(three, counter) == 765));
        assert_eq!((ones(0x3f) * 255) & LARGE, 0);
        assert_eq!((ones(0b1000) * 256) & LARGE, 1 << 38);
    }

    #[test]
    fn negative_numbers_are_removed_with_what_they_borrowed() {
        let sum = ones(0b00_1010).wrapping_sub(ones(0b01_0101) * 3);
        assert_eq!(remove_signed(sum, 0b01_0001), ones(0b00_1010).wrapping_sub(ones(0b00_0100) * 3));
        assert_eq!(remove_signed(sum, 0x3f), 0);
        assert_eq!(remove_signed(sum, 0), sum);
    }
}
