//! An answer as a person reads it: measurements as the table that `g4pmu run` prints,
//! anything else as its fields.

use std::io::{self, Write};

use report_format::log::{Boot, Log};
use report_format::record::Record;
use report_format::write::write_line;
use toolbox::talk::visible;

use crate::output::table;
use crate::paint::Paint;
use crate::results::Results;

/// Shows an answer.
///
/// # Errors
///
/// The writer's own.
pub fn write(log: &Log<'_>, paint: Paint, mut out: impl Write) -> io::Result<()> {
    let Some(boot) = log.boots.last() else { return writeln!(out, "{}", paint.bad("no answer could be read")) };
    for finding in &boot.findings {
        writeln!(out, "{}", paint.bad(&visible(&finding.to_string())))?;
    }
    if boot.entries.iter().any(|entry| matches!(entry.record, Record::Suite(_))) {
        return table::write(&Results::of(log), paint, out);
    }
    write_fields(boot, paint, &mut out)
}

fn write_fields(boot: &Boot<'_>, paint: Paint, out: &mut impl Write) -> io::Result<()> {
    for entry in &boot.entries {
        match &entry.record {
            Record::Report(_) | Record::Answer(_) | Record::End(_) => {}
            Record::Error(error) => {
                writeln!(out, "{}", paint.bad(&format!("error: {}", visible(&error.text.to_string()))))?
            }
            record => writeln!(out, "{}", fields(record))?,
        }
    }
    Ok(())
}

/// A record without its frame: type and fields as on the wire.
fn fields(record: &Record<'_>) -> String {
    let mut line = String::new();
    // Writing to a string cannot fail.
    let _ = write_line(&mut line, 1, record);
    let body = line.split_once(' ').and_then(|(_, rest)| rest.split_once(' ')).map_or("", |(_, rest)| rest);
    body.rsplit_once(" *").map_or(body, |(fields, _)| fields).to_owned()
}

#[cfg(test)]
mod tests {
    use report_format::log::parse;
    use report_format::record::{Answer, Emulator, Error, Record, Report, Start, WordValue};
    use report_format::text::Text;
    use report_format::write::Writer;

    use super::write;
    use crate::paint::Paint;

    fn shown(records: &[Record<'_>]) -> String {
        let mut log = String::new();
        let mut writer = Writer::new(&mut log);
        for record in records {
            writer.write(record).expect("text takes all");
        }
        writer.finish().expect("text takes all");
        let mut out = Vec::new();
        write(&parse(log.as_bytes()), Paint::PLAIN, &mut out).expect("memory takes all");
        String::from_utf8(out).expect("UTF-8")
    }

    #[test]
    fn an_answer_is_its_fields_and_its_errors() {
        let report = Record::Report(Report {
            version: report_format::VERSION,
            image: Text::new("0"),
            build: 0,
            start: Start::Rom,
            emulator: Emulator::Qemu,
            console: Text::new("scc-a"),
        });
        let answer = Record::Answer(Answer { command: Text::new("peek 0 words=2") });
        let word = Record::Word(WordValue { address: 0x100, value: 0x4800_0008 });
        let error = Record::Error(Error { text: Text::new("no more, \u{1b}[2J") });
        assert_eq!(
            shown(&[report, answer, word, error]),
            "word address=0x00000100 value=0x48000008\nerror: no more, \\u{1b}[2J\n"
        );
    }

    #[test]
    fn what_is_no_answer_is_said() {
        let mut out = Vec::new();
        write(&parse(b"noise\n"), Paint::PLAIN, &mut out).expect("memory takes all");
        assert_eq!(out, b"no answer could be read\n");
    }
}
