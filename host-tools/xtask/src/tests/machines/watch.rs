//! Watches a machine, says lines to its monitor, and ends it when it has said enough.

use anyhow::Result;
use std::process::Command;
use std::time::Duration;
use toolbox::{Event, Outcome, Sink, Source, Supervised};

/// What the monitor says when it awaits a line.
const PROMPT: &[u8] = b"g4pmu> ";

/// What a machine said, and how it ended.
pub struct Seen {
    pub said: Vec<u8>,
    /// `None` where it was ended, for it had said all of the words that end it.
    pub outcome: Option<Outcome>,
}

/// Runs `command` to its end, `patience` at most. Each of the `lines` is said when the
/// monitor awaits one; when all `last_words` have come, if there are any, the machine is
/// ended.
pub fn watch(command: Command, patience: Duration, lines: &[&str], last_words: &[&str]) -> Result<Seen> {
    let mut child = Supervised::spawn(command, patience, &Source::Supervisor, &Sink::Capture, &Sink::Discard)?;
    let mut said = Vec::new();
    let mut lines = lines.iter();
    loop {
        match child.poll(Duration::from_secs(1))? {
            Event::Output(bytes) => {
                said.extend(bytes);
                if said.ends_with(PROMPT)
                    && let Some(line) = lines.next()
                {
                    child.send(format!("{line}\r").as_bytes())?;
                }
                let text = String::from_utf8_lossy(&said);
                if !last_words.is_empty() && last_words.iter().all(|word| text.contains(word)) {
                    child.kill();
                    return Ok(Seen { said, outcome: None });
                }
            }
            Event::Quiet => {}
            Event::Ended(outcome) => return Ok(Seen { said, outcome: Some(outcome) }),
        }
    }
}

#[cfg(test)]
mod unit {
    use super::watch;
    use std::process::Command;
    use std::time::{Duration, Instant};
    use toolbox::Outcome;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_machine_that_has_said_its_last_words_is_ended() {
        let started = Instant::now();
        let seen = watch(
            shell("echo this board; echo is none; exec sleep 100"),
            Duration::from_secs(60),
            &[],
            &["this board", "is none"],
        );
        let seen = seen.unwrap();
        assert_eq!((seen.outcome, seen.said.as_slice()), (None, b"this board\nis none\n".as_slice()));
        assert!(started.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn words_that_do_not_come_are_waited_for_no_longer_than_allowed() {
        let seen = watch(shell("echo something; exec sleep 100"), Duration::from_secs(1), &[], &["else"]).unwrap();
        assert_eq!(seen.outcome, Some(Outcome::TimedOut));
    }

    #[test]
    fn a_line_is_said_at_each_prompt() {
        let take = |bytes: u32| format!("dd bs=1 count={bytes} 2>/dev/null");
        let script = format!("printf 'g4pmu> '; {}; printf 'g4pmu> '; {}", take(5), take(4));
        let seen = watch(shell(&script), Duration::from_secs(60), &["info", "off"], &[]).unwrap();
        assert_eq!(seen.outcome, Some(Outcome::Exited(0)));
        assert_eq!(String::from_utf8(seen.said).unwrap(), "g4pmu> info\rg4pmu> off\r");
    }
}
