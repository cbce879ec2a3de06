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
#[derive(Clone, Copy, Debug)]
pub struct Column {
    head: &'static str,
    number: bool,
}

/// A column of words.
#[must_use]
pub const fn words(head: &'static str) -> Column {
    Column { head, number: false }
}

/// A column of numbers.
#[must_use]
pub const fn numbers(head: &'static str) -> Column {
    Column { head, number: true }
}

impl Table {
    /// Writes it, in a frame that scrolls where the screen is narrower.
    pub fn write(&self, page: &mut Markup) {
        page.open("div", &[("class", &"scroll"), ("tabindex", &0), ("role", &"region"), ("aria-label", &self.caption)]);
        page.open("table", &[]);
        page.holding("caption", &[], &self.caption);
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
                    _ if *number => page.holding("td", &[("class", &class(true))], cell),
                    _ => page.holding("td", &[], cell),
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
