//! Ways to dispatch a call, relative to the plainest of their family.

use super::bars::{Bar, Bars};
use super::runs::{CYCLES, Cost, an_operation, properties, told};
use super::sheet::Words;
use super::source;
use super::ticks::digits;
use super::{Absent, Drawing, Kind, Picture};
use crate::catalogue;
use crate::results::{KernelResult, Results};

/// A family: what the others are compared with, and the others.
struct Family(&'static str, &'static [&'static str]);

/// The article's three families, each with its own baseline; the forms without a table
/// stand beside the virtual calls that they replace.
const FAMILIES: [Family; 3] = [
    Family(
        "dispatch/direct",
        &["dispatch/mono", "dispatch/dual", "dispatch/mega", "dispatch/ladder", "dispatch/guarded", "dispatch/split"],
    ),
    Family("dispatch/fptr-single", &["dispatch/fptr-multi"]),
    Family("dispatch/switch-seq", &["dispatch/switch-rnd"]),
];

/// What runs must agree in to be compared.
const SHARED: [&str; 4] = ["objects", "seed", "translation", "state"];

/// The pictures: one for each number of objects, seed, translation and state.
///
/// # Errors
///
/// [`Absent`].
pub fn pictures(results: &Results) -> Result<Vec<Picture>, Absent> {
    let ours = |run: &&KernelResult| {
        FAMILIES.iter().any(|Family(base, rest)| run.kernel == *base || rest.contains(&&*run.kernel))
    };
    let runs: Vec<&KernelResult> = results.kernels.iter().filter(ours).collect();
    let mut groups: Vec<(String, Vec<&KernelResult>)> = Vec::new();
    for run in &runs {
        let key = told(&properties(run), |name| SHARED.contains(&name));
        match groups.iter_mut().find(|(own, _)| *own == key) {
            Some((_, group)) => group.push(run),
            None => groups.push((key, vec![run])),
        }
    }
    let mut refused = Vec::new();
    let mut found = Vec::new();
    for (shared, group) in &groups {
        let (bars, why) = rows(group);
        refused.extend(why.iter().cloned());
        if bars.len() > 1 {
            found.push(picture(results, shared, group, bars, &why));
        }
    }
    if found.is_empty() {
        let nothing =
            if runs.is_empty() { "the report has no dispatch kernel" } else { "no two kernels can be compared" };
        return Err(Absent::new(Kind::Dispatch, refused.into_iter().next().unwrap_or_else(|| nothing.to_owned())));
    }
    for (number, picture) in found.iter_mut().enumerate().skip(1) {
        picture.name = format!("{}-{}", Kind::Dispatch.word(), number + 1);
    }
    Ok(found)
}

/// The rows of a group, and why some are missing.
fn rows(group: &[&KernelResult]) -> (Vec<Bar>, Vec<String>) {
    let (mut bars, mut refused) = (Vec::new(), Vec::new());
    for (sign, Family(baseline, rest)) in FAMILIES.iter().enumerate() {
        let of = |id: &str| group.iter().filter(|run| run.kernel == id).copied().collect::<Vec<_>>();
        let members: Vec<&KernelResult> = [*baseline].iter().chain(*rest).flat_map(|id| of(id)).collect();
        if members.is_empty() {
            continue;
        }
        let base = of(baseline).first().map(|run| an_operation(run, CYCLES));
        let base = match base {
            Some(Ok(base)) if base.value > 0.0 => base,
            Some(Err(why)) => {
                refused.push(format!("{baseline}: {why}"));
                continue;
            }
            _ => {
                refused.push(format!("nothing to compare {} with: no {baseline}", members[0].kernel));
                continue;
            }
        };
        for run in members {
            match an_operation(run, CYCLES) {
                Ok(cost) => bars.push(row(run, cost, base, sign, baseline)),
                Err(why) => refused.push(format!("{}: {why}", run.kernel)),
            }
        }
    }
    (bars, refused)
}

fn row(run: &KernelResult, cost: Cost, base: Cost, sign: usize, baseline: &str) -> Bar {
    let percent = cost.times(100.0 / base.value);
    let own = told(&properties(run), |name| !SHARED.contains(&name));
    let name = if own.is_empty() { run.kernel.clone() } else { format!("{}, {own}", run.kernel) };
    let expected = (expected(&run.kernel, 3), self::expected(baseline, 3));
    Bar {
        name,
        parts: vec![(sign, percent.value)],
        text: format!("{:.0} %, {} cycles", percent.value, digits(cost.value)),
        interval: Some((percent.low, percent.high)),
        expected: match expected {
            (Some((low, high)), Some((base_low, base_high))) if run.kernel != baseline => {
                Some((100.0 * low / base_high, 100.0 * high / base_low))
            }
            _ => None,
        },
    }
}

/// The cycles of a call that the manuals let one expect: the number or the range that a
/// kernel's prediction begins with, or that of the kernel which it names.
fn expected(kernel: &str, deep: u32) -> Option<(f64, f64)> {
    let predictions = catalogue::kernel(kernel)?.predictions;
    let text = predictions.iter().find(|prediction| prediction.quantity.starts_with("cycles-per-"))?.expectation;
    if let Some(other) = text.strip_prefix("that of ") {
        return expected(other.split([':', ',', ' ']).next()?, deep.checked_sub(1)?);
    }
    let (range, _) = text.split_once([':', ','])?;
    let (low, high) = range.split_once(" to ").unwrap_or((range, range));
    Some((low.parse().ok()?, high.parse().ok()?))
}

fn picture(results: &Results, shared: &str, group: &[&KernelResult], bars: Vec<Bar>, refused: &[String]) -> Picture {
    let mut notes = vec![
        "Brackets: what the manuals let one expect, from the predictions of `g4pmu list kernels` for data in the L1."
            .to_owned(),
        format!("Every run: {shared}; {}.", source::schedule(group)),
        source::method("processor cycles", "calls"),
    ];
    if group.iter().any(|run| run.trials_each < 2) {
        notes.push(source::ONE_PAIR.to_owned());
    }
    notes.extend(refused.iter().map(|why| format!("Not drawn: {why}.")));
    notes.push(source::told(&results.header));
    let words = Words {
        title: "What does a call cost, dispatched in different ways?".to_owned(),
        about: "Processor cycles per call, in percent of the family's baseline".to_owned(),
        signs: FAMILIES.iter().map(|Family(baseline, _)| format!("100 % is {baseline}")).collect(),
        notes,
    };
    let name = |value: f64| format!("{value} %");
    let drawing = Drawing::Bars(Bars { words, name, bars, reference: Some((100.0, "100 %".to_owned())) });
    Picture { kind: Kind::Dispatch, name: Kind::Dispatch.word().to_owned(), drawing }
}

#[cfg(test)]
mod tests {
    use super::{FAMILIES, Family, expected};

    #[test]
    fn expectations_are_read_from_the_predictions() {
        assert_eq!(expected("dispatch/direct", 3), Some((7.0, 7.0)));
        assert_eq!(expected("dispatch/mega", 3), Some((20.0, 22.0)), "that of dispatch/mono");
        assert_eq!(expected("dispatch/switch-rnd", 3), Some((15.0, 19.0)));
        assert_eq!(expected("dispatch/guarded", 3), None, "it depends on the classes");
        assert_eq!(expected("no/kernel", 3), None);
        let known = |id: &str| crate::catalogue::kernel(id).is_some();
        assert!(FAMILIES.iter().all(|Family(base, rest)| known(base) && rest.iter().all(|id| known(id))));
    }
}
