//! What the boot arguments ask for.
//!
//! `name=value` words between blanks. A word that is not understood refuses the
//! whole request: half a request measured would look like the whole one.

use core::fmt;

use mpc7450::counter::Counter;
use mpc7450::events::Selector;
use report_format::record::{State, Translation};
use report_format::word::Word;

use super::recipes::{RecipeError, RecipeWords};
use super::sampling::request::{SamplingError, SamplingWords};
use super::suite::{self, DEFAULT_SUITE, SUITES, Suite};
use crate::kernels;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::parameters::{ParameterError, Parameters};
use crate::kernels::preset::Preset;
use crate::pmu::present::Present;
use crate::pmu::programming::Programming;
use crate::pmu::sampler::settings::Settings;
use crate::pmu::wire::{self, WireError};

/// Seed where none is given.
pub const DEFAULT_SEED: u32 = 42;

/// Events where none are given: clocks, instructions completed, stalls on CTR,
/// mispredicted branches, L2 data misses, bus reads.
const DEFAULT_EVENTS: [(Counter, u32); 6] = [
    (Counter::Pmc1, 1),
    (Counter::Pmc2, 2),
    (Counter::Pmc3, 29),
    (Counter::Pmc4, 28),
    (Counter::Pmc5, 6),
    (Counter::Pmc6, 44),
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
                write!(f, "no kernel `{id}`; there are")?;
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
        refuse_repeated(arguments)?;
        let mut suite = None;
        let mut kernel = None;
        let mut preset = None;
        let mut request = Self {
            work: Work::Suite(&SUITES[0]),
            preset: Preset::Default,
            seed: DEFAULT_SEED,
            n: None,
            warmup: None,
            trials: None,
            translation: None,
            state: State::Supervisor,
            icount_shift: None,
            programming: Programming::new(),
            sampling: None,
        };
        let mut recipe = RecipeWords::default();
        let mut sampling = SamplingWords::default();
        let mut first_parameter = None;
        let mut events_given = false;
        for word in arguments.split_ascii_whitespace() {
            let (name, value) = word.split_once('=').ok_or(RequestError::UnknownWord(word))?;
            match name {
                "suite" => suite = Some(suite::find(value).ok_or(RequestError::UnknownSuite(value))?),
                "kernel" => kernel = Some(kernels::find(value).ok_or(RequestError::UnknownKernel(value))?),
                "preset" => preset = Some(Preset::find(value).ok_or(RequestError::UnknownPreset(value))?),
                "seed" => request.seed = number("seed", value, 0, u64::from(u32::MAX))? as u32,
                "n" => request.n = Some(number("n", value, 1, MOST_N)?),
                "warmup" => request.warmup = Some(number("warmup", value, 0, MOST_N)?),
                "trials" => request.trials = Some(number("trials", value, 1, 1000)? as u32),
                "translation" => request.translation = Some(one_of("translation", value)?),
                "state" => request.state = one_of("state", value)?,
                "icount" => request.icount_shift = Some(number("icount", value, 0, 10)? as u32),
                _ => {
                    if let Some(parameter) = name.strip_prefix("p.") {
                        first_parameter = first_parameter.or(Some(parameter));
                    } else if name.starts_with("pmc") {
                        request.programming =
                            wire::select(request.programming, name, value).map_err(RequestError::Event)?;
                        events_given = true;
                    } else if !recipe.take(name, value) && !sampling.take(name, value) {
                        return Err(RequestError::UnknownWord(word));
                    }
                }
            }
        }
        request.work = match (suite, kernel) {
            (Some(_), Some(_)) => return Err(RequestError::SuiteAndKernel),
            (_, Some(kernel)) => Work::Kernel(kernel, arguments),
            (Some(suite), None) => Work::Suite(suite),
            (None, None) => Work::Suite(suite::find(DEFAULT_SUITE).ok_or(RequestError::UnknownSuite(DEFAULT_SUITE))?),
        };
        request.preset = match (&request.work, preset) {
            (_, Some(preset)) => preset,
            (Work::Suite(suite), None) => suite.preset,
            (Work::Kernel(..), None) => Preset::Default,
        };
        match (&request.work, first_parameter) {
            (Work::Suite(_), Some(name)) => return Err(RequestError::ParameterWithoutKernel(name)),
            (Work::Kernel(kernel, words), _) => {
                kernel_parameters(kernel, request.preset, request.seed, words)?;
            }
            (Work::Suite(_), None) => {}
        }
        if !events_given {
            request.programming = default_programming(present);
        }
        request.programming = recipe.apply(request.programming).map_err(RequestError::Recipe)?;
        request.sampling = sampling.settings(request.seed, &request.programming).map_err(RequestError::Sampling)?;
        Ok(request)
    }
}

/// Largest n: what a kernel's iteration register holds, halved for the trials at 2n.
const MOST_N: u64 = (u32::MAX / 2) as u64;

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

fn number<'a>(name: &'static str, value: &'a str, least: u64, most: u64) -> Result<u64, RequestError<'a>> {
    let refused = RequestError::BadNumber { name, value, least, most };
    let number: u64 = value.parse().map_err(|_| refused)?;
    if (least..=most).contains(&number) { Ok(number) } else { Err(refused) }
}

fn one_of<'a, W: Word>(name: &'static str, value: &'a str) -> Result<W, RequestError<'a>> {
    W::from_word(value).ok_or(RequestError::NotAWord { name, value, legal: W::LEGAL })
}

fn refuse_repeated(arguments: &str) -> Result<(), RequestError<'_>> {
    let names = || arguments.split_ascii_whitespace().map(|word| word.split('=').next().unwrap_or(word));
    for (position, name) in names().enumerate() {
        if names().take(position).any(|earlier| earlier == name) {
            return Err(RequestError::Twice(name));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
