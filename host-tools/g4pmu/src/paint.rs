//! Colour where a person looks, and nowhere else.

use std::io::IsTerminal;

/// Whether a stream gets colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint(bool);

impl Paint {
    /// No colours.
    pub const PLAIN: Self = Self(false);
    /// Colours.
    pub const COLOURED: Self = Self(true);

    /// Colours only on a terminal, and never where `NO_COLOR` is set to anything
    /// but the empty text [no-color.org].
    #[must_use]
    pub fn of(stream: &impl IsTerminal) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self(stream.is_terminal() && !refused)
    }

    /// Text that says all is well.
    #[must_use]
    pub fn good(self, text: &str) -> String {
        self.wrap("32", text)
    }

    /// Text that says something is wrong.
    #[must_use]
    pub fn bad(self, text: &str) -> String {
        self.wrap("31", text)
    }

    /// Text that stands back.
    #[must_use]
    pub fn faint(self, text: &str) -> String {
        self.wrap("2", text)
    }

    fn wrap(self, code: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::Paint;

    #[test]
    fn plain_text_stays_plain() {
        assert_eq!(Paint::PLAIN.good("equal"), "equal");
        assert_eq!(Paint::COLOURED.bad("differs"), "\u{1b}[31mdiffers\u{1b}[0m");
    }
}
