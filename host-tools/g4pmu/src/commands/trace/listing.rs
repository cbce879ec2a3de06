//! The listing: a line an instruction.

use std::fmt::Write as _;
use std::io::{self, BufWriter, ErrorKind, Write};

use model::model::Model;
use model::record::{Access, AccessKind, Retired};
use model::trace::{Item, TraceError};
use mpc7450::instruction::decode::decode;

use super::{Counted, Totals, judge, printed};
use crate::cli::TraceArguments;
use crate::exit::Failure;

/// Prints the window; gives what keeps the trace from being read on.
pub(super) fn print(arguments: &TraceArguments, mut replay: Counted<'_>) -> Result<Option<TraceError>, Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut number, window) = (0, arguments.window());
    let mut failed = None;
    let mut written = writeln!(out, "{:>10} {:>12} {:>8}  instruction", "number", "cycle", "address");
    while written.is_ok() && number < window.end {
        let before = replay.model().now();
        let (item, model) = match replay.step() {
            Ok(Some(told)) => told,
            Ok(None) => break,
            Err(error) => {
                failed = Some(error);
                break;
            }
        };
        let told = u64::from(matches!(item, Item::Retired { .. }));
        number += told;
        // What is no instruction stands before the next one.
        if window.contains(&(number + 1 - told)) {
            written = writeln!(out, "{}", line(number, item, before, model));
        }
    }
    let gone = matches!(&written, Err(error) if error.kind() == ErrorKind::BrokenPipe);
    printed(written.and_then(|()| out.flush()))?;
    if failed.is_none() && number < window.end && !gone {
        judge(arguments, &replay)?;
    }
    Ok(failed)
}

/// `before` is the model's cycle before the item.
fn line(number: u64, item: Item<'_>, before: u64, model: &Model<Totals>) -> String {
    match item {
        Item::Retired { retired, answer } => {
            let stages = model.stages();
            // While the model is off an instruction takes a cycle.
            let cycle = stages.map_or(before + 1, |stages| stages.complete.unwrap_or(stages.execute));
            let early = stages.is_some_and(|stages| stages.complete.is_none());
            instruction(number, cycle, early, &retired, answer)
        }
        Item::Exception { exception, raised } => format!(
            "           exception {:#06x}{}: handler at {:#010x}, MSR {:#010x}",
            exception.vector,
            if raised { " of the model" } else { "" },
            exception.handler.effective,
            exception.msr
        ),
        Item::Passed(instructions) => format!("           {instructions} instructions passed, the model was off"),
        Item::Napped => "           the guest slept until an exception of the model".to_owned(),
        Item::Ended { cycle } => format!("           the end, in cycle {cycle} of the run"),
    }
}

fn instruction(number: u64, cycle: u64, early: bool, retired: &Retired<'_>, answer: Option<u32>) -> String {
    let (address, word) = (retired.at.effective, retired.instruction.word);
    let mut text = format!("{number:>10} {cycle:>12} {address:08x}  {:<32}", disassembled(address, word));
    if retired.taken {
        // A string takes every write.
        let _ = write!(text, " goes to {:08x}", retired.next);
    }
    if early {
        text += " leaves the queue without dispatch";
    }
    for Access { place, bytes, kind } in retired.accesses {
        let kind = match kind {
            AccessKind::Load => "loads",
            AccessKind::Store => "stores",
            AccessKind::Touch => "touches",
            AccessKind::Operation => "operates on",
        };
        let _ = write!(text, " {kind} {bytes} at {:08x}", place.effective);
        if place.physical != u64::from(place.effective) {
            let _ = write!(text, " (physical {:09x})", place.physical);
        }
    }
    if let Some(answer) = answer {
        let _ = write!(text, " reads {answer:08x}");
    } else if retired.value != 0 {
        let _ = write!(text, " moves {:08x}", retired.value);
    }
    text.trim_end().to_owned()
}

/// An instruction as objdump prints it.
pub(super) fn disassembled(address: u32, word: u32) -> String {
    decode(word).map_or_else(|| format!(".long   {word:#x}"), |decoded| decoded.at(address).to_string())
}
