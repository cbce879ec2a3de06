//! Whole sessions at a scripted port, on a machine made of memory.

mod answers;
mod hearing;
mod loading;
mod parts;
pub mod port;

use report_format::command_line::Summed;
use report_format::log::Diagnosis;
use report_format::record::{LoadArea, Record};
use report_format::{check, log};

use super::answer::Target;
use super::load::Arena;
use super::start;
use crate::lab::tests::{Memories, found, machine};
use crate::platform::facts::{Facts, arguments_from_bytes};
use port::{Play, Port};

/// Words of each area.
const AREA: usize = 1 << 16;

const CODE: u32 = 0x0140_0000;

/// Addresses from here on raise an exception when they are read.
const UNMAPPED: u32 = 0x1000_0000;

impl Arena for Memories {
    fn words(&mut self, area: LoadArea) -> &mut [u32] {
        match area {
            LoadArea::Code => &mut self.code,
            LoadArea::Data => &mut self.data,
        }
    }
}

impl Target for Memories {
    fn peek(&mut self, address: u32) -> Result<u32, &'static str> {
        match address.checked_sub(CODE).and_then(|offset| self.code.get((offset / 4) as usize)) {
            Some(word) => Ok(*word),
            None if address < UNMAPPED => Ok(0),
            None => Err("data-no-translation"),
        }
    }
}

/// What the image writes when it is started with these arguments and hears this.
fn boot(arguments: &str, machine: &mut Memories, port: &mut Port) {
    boot_on(MPC7450, arguments, machine, port);
}

const MPC7450: u32 = 0x8000_0201;

/// The same on another processor.
fn boot_on(pvr: u32, arguments: &str, machine: &mut Memories, port: &mut Port) {
    let facts = Facts { arguments: arguments_from_bytes(arguments.as_bytes()), ..Facts::default() };
    let mut found = found(pvr, &facts);
    found.memory.code_bytes = 4 * AREA as u32;
    found.memory.data_bytes = 4 * AREA as u32;
    start(machine, &found, port).expect("strings take everything");
}

/// A session that a host has asked for.
fn session(script: impl IntoIterator<Item = Play>) -> String {
    let mut port = Port::playing(script);
    boot("autostart=off icount=7", &mut machine(AREA, None), &mut port);
    port.output
}

/// A session of these lines.
fn typed(lines: &[&str]) -> String {
    session(lines.iter().flat_map(|line| line.bytes().chain([b'\r'])).map(Play::Byte))
}

/// A line as a program sends it.
fn summed(line: &str) -> String {
    Summed(line).to_string()
}

/// The answers of a session, each whole and sound, as the host's parser finds them:
/// the command and the records between `answer` and `end`. The last one is to `off`.
fn answers(output: &str) -> Vec<(String, Vec<Record<'_>>)> {
    let log = log::parse(output.as_bytes());
    let mut answers = Vec::new();
    for boot in &log.boots {
        assert_eq!(boot.diagnosis(), Diagnosis::Complete, "{:?}\n{output}", boot.findings);
        assert_eq!(check::check(boot), [], "{output}");
        let mut records: Vec<Record<'_>> = boot.entries.iter().map(|entry| entry.record.clone()).collect();
        let Record::Answer(answer) = &records[1] else { panic!("no answer: {output}") };
        let command = answer.command.to_string();
        records.pop();
        answers.push((command, records.split_off(2)));
    }
    assert_eq!(answers.pop().map(|(command, records)| (command, records.len())), Some(("off".to_owned(), 0)));
    answers
}

/// The texts of the errors in records.
fn errors(records: &[Record<'_>]) -> Vec<String> {
    let texts = records.iter().filter_map(|record| match record {
        Record::Error(error) => Some(error.text.to_string()),
        _ => None,
    });
    texts.collect()
}

/// The one answer of a session that is one error.
fn refusal(output: &str) -> String {
    let answers = answers(output);
    let [(_, records)] = &answers[..] else { panic!("{output}") };
    match &errors(records)[..] {
        [error] if records.len() == 1 => error.clone(),
        _ => panic!("{output}"),
    }
}

#[test]
fn the_boot_arguments_decide() {
    let output = |arguments: &str, port: &mut Port| {
        boot(arguments, &mut machine(AREA, None), port);
        core::mem::take(&mut port.output)
    };
    let prompted = |text: &str| text.contains("g4pmu> ");
    assert!(prompted(&output("autostart=off", &mut Port::new(b""))));
    assert!(prompted(&output("", &mut Port::new(b"x"))), "a key");
    let mut silent = Port::silent();
    let by_itself = output("", &mut silent);
    assert!(!prompted(&by_itself) && by_itself.contains(" suite name=default "), "{by_itself}");
    assert!(!prompted(&output("kernel=calibrate/empty", &mut Port::new(b"info\r"))));
}

#[test]
fn arguments_that_contradict_are_refused_in_a_report() {
    let mut port = Port::new(b"info\r");
    boot("autostart=off suite=quick", &mut machine(AREA, None), &mut port);
    let log = log::parse(port.output.as_bytes());
    assert_eq!(log.boots.len(), 1);
    let records: Vec<Record<'_>> = log.boots[0].entries.iter().map(|entry| entry.record.clone()).collect();
    assert_eq!(errors(&records), ["`suite=quick` does not go with autostart=off: only icount= does"]);
    assert_eq!(check::check(&log.boots[0]), []);
}
