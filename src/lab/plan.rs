//! From a request to the kernels it runs: parameters, repetitions, order.

use heapless::Vec;

use super::order;
use super::request::{Request, Work, kernel_parameters, seed_parameters};
use super::suite::{Entry, MOST_KERNELS};
use crate::arch::mmu::Mode;
use crate::kernels;
use crate::kernels::counts::Counts;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::parameters::Parameters;
use crate::kernels::schedule::Schedule;

/// A kernel with everything decided.
pub struct Planned {
    /// The kernel.
    pub kernel: &'static Descriptor,
    /// Its parameters.
    pub parameters: Parameters,
    /// How often it runs.
    pub schedule: Schedule,
    /// How it runs.
    pub mode: Mode,
    /// Whether a sampled call follows the trials.
    sampled: bool,
}

/// All kernels of a request, in the order in which they run.
pub struct Plan(Vec<Planned, MOST_KERNELS>);

impl Plan {
    /// The kernels of a request. Calibration comes first, for it tells whether the
    /// rest can be believed; within it and behind it the seed decides the order.
    #[must_use]
    pub fn new(request: &Request<'_>) -> Self {
        let mut kernels: Vec<Planned, MOST_KERNELS> = match &request.work {
            Work::Kernel(kernel, words) => kernel_parameters(kernel, request.preset, request.seed, words)
                .ok()
                .map(|parameters| Planned::new(kernel, parameters, request))
                .into_iter()
                .collect(),
            Work::Suite(suite) => {
                let part = |first| suite.entries.iter().filter(move |entry| is_calibration(entry.kernel) == first);
                let variants = |entry: &'static Entry| (0..entry.variants()).map(move |variant| (entry, variant));
                part(true)
                    .chain(part(false))
                    .flat_map(variants)
                    .filter_map(|(entry, variant)| Planned::of_entry(entry, variant, request))
                    .collect()
            }
        };
        let calibrations = kernels.iter().filter(|planned| is_calibration(planned.kernel.id)).count();
        let (first, rest) = kernels.split_at_mut(calibrations);
        order::shuffle(first, request.seed);
        order::shuffle(rest, request.seed);
        Self(kernels)
    }

    /// The kernels, in order.
    #[must_use]
    pub fn kernels(&self) -> &[Planned] {
        &self.0
    }

    /// Executed instructions of all of it, warm-up included.
    #[must_use]
    pub fn instructions(&self) -> u64 {
        self.0.iter().map(Planned::instructions).sum()
    }
}

fn is_calibration(id: &str) -> bool {
    id.starts_with("calibrate/")
}

impl Planned {
    fn new(kernel: &'static Descriptor, parameters: Parameters, request: &Request<'_>) -> Self {
        let preset = kernel.schedule(&parameters, request.preset);
        let schedule = Schedule {
            n: request.n.unwrap_or(preset.n),
            warmup: request.warmup.unwrap_or(preset.warmup),
            trials: request.trials.unwrap_or(preset.trials),
        };
        let sampled = request.sampling.is_some();
        let mode = Mode { translation: request.translation.unwrap_or_default(), state: request.state };
        Self { kernel, parameters, schedule, mode, sampled }
    }

    /// `None` only for an entry that names no kernel or an illegal value, which the
    /// tests of the suites exclude.
    fn of_entry(entry: &Entry, variant: usize, request: &Request<'_>) -> Option<Self> {
        let kernel = kernels::find(entry.kernel)?;
        let mut parameters = Parameters::preset(kernel.parameters, request.preset);
        seed_parameters(&mut parameters, kernel, request.seed);
        for (name, value) in entry.variant(variant) {
            parameters.set(name, value).ok()?;
        }
        let mut planned = Self::new(kernel, parameters, request);
        planned.mode.translation = request.translation.or(entry.translation).unwrap_or_default();
        Some(planned)
    }

    /// Closed-form counts of one call.
    #[must_use]
    pub fn counts(&self, iterations: u64) -> Counts {
        self.kernel.counts(&self.parameters, iterations)
    }

    fn instructions(&self) -> u64 {
        let executed = |iterations| self.counts(iterations).executed;
        let Schedule { n, warmup, trials } = self.schedule;
        let warmup = if warmup == 0 { 0 } else { executed(warmup) };
        let sampled = if self.sampled { executed(n) + warmup } else { 0 };
        u64::from(trials) * (executed(n) + executed(2 * n) + 2 * warmup) + sampled
    }
}
