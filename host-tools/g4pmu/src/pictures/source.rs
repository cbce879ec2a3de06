//! Where a picture's values come from, in words.

use std::collections::BTreeSet;

use crate::results::{Header, KernelResult, Source};

/// Who counted, on what, with which switches.
#[must_use]
pub fn told(header: &Header) -> String {
    let part = header.cpu.as_ref().map_or("a part that the report does not name", |cpu| &cpu.part);
    let clock = header.clock.as_ref().and_then(|clock| clock.core_hz);
    let clock = clock.map_or_else(String::new, |hertz| format!(", core {} MHz", f64::from(hertz) / 1e6));
    match (&header.model, header.counted_by()) {
        (Some(model), _) => format!(
            "Source: model, not a chip: the timing model {} in QEMU, part {}{clock}. Switches: {}.",
            model.version,
            model.part,
            model.switches.replace(',', ", ")
        ),
        (None, Source::Hardware) => format!("Source: hardware, {part}{clock}; no switches."),
        (None, _) => format!("Source: stock QEMU as {part}{clock}; no timing model, no switches."),
    }
}

/// How often the runs ran: what they have in common, or from where to where it goes.
#[must_use]
pub fn schedule(runs: &[&KernelResult]) -> String {
    let range = |of: fn(&KernelResult) -> u64| {
        let values: BTreeSet<u64> = runs.iter().map(|run| of(run)).collect();
        match (values.first(), values.last()) {
            (Some(least), Some(most)) if least != most => format!("{least} to {most}"),
            (Some(least), _) => least.to_string(),
            _ => "no".to_owned(),
        }
    };
    let trials = range(|run| run.trials_each.into());
    format!("n {}, trials {trials} + {trials}, warm-up {}", range(|run| run.n), range(|run| run.warmup))
}

/// What a single pair of trials cannot show.
pub const ONE_PAIR: &str = "One pair of trials has no interval: what the first warms up for the second is in its \
                            difference, and nothing shows how much that is.";

/// How a value per operation is made, `operations` being their name in the plural.
#[must_use]
pub fn method(counted: &str, operations: &str) -> String {
    format!(
        "A value is the median of ({counted} of a trial at 2n less those of the one at n before it), divided by (n x \
         {operations} of an iteration); whiskers, where they have a length, are the interval of these differences."
    )
}
