//! What a reader has to know first: what ran, where, and whether its counts are right.

use super::table::{Table, words};
use crate::output::table;
use crate::paint::Paint;
use crate::results::{Agreement, Completeness, Results, Source};

/// What the page is about: suite or kernel, and who counted.
#[must_use]
pub fn title(results: &Results) -> String {
    let header = &results.header;
    let what = match (&header.suite, results.kernels.first()) {
        (Some(suite), _) if suite.name != "-" => format!("suite {}", suite.name),
        (_, Some(run)) => run.kernel.clone(),
        _ => "nothing".to_owned(),
    };
    let by = match (header.counted_by(), &header.model) {
        (Source::Hardware, _) => "hardware",
        (_, Some(_)) => "timing model",
        _ => "stock QEMU",
    };
    let part = header.cpu.as_ref().map_or("unknown part", |cpu| &cpu.part);
    format!("g4pmu: {what}, {part}, {by}")
}

/// The verdict in one sentence, and the class that it is shown with.
#[must_use]
pub fn verdict(results: &Results) -> (&'static str, String) {
    let verdict = &results.verdict;
    let good = results.report == Completeness::Complete
        && verdict.counts == Agreement::Equal
        && verdict.faults + verdict.errors + verdict.missed == 0;
    let mut text = table::verdict(results, Paint::PLAIN);
    for remark in &verdict.remarks {
        text += &format!("; {remark}");
    }
    (if good { "good" } else { "bad" }, format!("{text}."))
}

/// Part, image, suite, clocks, who counts, and the model's switches.
#[must_use]
pub fn table(results: &Results) -> Table {
    let facts = table::facts(results);
    let memory = results.header.memory.as_ref().map(|memory| {
        let ram = memory.ram.map_or_else(|| "unknown".to_owned(), |bytes| format!("{bytes} bytes"));
        ("memory", format!("{ram}; image at {}, code at {}, data at {}", memory.image, memory.code, memory.data))
    });
    let arguments = results.header.arguments.as_ref();
    let arguments = arguments.map(|arguments| ("arguments", format!("{} ({})", arguments.text, arguments.source)));
    let rows = facts.into_iter().chain(arguments).chain(memory);
    Table {
        caption: "As the report states it.".to_owned(),
        columns: vec![words("what"), words("value")],
        rows: rows.map(|(name, text)| vec![name.to_owned(), text.replace(',', ", ").replace(",  ", ", ")]).collect(),
    }
}
