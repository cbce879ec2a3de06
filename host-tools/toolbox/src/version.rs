//! Version numbers as programs print them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// `major.minor.patch`; a part that is not printed is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Version {
    /// First number.
    pub major: u32,
    /// Second number.
    pub minor: u32,
    /// Third number.
    pub patch: u32,
}

/// A text with no version in it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no version number (digits, a point, digits) in {0:?}")]
pub struct NoVersion(pub String);

impl Version {
    /// Makes a version from its three numbers.
    #[must_use]
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self { major, minor, patch }
    }

    /// Finds the first version in what a program prints of itself: the first
    /// word that begins with digits, a point and digits.
    ///
    /// # Errors
    /// When there is no such word.
    pub fn find(text: &str) -> Result<Self, NoVersion> {
        text.split(|c: char| c.is_whitespace() || c == '(' || c == ',')
            .find_map(Self::leading)
            .ok_or_else(|| NoVersion(text.lines().next().unwrap_or_default().to_string()))
    }

    fn leading(word: &str) -> Option<Self> {
        let mut numbers = word.splitn(3, '.').map(|part| {
            let digits = part.len() - part.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            (part[..digits].parse::<u32>().ok(), digits == part.len())
        });
        let (Some(major), true) = numbers.next()? else { return None };
        let (Some(minor), whole) = numbers.next()? else { return None };
        let patch = numbers.next().filter(|_| whole).and_then(|(patch, _)| patch).unwrap_or(0);
        Some(Self { major, minor, patch })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl TryFrom<String> for Version {
    type Error = NoVersion;

    fn try_from(text: String) -> Result<Self, NoVersion> {
        Self::find(&text)
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_programs_print_them() {
        for (text, expected) in [
            ("QEMU emulator version 11.1.3 (Debian 1:11.1.3+ds-1~bpo13+1)", (11, 1, 3)),
            ("QEMU emulator version 7.2.0", (7, 2, 0)),
            ("rustc 1.96.0 (ac68faa20 2026-05-25) (built from a source tarball)", (1, 96, 0)),
            ("rustc 1.97.0-nightly (e50aa6fba 2026-05-19)", (1, 97, 0)),
            ("Debian LLD 22.1.8 (compatible with GNU linkers)", (22, 1, 8)),
            ("GNU objdump (GNU Binutils for Debian) 2.40", (2, 40, 0)),
            ("clippy 0.1.96 (ac68faa20c 2026-05-25)", (0, 1, 96)),
            ("QEMU emulator version 11.2-rc1", (11, 2, 0)),
        ] {
            let (major, minor, patch) = expected;
            assert_eq!(Version::find(text), Ok(Version::new(major, minor, patch)), "{text}");
        }
    }

    #[test]
    fn a_text_without_a_version_is_an_error_that_quotes_it() {
        for text in ["", "no such option", "version eleven", "v11", "11"] {
            assert_eq!(Version::find(text), Err(NoVersion(text.to_string())));
        }
    }

    #[test]
    fn versions_order_by_number_not_by_text() {
        assert!(Version::new(9, 2, 0) < Version::new(11, 1, 0));
        assert!(Version::new(11, 0, 9) < Version::new(11, 1, 0));
        assert!(Version::new(11, 10, 0) > Version::new(11, 9, 9));
    }
}
