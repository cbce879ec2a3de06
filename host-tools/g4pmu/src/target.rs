//! What measures, and [`session::Session`]: asking it.

pub mod session;

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use thiserror::Error;

use crate::names;

/// The target of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// QEMU.
    Qemu(Emulation),
    /// A report that was saved earlier.
    Log(PathBuf),
}

/// What counts in QEMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emulation {
    /// The timing model: counters count, sampling works, time is the model's
    Model,
    /// QEMU alone: its counters do not count, its time base counts instructions
    Stock,
}

/// A target that does not exist.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum UnknownTarget {
    /// No kind of target is called so.
    #[error("accepted are model, stock and log:FILE{hint}")]
    Kind {
        /// The kind that was probably meant.
        hint: String,
    },
    /// A saved report without a name.
    #[error("no file stands behind `log:`; write log:FILE")]
    NoFile,
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "model" => Ok(Self::Qemu(Emulation::Model)),
            None if text == "stock" => Ok(Self::Qemu(Emulation::Stock)),
            Some(("log", "")) => Err(UnknownTarget::NoFile),
            Some(("log", file)) => Ok(Self::Log(PathBuf::from(file))),
            _ => {
                let kind = text.split(':').next().unwrap_or(text);
                Err(UnknownTarget::Kind { hint: names::hint(kind, ["model", "stock", "log"]) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Emulation, Target};

    #[test]
    fn targets_are_words_or_a_file() {
        assert_eq!("model".parse(), Ok(Target::Qemu(Emulation::Model)));
        assert_eq!("stock".parse(), Ok(Target::Qemu(Emulation::Stock)));
        assert_eq!("log:a:b.log".parse(), Ok(Target::Log(PathBuf::from("a:b.log"))));
        let message = |text: &str| text.parse::<Target>().expect_err("no such target").to_string();
        assert_eq!(message("stok"), "accepted are model, stock and log:FILE; did you mean stock?");
        assert_eq!(message("log:"), "no file stands behind `log:`; write log:FILE");
        assert_eq!(message("tty"), "accepted are model, stock and log:FILE");
    }
}
