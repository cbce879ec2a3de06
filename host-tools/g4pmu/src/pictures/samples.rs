//! Where the samples of a kernel fell, by address.

use std::collections::BTreeMap;

use mpc7450::instruction::decode;

use super::bars::{Bar, Bars};
use super::runs::{properties, told};
use super::sheet::Words;
use super::source;
use super::ticks::number;
use super::{Absent, Drawing, Kind, Picture};
use crate::results::{Hex, KernelResult, Results, Sample, SampledCall};

/// Most rows of a picture; what has fewer samples than these is one row.
const MOST_ROWS: usize = 40;

/// The histograms of a report, one a sampled run.
///
/// # Errors
///
/// [`Absent`].
pub fn pictures(results: &Results) -> Result<Vec<Picture>, Absent> {
    let sampled = results.kernels.iter().filter_map(|run| Some((run, run.sampled.as_ref()?)));
    let mut why = "no kernel was sampled in the report".to_owned();
    let mut found: Vec<Picture> = Vec::new();
    for (run, call) in sampled {
        if call.samples.is_empty() {
            let reason = call.reason.as_deref().unwrap_or("the report ends before they were told");
            why = format!("{} has no samples: {reason}", run.kernel);
            continue;
        }
        let name = format!("{}-{}", Kind::Samples.word(), run.kernel.replace('/', "-"));
        let twins = found.iter().filter(|picture| picture.name.starts_with(&name)).count();
        let name = if twins == 0 { name } else { format!("{name}-{}", twins + 1) };
        found.push(Picture { kind: Kind::Samples, name, drawing: Drawing::Bars(histogram(results, run, call)) });
    }
    if found.is_empty() { Err(Absent::new(Kind::Samples, why)) } else { Ok(found) }
}

fn histogram(results: &Results, run: &KernelResult, call: &SampledCall) -> Bars {
    let mut counts: BTreeMap<Option<u32>, (u64, Option<Hex>)> = BTreeMap::new();
    for sample in &call.samples {
        let Sample { code_offset, word, .. } = sample;
        let entry = counts.entry(*code_offset).or_insert((0, *word));
        entry.0 += 1;
    }
    let all = call.samples.len() as u64;
    let outside = counts.remove(&None).map_or(0, |(count, _)| count);
    let mut inside: Vec<(u32, u64, Option<Hex>)> =
        counts.into_iter().filter_map(|(offset, (count, word))| Some((offset?, count, word))).collect();
    inside.sort_by_key(|(offset, count, _)| (u64::MAX - count, *offset));
    let rest = inside.split_off(inside.len().min(MOST_ROWS));
    inside.sort_by_key(|(offset, ..)| *offset);
    let row = |name: String, count: u64, sign: usize| Bar {
        name,
        parts: vec![(sign, count as f64)],
        text: format!("{count}, {:.1} %", 100.0 * count as f64 / all as f64),
        interval: None,
        expected: None,
    };
    let mut bars: Vec<Bar> =
        inside.iter().map(|(offset, count, word)| row(place(call, *offset, *word), *count, 0)).collect();
    let others: u64 = rest.iter().map(|(_, count, _)| count).sum();
    if others > 0 {
        bars.push(row(format!("{} other addresses", rest.len()), others, 1));
    }
    if outside > 0 {
        bars.push(row("outside the kernel's code".to_owned(), outside, 1));
    }
    Bars { words: words(results, run, call), name: number, bars, reference: None }
}

/// Address, and the instruction where the code could be made again.
fn place(call: &SampledCall, offset: u32, word: Option<Hex>) -> String {
    let address = Hex(call.code.0.wrapping_add(offset));
    let text = match word {
        None => "[unknown]".to_owned(),
        Some(word) => {
            decode(word.0).map_or_else(|| format!(".long {word}"), |decoded| decoded.at(address.0).to_string())
        }
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    format!("{address} {}", words.join(" "))
}

fn words(results: &Results, run: &KernelResult, call: &SampledCall) -> Words {
    let (event, source) = (call.event.as_deref().unwrap_or("unknown"), call.source.unwrap_or("unknown"));
    let period = call.period.map_or_else(|| "unknown".to_owned(), |period| period.to_string());
    let by = if call.samples.iter().any(|sample| sample.siar.is_some()) {
        "SIAR, the last instruction completed before the event was signalled"
    } else {
        "SRR0, the instruction that would have run next, for there is no SIAR"
    };
    let lost = call.lost.map_or_else(|| "unknown".to_owned(), |lost| lost.to_string());
    let rebuilt = if call.rebuilt {
        ""
    } else {
        " The code could not be made again with the checksum of the report, so instructions are [unknown]."
    };
    let own = told(&properties(run), |_| true);
    Words {
        title: format!("Samples of {event} in {}", run.kernel),
        about: "Samples by address: their number, and their share of all samples".to_owned(),
        signs: Vec::new(),
        notes: vec![
            format!(
                "{} samples of {event} by {source}, period {period}, lost {lost}. Address: {by}.{rebuilt}",
                call.samples.len()
            ),
            "A share of samples is not a rate: how often the event happens, the trials' counts say.".to_owned(),
            format!("Run: {own}; n {}.", call.n.map_or_else(|| "unknown".to_owned(), |n| n.to_string())),
            source::told(&results.header),
        ],
    }
}
