//! `g4pmu list metrics`.

use serde::Serialize;

use super::{Rows, has};
use crate::exit::{Exit, Failure};
use crate::metrics::{Book, Metric};

/// The metrics with these names, in full; those of a group; or those with a word.
pub(super) fn chosen<'a>(book: &'a Book, typed: &[String]) -> Result<(Vec<&'a Metric>, bool), Failure> {
    if typed.is_empty() {
        return Ok((book.metrics().collect(), false));
    }
    let (mut metrics, mut full): (Vec<&Metric>, bool) = (Vec::new(), true);
    for word in typed {
        let found = match book.find(word) {
            Ok(found) => {
                full &= found.len() == 1;
                found
            }
            Err(error) => {
                full = false;
                let found: Vec<&Metric> =
                    book.metrics().filter(|metric| has(word, &[&metric.name, &metric.meaning])).collect();
                if found.is_empty() {
                    return Err(Failure::new(Exit::Usage, error));
                }
                found
            }
        };
        metrics.extend(found);
    }
    Ok((metrics, full))
}

pub(super) fn rows(metrics: &[&Metric]) -> Rows {
    let row =
        |metric: &&Metric| vec![metric.name.clone(), metric.group.clone(), metric.unit.clone(), metric.meaning.clone()];
    Rows { head: &["metric", "group", "unit", "meaning"], rows: metrics.iter().map(row).collect() }
}

pub(super) fn details(metrics: &[&Metric]) -> String {
    let mut text = String::new();
    for metric in metrics {
        let apart = if text.is_empty() { "" } else { "\n" };
        text += &format!("{apart}{}: {}\n", metric.name, metric.meaning);
        text += &format!("  {} = {}\n", metric.unit, metric.formula);
        for caveat in &metric.caveats {
            text += &format!("  {caveat}\n");
        }
    }
    text
}

#[derive(Serialize)]
pub(super) struct Listed {
    metric: String,
    group: String,
    formula: String,
    unit: String,
    meaning: String,
    caveats: Vec<String>,
}

pub(super) fn json(metrics: &[&Metric]) -> Vec<Listed> {
    let listed = |metric: &&Metric| Listed {
        metric: metric.name.clone(),
        group: metric.group.clone(),
        formula: metric.formula.to_string(),
        unit: metric.unit.clone(),
        meaning: metric.meaning.clone(),
        caveats: metric.caveats.clone(),
    };
    metrics.iter().map(listed).collect()
}
