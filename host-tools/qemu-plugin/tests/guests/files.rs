//! The files of the options `trace` and `pipeview`.

use std::fs;

use model::record::Retired;
use model::sink::Nobody;
use model::trace::{Item, Replay};

use crate::assembler::*;
use crate::emulator::run;

/// Completed instructions of a loop with loads, by PMC1.
fn counted() -> Program {
    let mut program = Program::new();
    program.set(MMCR0, 0x8000_0000 | 2 << 6);
    program.set(PMC1, 0);
    program.load(9, 100);
    program.load(4, RESULTS + 0x1000);
    program.push(mtspr(9, 9));
    program.set(MMCR0, 2 << 6);
    program.push(ISYNC);
    program.extend([lwz(5, 4, 0), addi(4, 4, 4), x_form(266, 6, 6, 5), bdnz(-12)]);
    program.set(MMCR0, 0x8000_0000 | 2 << 6);
    program.push(ISYNC);
    program.result_of(PMC1);
    program.end();
    program
}

#[test]
fn a_trace_replays_to_the_answers_that_the_guest_got() {
    let ended = run(&counted(), &[], &[]);
    let results = ended.results();
    let mut replay = Replay::new(ended.trace(), Nobody, |_| {}).expect("a trace");
    let (mut loads, mut instructions) = (Vec::new(), 0);
    while let Some((item, _)) = replay.step().expect("a trace that is complete, whose answers the model gives again") {
        if let Item::Retired { retired: Retired { instruction, accesses, .. }, .. } = item {
            instructions += 1;
            if instruction.word == lwz(5, 4, 0) {
                loads.extend(accesses.iter().map(|access| (access.place.effective, access.bytes)));
            }
        }
    }
    assert_eq!(replay.difference(), None);
    let expected: Vec<(u32, u8)> = (0..100).map(|pass| (RESULTS + 0x1000 + 4 * pass, 4)).collect();
    assert_eq!(loads, expected);
    assert!(instructions > 400, "{instructions}");
    // The last branch of the loop falls through and is not folded.
    assert!((300..420).contains(&results[0]), "{results:?}");
}

/// `dst`: its lines, and its control word, in the trace as the model was told.
#[test]
fn a_stream_is_told_with_its_control_word() {
    let mut program = Program::new();
    program.load(3, 0x0200_0000);
    program.push(mtmsr(3));
    program.set(MMCR0, 0x8000_0000 | 2 << 6);
    // Two vectors in a block, two blocks, 64 bytes apart.
    let control = 2 << 24 | 2 << 16 | 64;
    program.load(7, RESULTS + 0x2000);
    program.load(8, control);
    let word = x_form(342, 0, 7, 8);
    program.push(word);
    program.load(3, 0);
    program.push(mtmsr(3));
    program.end();
    let ended = run(&program, &[], &[]);
    ended.results();
    let mut replay = Replay::new(ended.trace(), Nobody, |_| {}).expect("a trace");
    let mut told = Vec::new();
    while let Some((item, _)) = replay.step().expect("a trace that is complete") {
        if let Item::Retired { retired, .. } = item
            && retired.instruction.word == word
        {
            let lines: Vec<u32> = retired.accesses.iter().map(|access| access.place.effective).collect();
            told.push((retired.value, lines));
        }
    }
    assert_eq!(told, [(control, vec![RESULTS + 0x2000, RESULTS + 0x2040])]);
}

#[test]
fn a_window_of_instructions_is_written_for_viewers() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("view");
    let option = format!("pipeview={}", path.display());
    run(&counted(), &[&option, "pipeview-from=60", "pipeview-count=7"], &[]).results();
    let text = fs::read_to_string(path).expect("the file");
    let fetched: Vec<&str> = text.lines().filter(|line| line.starts_with("O3PipeView:fetch:")).collect();
    let numbers: Vec<&str> = fetched.iter().filter_map(|line| line.split(':').nth(5)).collect();
    assert_eq!(numbers, ["60", "61", "62", "63", "64", "65", "66"], "{text}");
    assert!(text.contains("lwz"), "the loop: {text}");
}
