//! Turns the event table `host-tools/mpc7450/data/events.csv` into Rust.
//!
//! The output holds one enum a counter, so that an event on a counter that
//! cannot count it has no name and does not compile, and the catalogue with
//! everything else the table says. It is checked in: the chip crate builds with
//! no build script, and a change of the table shows in review as code. The test
//! below regenerates it and compares.
//!
//! Every rule the table must keep is checked here rather than in the chip
//! crate, with the line of the table in the message.

use std::collections::HashMap;
use std::fmt::Write;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

/// Selector widths in bits, PMC1 first.
const WIDTHS: [u32; 6] = [7, 6, 5, 5, 5, 6];

/// Longest line of generated documentation.
const WIDTH: usize = 100;

/// Keys that the `sources` column may use; the chip crate's documentation
/// explains them.
const SOURCES: [&str; 6] = ["LINUX-PMU", "LINUX-CLASS", "FREEBSD-PMC", "OPROFILE", "PAPI", "SHARK"];

/// One line of the table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    pmc: u8,
    code: u8,
    event: String,
    name: String,
    unit: String,
    description: String,
    parts: String,
    threshold: String,
    sources: String,
}

/// Returns the text of `src/events/generated.rs` for this table.
///
/// # Errors
///
/// When the text is not the table described in `docs/events.md`: the message
/// names the line and the rule.
pub fn generate(csv_text: &str) -> Result<String> {
    let rows = read(csv_text)?;
    check(&rows)?;
    let mut out = String::from(
        "//! Generated from `data/events.csv` by `cargo xtask generate`: change the table, not this file.\n\n\
         use super::{Event, Parts, Selector, Threshold};\nuse crate::counter::Counter;\n",
    );
    for pmc in 1..=6 {
        write_enum(&mut out, pmc, &rows)?;
    }
    write_catalogue(&mut out, &rows)?;
    Ok(out)
}

fn read(csv_text: &str) -> Result<Vec<Row>> {
    let mut reader = csv::Reader::from_reader(csv_text.as_bytes());
    let rows: csv::Result<Vec<Row>> = reader.deserialize().collect();
    rows.context("the event table is not the CSV that docs/events.md describes")
}

/// Checks what makes the table a table of events; the header is line 1.
fn check(rows: &[Row]) -> Result<()> {
    let mut before = (0, 0);
    let mut ids = HashMap::new();
    for (row, line) in rows.iter().zip(2..) {
        let at = || format!("events.csv line {line} ({})", row.event);
        ensure!((1..=6).contains(&row.pmc), "{}: there is no PMC{}, only PMC1 to PMC6", at(), row.pmc);
        let width = WIDTHS[usize::from(row.pmc) - 1];
        let most = (1 << width) - 1;
        ensure!(u32::from(row.code) <= most, "{}: code {} is beyond PMC{}'s {most}", at(), row.code, row.pmc);
        let place = (row.pmc, row.code);
        ensure!(line == 2 || before < place, "{}: lines must be in order of counter and code, each once", at());
        before = place;
        ensure!(is_kebab(&row.event), "{}: an event id is lower-case words joined by single hyphens", at());
        if let Some(first) = ids.insert((row.pmc, &row.event), line) {
            bail!("{}: line {first} has this id on the same counter; twins need a suffix", at());
        }
        ensure!(["all", "l3"].contains(&row.parts.as_str()), "{}: parts must be `all` or `l3`", at());
        threshold(row).with_context(at)?;
        for source in row.sources.split(';') {
            ensure!(SOURCES.contains(&source), "{}: unknown source `{source}`; known are {SOURCES:?}", at());
        }
        for text in [&row.name, &row.unit, &row.description] {
            ensure!(!text.is_empty(), "{}: name, unit and description must not be empty", at());
            ensure!(text.is_ascii() && !text.contains(['"', '\\']), "{}: only plain ASCII: {text}", at());
        }
    }
    Ok(())
}

fn is_kebab(id: &str) -> bool {
    id.split('-').all(|word| !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit()))
        && id.starts_with(|first: char| first.is_ascii_lowercase())
}

fn threshold(row: &Row) -> Result<&'static str> {
    match row.threshold.as_str() {
        "" => Ok("None"),
        "scaled" => Ok("Some(Threshold::Scaled)"),
        "unscaled" => Ok("Some(Threshold::Unscaled)"),
        "open" => Ok("Some(Threshold::Open)"),
        other => bail!("threshold `{other}` must be empty, `scaled`, `unscaled` or `open`"),
    }
}

fn write_enum(out: &mut String, pmc: u8, rows: &[Row]) -> std::fmt::Result {
    write!(
        out,
        "\n/// Events of PMC{pmc}.\n#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[repr(u8)]\n\
         pub enum Pmc{pmc}Event {{\n"
    )?;
    for row in rows.iter().filter(|row| row.pmc == pmc) {
        write_doc(out, &format!("{}. {}", row.name.trim_end_matches('.'), row.description))?;
        writeln!(out, "    {} = {},", camel(&row.event), row.code)?;
    }
    write!(
        out,
        "}}\n\nimpl Pmc{pmc}Event {{\n    /// Selector code.\n    #[must_use]\n    \
         pub const fn code(self) -> u8 {{\n        self as u8\n    }}\n}}\n\n\
         impl From<Pmc{pmc}Event> for Selector {{\n    fn from(event: Pmc{pmc}Event) -> Self {{\n        \
         Self::listed(Counter::Pmc{pmc}, event.code())\n    }}\n}}\n"
    )
}

/// Writes documentation of an enum's variant, broken between words.
fn write_doc(out: &mut String, text: &str) -> std::fmt::Result {
    let mut line = String::from("    ///");
    for word in text.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            writeln!(out, "{line}")?;
            line.truncate("    ///".len());
        }
        line.push(' ');
        line.push_str(word);
    }
    writeln!(out, "{line}")
}

fn camel(id: &str) -> String {
    id.split('-').map(|word| word[..1].to_ascii_uppercase() + &word[1..]).collect()
}

fn write_catalogue(out: &mut String, rows: &[Row]) -> Result<()> {
    out.push_str("\n/// Every event there is, in order of counter and code.\npub static CATALOGUE: &[Event] = &[\n");
    for row in rows {
        let Row { pmc, code, event, name, unit, description, .. } = row;
        let parts = if row.parts == "l3" { "WithL3" } else { "All" };
        let sources: Vec<_> = row.sources.split(';').map(|source| format!("\"{source}\"")).collect();
        write!(
            out,
            "    Event {{\n        id: \"{event}\",\n        \
             selector: Selector::listed(Counter::Pmc{pmc}, {code}),\n        \
             name: \"{name}\",\n        unit: \"{unit}\",\n        \
             description: \"{description}\",\n        parts: Parts::{parts},\n        \
             threshold: {},\n        sources: &[{}],\n    }},\n",
            threshold(row)?,
            sources.join(", ")
        )?;
    }
    out.push_str("];\n");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::generate;

    const TABLE: &str = include_str!("../../mpc7450/data/events.csv");
    const GENERATED: &str = include_str!("../../mpc7450/src/events/generated.rs");
    const HEADER: &str = "pmc,code,event,name,unit,description,parts,threshold,sources\n";

    #[test]
    fn the_checked_in_file_is_what_the_table_gives() {
        let fresh = generate(TABLE).unwrap();
        let differs = fresh.lines().zip(GENERATED.lines()).find(|(new, old)| new != old);
        assert_eq!(differs, None, "run `cargo xtask generate`");
        assert!(fresh == GENERATED, "run `cargo xtask generate`");
    }

    /// What the generator says about a table of these lines.
    fn complaint(lines: &str) -> String {
        format!("{:#}", generate(&format!("{HEADER}{lines}")).unwrap_err())
    }

    #[test]
    fn a_broken_table_is_refused_with_its_line() {
        let good = "4,28,mispredicted-branches,Mispredicted branches,branch,Wrong guesses.,all,,PAPI\n";
        assert!(generate(&format!("{HEADER}{good}")).is_ok());
        let swapped = |old: &str, new: &str| complaint(&good.replace(old, new));
        assert_eq!(swapped("4,28", "4,32"), "events.csv line 2 (mispredicted-branches): code 32 is beyond PMC4's 31");
        assert!(swapped("4,28", "7,28").contains("there is no PMC7"));
        assert!(swapped("mispredicted-b", "Mispredicted-b").contains("lower-case words"));
        assert!(swapped("mispredicted-b", "mispredicted--b").contains("lower-case words"));
        assert!(swapped(",all,", ",some,").contains("parts must be"));
        assert!(swapped("all,,", "all,maybe,").contains("threshold `maybe`"));
        assert!(swapped("PAPI", "HEARSAY").contains("unknown source `HEARSAY`"));
        assert!(swapped("Wrong guesses.", "").contains("must not be empty"));
        assert!(swapped("Wrong", "\"a \"\"quote\"\"\"").contains("only plain ASCII"));
        assert!(swapped("4,28", "4,x").contains("docs/events.md"));
        assert!(complaint(&good.repeat(2)).contains("line 3 (mispredicted-branches): lines must be in order"));
        let twin = good.replace("4,28", "4,29");
        assert!(complaint(&format!("{good}{twin}")).contains("line 2 has this id on the same counter"));
    }

    #[test]
    fn a_line_becomes_a_variant_and_a_catalogue_entry() {
        let line = "1,43,l1-miss,L1 miss.,L1,Slow.,l3,scaled,PAPI;SHARK\n";
        let rust = generate(&format!("{HEADER}{line}")).unwrap();
        assert!(rust.contains("    /// L1 miss. Slow.\n    L1Miss = 43,\n"));
        assert!(rust.contains(
            "    Event {\n        id: \"l1-miss\",\n        selector: Selector::listed(Counter::Pmc1, 43),\n        \
             name: \"L1 miss.\",\n        unit: \"L1\",\n        description: \"Slow.\",\n        \
             parts: Parts::WithL3,\n        threshold: Some(Threshold::Scaled),\n        \
             sources: &[\"PAPI\", \"SHARK\"],\n    },\n"
        ));
    }
}
