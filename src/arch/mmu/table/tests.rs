//! Tables against golden words and against a search written from the manual's figure.

use proptest::prelude::*;

use super::{LEAST_BYTES, PageTable, Range, TableError};
use crate::arch::mmu::entry::Access;

const TABLE: u32 = 0x0138_0000;

fn words(bytes: u32) -> Vec<u32> {
    vec![0xdead_beef; bytes as usize / 4]
}

fn arena(start: u32, end: u32) -> Range {
    Range { start, end, access: Access::Everyone }
}

/// What a processor with this SDR1 finds, by the formula of the manual: the table's
/// base, 10 bits of the hash, and as many more as the mask has [PEM 7.6.1].
fn walk(memory: &[u32], sdr1: u32, segment: u32, address: u32) -> Option<u32> {
    let vsid = segment & 0x00ff_ffff;
    let first = (vsid & 0x7_ffff) ^ (address >> 12 & 0xffff);
    for (secondary, hash) in [(0, first), (1, !first & 0x7_ffff)] {
        let upper = (hash >> 10) & (sdr1 & 0x1ff);
        let group = (sdr1 & 0xffff_0000) | upper << 16 | (hash & 0x3ff) << 6;
        let wanted = 1 << 31 | vsid << 7 | secondary << 6 | address >> 22 & 0x3f;
        for entry in 0..8 {
            let at = (group - (sdr1 & 0xffff_0000)) as usize / 4 + 2 * entry;
            if memory[at] == wanted {
                return Some(memory[at + 1]);
            }
        }
    }
    None
}

#[test]
fn two_pages_are_these_words() {
    let mut memory = words(LEAST_BYTES);
    let table = PageTable::new(&mut memory, TABLE, &[arena(0x0140_0000, 0x0140_2000)]).expect("fits");
    assert_eq!(table.sdr1(), 0x0138_0000);
    let valid: Vec<(usize, u32)> = memory.iter().copied().enumerate().filter(|(_, word)| *word != 0).collect();
    // Hash 0x1400 modulo 1024 groups of 16 words is group 0.
    assert_eq!(valid, [(0, 0x8000_0005), (1, 0x0140_0192), (16, 0x8000_0005), (17, 0x0140_1192)]);
}

#[test]
fn a_range_is_whole_pages() {
    let mut memory = words(LEAST_BYTES);
    let code = Range { start: 0x0100_0ffc, end: 0x0100_1004, access: Access::UserReads };
    let table = PageTable::new(&mut memory, TABLE, &[code]).expect("fits");
    assert_eq!(table.search(0x0100_0000), Some(0x0100_0191));
    assert_eq!(table.search(0x0100_1fff), Some(0x0100_1191));
    assert_eq!((table.search(0x00ff_ffff), table.search(0x0100_2000)), (None, None));
}

#[test]
fn what_does_not_fit_the_first_group_goes_to_the_second() {
    let mut memory = words(LEAST_BYTES);
    // Pages 4 MiB apart share a group of a table with 1024 groups.
    let apart: Vec<Range> = (0..9).map(|n| arena(n << 22, (n << 22) + 1)).collect();
    PageTable::new(&mut memory, TABLE, &apart).expect("fits");
    assert_eq!(
        memory[..16].chunks(2).map(|entry| entry[0]).collect::<Vec<_>>(),
        [0x8000_0000, 0x8000_0001, 0x8000_0002, 0x8000_0003, 0x8000_0004, 0x8000_0005, 0x8000_0006, 0x8000_0007,]
    );
    // The complement of hash 0x2000 modulo 1024 is group 1023.
    assert_eq!(memory[1023 * 16..1023 * 16 + 3], [0x8000_0048, 0x0200_0192, 0]);
}

#[test]
fn a_full_table_names_the_page_that_does_not_fit() {
    let mut memory = words(LEAST_BYTES);
    let apart: Vec<Range> = (0..17).map(|n| arena(n << 22, (n << 22) + 1)).collect();
    let error = PageTable::new(&mut memory, TABLE, &apart).expect_err("17 pages of one group");
    assert_eq!(error, TableError::Full { address: 0x0400_0000, bytes: 0x1_0000 });
    assert_eq!(
        error.to_string(),
        "the page at 0x04000000 finds both its groups full; 65536 bytes of page table are too few"
    );
}

#[test]
fn a_page_in_two_ranges_is_refused() {
    let mut memory = words(LEAST_BYTES);
    let ranges = [arena(0x0140_0000, 0x0140_2800), arena(0x0140_2c00, 0x0140_4000)];
    assert_eq!(
        PageTable::new(&mut memory, TABLE, &ranges).expect_err("overlap"),
        TableError::Twice { address: 0x0140_2000 }
    );
}

#[test]
fn sizes_and_places_that_the_processor_cannot_use_are_refused() {
    for bytes in [0, 0x8000, 0x1_8000] {
        let error = PageTable::new(&mut words(bytes), 0, &[]).expect_err("size");
        assert_eq!(error, TableError::Size { bytes: bytes as usize });
    }
    let error = PageTable::new(&mut words(0x8_0000), 0x0134_0000, &[]).expect_err("place");
    assert_eq!(error, TableError::Place { address: 0x0134_0000, bytes: 0x8_0000 });
    assert_eq!(PageTable::new(&mut words(0x8_0000), TABLE, &[]).expect("legal").sdr1(), 0x0138_0007);
}

#[test]
fn the_largest_arena_fits_the_images_table_evenly() {
    let mut memory = words(0x8_0000);
    let table = PageTable::new(&mut memory, TABLE, &[arena(0x0140_0000, 0x0800_0000)]).expect("fits");
    let sdr1 = table.sdr1();
    let fullest = memory.chunks(16).map(|group| group.iter().step_by(2).filter(|tag| **tag != 0).count()).max();
    assert_eq!((sdr1, fullest), (0x0138_0007, Some(4)));
    let secondary = memory.iter().step_by(2).filter(|tag| *tag & 0x40 != 0).count();
    assert_eq!(secondary, 0, "every page is found in the group that is searched first");
}

proptest! {
    /// A search by the manual's formula finds exactly the pages of the ranges.
    #[test]
    fn the_processor_finds_what_was_mapped_and_nothing_else(
        shift in 0_u32..4,
        start in 0_u32..0x2000,
        pages in 1_u32..600,
        gap in 0_u32..40,
        more in 1_u32..100,
        elsewhere: u32,
    ) {
        let page = |number: u32| number << 12;
        let ranges = [
            arena(page(start), page(start + pages)),
            Range {
                start: page(start + pages + gap),
                end: page(start + pages + gap + more),
                access: Access::UserReads,
            },
        ];
        let mut memory = words(LEAST_BYTES << shift);
        let sdr1 = PageTable::new(&mut memory, 0x0100_0000, &ranges).expect("fits").sdr1();
        let expected = |address: u32| ranges.iter().find_map(|range| {
            let low = if range.access == Access::Everyone { 0x192 } else { 0x191 };
            (range.start..range.end).contains(&address).then_some(address & 0xffff_f000 | low)
        });
        for number in start.saturating_sub(2)..start + pages + gap + more + 2 {
            let address = page(number) | elsewhere & 0xfff;
            prop_assert_eq!(walk(&memory, sdr1, 0x2000_0000, address), expected(address));
        }
        prop_assert_eq!(walk(&memory, sdr1, 0x2000_0000 | elsewhere >> 28, elsewhere), expected(elsewhere));
    }
}
