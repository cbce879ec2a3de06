//! What the boot arguments ask for.
//!
//! `name=value` words between blanks. A word that is not understood refuses the
//! whole request: half a request measured would look like the whole one.

mod words;

use core::fmt;

use mpc7450::counter::Counter;
use mpc7450::events::Selector;
use report_format::record::{State, Translation};

use super::recipes::RecipeError;
use super::sampling::request::SamplingError;
use super::suite::{SUITES, Suite};
use crate::kernels;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::parameters::{ParameterError, Parameters};
use crate::kernels::preset::Preset;
use crate::pmu::present::Present;
use crate::pmu::programming::Programming;
use crate::pmu::sampler::settings::Settings;
use crate::pmu::wire::WireError;

use words::Words;

/// Seed where none is given.
pub const DEFAULT_SEED: u32 = 42;

/// Events where none are given: clocks, instructions completed, stalls on CTR,
/// mispredicted branches, L2 data misses, L2 instruction misses.
const DEFAULT_EVENTS: [(Counter, u32); 6] = [
    (Counter::Pmc1, 1),
    (Counter::Pmc2, 2),
    (Counter::Pmc3, 29),
    (Counter::Pmc4, 28),
    (Counter::Pmc5, 6),
    (Counter::Pmc6, 4),
];

/// And on parts with four counters, whose events are others but for the first few:
/// clocks and instructions completed.
const DEFAULT_EVENTS_OF_FOUR: [(Counter, u32); 2] = [(Counter::Pmc1, 1), (Counter::Pmc2, 2)];

/// A request.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// What runs.
    pub work: Work<'a>,
    /// Preset of sizes and repetitions.
    pub preset: Preset,
    /// Seed of the order and of random data.
    pub seed: u32,
    /// Iterations of the shorter trials, where they differ from the preset.
    pub n: Option<u64>,
    /// Warm-up iterations, where they differ.
    pub warmup: Option<u64>,
    /// Trials, where they differ.
    pub trials: Option<u32>,
    /// How kernels' addresses are translated, where it differs from the suite's entry.
    pub translation: Option<Translation>,
    /// The state kernels run in.
    pub state: State,
    /// The shift of QEMU's -icount, as the host says.
    pub icount_shift: Option<u32>,
    /// Events on the counters, and when they count.
    pub programming: Programming,
    /// How each kernel is sampled behind its trials, if it is.
    pub sampling: Option<Settings>,
}

/// What a request runs.
#[derive(Clone, Debug)]
pub enum Work<'a> {
    /// A suite.
    Suite(&'static Suite),
    /// One kernel, with `p.NAME=VALUE` words of these arguments.
    Kernel(&'static Descriptor, &'a str),
}

/// Why a request is refused.
#[derive(Clone, Copy, Debug)]
pub enum RequestError<'a> {
    /// A word that is not `name=value` with a known name.
    UnknownWord(&'a str),
    /// A name given twice.
    Twice(&'a str),
    /// No suite has this name.
    UnknownSuite(&'a str),
    /// No kernel has this id.
    UnknownKernel(&'a str),
    /// No preset has this name.
    UnknownPreset(&'a str),
    /// The value of this word is not a number in its range.
    BadNumber {
        /// The name.
        name: &'static str,
        /// The value as given.
        value: &'a str,
        /// Smallest legal value.
        least: u64,
        /// Largest legal value.
        most: u64,
    },
    /// The value is none of the words that this name takes.
    NotAWord {
        /// The name.
        name: &'static str,
        /// The value as given.
        value: &'a str,
        /// The words.
        legal: &'static str,
    },
    /// A suite and a kernel in one request.
    SuiteAndKernel,
    /// Kernel parameters without a kernel.
    ParameterWithoutKernel(&'a str),
    /// A kernel parameter is refused.
    Parameter {
        /// The parameter.
        name: &'a str,
        /// Why.
        error: ParameterError,
    },
    /// An event is refused.
    Event(WireError),
    /// Counting as asked for is refused.
    Recipe(RecipeError<'a>),
    /// Sampling as asked for is refused.
    Sampling(SamplingError<'a>),
}

impl fmt::Display for RequestError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownWord(word) => write!(
                f,
                "`{word}` is not understood; known are suite= kernel= p.NAME= preset= seed= n= warmup= trials= \
                 translation= state= icount= pmc1= to pmc6= freeze= trigger= threshold= count= sample= jitter= \
                 storm= and callchain=, or autostart=off"
            ),
            Self::Twice(name) => write!(f, "`{name}` is given twice"),
            Self::UnknownSuite(name) => {
                write!(f, "no suite `{name}`; there are")?;
                SUITES.iter().try_for_each(|suite| write!(f, " {}", suite.name))
            }
            Self::UnknownKernel(id) => {
                write!(f, "no kernel `{id}`; `list` shows all of them, among them")?;
                kernels::ALL.iter().try_for_each(|kernel| write!(f, " {}", kernel.id))
            }
            Self::UnknownPreset(name) => write!(f, "no preset `{name}`; there are quick default article"),
            Self::BadNumber { name, value, least, most } => {
                write!(f, "{name}={value}: not a number from {least} to {most}")
            }
            Self::NotAWord { name, value, legal } => write!(f, "{name}={value}: legal are {legal}"),
            Self::SuiteAndKernel => write!(f, "suite= and kernel= exclude each other"),
            Self::ParameterWithoutKernel(name) => write!(f, "p.{name}= needs kernel="),
            Self::Parameter { name, error } => write!(f, "p.{name}: {error}"),
            Self::Event(error) => write!(f, "{error}"),
            Self::Recipe(error) => write!(f, "{error}"),
            Self::Sampling(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for RequestError<'_> {}

impl<'a> Request<'a> {
    /// Reads boot arguments for a part with six counters.
    ///
    /// # Errors
    ///
    /// See [`RequestError`].
    pub fn parse(arguments: &'a str) -> Result<Self, RequestError<'a>> {
        Self::parse_for(arguments, Present::Six)
    }

    /// Reads boot arguments for a part with these counters: they decide the events
    /// where none are asked for.
    ///
    /// # Errors
    ///
    /// See [`RequestError`].
    pub fn parse_for(arguments: &'a str, present: Present) -> Result<Self, RequestError<'a>> {
        let words = Words::read(arguments)?;
        let work = words.work(arguments)?;
        let preset = words.preset.unwrap_or(match work {
            Work::Suite(suite) => suite.preset,
            Work::Kernel(..) => Preset::Default,
        });
        if let Work::Kernel(kernel, parameters) = work {
            kernel_parameters(kernel, preset, words.seed, parameters)?;
        }
        let programming = words.events.unwrap_or_else(|| default_programming(present));
        let programming = words.recipe.apply(programming).map_err(RequestError::Recipe)?;
        let sampling = words.sampling.settings(words.seed, &programming).map_err(RequestError::Sampling)?;
        Ok(Self {
            work,
            preset,
            seed: words.seed,
            n: words.n,
            warmup: words.warmup,
            trials: words.trials,
            translation: words.translation,
            state: words.state,
            icount_shift: words.icount_shift,
            programming,
            sampling,
        })
    }
}

/// The parameters of a single kernel: preset, then the request's seed, then its
/// `p.NAME=VALUE` words.
///
/// # Errors
///
/// [`RequestError::Parameter`] for a name or value that the kernel refuses.
pub fn kernel_parameters<'a>(
    kernel: &'static Descriptor,
    preset: Preset,
    seed: u32,
    words: &'a str,
) -> Result<Parameters, RequestError<'a>> {
    let mut parameters = Parameters::preset(kernel.parameters, preset);
    seed_parameters(&mut parameters, kernel, seed);
    for word in words.split_ascii_whitespace() {
        if let Some((name, value)) = word.strip_prefix("p.").and_then(|rest| rest.split_once('=')) {
            parameters.set(name, value).map_err(|error| RequestError::Parameter { name, error })?;
        }
    }
    Ok(parameters)
}

/// Gives the request's seed to a kernel that has random data.
pub fn seed_parameters(parameters: &mut Parameters, kernel: &Descriptor, seed: u32) {
    if kernel.parameters.iter().any(|parameter| parameter.name == "seed") {
        let mut text = heapless::String::<10>::new();
        // Ten digits hold every u32, and the kernels take every seed.
        let _fits = fmt::Write::write_fmt(&mut text, format_args!("{seed}"));
        let _legal = parameters.set("seed", &text);
    }
}

fn default_programming(present: Present) -> Programming {
    let events: &[(Counter, u32)] = match present {
        Present::Six => &DEFAULT_EVENTS,
        Present::Four => &DEFAULT_EVENTS_OF_FOUR,
        Present::None => &[],
    };
    events.iter().fold(Programming::new(), |programming, &(counter, code)| {
        match Selector::raw(counter, code).map(|selector| programming.select(selector)) {
            Ok(Ok(selected)) => selected,
            _ => programming,
        }
    })
}

#[cfg(test)]
mod tests;
