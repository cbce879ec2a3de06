//! What measures.

use std::path::PathBuf;
use std::str::FromStr;

use thiserror::Error;

use crate::names;

/// The target of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// QEMU as it is distributed: its counters do not count, its time base under
    /// `-icount` counts executed instructions.
    Stock,
    /// A report that was saved earlier.
    Log(PathBuf),
}

/// A target that does not exist.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum UnknownTarget {
    /// No kind of target is called so.
    #[error("accepted are stock and log:FILE{hint}")]
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
            None if text == "stock" => Ok(Self::Stock),
            Some(("log", "")) => Err(UnknownTarget::NoFile),
            Some(("log", file)) => Ok(Self::Log(PathBuf::from(file))),
            _ => {
                let kind = text.split(':').next().unwrap_or(text);
                Err(UnknownTarget::Kind { hint: names::hint(kind, ["stock", "log"]) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::Target;

    #[test]
    fn targets_are_words_or_a_file() {
        assert_eq!("stock".parse(), Ok(Target::Stock));
        assert_eq!("log:a:b.log".parse(), Ok(Target::Log(PathBuf::from("a:b.log"))));
        let message = |text: &str| text.parse::<Target>().expect_err("no such target").to_string();
        assert_eq!(message("stok"), "accepted are stock and log:FILE; did you mean stock?");
        assert_eq!(message("log:"), "no file stands behind `log:`; write log:FILE");
        assert_eq!(message("tty"), "accepted are stock and log:FILE");
    }
}
