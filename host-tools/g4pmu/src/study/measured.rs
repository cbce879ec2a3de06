//! The kernels of the study as the logs have them.

use crate::metrics::{Book, Counts, Outcome, Quantity};
use crate::saved::Saved;

/// How ids of the study's kernels begin.
const FAMILY: &str = "dispatch/";

/// One kernel with one set of parameters, in all passes that measured it.
pub(super) struct Measured {
    pub kernel: String,
    pub parameters: String,
    pub passes: Vec<Counts>,
    /// Calls of the sampled run's samples, where there was one.
    pub samples: usize,
}

/// All of them.
pub(super) struct Measurements {
    all: Vec<Measured>,
    counted_by: String,
}

impl Measurements {
    pub(super) fn of(logs: &[Saved]) -> Self {
        let mut found = Self { all: Vec::new(), counted_by: String::new() };
        for (report, results) in logs.iter().flat_map(|saved| &saved.reports) {
            for run in results.kernels.iter().filter(|run| run.kernel.starts_with(FAMILY)) {
                let counts = Counts::of(&results.header, run, *report);
                let samples = run.sampled.as_ref().map_or(0, |call| call.samples.len());
                if found.counted_by.is_empty() {
                    found.counted_by = counted_by(&results.header);
                }
                let own = |known: &&mut Measured| known.kernel == run.kernel && known.parameters == run.parameters;
                match found.all.iter_mut().find(own) {
                    Some(known) => {
                        known.passes.push(counts);
                        known.samples += samples;
                    }
                    None => found.all.push(Measured {
                        kernel: run.kernel.clone(),
                        parameters: run.parameters.clone(),
                        passes: vec![counts],
                        samples,
                    }),
                }
            }
        }
        found
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn counted_by(&self) -> String {
        self.counted_by.clone()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Measured> {
        self.all.iter()
    }

    /// A kernel by its id; the first where there are several sets of parameters.
    pub(super) fn kernel(&self, id: &str) -> Option<&Measured> {
        self.all.iter().find(|measured| measured.kernel == id)
    }
}

impl Measured {
    /// A metric of the first pass that has all that it needs.
    pub(super) fn metric(&self, name: &str) -> Option<Outcome> {
        let metrics = Book::built_in().find(name).ok()?;
        metrics.first()?.of_any(&self.passes)
    }

    /// Its value.
    pub(super) fn value(&self, name: &str) -> Option<f64> {
        self.metric(name)?.value
    }

    /// What an operation takes of an event.
    pub(super) fn each(&self, event: &Quantity) -> Option<f64> {
        self.passes.iter().find_map(|counts| {
            let operations = counts.get(&Quantity::named("form.operations").ok()?).ok()?;
            Some(counts.get(event).ok()? / operations)
        })
    }

    /// A parameter's value.
    pub(super) fn parameter(&self, name: &str) -> Option<&str> {
        let pairs = self.parameters.split(',').filter_map(|pair| pair.split_once(':'));
        pairs.into_iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}

fn counted_by(header: &crate::results::Header) -> String {
    let part = header.cpu.as_ref().map_or("an unknown part", |cpu| cpu.part.as_str());
    match &header.model {
        Some(model) => format!("{part}, by the timing model {}", model.version),
        None if header.is_on_a_chip() => format!("{part}, by the chip's own counters"),
        None => format!("{part}, in QEMU without the timing model"),
    }
}
