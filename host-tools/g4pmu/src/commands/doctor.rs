//! `g4pmu doctor`: what keeps the performance monitor from its work.

use std::io::{self, Write};
use std::time::Duration;

use anyhow::anyhow;
use report_format::log::parse;
use toolbox::Outcome;
use toolbox::talk::say;

use super::{exit_of, incomplete, printed, start, unanswered};
use crate::boot_arguments::with_icount;
use crate::cli::DoctorArguments;
use crate::doctor::words::Words;
use crate::doctor::{Diagnosis, live, text};
use crate::exit::{Exit, Failure};
use crate::paint::Paint;
use crate::results::{Completeness, Results};
use crate::session::conversation::{BOOT_ARGUMENTS, Conversation};
use crate::session::serial::Pace;
use crate::target::Target;

pub(super) fn doctor(arguments: &DoctorArguments) -> Result<Exit, Failure> {
    let diagnosis = if arguments.words.is_empty() {
        examined(arguments)?
    } else {
        let words = Words::parse(arguments.words.iter().map(String::as_str));
        Diagnosis::of(&words.map_err(|error| Failure::new(Exit::Usage, error))?)
    };
    let mut out = String::new();
    if arguments.json {
        // Texts and numbers always serialize.
        out = serde_json::to_string_pretty(&diagnosis).unwrap_or_default() + "\n";
    } else {
        // A string takes every write.
        let _ = text::write(&diagnosis, Paint::of(&io::stdout()), &mut out);
    }
    printed(io::stdout().write_all(out.as_bytes()))?;
    Ok(if diagnosis.troubles() > 0 { Exit::Trouble } else { Exit::Complete })
}

/// Asks a target.
fn examined(arguments: &DoctorArguments) -> Result<Diagnosis, Failure> {
    let on = &arguments.on;
    let mut conversation = match &on.target {
        Target::Qemu(emulation) => {
            let (qemu, machine) =
                start::machine(*emulation, on, |shift| with_icount(BOOT_ARGUMENTS.to_owned(), shift))?;
            say(&start::announcement(&qemu, &machine));
            let patience = Duration::from_secs(start::timeout(&on.qemu, &machine));
            Conversation::open(&qemu, &machine, patience, &mut |_| Ok(()))
        }
        Target::Serial(port) => {
            start::refuse_without_qemu(on)?;
            let patience = start::patience_with_board(on);
            Conversation::connect(&port.device, port.baud, Pace::BOARD, patience, &mut |_| Ok(()))
        }
        Target::Log(_) => {
            let error =
                anyhow!("a saved report has no registers to read: give their words with --words, or a live target");
            return Err(Failure::new(Exit::Usage, error));
        }
    }
    .map_err(unanswered)?;
    let info = ask(&mut conversation, "info")?;
    let header = Results::of_report(&parse(&info), parse(&info).boots.len()).header;
    let mut words = Words::default();
    for command in live::commands(&header) {
        live::take(&ask(&mut conversation, &command)?, &mut words);
    }
    if conversation.owns_its_target() {
        let answer = conversation.ask("off", &mut |_| Ok(())).map_err(unanswered)?;
        if let Some(outcome) = answer.ended.filter(|outcome| *outcome != Outcome::Exited(0)) {
            return Err(unanswered(conversation.ended(outcome)));
        }
    }
    Ok(live::diagnose(&header, &words))
}

/// An answer that is whole.
fn ask(conversation: &mut Conversation, command: &str) -> Result<Vec<u8>, Failure> {
    let answer = conversation.ask(command, &mut |_| Ok(())).map_err(unanswered)?;
    if let Some(outcome) = answer.ended {
        return Err(unanswered(conversation.ended(outcome)));
    }
    let log = parse(&answer.bytes);
    let results = Results::of_report(&log, log.boots.len());
    if results.report == Completeness::Complete && results.verdict.faults + results.verdict.errors == 0 {
        return Ok(answer.bytes);
    }
    let error = if results.report == Completeness::Complete {
        anyhow!("the image answers `{command}` with an error: see `g4pmu monitor`")
    } else {
        anyhow!("`{command}`: {}", incomplete(&results))
    };
    Err(Failure::new(exit_of(&results), error))
}
