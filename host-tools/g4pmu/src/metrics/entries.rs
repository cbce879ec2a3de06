//! The text that metrics and laws stand in: entries of `key: value` lines.
//!
//! ```text
//! kind name[: value]
//! key: value
//!   which may go on, indented
//! ```
//!
//! `#` at the beginning of a line makes it a comment, blank lines mean nothing. Line and
//! column stay with every value, so that an error names its place.

use std::fmt;

use thiserror::Error;

/// What is wrong with a file, and where.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct FileError {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, where there is one.
    pub column: Option<usize>,
    /// What is wrong there.
    pub cause: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => write!(f, "line {}, column {column}: {}", self.line, self.cause),
            None => write!(f, "line {}: {}", self.line, self.cause),
        }
    }
}

/// An entry: what begins it, and its keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its first word.
    pub kind: String,
    /// Its second.
    pub name: String,
    /// Its line.
    pub line: usize,
    /// The keys in their order.
    pub keys: Vec<Key>,
}

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key; empty for what stands behind the entry's name.
    pub key: String,
    /// The value in one line.
    pub value: String,
    /// The line that it begins in.
    pub line: usize,
    /// The column that it begins in.
    pub column: usize,
}

impl Entry {
    /// The value of a key that must be there.
    ///
    /// # Errors
    ///
    /// It is not there.
    pub fn must(&self, key: &str) -> Result<&Key, FileError> {
        self.may(key).ok_or_else(|| self.wrong(format!("{} {} has no `{key}:`", self.kind, self.name)))
    }

    /// The value of a key.
    #[must_use]
    pub fn may(&self, key: &str) -> Option<&Key> {
        self.keys.iter().find(|own| own.key == key)
    }

    /// All values of a key.
    pub fn all(&self, key: &str) -> impl Iterator<Item = &Key> {
        self.keys.iter().filter(move |own| own.key == key)
    }

    /// An error about the entry.
    #[must_use]
    pub const fn wrong(&self, cause: String) -> FileError {
        FileError { line: self.line, column: None, cause }
    }

    /// Refuses keys that mean nothing.
    ///
    /// # Errors
    ///
    /// There is one, or one that may come once comes twice.
    pub fn only(&self, once: &[&str], often: &[&str]) -> Result<(), FileError> {
        for (place, key) in self.keys.iter().enumerate() {
            if once.contains(&key.key.as_str()) {
                if self.keys[..place].iter().any(|earlier| earlier.key == key.key) {
                    return Err(key.wrong(1, format!("`{}:` comes twice", key.key)));
                }
            } else if !often.contains(&key.key.as_str()) {
                let legal: Vec<&str> = once.iter().chain(often).copied().filter(|key| !key.is_empty()).collect();
                let hint = crate::names::hint(&key.key, legal.iter().copied());
                let cause = format!("a {} has no `{}:`; it has {}{hint}", self.kind, key.key, legal.join(", "));
                return Err(key.wrong(1, cause));
            }
        }
        Ok(())
    }
}

impl Key {
    /// An error at a column of the value, from 1.
    #[must_use]
    pub const fn wrong(&self, column: usize, cause: String) -> FileError {
        FileError { line: self.line, column: Some(self.column + column - 1), cause }
    }
}

/// Reads the entries of a text whose kinds are these.
///
/// # Errors
///
/// A line is none of an entry.
pub fn read(text: &str, kinds: &[&str]) -> Result<Vec<Entry>, FileError> {
    let mut entries: Vec<Entry> = Vec::new();
    for (line, content) in (1..).zip(text.lines()) {
        let wrong = |cause: String| Err(FileError { line, column: None, cause });
        if content.trim().is_empty() || content.starts_with('#') {
            continue;
        }
        if content.starts_with([' ', '\t']) {
            let Some(key) = entries.last_mut().and_then(|entry| entry.keys.last_mut()) else {
                return wrong("an indented line continues nothing".to_owned());
            };
            key.value.push(' ');
            key.value.push_str(content.trim());
            continue;
        }
        let (head, value) = content.split_once(':').map_or((content, None), |(head, value)| (head, Some(value)));
        let key = |key: &str, value: &str| Key {
            key: key.to_owned(),
            value: value.trim().to_owned(),
            line,
            column: head.chars().count() + 2 + value.chars().take_while(|letter| *letter == ' ').count(),
        };
        match head.trim().split_once(' ') {
            Some((kind, name)) if kinds.contains(&kind) => entries.push(Entry {
                kind: kind.to_owned(),
                name: name.trim().to_owned(),
                line,
                keys: value.map(|value| key("", value)).into_iter().collect(),
            }),
            None if value.is_some() => match entries.last_mut() {
                Some(entry) => entry.keys.push(key(head, value.unwrap_or_default())),
                None => {
                    return wrong(format!(
                        "`{head}:` belongs to nothing: begin with `{} NAME`",
                        kinds.join(" NAME` or `")
                    ));
                }
            },
            _ => return wrong(format!("`{content}` is neither `key: value` nor `{} NAME`", kinds.join(" NAME` or `"))),
        }
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::read;

    fn complaint(text: &str) -> String {
        read(text, &["group", "metric"]).expect_err(text).to_string()
    }

    #[test]
    fn values_keep_their_place_and_go_on_when_indented() {
        let entries =
            read("# a comment\n\ngroup g: short\nmetric m\nformula:  a /\n  b\n", &["group", "metric"]).unwrap();
        assert_eq!((entries[0].name.as_str(), entries[0].must("").unwrap().value.as_str()), ("g", "short"));
        let formula = entries[1].must("formula").unwrap();
        assert_eq!((formula.value.as_str(), formula.line, formula.column), ("a / b", 5, 11));
        assert_eq!(formula.wrong(3, "no".to_owned()).to_string(), "line 5, column 13: no");
        assert_eq!(entries[1].must("unit").unwrap_err().to_string(), "line 4: metric m has no `unit:`");
    }

    #[test]
    fn lines_of_no_entry_are_refused() {
        assert_eq!(complaint("  more"), "line 1: an indented line continues nothing");
        assert_eq!(
            complaint("unit: cycles"),
            "line 1: `unit:` belongs to nothing: begin with `group NAME` or `metric NAME`"
        );
        assert_eq!(
            complaint("\nmetrik m"),
            "line 2: `metrik m` is neither `key: value` nor `group NAME` or `metric NAME`"
        );
    }

    #[test]
    fn a_key_that_means_nothing_is_answered_with_those_that_do() {
        let entries = read("metric m\nformla: 1\nunit: a\nunit: b", &["metric"]).unwrap();
        let only = |once: &[&str], often: &[&str]| entries[0].only(once, often).map_err(|error| error.to_string());
        let told = "line 2, column 9: a metric has no `formla:`; it has formula, unit; did you mean formula?";
        assert_eq!(only(&["formula", "unit"], &[]), Err(told.to_owned()));
        assert_eq!(only(&["formla", "unit"], &[]), Err("line 4, column 7: `unit:` comes twice".to_owned()));
        assert_eq!(only(&["formla"], &["unit"]), Ok(()));
    }
}
