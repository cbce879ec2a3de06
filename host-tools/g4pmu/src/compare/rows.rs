//! The rows of one measurement.

use std::collections::HashMap;

use serde::Serialize;

use super::row::Cell;
use crate::results::{EXECUTED, KernelResult, Source, TICKS, Value};
use crate::saved::Saved;

/// What a row is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Key {
    /// Kernel id.
    pub kernel: String,
    /// Its parameters, `name:value,...` or `-`.
    pub parameters: String,
    /// How its addresses were translated.
    pub translation: &'static str,
    /// The state it ran in.
    pub state: &'static str,
    /// What was counted.
    pub event: String,
}

/// All rows of a measurement.
pub(super) struct Rows {
    rows: Vec<(Key, Cell)>,
    places: HashMap<Key, usize>,
}

impl Rows {
    /// The rows of all reports. What several passes count, cycles for instance, is the last
    /// one's: a pass that was measured again stands behind the one that it replaces.
    pub(super) fn of(saved: &Saved) -> Self {
        let mut found = Self { rows: Vec::new(), places: HashMap::new() };
        for kernel in saved.reports.iter().flat_map(|(_, results)| &results.kernels) {
            for value in kernel.trials.first().into_iter().flat_map(|trial| &trial.values).filter(|value| says(value)) {
                let key = Key {
                    kernel: kernel.kernel.clone(),
                    parameters: kernel.parameters.clone(),
                    translation: kernel.translation,
                    state: kernel.state,
                    event: value.event.clone(),
                };
                let cell = Cell::of(kernel, value);
                match found.places.get(&key) {
                    Some(place) => found.rows[*place].1 = cell,
                    None => {
                        found.places.insert(key.clone(), found.rows.len());
                        found.rows.push((key, cell));
                    }
                }
            }
        }
        found
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &(Key, Cell)> {
        self.rows.iter()
    }

    pub(super) fn find(&self, key: &Key) -> Option<&Cell> {
        self.places.get(key).map(|place| &self.rows[*place].1)
    }
}

/// Whether a value says something that no other row says: ticks are instructions under
/// `-icount`, and what a report has nobody for, executed instructions on a chip, is no row.
fn says(value: &Value) -> bool {
    let nobodys = value.source == Source::None;
    match value.event.as_str() {
        TICKS => !nobodys && value.source != Source::Instructions,
        EXECUTED => !nobodys,
        _ => true,
    }
}

impl Cell {
    fn of(kernel: &KernelResult, value: &Value) -> Self {
        let (pairs, reason) = match kernel.pairs(&value.event, value.pmc) {
            Ok(pairs) => (pairs, None),
            Err(reason) => (Vec::new(), Some(reason)),
        };
        let differences = pairs.iter().map(|(once, twice)| i128::from(*twice) - i128::from(*once)).collect();
        Self { n: kernel.n.max(1), code: kernel.code_crc.0, differences, reason }
    }
}
