//! Reports of an image that a timing model has answered.

use report_format::record::{ClockSource, Record};

use super::{AREA, found, machine, records};
use crate::lab::report;
use crate::platform::facts::{Facts, arguments_from_bytes};
use crate::platform::signature::{Damaged, MAGIC, Signature};

const TEXT: &[u8] = b"g4pmu-model 0.1.0 part=7448 nop=free clocks=1420000000/167000000/41750000";

/// Answers as the host of a model does.
fn answer(index: u32) -> u32 {
    let Some(word) = index.checked_sub(1) else { return TEXT.len() as u32 };
    let byte = |place: usize| TEXT.get(4 * word as usize + place).copied().unwrap_or(0);
    u32::from_be_bytes([byte(0), byte(1), byte(2), byte(3)])
}

/// The report of a single kernel, and the calls that were made for it.
fn report_with(model: Result<Option<Signature>, Damaged>) -> (String, usize) {
    let arguments = arguments_from_bytes(b"kernel=calibrate/empty preset=quick");
    let mut facts = Facts { arguments, ..Facts::default() };
    facts.take_model(model);
    let mut machine = machine(AREA, None);
    let mut text = String::new();
    report::run(&mut machine, &found(0x8000_0201, &facts), &mut text).expect("strings take everything");
    (text, machine.bus.calls.len())
}

#[test]
fn the_report_names_the_model_and_its_clocks() {
    let (text, _) = report_with(Signature::read(answer));
    let records = records(&text);
    let Some(Record::Model(model)) = records.iter().find(|record| matches!(record, Record::Model(_))) else {
        panic!("no model in {text}");
    };
    assert_eq!((model.version.to_string(), model.part.to_string()), ("0.1.0".to_owned(), "7448".to_owned()));
    assert_eq!(model.switches.to_string(), "nop:free,clocks:1420000000/167000000/41750000");
    let clock = records.iter().find_map(|record| match record {
        Record::Clock(clock) => Some(clock),
        _ => None,
    });
    let clock = clock.expect("a clock");
    assert_eq!((clock.tb_hz, clock.core_hz, clock.source), (41_750_000, Some(1_420_000_000), ClockSource::Model));
}

#[test]
fn where_nothing_answers_the_report_is_as_it_ever_was() {
    let (text, calls) = report_with(Signature::read(|_| MAGIC));
    assert!(!text.contains("model"), "{text}");
    assert!(calls > 0);
}

#[test]
fn behind_a_damaged_signature_nothing_is_measured() {
    let (text, calls) = report_with(Signature::read(|index| if index == 0 { 481 } else { answer(index) }));
    let records = records(&text);
    let error = records.iter().find_map(|record| match record {
        Record::Error(error) => Some(error.text.to_string()),
        _ => None,
    });
    let said = "the signature of the timing model is damaged: 481 bytes long, legal are 1 to 480";
    assert_eq!((error.as_deref(), calls), (Some(said), 0));
}
