//! Code and data from the host.

use proptest::prelude::*;
use report_format::checksum;
use report_format::record::{LoadArea, Record};

use super::port::{Play, Port};
use super::{AREA, answers, boot, errors, refusal, summed, typed};
use crate::lab::tests::machine;
use crate::monitor::load::{Announced, Arena, LoadError, Loader, MOST_BLOCK_BYTES, MOST_PIECES};

/// Two areas of 64 words.
struct Areas([Vec<u32>; 2]);

impl Areas {
    fn new() -> Self {
        Self([vec![0; 64], vec![0; 64]])
    }
}

impl Arena for Areas {
    fn words(&mut self, area: LoadArea) -> &mut [u32] {
        &mut self.0[area as usize]
    }
}

fn hex(words: &[u32]) -> String {
    words.iter().map(|word| format!("{word:08x}")).collect()
}

fn announced(area: LoadArea, offset: u32, words: &[u32]) -> Announced {
    Announced { area, offset, bytes: 4 * words.len() as u32, crc: checksum::of_words(words) }
}

const WORDS: [u32; 4] = [0x3860_0001, 0x4e80_0020, 0xdead_beef, 7];

/// A loader with this much of [`WORDS`] in the code area from 8 on.
fn loaded(blocks: usize) -> (Loader, Areas) {
    let (mut loader, mut areas) = (Loader::default(), Areas::new());
    loader.announce(announced(LoadArea::Code, 8, &WORDS), &mut areas).expect("it fits");
    for (block, word) in WORDS.iter().enumerate().take(blocks) {
        loader.block(4 * block as u32, &hex(&[*word]), &mut areas).expect("in turn");
    }
    (loader, areas)
}

#[test]
fn blocks_in_turn_make_a_piece() {
    let (loader, areas) = loaded(4);
    assert_eq!(areas.0[0][..7], [0, 0, WORDS[0], WORDS[1], WORDS[2], WORDS[3], 0]);
    let piece = loader.pieces().next().expect("a piece");
    assert!(piece.is_complete() && piece.code_end() == Some(24));
    assert!(!loaded(3).0.pieces().next().expect("a piece").is_complete());
}

#[test]
fn a_block_out_of_turn_is_refused_and_a_repeated_one_acknowledged() {
    let (mut loader, mut areas) = loaded(2);
    let before = areas.0.clone();
    assert_eq!(loader.block(12, "00000007", &mut areas), Err(LoadError::OutOfTurn { at: 12, expected: 8 }));
    assert_eq!(loader.block(4, "4e800020", &mut areas).map(|piece| piece.received), Ok(8));
    assert_eq!(loader.block(4, "4e800021", &mut areas), Err(LoadError::Differs { at: 4 }));
    assert_eq!(areas.0, before);
    let (mut loader, mut areas) = loaded(4);
    assert_eq!(loader.block(12, "00000007", &mut areas).map(|piece| piece.is_complete()), Ok(true), "the last one too");
    assert_eq!(loader.block(16, "00000007", &mut areas), Err(LoadError::NothingAnnounced));
}

#[test]
fn data_is_whole_words_of_hex_digits() {
    let (mut loader, mut areas) = loaded(0);
    for data in ["", "0", "0000000", "000000001", "0000000g", "+0000000", "-1234567"] {
        assert_eq!(loader.block(0, data, &mut areas), Err(LoadError::Digits), "{data}");
    }
    let long = "00".repeat(MOST_BLOCK_BYTES as usize + 4);
    let too_long = LoadError::BlockTooLong { bytes: 260, most: MOST_BLOCK_BYTES };
    assert_eq!(loader.block(0, &long, &mut areas), Err(too_long));
    let beyond = LoadError::BlockTooLong { bytes: 20, most: 16 };
    assert_eq!(loader.block(0, &"00".repeat(20), &mut areas), Err(beyond));
    assert_eq!(areas.0, Areas::new().0);
}

#[test]
fn places_and_sizes_are_held_to_the_area() {
    let (mut loader, mut areas) = (Loader::default(), Areas::new());
    let mut refused =
        |offset, bytes| loader.announce(Announced { area: LoadArea::Data, offset, bytes, crc: 0 }, &mut areas).err();
    assert_eq!(refused(2, 4), Some(LoadError::Unaligned { name: "offset", value: 2 }));
    assert_eq!(refused(0, 6), Some(LoadError::Unaligned { name: "bytes", value: 6 }));
    assert_eq!(refused(0, 0), Some(LoadError::Empty));
    assert_eq!(refused(0, 260), Some(LoadError::TooLarge { needed: 260, available: 256 }));
    assert_eq!(refused(0xffff_fffc, 0xffff_fffc), Some(LoadError::TooLarge { needed: 0x1_ffff_fff8, available: 256 }));
    assert_eq!(refused(0, 256), None);
}

#[test]
fn pieces_do_not_overlap() {
    let (mut loader, mut areas) = loaded(4);
    let mut at = |area, offset| loader.announce(announced(area, offset, &WORDS), &mut areas);
    for offset in [0, 4, 8, 20] {
        assert!(matches!(at(LoadArea::Code, offset), Err(LoadError::Overlap(_))), "{offset}");
    }
    assert!(at(LoadArea::Code, 24).is_ok());
    assert!(at(LoadArea::Data, 8).is_ok(), "another area");
    loader.clear();
    assert!(loader.announce(announced(LoadArea::Code, 8, &WORDS), &mut areas).is_ok());
}

#[test]
fn there_is_an_end_to_pieces() {
    let (mut loader, mut areas) = (Loader::default(), Areas::new());
    for number in 0..=MOST_PIECES as u32 {
        let piece = announced(LoadArea::Data, 8 * number, &WORDS[..1]);
        match loader.announce(piece, &mut areas) {
            Ok(_) => drop(loader.block(0, &hex(&WORDS[..1]), &mut areas).expect("in turn")),
            Err(error) => assert_eq!((error, number), (LoadError::TooMany, MOST_PIECES as u32)),
        }
    }
    assert_eq!(loader.pieces().count(), MOST_PIECES);
}

#[test]
fn a_piece_that_is_not_what_was_announced_is_forgotten() {
    let (mut loader, mut areas) = (Loader::default(), Areas::new());
    let wrong = Announced { crc: 1, ..announced(LoadArea::Code, 0, &WORDS[..1]) };
    loader.announce(wrong, &mut areas).expect("it fits");
    let computed = checksum::of_words(&WORDS[..1]);
    assert_eq!(loader.block(0, &hex(&WORDS[..1]), &mut areas), Err(LoadError::Checksum { stated: 1, computed }));
    assert_eq!(loader.pieces().count(), 0);
}

/// The lines that load these words.
pub(super) fn lines(words: &[u32]) -> Vec<String> {
    let piece = announced(LoadArea::Code, 0, words);
    let mut lines = vec![summed(&format!("load code offset=0 bytes={} crc=0x{:08x}", piece.bytes, piece.crc))];
    lines.extend(
        words.chunks(2).zip((0..).step_by(8)).map(|(block, at)| summed(&format!("load at={at} data={}", hex(block)))),
    );
    lines
}

#[test]
fn a_session_acknowledges_every_block() {
    let lines = lines(&WORDS);
    let output = typed(&[&lines[0], &lines[1], &lines[2], "load", "load clear", "load"]);
    let received: Vec<Vec<u32>> = answers(&output)
        .iter()
        .map(|(_, records)| {
            let received = records.iter().map(|record| match record {
                Record::Load(piece) => piece.received,
                other => panic!("{other:?}"),
            });
            received.collect()
        })
        .collect();
    assert_eq!(received, [vec![0], vec![8], vec![16], vec![16], vec![], vec![]]);
}

#[test]
fn a_line_without_checksum_loads_nothing() {
    assert!(
        refusal(&typed(&["load code offset=0 bytes=4 crc=0"])).starts_with("`load` takes only lines with a checksum")
    );
}

#[test]
fn code_is_published_when_it_is_whole_and_data_never() {
    let published = |lines: &[String]| {
        let mut machine = machine(AREA, None);
        boot("autostart=off", &mut machine, &mut Port::new(format!("{}\r", lines.join("\r")).as_bytes()));
        machine.published
    };
    assert_eq!(published(&lines(&WORDS)[..2]), [0; 0]);
    assert_eq!(published(&lines(&WORDS)), [WORDS.len()]);
    let data = [
        summed(&format!("load data offset=0 bytes=4 crc=0x{:08x}", checksum::of_words(&WORDS[..1]))),
        summed(&format!("load at=0 data={}", hex(&WORDS[..1]))),
    ];
    assert_eq!(published(&data), [0; 0]);
}

#[test]
fn measuring_forgets_what_was_loaded() {
    let lines = lines(&WORDS);
    let output = typed(&[&lines[0], &lines[1], &lines[2], "run calibrate/empty n=1 trials=1", "load"]);
    assert_eq!(answers(&output)[4].1, []);
    let output = typed(&[&lines[0], &lines[1], &lines[2], "run calibrate/nothing", "load"]);
    assert_eq!(answers(&output)[4].1.len(), 1, "a refused run measures nothing");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A host that sends again what was not acknowledged gets its words through any
    /// noise, unchanged.
    #[test]
    fn words_get_through_a_noisy_line(
        words in prop::collection::vec(any::<u32>(), 1..40),
        noise in prop::collection::vec(prop::option::of((any::<prop::sample::Index>(), any::<u8>())), 0..30),
    ) {
        let mut machine = machine(AREA, None);
        let mut noise = noise.into_iter();
        let mut script = Vec::new();
        for line in lines(&words) {
            // Each damaged copy is followed by another one; the last is clean.
            while let Some(Some((at, byte))) = noise.next() {
                let mut damaged = line.clone().into_bytes();
                let at = at.index(damaged.len());
                damaged[at] = byte;
                script.extend(damaged.into_iter().chain(*b"\r"));
            }
            script.extend(line.bytes().chain(*b"\r"));
        }
        boot("autostart=off", &mut machine, &mut Port::playing(script.into_iter().map(Play::Byte)));
        prop_assert_eq!(&machine.code[..words.len()], &words[..]);
        prop_assert!(machine.code[words.len()..].iter().all(|word| *word == 0));
    }
}

#[test]
fn refusals_say_what_to_do() {
    let error = errors(&answers(&typed(&[&summed("load at=0 data=00000000")]))[0].1);
    assert_eq!(error, ["no piece is announced: send `load code|data offset=BYTES bytes=BYTES crc=0xHEX` first"]);
}
