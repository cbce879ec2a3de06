//! Pages: segment registers and the hashed page table [PEM 7.5, 7.6].

use model::record::Attributes;

use super::attributes;

/// Entries of a group.
const ENTRIES: u64 = 8;
/// Bytes of an entry.
const BYTES: u64 = 8;
/// The valid bit of an entry.
const VALID: u32 = 1 << 31;
/// The bit of an entry that says that the second hash led to it.
const SECOND: u32 = 1 << 6;

/// Looks an address up in the page table at `sdr1`, whose words `word` reads.
///
/// Protection is not looked at: the access has been made.
pub(super) fn find(
    sdr1: u32,
    segment: u32,
    address: u32,
    mut word: impl FnMut(u64) -> Option<u32>,
) -> Option<(u64, Attributes)> {
    let vsid = segment & 0x00ff_ffff;
    let index = address >> 12 & 0xffff;
    let first = vsid & 0x7_ffff ^ index;
    [(first, 0), (!first & 0x7_ffff, SECOND)].into_iter().find_map(|(hash, which)| {
        let wanted = VALID | vsid << 7 | which | index >> 10;
        let group = u64::from(sdr1 & 0xffff_0000 | (hash & ((sdr1 & 0x1ff) << 10 | 0x3ff)) << 6);
        let entry = (0..ENTRIES).map(|entry| group + BYTES * entry).find(|entry| word(*entry) == Some(wanted))?;
        let lower = word(entry + 4)?;
        let physical = lower & 0xffff_f000 | address & 0xfff;
        Some((u64::from(physical), attributes(lower >> 3 & 15)))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::find;

    const TABLE: u32 = 0x0010_0000;

    /// One entry at a place, looked up.
    fn look_up(entry: u64, words: [u32; 2], segment: u32, address: u32) -> Option<u64> {
        let memory = HashMap::from([(entry, words[0]), (entry + 4, words[1])]);
        find(TABLE, segment, address, |physical| memory.get(&physical).copied()).map(|(physical, _)| physical)
    }

    #[test]
    fn the_first_hash_is_segment_and_page() {
        // VSID 0x123, page 0x45: group (0x123 ^ 0x45) = 0x166.
        let group = u64::from(TABLE) + 0x166 * 64;
        let words = [0x8000_9180, 0x0077_7192];
        assert_eq!(look_up(group, words, 0x2000_0123, 0x3004_5abc), Some(0x0077_7abc));
        assert_eq!(look_up(group + 7 * 8, words, 0x2000_0123, 0x3004_5abc), Some(0x0077_7abc), "the last entry");
        assert_eq!(look_up(group, [0x0000_9180, words[1]], 0x123, 0x3004_5abc), None, "not valid");
        assert_eq!(look_up(group, words, 0x124, 0x3004_5abc), None, "another segment");
    }

    #[test]
    fn the_second_hash_is_its_complement() {
        let group = u64::from(TABLE) + (0x3ff ^ 0x166) * 64;
        assert_eq!(look_up(group, [0x8000_91c0, 0x0077_7012], 0x123, 0x3004_5abc), Some(0x0077_7abc));
        assert_eq!(look_up(group, [0x8000_9180, 0x0077_7012], 0x123, 0x3004_5abc), None, "an entry of the first hash");
    }

    #[test]
    fn the_attributes_are_the_entrys() {
        let memory = HashMap::from([(0x0010_5980_u64, 0x8000_9180_u32), (0x0010_5984, 0x8077_702a)]);
        let (physical, attributes) =
            find(TABLE, 0x123, 0x3004_5000, |physical| memory.get(&physical).copied()).unwrap();
        assert_eq!(physical, 0x8077_7000);
        assert!(attributes.inhibited && attributes.guarded && !attributes.coherent && !attributes.write_through);
    }
}
