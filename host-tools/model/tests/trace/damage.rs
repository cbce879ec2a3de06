//! Damaged and invented bytes: an error or a story, never a panic.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::told::{Record, Told, decode, encode, header};

fn refused(items: &[u8]) -> String {
    let bytes = [&encode(&[])[..], items].concat();
    let error = decode(&bytes).expect_err("damaged");
    assert!(error.offset >= header(), "{error}");
    error.to_string().split_once(": ").expect("an offset").1.to_owned()
}

#[test]
fn what_is_wrong_is_said_with_what_is_legal() {
    assert_eq!(refused(&[0xc5]), "0xc5 begins no item: 0x00 to 0xc4 do");
    assert_eq!(refused(&[0xc1, 0x80]), "the trace ends within a number of instructions");
    assert_eq!(
        refused(&[0xc1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2]).split(',').next(),
        Some("a number of instructions is larger than 0xffffffffffffffff")
    );
    assert_eq!(
        refused(&[0x00]),
        "the instruction at 0x00000000 is said to be the one that was there before, but none was"
    );
    assert_eq!(refused(&[0x82, 1, 2]), "the trace ends within an instruction word");
    assert_eq!(
        refused(&[0x81, 0xff, 0xff, 0xff, 0xff, 0x7f]),
        "an address is larger than 0x1ffffffff, the largest there is"
    );
    assert_eq!(refused(&[0x81, 1, 3]), "0x03 is no translation: its low two bits are 0 to 2, its high two bits 0");
    assert_eq!(refused(&[0x8a, 0, 0, 0, 0, 3, 4, 1, 0]), "4 is no kind of access: 0 to 3 are");
    assert_eq!(
        refused(&[0x8a, 0, 0, 0, 0, 0x83, 0x80, 1]),
        "8193 accesses of one instruction: 8192 at most are possible here"
    );
    assert_eq!(refused(&[0x8a, 0, 0, 0, 0, 2]), "1 accesses of one instruction: 0 at most are possible here");
}

/// Traces that broke a decoder, or were made to try.
#[test]
fn old_damage_does_no_harm() {
    for items in [
        // An address without word, then the next with one.
        &[0x80, 0x82, 0, 0, 0, 1][..],
        // A row that runs out of known addresses.
        &[0x82, 0, 0, 0, 1, 0x81, 0x0e, 0x7f],
        // Fewer accesses than before, said to be alike.
        &[0x8a, 0, 0, 0, 0, 5, 0, 4, 0, 4, 0, 0, 0x89, 0x0e, 2, 0, 0x81, 0x0e],
        // The last address of all, and one behind it.
        &[0x83, 0x0e, 0, 0, 0, 0, 0x82, 0, 0, 0, 0],
    ] {
        let bytes = [&encode(&[])[..], items].concat();
        let _ = decode(&bytes);
        let mut decoder = model::trace::Decoder::new(&bytes).expect("a header");
        for _ in 0..300 {
            let _ = decoder.next_item();
        }
    }
}

fn sample() -> Vec<u8> {
    let told = |number: u32| {
        let record =
            Record { taken: number.is_multiple_of(3), value: number % 5, ..Record::new(4 * (number % 7), number % 2) };
        Told::Retired { record, answer: number.is_multiple_of(11).then_some(number) }
    };
    let told: Vec<_> = (0..200).map(told).chain([Told::Passed(1000), Told::Napped, Told::Ended(5)]).collect();
    encode(&told)
}

#[test]
fn every_length_and_every_changed_byte_is_read_without_panic() {
    let bytes = sample();
    for length in 0..bytes.len() {
        let _ = decode(&bytes[..length]);
    }
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut bytes = bytes.clone();
            bytes[at] ^= 1 << bit;
            let _ = decode(&bytes);
        }
    }
}

proptest! {
    #[test]
    fn invented_bytes_are_read_without_panic(items in vec(any::<u8>(), 0..400)) {
        let _ = decode(&items);
        let _ = decode(&[&encode(&[])[..], &items].concat());
        let _ = decode(&[sample(), items].concat());
    }
}
