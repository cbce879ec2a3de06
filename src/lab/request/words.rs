//! The words of a request, one by one.

use report_format::record::{State, Translation};
use report_format::word::Word;

use super::{DEFAULT_SEED, RequestError, Work};
use crate::kernels;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::preset::Preset;
use crate::lab::recipes::RecipeWords;
use crate::lab::sampling::request::SamplingWords;
use crate::lab::suite::{self, DEFAULT_SUITE, Suite};
use crate::pmu::programming::Programming;
use crate::pmu::wire;

/// Largest n: what a kernel's iteration register holds, halved for the trials at 2n.
const MOST_N: u64 = (u32::MAX / 2) as u64;

/// The words of a request, each understood by itself; what they ask for together is
/// not looked at yet.
pub(super) struct Words<'a> {
    suite: Option<&'static Suite>,
    kernel: Option<&'static Descriptor>,
    /// The first `p.` word's name.
    parameter: Option<&'a str>,
    pub(super) preset: Option<Preset>,
    pub(super) seed: u32,
    pub(super) n: Option<u64>,
    pub(super) warmup: Option<u64>,
    pub(super) trials: Option<u32>,
    pub(super) translation: Option<Translation>,
    pub(super) state: State,
    pub(super) icount_shift: Option<u32>,
    /// The events of `pmcN=` words, where there is one.
    pub(super) events: Option<Programming>,
    pub(super) recipe: RecipeWords<'a>,
    pub(super) sampling: SamplingWords<'a>,
}

impl<'a> Words<'a> {
    pub(super) fn read(arguments: &'a str) -> Result<Self, RequestError<'a>> {
        refuse_repeated(arguments)?;
        let mut words = Self {
            suite: None,
            kernel: None,
            parameter: None,
            preset: None,
            seed: DEFAULT_SEED,
            n: None,
            warmup: None,
            trials: None,
            translation: None,
            state: State::Supervisor,
            icount_shift: None,
            events: None,
            recipe: RecipeWords::default(),
            sampling: SamplingWords::default(),
        };
        for word in arguments.split_ascii_whitespace() {
            let (name, value) = word.split_once('=').ok_or(RequestError::UnknownWord(word))?;
            if !words.take(name, value)? {
                return Err(RequestError::UnknownWord(word));
            }
        }
        Ok(words)
    }

    /// Takes a word; `false` for a name that none has.
    fn take(&mut self, name: &'a str, value: &'a str) -> Result<bool, RequestError<'a>> {
        match name {
            "suite" => self.suite = Some(suite::find(value).ok_or(RequestError::UnknownSuite(value))?),
            "kernel" => self.kernel = Some(kernels::find(value).ok_or(RequestError::UnknownKernel(value))?),
            "preset" => self.preset = Some(Preset::find(value).ok_or(RequestError::UnknownPreset(value))?),
            "seed" => self.seed = number("seed", value, 0, u64::from(u32::MAX))? as u32,
            "n" => self.n = Some(number("n", value, 1, MOST_N)?),
            "warmup" => self.warmup = Some(number("warmup", value, 0, MOST_N)?),
            "trials" => self.trials = Some(number("trials", value, 1, 1000)? as u32),
            "translation" => self.translation = Some(one_of("translation", value)?),
            "state" => self.state = one_of("state", value)?,
            "icount" => self.icount_shift = Some(number("icount", value, 0, 10)? as u32),
            _ => {
                if let Some(parameter) = name.strip_prefix("p.") {
                    self.parameter = self.parameter.or(Some(parameter));
                } else if name.starts_with("pmc") {
                    let events = self.events.unwrap_or_default();
                    self.events = Some(wire::select(events, name, value).map_err(RequestError::Event)?);
                } else {
                    return Ok(self.recipe.take(name, value) || self.sampling.take(name, value));
                }
            }
        }
        Ok(true)
    }

    /// What they ask to run: the default suite where they name nothing.
    pub(super) fn work(&self, arguments: &'a str) -> Result<Work<'a>, RequestError<'a>> {
        match (self.suite, self.kernel, self.parameter) {
            (Some(_), Some(_), _) => Err(RequestError::SuiteAndKernel),
            (None, Some(kernel), _) => Ok(Work::Kernel(kernel, arguments)),
            (_, None, Some(parameter)) => Err(RequestError::ParameterWithoutKernel(parameter)),
            (Some(suite), None, None) => Ok(Work::Suite(suite)),
            (None, None, None) => {
                suite::find(DEFAULT_SUITE).map(Work::Suite).ok_or(RequestError::UnknownSuite(DEFAULT_SUITE))
            }
        }
    }
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
