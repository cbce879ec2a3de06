//! What the image does once everything is set up: measure, wait for somebody, or
//! listen.
//!
//! A host says `autostart=off` and never relies on time: under an emulator the time
//! base runs far faster or slower than the host's clock. Without any argument nobody
//! is known to be there. Then the image waits a little for a key and reports by itself,
//! so that a board with nothing but a serial cable gives a complete report.

use core::{fmt, mem};

use super::terminal::{Terminal, pause};
use crate::lab::request::{Request, RequestError};
use crate::lab::suite::DEFAULT_SUITE;

/// How long the image waits for a key.
pub const WAIT_SECONDS: u32 = 10;

/// The word that asks for the monitor.
const WORD: &str = "autostart=off";

/// What comes after set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// The report that the boot arguments ask for.
    Report,
    /// The report, unless a key comes first.
    Wait,
    /// The monitor.
    Monitor {
        /// The shift of QEMU's -icount, as the host says.
        icount_shift: Option<u32>,
    },
}

/// Why `autostart=off` is refused.
#[derive(Clone, Copy, Debug)]
pub enum StartError<'a> {
    /// A word besides `icount=`.
    OtherWord(&'a str),
    /// The value of `icount=`.
    Request(RequestError<'a>),
}

/// Reads the boot arguments. Words other than `autostart=off` are judged by
/// [`Request`] alone.
///
/// # Errors
///
/// [`StartError`]: a word that goes with a report and would say nothing here.
pub fn start(arguments: &str) -> Result<Start, StartError<'_>> {
    let words = || arguments.split_ascii_whitespace();
    if words().next().is_none() {
        return Ok(Start::Wait);
    }
    if !words().any(|word| word == WORD) {
        return Ok(Start::Report);
    }
    let mut icount_shift = None;
    let mut asked = false;
    for word in words() {
        if word == WORD {
            if mem::replace(&mut asked, true) {
                return Err(StartError::Request(RequestError::Twice("autostart")));
            }
        } else if !word.starts_with("icount=") {
            return Err(StartError::OtherWord(word));
        } else if icount_shift.is_some() {
            return Err(StartError::Request(RequestError::Twice("icount")));
        } else {
            icount_shift = Request::parse(word).map_err(StartError::Request)?.icount_shift;
        }
    }
    Ok(Start::Monitor { icount_shift })
}

/// Announces the default suite and waits for a key: gives it, or `None` when the time
/// is over. NUL and 0xff are no keys: an open line receives them.
///
/// # Errors
///
/// The output failed.
pub fn wait<T: Terminal>(terminal: &mut T, tb_hz: u32) -> Result<Option<u8>, fmt::Error> {
    writeln!(
        terminal,
        "g4pmu {}: the suite {DEFAULT_SUITE} starts in {WAIT_SECONDS} s; a key gives the monitor instead",
        env!("CARGO_PKG_VERSION")
    )?;
    let start = terminal.ticks();
    let patience = u64::from(WAIT_SECONDS) * u64::from(tb_hz);
    while terminal.ticks().wrapping_sub(start) < patience {
        if let Some(key) = terminal.receive().filter(|byte| !matches!(byte, 0x00 | 0xff)) {
            return Ok(Some(key));
        }
        pause();
    }
    Ok(None)
}

impl fmt::Display for StartError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherWord(word) => write!(f, "`{word}` does not go with {WORD}: only icount= does"),
            Self::Request(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for StartError<'_> {}

#[cfg(test)]
mod tests {
    use super::{Start, start, wait};
    use crate::monitor::tests::port::Port;

    #[test]
    fn nothing_waits_autostart_off_listens_and_all_else_measures() {
        assert_eq!(start("").ok(), Some(Start::Wait));
        assert_eq!(start("  ").ok(), Some(Start::Wait));
        assert_eq!(start("autostart=off").ok(), Some(Start::Monitor { icount_shift: None }));
        assert_eq!(start("icount=7 autostart=off").ok(), Some(Start::Monitor { icount_shift: Some(7) }));
        for report in ["suite=quick icount=7", "icount=7", "autostart=on", "nonsense"] {
            assert_eq!(start(report).ok(), Some(Start::Report), "{report}");
        }
    }

    #[test]
    fn what_would_say_nothing_is_refused() {
        let error = |arguments| start(arguments).expect_err("refused").to_string();
        assert_eq!(
            error("autostart=off suite=quick"),
            "`suite=quick` does not go with autostart=off: only icount= does"
        );
        assert_eq!(error("autostart=off icount=11"), "icount=11: not a number from 0 to 10");
        assert_eq!(error("autostart=off autostart=off"), "`autostart` is given twice");
        assert_eq!(error("autostart=off icount=7 icount=7"), "`icount` is given twice");
    }

    #[test]
    fn a_key_ends_the_wait_and_noise_does_not() {
        let mut port = Port::new(b"\0\xff\0i");
        assert_eq!(wait(&mut port, 25_000_000), Ok(Some(b'i')));
        assert!(port.output.contains(": the suite default starts in 10 s"), "{}", port.output);
    }

    #[test]
    fn without_a_key_the_wait_is_ten_seconds_of_the_time_base() {
        let mut port = Port::silent();
        assert_eq!(wait(&mut port, 25_000_000), Ok(None));
        let looks = port.now.get() / 1_000_000;
        assert!((250..=251).contains(&looks), "{looks}");
    }
}
