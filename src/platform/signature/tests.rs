//! Signatures from something that answers as a model does.

use super::{Clocks, Damaged, MAGIC, Signature};

const TEXT: &str = "g4pmu-model 0.1.0 part=7450 nop=ordinary clocks=900000000/100000000/25000000 forward=70";

/// Answers to the index as the host of a model does, with this length.
fn answers(text: &'static [u8], length: u32) -> impl FnMut(u32) -> u32 {
    move |index| {
        let Some(word) = index.checked_sub(1) else { return length };
        let byte = |place: usize| text.get(4 * word as usize + place).copied().unwrap_or(0);
        u32::from_be_bytes([byte(0), byte(1), byte(2), byte(3)])
    }
}

fn read(text: &'static str) -> Result<Option<Signature>, Damaged> {
    Signature::read(answers(text.as_bytes(), text.len() as u32))
}

#[test]
fn where_r3_stays_as_it_was_there_is_no_model() {
    let mut asked = 0;
    let nobody = Signature::read(|_| {
        asked += 1;
        MAGIC
    });
    assert_eq!((nobody, asked), (Ok(None), 1));
}

#[test]
fn a_text_of_any_length_comes_out_of_its_words() {
    for text in [TEXT, &TEXT[..TEXT.len() - 1], "g4pmu-model 1 part=7448 clocks=3/2/1"] {
        let signature = read(text).expect("sound").expect("there");
        assert_eq!(signature.text.as_str(), text);
    }
    let signature = read(TEXT).expect("sound").expect("there");
    assert_eq!((signature.version(), signature.part()), ("0.1.0", "7450"));
    assert_eq!(signature.switches(), "nop:ordinary,clocks:900000000/100000000/25000000,forward:70");
    assert_eq!(signature.clocks(), Clocks { core_hz: 900_000_000, bus_hz: 100_000_000, tb_hz: 25_000_000 });
}

#[test]
fn words_and_magic_are_those_of_the_agreement() {
    // The letters g4pc, and the first bytes of the text in the first word.
    assert_eq!(MAGIC.to_be_bytes(), *b"g4pc");
    let mut seen = Vec::new();
    let mut model = answers(TEXT.as_bytes(), TEXT.len() as u32);
    let sound = Signature::read(|index| {
        seen.push(index);
        model(index)
    });
    assert!(sound.is_ok());
    assert_eq!(seen, (0..=TEXT.len().div_ceil(4) as u32).collect::<Vec<_>>());
    assert_eq!(answers(TEXT.as_bytes(), 0)(1), u32::from_be_bytes(*b"g4pm"));
}

#[test]
fn a_length_that_no_text_has_is_damage() {
    for length in [0, 481, u32::MAX] {
        assert_eq!(Signature::read(answers(TEXT.as_bytes(), length)), Err(Damaged::Length(length)));
    }
    let said = Damaged::Length(481).to_string();
    assert_eq!(said, "the signature of the timing model is damaged: 481 bytes long, legal are 1 to 480");
    let mut longest = b"g4pmu-model 1 part=7450 clocks=3/2/1 x=".to_vec();
    longest.resize(480, b'y');
    assert!(Signature::read(answers(longest.leak(), 480)).expect("sound").is_some());
}

#[test]
fn a_text_that_is_none_is_damage() {
    for (text, why) in [
        ("g4pmu-model 1 part=7450 clocks=3/2/1\n", Damaged::Byte(b'\n')),
        ("g4pmu-model 1 part=7450 clocks=3/2/1 \u{e9}", Damaged::Byte(0xc3)),
        ("another-model 1 part=7450 clocks=3/2/1", Damaged::Name),
        ("g4pmu-model part=7450 clocks=3/2/1", Damaged::Name),
        ("g4pmu-model", Damaged::Name),
        ("g4pmu-model 1 part=7450 clocks=3/2/1 nop", Damaged::Word),
        ("g4pmu-model 1 part=7450  clocks=3/2/1", Damaged::Word),
        ("g4pmu-model 1 part= clocks=3/2/1", Damaged::Word),
        ("g4pmu-model 1 clocks=3/2/1", Damaged::Part),
        ("g4pmu-model 1 part=7450", Damaged::Clocks),
        ("g4pmu-model 1 part=7450 clocks=3/2", Damaged::Clocks),
        ("g4pmu-model 1 part=7450 clocks=3/2/1/1", Damaged::Clocks),
        ("g4pmu-model 1 part=7450 clocks=3/2/0", Damaged::Clocks),
        ("g4pmu-model 1 part=7450 clocks=4294967296/2/1", Damaged::Clocks),
    ] {
        assert_eq!(read(text), Err(why), "{text}");
    }
}
