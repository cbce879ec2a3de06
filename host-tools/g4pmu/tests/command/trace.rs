//! Traces: listed, told again, and written for viewers.

use model::code::NoCode;
use model::instruction::Instruction;
use model::model::Model;
use model::record::{Place as Address, Retired};
use model::settings::Settings;
use model::trace::Encoder;
use mpc7450::parts::Part;

use crate::tool::Place;

/// `mtspr MMCR0,r3` with a selection, `li r3,1`, `mulhw r3,r3,r3`, `b` to itself twice;
/// told to a model.
fn trace() -> Vec<u8> {
    let settings = Settings::new(Part::from_pvr(0x8000_0201));
    let (mut model, mut encoder) = (Model::new(settings.clone()), Encoder::new(&settings));
    model.pass(1000);
    encoder.passed(1000);
    let words = [0x7c78_eba6_u32, 0x3860_0001, 0x7c63_1896, 0x4800_0000, 0x4800_0000];
    for (number, word) in (0..).zip(words) {
        let at = 0x1000 + 4 * u32::min(number, 3);
        let instruction = Instruction::new(word);
        let retired = Retired {
            instruction: &instruction,
            at: Address::real(at),
            next: if number == 3 { at } else { at + 4 },
            taken: number >= 3,
            accesses: &[],
            value: if number == 0 { 0x42 } else { 0 },
            short_operand: false,
        };
        let answer = model.retire(&retired, &mut NoCode);
        encoder.retired(&retired, answer);
    }
    encoder.ended(model.now());
    encoder.bytes().to_vec()
}

#[test]
fn a_trace_is_listed_with_cycles() {
    let place = Place::new();
    place.write("a.trace", trace());
    let done = place.g4pmu("trace a.trace");
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    let lines: Vec<&str> = done.out.lines().collect();
    assert_eq!(lines[1].trim(), "1000 instructions passed, the model was off");
    assert!(
        lines[2].contains(" 1001 00001000  mtspr   952,r3") && lines[2].ends_with("moves 00000042"),
        "{}",
        lines[2]
    );
    assert!(lines[4].contains("mulhw   r3,r3,r3"), "{}", lines[4]);
    assert!(lines[5].contains("goes to 0000100c"), "{}", lines[5]);
    assert!(lines[7].contains("the end, in cycle "), "{}", lines[7]);
    assert_eq!(place.g4pmu("trace a.trace --from 3 --count 2").out.lines().count(), 3);
}

#[test]
fn a_replay_counts_what_is_asked_for_with_and_without_switches() {
    let place = Place::new();
    place.write("a.trace", trace());
    let done = place.g4pmu("trace a.trace --replay --model memory=900 -e iu2-instructions-completed");
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{}", done.out);
    let row = |name: &str| {
        let line = done.out.lines().find(|line| line.starts_with(name)).unwrap_or_else(|| panic!("{name}"));
        let cells = line[name.len()..].split_whitespace().map(|cell| cell.parse::<u64>().expect("a number"));
        <[u64; 2]>::try_from(cells.collect::<Vec<_>>()).expect("two columns")
    };
    assert_eq!(row("instructions passed, the model being off"), [1000, 1000]);
    assert_eq!(row("instructions told"), [5, 5]);
    assert_eq!(row("iu2-instructions-completed"), [1, 1]);
    let [recorded, changed] = row("cycles, the model being on");
    assert!(changed > recorded, "{recorded} {changed}");
}

#[test]
fn a_viewer_gets_seven_stages_of_each_instruction() {
    let place = Place::new();
    place.write("a.trace", trace());
    let done = place.g4pmu("trace a.trace --pipeview a.o3");
    assert_eq!((done.code, done.out.as_str()), (0, ""), "{}", done.err);
    let text = place.read("a.o3");
    assert_eq!(text.lines().count(), 4 * 7, "the model goes on with the first");
    assert!(text.contains(":mulhw   r3,r3,r3\n"), "{text}");
}

#[test]
fn what_is_wrong_is_said_and_has_its_status() {
    let place = Place::new();
    let whole = trace();
    place.write("cut", &whole[..whole.len() - 2]);
    place.write("log", "a report");
    let lying = [&whole[..whole.len() - 1], &[1]].concat();
    place.write("lying", lying);
    place.write("whole", &whole);
    for (line, code, text) in [
        ("trace cut --replay", 3, "ends"),
        ("trace log", 4, "byte 0: this is no trace of the model"),
        ("trace lying --replay", 4, "the trace is not what this model does: the end came in cycle"),
        ("trace nowhere", 1, "cannot read nowhere"),
        ("trace whole --replay -e nonsense", 2, "no event `nonsense`"),
        ("trace whole -e branch-misses", 2, "--replay"),
        ("trace whole --pipeview whole", 2, "one place"),
        ("trace whole --model nop=3", 2, "nop takes ordinary or free"),
    ] {
        let done = place.g4pmu(line);
        assert_eq!(done.code, code, "{line}: {}", done.err);
        assert!(done.err.contains(text), "{line}: {}", done.err);
    }
}
