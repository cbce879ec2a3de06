//! What a check finds.

use serde::Serialize;

/// How much a finding matters. Troubles come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Something will not count, not come, or not mean what it seems to.
    Trouble,
    /// As it may be meant; worth knowing.
    Note,
}

/// One thing that is wrong or worth knowing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The check that found it.
    pub check: &'static str,
    /// How much it matters.
    pub severity: Severity,
    /// What it is about: a counter, several, or the exception.
    pub about: String,
    /// Why it is so.
    pub cause: String,
    /// What to do.
    pub cure: String,
}

/// A trouble; the list of checks names its check.
pub(super) fn trouble(about: impl Into<String>, cause: impl Into<String>, cure: impl Into<String>) -> Finding {
    Finding { check: "", severity: Severity::Trouble, about: about.into(), cause: cause.into(), cure: cure.into() }
}

/// A note.
pub(super) fn note(about: impl Into<String>, cause: impl Into<String>, cure: impl Into<String>) -> Finding {
    Finding { severity: Severity::Note, ..trouble(about, cause, cure) }
}
