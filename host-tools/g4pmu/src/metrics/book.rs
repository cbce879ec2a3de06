//! All metrics there are: [`Book`].

use std::sync::LazyLock;

use thiserror::Error;

use super::entries::{self, FileError};
use super::metric::Metric;
use crate::names;

/// The groups that come with the command, in the order in which they are listed.
const BUILT_IN: [&str; 16] = [
    include_str!("data/groups/core.txt"),
    include_str!("data/groups/cpi-stack.txt"),
    include_str!("data/groups/branches.txt"),
    include_str!("data/groups/btic.txt"),
    include_str!("data/groups/link-stack.txt"),
    include_str!("data/groups/branch-stalls.txt"),
    include_str!("data/groups/fetch.txt"),
    include_str!("data/groups/dispatch.txt"),
    include_str!("data/groups/retire.txt"),
    include_str!("data/groups/queues.txt"),
    include_str!("data/groups/units.txt"),
    include_str!("data/groups/l1.txt"),
    include_str!("data/groups/l2.txt"),
    include_str!("data/groups/l3.txt"),
    include_str!("data/groups/tlb.txt"),
    include_str!("data/groups/bus.txt"),
];

/// Metrics in groups; no name stands for two things.
#[derive(Clone, Debug, PartialEq)]
pub struct Book {
    groups: Vec<Group>,
}

/// Metrics about one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// What it is about, half a sentence.
    pub about: String,
    /// What one must know to read it, one paragraph.
    pub text: String,
    /// The metrics.
    pub metrics: Vec<Metric>,
}

/// A name that neither a metric nor a group has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no metric and no group `{name}`; the groups are {groups}{hint}")]
pub struct NoMetric {
    name: String,
    groups: String,
    hint: String,
}

impl Book {
    /// The metrics that come with the command.
    ///
    /// # Panics
    ///
    /// Never: a test reads them.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BOOK: LazyLock<Book> = LazyLock::new(|| {
            let mut book = Book { groups: Vec::new() };
            for text in BUILT_IN {
                book.add(text).expect("a test reads them");
            }
            book
        });
        &BOOK
    }

    /// These metrics and those of a text.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, and where.
    pub fn with(&self, text: &str) -> Result<Self, FileError> {
        let mut book = self.clone();
        book.add(text)?;
        Ok(book)
    }

    fn add(&mut self, text: &str) -> Result<(), FileError> {
        // A user's metrics stand in groups of their own.
        let mut open = None;
        for entry in entries::read(text, &["group", "metric"])? {
            if self.names().any(|name| name == entry.name) {
                return Err(entry.wrong(format!("there is a metric or group {} already", entry.name)));
            }
            if entry.kind == "group" {
                entry.only(&["", "text"], &[])?;
                self.groups.push(Group {
                    name: entry.name.clone(),
                    about: entry.may("").map(|key| key.value.clone()).unwrap_or_default(),
                    text: entry.may("text").map(|key| key.value.clone()).unwrap_or_default(),
                    metrics: Vec::new(),
                });
                open = self.groups.len().checked_sub(1);
                continue;
            }
            match open.and_then(|place: usize| self.groups.get_mut(place)) {
                Some(group) => {
                    let metric = Metric::read(&entry, &group.name)?;
                    group.metrics.push(metric);
                }
                None => return Err(entry.wrong("a metric stands in a group: begin with `group NAME`".to_owned())),
            }
        }
        Ok(())
    }

    /// The groups.
    #[must_use]
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// All metrics, group after group.
    pub fn metrics(&self) -> impl Iterator<Item = &Metric> {
        self.groups.iter().flat_map(|group| &group.metrics)
    }

    /// Names of groups and metrics.
    fn names(&self) -> impl Iterator<Item = &str> {
        let groups = self.groups.iter().map(|group| group.name.as_str());
        groups.chain(self.metrics().map(|metric| metric.name.as_str()))
    }

    /// The metric with this name, or all of the group with this name.
    ///
    /// # Errors
    ///
    /// Neither has it; the nearest name is in the message.
    pub fn find(&self, name: &str) -> Result<Vec<&Metric>, NoMetric> {
        if let Some(group) = self.groups.iter().find(|group| group.name == name) {
            return Ok(group.metrics.iter().collect());
        }
        self.metrics().find(|metric| metric.name == name).map(|metric| vec![metric]).ok_or_else(|| NoMetric {
            name: name.to_owned(),
            groups: self.groups.iter().map(|group| group.name.as_str()).collect::<Vec<_>>().join(", "),
            hint: names::hint(name, self.names()),
        })
    }
}
