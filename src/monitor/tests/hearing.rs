//! What arrives damaged, cut or too long is refused, and the loop lives on.

use proptest::prelude::*;

use super::port::{Play, Port};
use super::{AREA, answers, boot, refusal, session, summed, typed};
use crate::lab::tests::machine;
use crate::monitor::line::MOST_LINE_BYTES;
use crate::monitor::session::{MOST_SILENCE_SECONDS, PROMPT};

fn bytes(text: &[u8]) -> impl Iterator<Item = Play> {
    text.iter().map(|byte| Play::Byte(*byte))
}

/// Ticks of a second on the board that is assumed where nobody states one.
const SECOND: u64 = 25_000_000;

#[test]
fn a_line_that_is_too_long_is_refused_as_a_whole() {
    let long = "x".repeat(MOST_LINE_BYTES + 1);
    assert_eq!(refusal(&typed(&[&long])), "the line is longer than 1024 bytes");
    assert_eq!(answers(&typed(&[&long, "spr pvr"])).len(), 2);
}

#[test]
fn a_wrong_checksum_refuses_the_line() {
    let right = summed("spr hid0");
    assert_eq!(answers(&typed(&[&right]))[0].0, "spr hid0");
    let wrong = right.replace("hid0", "hid1");
    assert!(refusal(&typed(&[&wrong])).starts_with("the checksum says "));
    assert!(refusal(&typed(&["off *1234"])).starts_with("after ` *` there must be eight"), "`off` is not carried out");
}

#[test]
fn noise_in_a_line_refuses_it() {
    let noisy = |line: &[u8]| refusal(&session(bytes(line)));
    assert!(noisy(b"in\0fo\r").starts_with("byte 0x00 at position 2"));
    assert!(noisy(b"info\xff\r").starts_with("byte 0xff at position 4"));
    assert!(noisy(b"\x1b[Ainfo\n").starts_with("byte 0x1b at position 0"));
}

#[test]
fn a_line_without_end_is_given_up_after_a_silence() {
    let pause = Play::Pause(u64::from(MOST_SILENCE_SECONDS + 1) * SECOND);
    for (start, remainder) in [("in", "fo\r"), ("echo ", "off\r"), ("spr p", "\n"), ("echo ", "off\x03")] {
        let cut = bytes(start.as_bytes()).chain([pause]).chain(bytes(remainder.as_bytes())).chain(bytes(b"spr pvr\r"));
        let output = session(cut);
        let answers = answers(&output);
        let error = "the line was not ended and then nothing came for 1800 s; what comes up to the next line end is \
                     thrown away";
        assert_eq!(super::errors(&answers[0].1), [error]);
        assert_eq!((answers.len(), answers[1].0.as_str()), (2, "spr pvr"), "nothing of {remainder:?} is carried out");
    }
}

#[test]
fn the_remainder_of_a_line_may_be_slow_or_too_long() {
    let pause = || [Play::Pause(u64::from(MOST_SILENCE_SECONDS + 1) * SECOND)];
    let long = "x".repeat(2 * MOST_LINE_BYTES);
    let script = bytes(b"in").chain(pause()).chain(bytes(b"of")).chain(pause()).chain(bytes(b"f"));
    let output = session(script.chain(bytes(long.as_bytes())).chain(bytes(b"\rspr pvr\r")));
    let answers = answers(&output);
    assert_eq!(answers.iter().map(|(command, _)| command.as_str()).collect::<Vec<_>>(), ["", "spr pvr"]);
}

#[test]
fn a_slow_person_is_waited_for_and_an_idle_port_for_ever() {
    let pause = |seconds: u32| [Play::Pause(u64::from(seconds) * SECOND)];
    let script =
        pause(10_000).into_iter().chain(bytes(b"spr ")).chain(pause(MOST_SILENCE_SECONDS - 1)).chain(bytes(b"pvr\r"));
    let output = session(script);
    assert_eq!(answers(&output)[0].0, "spr pvr");
}

#[test]
fn control_c_throws_a_line_away_without_an_answer() {
    assert_eq!(answers(&session(bytes(b"run everything\x03spr pvr\r")))[0].0, "spr pvr");
    assert_eq!(answers(&typed(&["", "   ", "spr pvr"])).len(), 1, "an empty line is no command");
}

#[test]
fn a_program_hears_no_echo_and_a_person_does() {
    let program = typed(&["spr pvr"]);
    assert!(program.starts_with(&format!("{PROMPT}\n@g4 0 report ")), "{program}");
    let mut port = Port::new(b"sqr\x08\x08pr pvr\x1b\rx\x03echo off\rspr pvr\r");
    boot("", &mut machine(AREA, None), &mut port);
    let person = port.output;
    assert!(person.contains(&format!("{PROMPT}sqr\x08 \x08\x08 \x08pr pvr\x07\n@g4 0 ")), "{person}");
    assert!(person.contains(&format!("{PROMPT}x^C\n{PROMPT}echo off\n")), "{person}");
    assert!(person.contains(&format!("{PROMPT}\n@g4 0 ")), "{person}");
}

#[test]
fn an_echo_cannot_look_like_a_record() {
    let mut port = Port::new(b"x\x15@g4 0 report version=2\r");
    boot("", &mut machine(AREA, None), &mut port);
    let log = report_format::log::parse(port.output.as_bytes());
    assert!(log.boots.iter().all(|boot| boot.findings.is_empty()), "{}", port.output);
}

#[derive(Clone, Debug)]
enum Piece {
    Noise(Vec<u8>),
    Cut,
    Pause,
}

fn trouble() -> impl Strategy<Value = Piece> {
    prop_oneof![
        prop::collection::vec(any::<u8>().prop_filter("part of off", |byte| *byte != b'f'), 0..40)
            .prop_map(Piece::Noise),
        prop::collection::vec(prop::sample::select(vec![0x00, 0xff, b'\r', b'\n', 0x7f, b'*']), 0..40)
            .prop_map(Piece::Noise),
        Just(Piece::Cut),
        Just(Piece::Pause),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the cable does, every answer is whole, and a command between two line
    /// ends is carried out.
    #[test]
    fn the_loop_lives_on(troubles in prop::collection::vec(trouble(), 0..8)) {
        let line = summed("spr pvr");
        let mut script = Vec::new();
        for trouble in &troubles {
            match trouble {
                Piece::Noise(noise) => script.extend(bytes(noise)),
                Piece::Cut => script.extend(bytes(&line.as_bytes()[..6])),
                Piece::Pause => script.push(Play::Pause(2000 * SECOND)),
            }
            script.extend(bytes(b"\r"));
            script.extend(bytes(line.as_bytes()));
            script.extend(bytes(b"\r"));
        }
        let output = session(script);
        let carried_out = answers(&output).iter().filter(|(command, _)| command == "spr pvr").count();
        prop_assert_eq!(carried_out, troubles.len());
    }
}
