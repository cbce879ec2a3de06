//! The writer's order, numbers and limits.

use std::fmt;

use report_format::LONGEST_LINE;
use report_format::log::{self, Diagnosis};
use report_format::record::*;
use report_format::text::Text;
use report_format::write::{WriteError, Writer, write_line};

use crate::golden::golden;
use crate::sample;

fn misplaced(name: &'static str, sequence: u32) -> Result<(), WriteError> {
    Err(WriteError::Misplaced { name, sequence })
}

#[test]
fn a_report_starts_with_report_and_ends_with_finish() {
    let records = sample::records();
    let mut out = String::new();
    let mut writer = Writer::new(&mut out);
    assert_eq!(writer.write(&records[1]), misplaced("cpu", 0));
    assert_eq!(writer.finish(), misplaced("end", 0));
    writer.write(&records[0]).unwrap();
    assert_eq!(writer.write(&records[0]), misplaced("report", 1));
    let (_, end) = golden().pop().unwrap();
    assert_eq!(writer.write(&end), misplaced("end", 1));
    writer.finish().unwrap();
    assert_eq!(writer.finish(), misplaced("end", 2));
    assert_eq!(writer.write(&records[1]), misplaced("cpu", 2));

    assert_eq!(out.lines().count(), 2, "a refused record writes nothing");
    assert_eq!(log::parse(out.as_bytes()).boots[0].findings, []);
    let message = WriteError::Misplaced { name: "cpu", sequence: 0 }.to_string();
    assert!(message.starts_with("record `cpu` cannot have number 0: a report starts with"), "{message}");
}

/// Takes so many characters, refuses once, then takes everything.
struct Failing {
    text: String,
    left: Option<usize>,
}

impl fmt::Write for Failing {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        match self.left.as_mut() {
            Some(left) if *left < text.len() => {
                self.left = None;
                Err(fmt::Error)
            }
            Some(left) => {
                *left -= text.len();
                self.text.push_str(text);
                Ok(())
            }
            None => {
                self.text.push_str(text);
                Ok(())
            }
        }
    }
}

/// The line that follows a broken one stands behind it, without a line end
/// between them, and has its number: nothing is lost if it is written again.
#[test]
fn a_line_broken_off_by_the_output_can_be_written_again() {
    let records = sample::records();
    let first_line = sample::text().lines().next().unwrap().len() + 1;
    for left in first_line..first_line + 40 {
        let mut out = Failing { text: String::new(), left: Some(left) };
        let mut writer = Writer::new(&mut out);
        writer.write(&records[0]).unwrap();
        assert_eq!(writer.write(&records[1]), Err(WriteError::Output));
        for record in &records[1..] {
            writer.write(record).unwrap();
        }
        writer.finish().unwrap();
        let parsed = log::parse(out.text.as_bytes());
        let [boot] = &parsed.boots[..] else { panic!("{}", out.text) };
        let kept: Vec<_> = boot.entries.iter().map(|entry| &entry.record).take(records.len()).collect();
        assert_eq!(kept, records.iter().collect::<Vec<_>>());
        let damaged = out.text.matches("@g4 ").count() > records.len() + 1;
        assert_eq!(boot.diagnosis(), if damaged { Diagnosis::Corrupt } else { Diagnosis::Complete });
    }
}

/// The longest possible record of every type: greatest numbers, texts of which
/// every character is escaped.
#[test]
fn no_record_is_longer_than_the_limit() {
    let text = "\u{1f600}".repeat(1_000);
    let text = Text::new(&text);
    let (run, n) = (u32::MAX, u64::MAX);
    let records = [
        Record::Report(Report {
            version: u32::MAX,
            image: text,
            build: 0,
            start: Start::OpenFirmware,
            emulator: Emulator::NoneFound,
            console: text,
        }),
        Record::Suite(Suite { name: text, preset: text, seed: run, kernels: run, instructions: n }),
        Record::Kernel(Kernel {
            run,
            id: text,
            parameters: text,
            translation: Translation::Page,
            state: State::Supervisor,
            warmup: n,
            trials: run,
            n,
            code: 0,
            code_bytes: run,
            code_crc: 0,
        }),
        Record::Expect(Expect {
            run,
            n,
            executed: n,
            completed_least: n,
            completed_most: n,
            branches: n,
            taken: n,
            loads: n,
            stores: n,
            float: n,
            vector: n,
        }),
        Record::Trial(Trial {
            run,
            trial: run,
            n,
            mmcr0: 0,
            mmcr1: 0,
            mmcr2: 0,
            hid0: 0,
            start: [0; 6],
            stop: [0; 6],
            ticks: n,
        }),
        Record::Code(Code {
            run,
            generator: text,
            parameters: text,
            address: 0,
            bytes: run,
            crc: 0,
            entry: 0,
            data: 0,
        }),
        Record::Sampling(Sampling {
            run,
            n,
            source: SampleSource::Decrementer,
            mmcr0: 0,
            mmcr1: 0,
            mmcr2: 0,
            period: run,
            jitter: run,
            seed: run,
            floor: Some(run),
            ticks: Some(n),
            samples: run,
            lost: run,
            spurious: run,
            storms: run,
            reason: text,
        }),
        Record::Fault(Fault {
            run,
            n,
            phase: Phase::Warmup,
            vector: 0,
            cause: text,
            srr0: 0,
            srr1: 0,
            dsisr: 0,
            dar: 0,
        }),
        Record::Skip(Skip { id: text, reason: text }),
        Record::Model(Model { version: text, part: text, switches: text }),
    ];
    for record in records {
        let mut line = String::new();
        write_line(&mut line, u32::MAX, &record).unwrap();
        assert!(line.len() <= LONGEST_LINE + 1, "{}: {} bytes", record.name(), line.len());
    }
}
