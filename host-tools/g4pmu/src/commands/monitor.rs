//! `g4pmu monitor`: talk to the image.
//!
//! At a terminal a person edits lines and reads answers. Otherwise commands come from
//! standard input, one a line, and what the image says goes to standard output byte
//! for byte: a log that `g4pmu parse` reads.

use std::fs::File;
use std::io::{self, BufRead, ErrorKind, IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, anyhow};
use report_format::log::{Diagnosis, parse};
use report_format::record::Record;
use toolbox::Outcome;
use toolbox::talk::say;

use super::{start, unanswered};
use crate::boot_arguments::with_icount;
use crate::cli::MonitorArguments;
use crate::exit::{Exit, Failure};
use crate::paint::Paint;
use crate::progress::{Progress, Style};
use crate::session::conversation::{Answer, BOOT_ARGUMENTS, Conversation, Hear, NoAnswer};
use crate::session::loading::Loading;
use crate::session::prompter::Prompter;
use crate::session::serial::Pace;
use crate::session::show;
use crate::target::{SerialPort, Target};

/// How often the target is looked at while nothing is asked.
const LOOK: Duration = Duration::from_millis(200);

pub(super) fn monitor(arguments: &MonitorArguments) -> Result<Exit, Failure> {
    let emulation = match &arguments.on.target {
        Target::Qemu(emulation) => *emulation,
        Target::Serial(port) => return with_board(arguments, port),
        Target::Log(_) => {
            let error = anyhow!("a saved report answers nothing: --target model and stock do");
            return Err(Failure::new(Exit::Usage, error));
        }
    };
    let (qemu, machine) =
        start::machine(emulation, &arguments.on, |shift| with_icount(BOOT_ARGUMENTS.to_owned(), shift))?;
    let person = is_person();
    let mut ears = Ears { log: log(arguments)?, raw: !person };
    let patience = Duration::from_secs(start::timeout(&arguments.on.qemu, &machine));
    if person {
        say(&format!("{}; off or Ctrl-D ends, Tab completes", start::announcement(&qemu, &machine)));
    }
    let conversation = Conversation::open(&qemu, &machine, patience, &mut |bytes| ears.hear(bytes));
    talk(Session { conversation: conversation.map_err(unanswered)?, ears, worst: Exit::Complete }, person)
}

/// Talks to a board.
fn with_board(arguments: &MonitorArguments, port: &SerialPort) -> Result<Exit, Failure> {
    start::refuse_without_qemu(&arguments.on)?;
    let person = is_person();
    let mut ears = Ears { log: log(arguments)?, raw: !person };
    if person {
        say(&format!("{} at {} baud; Ctrl-D ends, off switches off, Tab completes", port.device.display(), port.baud));
    }
    let patience = start::patience_with_board(&arguments.on);
    let hear: Hear<'_> = &mut |bytes| ears.hear(bytes);
    let conversation = Conversation::connect(&port.device, port.baud, Pace::BOARD, patience, hear);
    talk(Session { conversation: conversation.map_err(unanswered)?, ears, worst: Exit::Complete }, person)
}

fn is_person() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Asks until there is nothing more to ask.
fn talk(mut session: Session, person: bool) -> Result<Exit, Failure> {
    let ended = if person { session.person() } else { session.program() };
    match ended {
        // Nobody reads any more, as with `| head`.
        Err(NoAnswer::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Ok(Exit::Complete),
        Err(error) => Err(unanswered(error)),
        Ok(()) if person => Ok(Exit::Complete),
        Ok(()) => Ok(session.worst),
    }
}

fn log(arguments: &MonitorArguments) -> Result<Option<File>, Failure> {
    let Some(path) = &arguments.log else { return Ok(None) };
    // A log that is there is never written over: a measurement may be in it.
    let file = File::create_new(path).with_context(|| format!("cannot make {}", path.display()));
    file.map(Some).map_err(|error| Failure::new(Exit::Files, error))
}

/// Where what the image says goes as it comes.
struct Ears {
    log: Option<File>,
    /// Whether it goes to standard output as it is.
    raw: bool,
}

impl Ears {
    fn hear(&mut self, bytes: &[u8]) -> io::Result<()> {
        if let Some(log) = &mut self.log {
            log.write_all(bytes)?;
        }
        if self.raw {
            let mut out = io::stdout().lock();
            out.write_all(bytes)?;
            out.flush()?;
        }
        Ok(())
    }
}

/// A conversation under way.
struct Session {
    conversation: Conversation,
    ears: Ears,
    /// The worst that an answer was.
    worst: Exit,
}

/// What comes after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    Ask,
    End,
}

impl Session {
    /// Lines from a terminal.
    fn person(&mut self) -> Result<(), NoAnswer> {
        let gone = |error| NoAnswer::Output(io::Error::other(error));
        let mut prompter = Prompter::open();
        while let Some(line) = prompter.next_line(LOOK, gone, || self.conversation.look())? {
            if self.line(&line, true)? == Next::End {
                return Ok(());
            }
        }
        if !self.conversation.owns_its_target() {
            return Ok(());
        }
        self.line("off", true).map(drop)
    }

    /// Lines from standard input; `#` starts a remark.
    fn program(&mut self) -> Result<(), NoAnswer> {
        let lines = standard_input();
        loop {
            let line = match lines.recv_timeout(LOOK) {
                Ok(line) => line,
                Err(RecvTimeoutError::Timeout) => {
                    self.conversation.look()?;
                    continue;
                }
                Err(RecvTimeoutError::Disconnected) if !self.conversation.owns_its_target() => return Ok(()),
                Err(RecvTimeoutError::Disconnected) => "off".to_owned(),
            };
            if self.line(&line, false)? == Next::End {
                return Ok(());
            }
        }
    }

    /// Does what a line says.
    fn line(&mut self, line: &str, shown: bool) -> Result<Next, NoAnswer> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(Next::Ask);
        }
        let Some(loading) = Loading::of(line) else { return Ok(self.ask(line, shown)?.0) };
        match loading.commands() {
            Err(error) => {
                say(&error.to_string());
                self.worst = worse(self.worst, Exit::Files);
            }
            Ok(commands) => {
                for (number, command) in commands.iter().enumerate() {
                    let last = number + 1 == commands.len();
                    if self.ask(command, shown && last)?.1 != Exit::Complete {
                        say(&format!("{} was not loaded", loading.file().display()));
                        break;
                    }
                }
            }
        }
        Ok(Next::Ask)
    }

    /// Asks the image. Gives what its answer is worth too.
    fn ask(&mut self, command: &str, shown: bool) -> Result<(Next, Exit), NoAnswer> {
        let mut progress = Progress::new(io::stderr(), Style::of(&io::stderr(), !shown));
        let Self { conversation, ears, .. } = self;
        let answer = conversation.ask(command, &mut |bytes| {
            // Progress is talk: a closed terminal is no reason to stop listening.
            let _ = progress.take(bytes);
            ears.hear(bytes)
        })?;
        let _ = progress.clear();
        let log = parse(&answer.bytes);
        if shown {
            show::write(&log, Paint::of(&io::stdout()), io::stdout().lock()).map_err(NoAnswer::Output)?;
        }
        let worth = worth(&answer);
        self.worst = worse(self.worst, worth);
        match answer.ended {
            None if command == "off" => Ok((Next::End, worth)),
            None => Ok((Next::Ask, worth)),
            Some(Outcome::Exited(0)) if command == "off" => Ok((Next::End, worth)),
            Some(outcome) => Err(self.conversation.ended(outcome)),
        }
    }
}

/// What an answer is worth, as an exit status.
fn worth(answer: &Answer) -> Exit {
    let log = parse(&answer.bytes);
    let Some(boot) = log.boots.last() else { return Exit::Corrupt };
    let wrong = |record: &Record<'_>| matches!(record, Record::Error(_) | Record::Fault(_));
    match boot.diagnosis() {
        Diagnosis::Complete if boot.entries.iter().any(|entry| wrong(&entry.record)) => Exit::Fault,
        Diagnosis::Complete => Exit::Complete,
        Diagnosis::Truncated => Exit::Truncated,
        Diagnosis::Corrupt => Exit::Corrupt,
    }
}

/// Of two exits the one to end with: the first that is no success.
const fn worse(first: Exit, second: Exit) -> Exit {
    if matches!(first, Exit::Complete) { second } else { first }
}

/// The lines of standard input, read on a thread of its own so that the target is
/// noticed when it ends meanwhile.
fn standard_input() -> Receiver<String> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        // What is no UTF-8 is for the image to refuse; input that fails is at its end.
        for line in io::stdin().lock().split(b'\n').map_while(Result::ok) {
            if sender.send(String::from_utf8_lossy(&line).into_owned()).is_err() {
                return;
            }
        }
    });
    receiver
}
