//! A table of the page: [`Table`].

use crate::pictures::markup::Markup;

/// Heads and rows, all texts.
#[derive(Debug)]
pub struct Table {
    /// What it shows, with what its columns mean where their heads do not say it.
    pub caption: String,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, as many cells each as there are columns.
    pub rows: Vec<Vec<String>>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    head: String,
    number: bool,
}

/// A column of words.
#[must_use]
pub fn words(head: impl Into<String>) -> Column {
    Column { head: head.into(), number: false }
}

/// A column of numbers.
#[must_use]
pub fn numbers(head: impl Into<String>) -> Column {
    Column { head: head.into(), number: true }
}

impl Table {
    /// Writes it, in a frame that scrolls where the screen is narrower.
    pub fn write(&self, page: &mut Markup) {
        page.holding("p", &[("class", &"soft")], &self.caption);
        page.open("div", &[("class", &"scroll"), ("tabindex", &0), ("role", &"region"), ("aria-label", &self.caption)]);
        page.open("table", &[]);
        page.open("thead", &[]);
        page.open("tr", &[]);
        for Column { head, number } in &self.columns {
            page.holding("th", &[("scope", &"col"), ("class", &class(*number))], head);
        }
        page.close();
        page.close();
        page.open("tbody", &[]);
        for row in &self.rows {
            page.open("tr", &[]);
            for (place, (Column { number, .. }, cell)) in self.columns.iter().zip(row).enumerate() {
                match place {
                    0 => page.holding("th", &[("scope", &"row")], cell),
                    _ => page.holding("td", &[("class", &class(*number))], cell),
                }
            }
            page.close();
        }
        page.close();
        page.close();
        page.close();
    }
}

const fn class(number: bool) -> &'static str {
    if number { "number" } else { "words" }
}
