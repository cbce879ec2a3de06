//! `g4pmu list targets`.

use serde::Serialize;

use super::Rows;

/// A target.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Listed {
    /// As it is typed.
    pub target: &'static str,
    /// What it is.
    pub about: &'static str,
}

pub(super) fn all() -> Vec<Listed> {
    vec![
        Listed { target: "model", about: "QEMU with the timing model: every counter counts, time is the model's" },
        Listed { target: "stock", about: "QEMU alone: counters stand still, executed instructions are exact" },
        Listed { target: "serial:DEV[@BAUD]", about: "a board that waits behind a serial port" },
        Listed { target: "log:FILE", about: "a report that was saved: nothing runs, the same results come out" },
    ]
}

pub(super) fn rows(targets: &[Listed]) -> Rows {
    let row = |target: &Listed| vec![target.target.to_owned(), target.about.to_owned()];
    Rows { head: &["target", "about"], rows: targets.iter().map(row).collect() }
}

#[cfg(test)]
mod tests {
    use super::all;
    use crate::target::Target;

    #[test]
    fn every_target_that_is_listed_is_one() {
        for listed in all() {
            let typed = listed.target.replace("[@BAUD]", "@57600");
            assert!(typed.parse::<Target>().is_ok(), "{typed}");
        }
    }
}
