//! Instructions with their samples: as `perf annotate --stdio` lays them out, as separated
//! fields, as JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::report::write_head;
use crate::sampled::Profile;
use crate::sampled::lines::{Annotated, Line};

/// Fields of a row, the header with `-x`.
const FIELDS: [&str; 11] =
    ["kernel", "parameters", "event", "samples", "percent", "low", "high", "offset", "address", "word", "instruction"];

/// What SIAR can show of a chip that completes up to three instructions in a clock.
const BY_SIAR: &str = "Up to three instructions complete in a clock and SIAR holds the last one: a share belongs to the \
                       one to three that end there, and waiting shows at the instruction before the one that waits.";

/// The same of SRR0.
const BY_SRR0: &str = "SRR0 holds the first instruction that is not complete: up to three complete in a clock, so those \
                       behind the first of a group are seldom met, and waiting shows at the instruction that waits.";

/// Writes the instructions of a profile for people; without `all` only blocks with samples.
///
/// # Errors
///
/// The writer's own.
pub fn write(profile: &Profile<'_>, all: bool, out: &mut impl Write) -> io::Result<()> {
    let Annotated { instructions, elsewhere } = Annotated::of(profile);
    write_head(profile, out)?;
    writeln!(out, "# {}", if profile.skid.is_some() { BY_SIAR } else { BY_SRR0 })?;
    if instructions.is_empty() {
        let (kernel, crc) = (&profile.kernel.kernel, profile.call.code_crc);
        writeln!(out, "# No instructions: this g4pmu makes other code of {kernel}, the report has CRC {crc}")?;
    }
    writeln!(out, "#\n#  Percent  95 % interval       Samples   Address:     Word  Instruction")?;
    writeln!(out, "# ........  .................  .........  ........  ........  {:.<30}", "")?;
    for block in &profile.blocks {
        let lines: Vec<&Line> = instructions.iter().filter(|line| block.holds(line.offset)).collect();
        if !all && lines.iter().all(|line| line.share.samples == 0) {
            continue;
        }
        writeln!(out, "\n{}+{:#x}:", profile.kernel.kernel, block.offset)?;
        for line in lines {
            let (address, word) = (line.address.0, line.word.0);
            writeln!(out, "{}  {address:08x}: {word:08x}  {}", left(line), line.text)?;
        }
    }
    if elsewhere.samples > 0 {
        writeln!(out, "\n{:>9.2}%  of the samples elsewhere: `g4pmu report` says where", elsewhere.percent)?;
    }
    writeln!(out)
}

/// The columns in front of an instruction, blank where no sample fell.
fn left(line: &Line) -> String {
    let share = line.share;
    if share.samples == 0 {
        return format!("{:40}", "");
    }
    let interval = format!("{:.2} to {:.2}%", share.low, share.high);
    format!("{:>9.2}%  {interval:17}  {:>9}", share.percent, share.samples)
}

/// Writes a header and a row an instruction.
///
/// # Errors
///
/// The writer's own.
pub fn write_separated(profiles: &[Profile<'_>], separator: u8, out: impl Write) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().delimiter(separator).from_writer(out);
    csv.write_record(FIELDS)?;
    for profile in profiles {
        let (kernel, event) = (profile.kernel, profile.call.event.as_deref().unwrap_or_default());
        for line in Annotated::of(profile).instructions {
            let share = line.share;
            let [percent, low, high] = [share.percent, share.low, share.high].map(|value| format!("{value:.2}"));
            let [samples, offset] = [share.samples.to_string(), line.offset.to_string()];
            let [address, word] = [line.address, line.word].map(|value| value.to_string());
            let head = [&*kernel.kernel, &*kernel.parameters, event, &*samples];
            let rest = [&*percent, &*low, &*high, &*offset, &*address, &*word, &*line.text];
            csv.write_record(head.into_iter().chain(rest))?;
        }
    }
    csv.flush()
}

/// All profiles as one document.
#[must_use]
pub fn json(profiles: &[Profile<'_>]) -> Value {
    let one = |profile: &Profile<'_>| {
        let Annotated { instructions, elsewhere } = Annotated::of(profile);
        json!({
            "kernel": profile.kernel.kernel,
            "parameters": profile.kernel.parameters,
            "event": profile.call.event,
            "rebuilt": profile.call.rebuilt,
            "skid": profile.skid,
            "instructions": instructions,
            "elsewhere": elsewhere,
        })
    };
    profiles.iter().map(one).collect()
}
