//! What goes in comes out, whatever it is.

use model::code::Code;
use model::record::{Access, AccessKind, Attributes, Exception, Place, Translation};
use model::trace::{Decoder, Encoder, MOST_ACCESSES};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::told::{Record, Told, decode, encode, header, settings};

fn translation() -> impl Strategy<Value = Translation> {
    prop_oneof![Just(Translation::Real), Just(Translation::Block), Just(Translation::Page)]
}

fn kind() -> impl Strategy<Value = AccessKind> {
    use AccessKind::{Load, Operation, Store, Touch};
    prop_oneof![Just(Load), Just(Store), Just(Touch), Just(Operation)]
}

/// Few addresses, so that they come again, and any.
fn address() -> impl Strategy<Value = u32> {
    prop_oneof![6 => (0_u32..8).prop_map(|word| 0x1000 + 4 * word), 1 => any::<u32>()]
}

fn place() -> impl Strategy<Value = Place> {
    let attributes = any::<(bool, bool, bool, bool)>().prop_map(|(write_through, inhibited, coherent, guarded)| {
        Attributes { write_through, inhibited, coherent, guarded }
    });
    let anywhere = (address(), any::<u64>(), translation(), attributes).prop_map(
        |(effective, physical, translation, attributes)| Place { effective, physical, translation, attributes },
    );
    prop_oneof![4 => address().prop_map(Place::real), 1 => anywhere]
}

fn access() -> impl Strategy<Value = Access> {
    (place(), any::<u8>(), kind()).prop_map(|(place, bytes, kind)| Access { place, bytes, kind })
}

fn record() -> impl Strategy<Value = Record> {
    let words = prop_oneof![4 => Just(0x3863_0001_u32), 1 => any::<u32>()];
    let values = prop_oneof![6 => Just(0_u32), 1 => any::<u32>()];
    (words, place(), any::<(bool, bool, bool)>(), address(), vec(access(), 0..4), values).prop_map(
        |(word, at, (taken, straight, short_operand), next, accesses, value)| {
            let next = if straight { at.effective.wrapping_add(4) } else { next };
            Record { word, at, next, taken, accesses, value, short_operand }
        },
    )
}

fn told() -> impl Strategy<Value = Told> {
    let exception = (any::<u32>(), place(), any::<u32>(), any::<bool>()).prop_map(|(vector, handler, msr, raised)| {
        Told::Exception { exception: Exception { vector, handler, msr }, raised }
    });
    prop_oneof![
        12 => (record(), prop::option::weighted(0.1, any::<u32>()))
            .prop_map(|(record, answer)| Told::Retired { record, answer }),
        1 => exception,
        1 => (1..1_u64 << 40).prop_map(Told::Passed),
        1 => Just(Told::Napped),
        1 => any::<u64>().prop_map(Told::Ended),
    ]
}

/// Stretches that come again, as loops do.
fn stories() -> impl Strategy<Value = Vec<Told>> {
    vec((vec(told(), 1..12), 1..16_usize), 1..5).prop_map(|stretches| {
        let again = |(told, times): (Vec<Told>, usize)| std::iter::repeat_n(told, times).flatten();
        stretches.into_iter().flat_map(again).collect()
    })
}

/// Numbers of passed instructions that follow each other become one.
fn joined(told: &[Told]) -> Vec<Told> {
    let mut joined: Vec<Told> = Vec::new();
    for told in told {
        match (joined.last_mut(), told) {
            (Some(Told::Passed(before)), Told::Passed(more)) => *before += more,
            _ => joined.push(told.clone()),
        }
    }
    joined
}

proptest! {
    #[test]
    fn what_goes_in_comes_out(mut told in stories()) {
        told.push(Told::Ended(7));
        prop_assert_eq!(decode(&encode(&told)), Ok(joined(&told)));
    }

    #[test]
    fn the_start_of_a_trace_is_the_start_of_the_story(mut told in stories(), cut in any::<prop::sample::Index>()) {
        told.push(Told::Ended(7));
        let bytes = encode(&told);
        let header = header();
        let length = header + cut.index(bytes.len() - header);
        let mut decoder = Decoder::new(&bytes[..length]).expect("the header is there");
        let mut expected = joined(&told).into_iter();
        while let Ok(Some((item, _))) = decoder.next_item() {
            prop_assert_eq!(Some(Told::from(item)), expected.next());
        }
        prop_assert!(expected.next().is_some(), "the end is missing");
    }
}

/// 100 passes of 24 adds, a load that walks by 4 bytes, and `bdnz`.
fn walk(passes: u32) -> Vec<Told> {
    let told = |record| Told::Retired { record, answer: None };
    let adds = (0..24).map(|number| told(Record::new(0x1000 + 4 * number, 0x3863_0001)));
    let adds: Vec<_> = adds.collect();
    let pass = |pass: u32| {
        let access = Access { place: Place::real(0x10_0000 + 4 * pass), bytes: 4, kind: AccessKind::Load };
        let load = Record { accesses: vec![access], ..Record::new(0x1060, 0x8084_0004) };
        let branch = Record { next: 0x1000, taken: true, ..Record::new(0x1064, 0x4200_ff9c) };
        adds.iter().cloned().chain([told(load), told(branch)])
    };
    (0..passes).flat_map(pass).collect()
}

#[test]
fn a_loop_costs_one_byte_for_128_instructions() {
    let (warm, long) = (walk(100), walk(228));
    let bytes = |told: &[Told]| encode(&[told, &[Told::Ended(0)]].concat()).len();
    assert_eq!(bytes(&long) - bytes(&warm), 26, "128 passes of 26 instructions");
    assert_eq!(decode(&encode(&[&long[..], &[Told::Ended(0)]].concat())).expect("whole").len(), 228 * 26 + 1);
}

#[test]
fn an_instruction_that_is_new_costs_its_word_and_a_tag() {
    let straight: Vec<_> =
        (0..1000).map(|number| Told::Retired { record: Record::new(4 * number, number), answer: None }).collect();
    assert_eq!(encode(&straight).len() - header(), 5000);
}

/// As `docs/model/trace.md` has it.
#[test]
fn items_have_the_documented_bytes() {
    let told = [
        Told::Passed(300),
        Told::Retired { record: Record::new(0x100, 0x3863_0001), answer: None },
        Told::Retired { record: Record { value: 5, ..Record::new(0x104, 0x7c79_eaa6) }, answer: Some(0x80) },
        Told::Exception {
            exception: Exception { vector: 0xf00, handler: Place::real(0xf00), msr: 0x40 },
            raised: true,
        },
        Told::Napped,
        Told::Ended(9),
    ];
    let bytes = encode(&told);
    let expected = [
        &[0xc1, 0xac, 0x02][..],
        // At 0x100, 64 words on: folded 0x200, doubled 0x400.
        &[0x83, 0x80, 0x08, 0x38, 0x63, 0x00, 0x01],
        &[0xb2, 0x7c, 0x79, 0xea, 0xa6, 0x0a, 0x80, 0x01],
        // 0xf00 - 0x108 = 0xdf8, folded 0x1bf0, doubled 0x37e0.
        &[0xc0, 0x81, 0x3c, 0xe0, 0x6f, 0x40],
        &[0xc2],
        &[0xc4, 0x09],
    ];
    assert_eq!(bytes[header()..], expected.concat());
}

#[test]
fn words_that_the_model_read_are_known_when_it_reads_them_again() {
    struct Memory;
    impl Code for Memory {
        fn word(&mut self, physical: u64) -> Option<u32> {
            (physical != 8).then_some(physical as u32 + 1)
        }
    }
    let mut encoder = Encoder::new(&settings());
    for word in [0x1234, 0x5678] {
        assert_eq!(encoder.listen(&mut Memory).word(4), Some(5));
        assert_eq!(encoder.listen(&mut Memory).word(8), None);
        Record::new(4, word).with(|retired| encoder.retired(retired, None));
    }
    encoder.ended(0);
    let bytes = encoder.bytes().to_vec();
    let mut decoder = Decoder::new(&bytes).expect("a trace");
    for _ in 0..2 {
        let (_, words) = decoder.next_item().expect("whole").expect("a record");
        assert_eq!([words.word(4), words.word(8), words.word(12)], [Some(5), None, None]);
    }
    let (_, words) = decoder.next_item().expect("whole").expect("the end");
    assert_eq!(words.word(4), Some(0x5678), "the instruction's own word, behind it");
}

#[test]
#[should_panic(expected = "8193 accesses of one instruction")]
fn more_accesses_than_any_instruction_has_are_refused() {
    let access = Access { place: Place::real(0), bytes: 1, kind: AccessKind::Touch };
    let accesses = vec![access; MOST_ACCESSES + 1];
    encode(&[Told::Retired { record: Record { accesses, ..Record::new(0, 0) }, answer: None }]);
}
