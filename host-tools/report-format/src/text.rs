//! Text inside a record.

/// A text value: plain when made with [`Text::new`], as it stands on the wire
/// when parsed. `Display` gives the plain text either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text<'a>(&'a str);

impl<'a> Text<'a> {
    /// Wraps plain text.
    #[must_use]
    pub const fn new(plain: &'a str) -> Self {
        Self(plain)
    }
}
