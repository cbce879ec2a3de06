//! What happened in a run: [`Statistics`], for the option `stats`.

use std::fmt;

/// Counts since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Instructions that passed while the model was off.
    pub passed: u64,
    /// Instructions told to the model.
    pub told: u64,
    /// Of them, moves to and from registers that the model owns.
    pub served: u64,
    /// How often the model went on.
    pub switched_on: u64,
    /// Exceptions that QEMU took.
    pub exceptions: u64,
    /// Exceptions of the model.
    pub raised: u64,
    /// How often the guest slept until an exception of the model.
    pub naps: u64,
    /// How often QEMU threw all translated blocks away.
    pub flushes: u64,
    /// The most bytes of records that were kept at once.
    pub records: u64,
    /// Lookups of a page that found none although the access was made.
    pub lost_pages: u64,
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in [
            ("instructions-passed", self.passed),
            ("instructions-told", self.told),
            ("register-moves-served", self.served),
            ("model-switched-on", self.switched_on),
            ("exceptions-taken", self.exceptions),
            ("exceptions-raised", self.raised),
            ("naps", self.naps),
            ("flushes", self.flushes),
            ("record-bytes-most", self.records),
            ("lost-pages", self.lost_pages),
        ] {
            writeln!(f, "g4pmu plugin: {name} {value}")?;
        }
        Ok(())
    }
}
