//! What the image is told: `name=value` words with spaces between them.
//!
//! They are checked here with the image's own parser and tables, so that a mistyped
//! name costs no run.

use g4pmu_firmware::kernels::descriptor::Descriptor;
use g4pmu_firmware::kernels::parameters::{ParameterError, Parameters};
use g4pmu_firmware::kernels::preset::Preset;
use g4pmu_firmware::lab::request::Request;
use report_format::word::Word;
use thiserror::Error;

use crate::catalogue;
use crate::cli::RunArguments;
use crate::names;

/// Something typed that the image would refuse.
#[derive(Debug, Error)]
pub enum BadArgument {
    /// The text has no `=`.
    #[error("{kernel} does not take `{typed}`: write NAME=VALUE, see `g4pmu list kernels {kernel}`")]
    NoValue {
        /// The kernel.
        kernel: &'static str,
        /// What was typed.
        typed: String,
    },
    /// The kernel refuses the name or the value.
    #[error("{kernel} does not take `{typed}`: {reason}{hint}")]
    Parameter {
        /// The kernel.
        kernel: &'static str,
        /// What was typed.
        typed: String,
        /// What the kernel says.
        reason: ParameterError,
        /// The name that was probably meant.
        hint: String,
    },
    /// The image refuses it.
    #[error("the image would refuse this: {0}")]
    Refused(String),
    /// More iterations than one call may have.
    #[error("--iterations {n} is too many for {kernel} with these parameters: legal are 1 to {most}")]
    Iterations {
        /// The kernel.
        kernel: &'static str,
        /// What was typed.
        n: u64,
        /// The limit.
        most: u64,
    },
}

/// The boot arguments for a run; a suite or a kernel comes first.
///
/// # Errors
///
/// The kernel refuses a parameter or the number of iterations.
pub fn boot_arguments(run: &RunArguments) -> Result<String, BadArgument> {
    let mut words = Vec::new();
    match run.kernel.as_deref().and_then(catalogue::kernel) {
        Some(kernel) => kernel_words(kernel, run, &mut words)?,
        None => {
            words.push(format!("suite={}", run.suite.as_deref().unwrap_or(catalogue::DEFAULT_SUITE)));
            words.extend(run.preset.map(|preset| format!("preset={}", preset.name())));
        }
    }
    words.extend(run.seed.map(|seed| format!("seed={seed}")));
    words.extend(run.trials.map(|trials| format!("trials={trials}")));
    words.extend(run.iterations.map(|n| format!("n={n}")));
    words.extend(run.warmup.map(|warmup| format!("warmup={warmup}")));
    words.extend(run.translation.map(|translation| format!("translation={}", translation.word())));
    words.extend(run.state.map(|state| format!("state={}", state.word())));
    words.extend(run.sampling.sample.as_ref().map(|sample| format!("sample={sample}")));
    words.extend(run.sampling.jitter.map(|jitter| format!("jitter={jitter}")));
    words.extend(run.sampling.call_chain.then(|| "callchain=on".to_owned()));
    words.extend(run.sampling.no_storm_guard.then(|| "storm=off".to_owned()));
    let line = words.join(" ");
    match Request::parse(&line) {
        Ok(_) => Ok(line),
        Err(reason) => Err(BadArgument::Refused(reason.to_string())),
    }
}

/// The same for an image whose time base counts instructions with this shift, if it does.
#[must_use]
pub fn with_icount(mut words: String, shift: Option<u32>) -> String {
    if let Some(shift) = shift {
        words += &format!(" icount={shift}");
    }
    words
}

fn kernel_words(kernel: &'static Descriptor, run: &RunArguments, words: &mut Vec<String>) -> Result<(), BadArgument> {
    let preset = run.preset.unwrap_or(Preset::Default);
    let mut parameters = Parameters::preset(kernel.parameters, preset);
    words.push(format!("kernel={}", kernel.id));
    words.push(format!("preset={}", preset.name()));
    for typed in &run.parameters {
        let no_value = || BadArgument::NoValue { kernel: kernel.id, typed: typed.clone() };
        let (name, value) = typed.split_once('=').ok_or_else(no_value)?;
        parameters.set(name, value).map_err(|reason| BadArgument::Parameter {
            kernel: kernel.id,
            typed: typed.clone(),
            reason,
            hint: match reason {
                ParameterError::UnknownName { described } => {
                    names::hint(name, described.iter().map(|parameter| parameter.name))
                }
                _ => String::new(),
            },
        })?;
        words.push(format!("p.{name}={value}"));
    }
    let most = kernel.most_iterations(&parameters);
    match run.iterations {
        Some(n) if n > most => Err(BadArgument::Iterations { kernel: kernel.id, n, most }),
        _ => Ok(()),
    }
}
