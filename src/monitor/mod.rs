//! The monitor: a command loop on the report's port.
//!
//! | module | holds |
//! | --- | --- |
//! | [`autostart`] | what comes after set-up: a report, a wait for a key, the monitor |
//! | [`terminal`] | what the monitor needs of a port |
//! | [`mod@line`] | lines out of bytes |
//! | [`command`], [`words`] | what a line asks for |
//! | [`session`], [`answer`] | the loop, and the answers |
//! | [`listing`], [`registers`], [`peek`], [`load`] | what `list`, `spr`, `peek` and `load` do |
//!
//! Everything here is pure: the port, the time base and the machine are traits. How a
//! session looks from the other end is told in `docs/monitor.md`.
//!
//! # References
//!
//! - `PEM`: Programming Environments Manual for 32-bit Implementations of the PowerPC
//!   Architecture.
//! - `CHRP`: PowerPC Microprocessor Common Hardware Reference Platform.

pub mod answer;
pub mod autostart;
pub mod command;
pub mod line;
pub mod listing;
pub mod load;
pub mod peek;
pub mod registers;
pub mod session;
pub mod terminal;
pub mod words;

#[cfg(test)]
mod tests;

use report_format::write::WriteError;

use crate::lab::report::{self, Found};
use answer::Target;
use autostart::Start;
use session::Session;
use terminal::Terminal;

/// Does what the boot arguments ask for: one report, or a session.
///
/// # Errors
///
/// The output failed.
pub fn start<M: Target, T: Terminal>(machine: &mut M, found: &Found<'_>, terminal: &mut T) -> Result<(), WriteError> {
    let arguments = found.facts.arguments.as_deref();
    match arguments.map(autostart::start) {
        Ok(Ok(Start::Monitor { icount_shift })) => {
            Session::new(machine, found, terminal, icount_shift, false).run(None)
        }
        Ok(Ok(Start::Wait)) => match autostart::wait(terminal, found.facts.tb_hz)? {
            Some(key) => Session::new(machine, found, terminal, None, true).run(Some(key)),
            None => report::run(machine, found, terminal),
        },
        Ok(Err(refused)) => report::refuse(found, &refused, terminal),
        Ok(Ok(Start::Report)) | Err(_) => report::run(machine, found, terminal),
    }
}
