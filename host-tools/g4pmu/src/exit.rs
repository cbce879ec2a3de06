//! How the command ends: one table that the code, `--help` and the manual share.

/// What an exit status of `g4pmu` means.
///
/// Where several apply the first of this order is given: a target that failed
/// explains a truncated report, a corrupt report cannot be judged, counts are only
/// judged in a report without faults, and wrong ones weigh more than absent ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The report is complete and nothing in it is wrong.
    Complete,
    /// A file or a stream could not be read or written.
    Files,
    /// The command line asks for something that does not exist.
    Usage,
    /// The report ends early.
    Truncated,
    /// A record is missing, was changed on its way, or contradicts another.
    Corrupt,
    /// The report is complete and holds a fault or an error record.
    Fault,
    /// The deadline passed before the target was done.
    Timeout,
    /// QEMU or the image is missing or unfit, QEMU ended in failure, or the report is
    /// about something else than what was asked.
    Target,
    /// The report is complete and its counts differ from their closed forms.
    Counts,
    /// The report is complete, and a kernel that was asked for did not run.
    Skipped,
    /// The report is complete, and nothing counted anything in a kernel that ran.
    Uncounted,
    /// Of two measurements the second is worse, or lacks something.
    Worse,
    /// Two measurements cannot be compared.
    Incomparable,
    /// The doctor found a trouble.
    Trouble,
}

impl Exit {
    /// All of them, in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::Complete,
        Self::Files,
        Self::Usage,
        Self::Truncated,
        Self::Corrupt,
        Self::Fault,
        Self::Timeout,
        Self::Target,
        Self::Counts,
        Self::Skipped,
        Self::Uncounted,
        Self::Worse,
        Self::Incomparable,
        Self::Trouble,
    ];

    /// The exit status, 0 to 13.
    #[must_use]
    pub const fn code(self) -> u8 {
        self as u8
    }

    /// One line for `--help` and the manual.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Complete => "complete: the report is whole and its counts equal their closed forms",
            Self::Files => "files: something could not be read or written",
            Self::Usage => "usage: the command line asks for something that does not exist",
            Self::Truncated => "truncated: the report ends early",
            Self::Corrupt => "corrupt: a record is missing, was changed on its way, or contradicts another",
            Self::Fault => "fault: the report is whole and holds a fault or an error record",
            Self::Timeout => "timeout: the deadline passed before the target was done",
            Self::Target => {
                "target: QEMU or image missing or unfit, QEMU failed, or the report is about something else"
            }
            Self::Counts => "counts: the report is whole and counts differ from their closed forms",
            Self::Skipped => "skipped: the report is whole and a kernel that was asked for did not run",
            Self::Uncounted => "uncounted: the report is whole and nothing counted anything in a kernel that ran",
            Self::Worse => {
                "worse: of two measurements the second is worse, differs without a better way, or lacks a row"
            }
            Self::Incomparable => "incomparable: two measurements differ in more than their counts",
            Self::Trouble => "trouble: the doctor found what keeps the performance monitor from its work",
        }
    }

    /// The table for `--help`, one line each.
    #[must_use]
    pub fn table() -> String {
        let lines = Self::ALL.iter().map(|exit| format!("  {:<2}  {}\n", exit.code(), exit.meaning()));
        lines.collect::<String>() + "  128 + N  ended by signal N: 130 for Ctrl-C, 143 for a plain kill"
    }
}

/// A command that could not do its work: what to say and how to end.
#[derive(Debug)]
pub struct Failure {
    /// The exit status.
    pub code: u8,
    /// What happened, with the context of each step.
    pub error: anyhow::Error,
}

impl Failure {
    /// A failure that ends in a documented way.
    pub fn new(exit: Exit, error: impl Into<anyhow::Error>) -> Self {
        Self { code: exit.code(), error: error.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::Exit;

    #[test]
    fn codes_are_the_documented_numbers() {
        let codes: Vec<u8> = Exit::ALL.iter().map(|exit| exit.code()).collect();
        assert_eq!(codes, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]);
    }
}
