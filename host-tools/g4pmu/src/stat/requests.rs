//! What is typed behind `stat` as the requests that the image is sent: [`Subject`].

use g4pmu_firmware::kernels::descriptor::Descriptor;
use g4pmu_firmware::kernels::parameters::Parameters;
use g4pmu_firmware::kernels::preset::Preset;
use g4pmu_firmware::lab::request::Request;
use g4pmu_firmware::lab::suite::Suite;
use g4pmu_firmware::monitor::words::{of_kernel, of_suite};
use thiserror::Error;

use super::sweep::{self, Point, SweepError};
use crate::catalogue;
use crate::names;

/// What is measured.
#[derive(Clone, Copy, Debug)]
pub enum Subject {
    /// A kernel.
    Kernel(&'static Descriptor),
    /// Each kernel of a suite.
    Suite(&'static Suite),
}

/// What cannot be asked for.
#[derive(Debug, Error)]
pub enum BadRequest {
    /// No kernel and no suite has this name.
    #[error("there is no kernel `{typed}`{hint}; `g4pmu list kernels` shows all, and suite:NAME takes a suite")]
    Kernel {
        /// What was typed.
        typed: String,
        /// The name that was probably meant.
        hint: String,
    },
    /// No suite has this name.
    #[error("there is no suite `{typed}`; there are {known}{hint}")]
    Suite {
        /// What was typed.
        typed: String,
        /// The suites.
        known: String,
        /// The name that was probably meant.
        hint: String,
    },
    /// A list of values that is none.
    #[error(transparent)]
    Sweep(#[from] SweepError),
    /// A word that neither the kernel nor the request has.
    #[error("{subject} does not take `{word}`: {reason}{hint}")]
    Word {
        /// The kernel or the suite.
        subject: String,
        /// Name and value.
        word: String,
        /// Why not.
        reason: String,
        /// The name that was probably meant.
        hint: String,
    },
    /// The image refuses it.
    #[error("the image would refuse this: {0}")]
    Refused(String),
}

/// Words of a request that `stat` passes on; events and sampling have options of their own.
const WORDS: [&str; 9] = ["n", "warmup", "seed", "preset", "translation", "state", "freeze", "trigger", "count"];

impl Subject {
    /// Finds a kernel or `suite:NAME`.
    ///
    /// # Errors
    ///
    /// [`BadRequest`] with the nearest name.
    pub fn find(typed: &str) -> Result<Self, BadRequest> {
        if let Some(name) = typed.strip_prefix("suite:") {
            let names = || catalogue::suites().iter().map(|suite| suite.name);
            return catalogue::suite(name).map(Self::Suite).ok_or_else(|| BadRequest::Suite {
                typed: name.to_owned(),
                known: names().collect::<Vec<_>>().join(", "),
                hint: names::hint(name, names()),
            });
        }
        catalogue::kernel(typed).map(Self::Kernel).ok_or_else(|| BadRequest::Kernel {
            typed: typed.to_owned(),
            hint: names::hint(typed, catalogue::kernels().map(|kernel| kernel.id)),
        })
    }

    /// The requests for all combinations of these words, without events.
    ///
    /// # Errors
    ///
    /// [`BadRequest`]; every request is one that the image takes.
    pub fn requests(self, words: &[String], trials: Option<u32>) -> Result<Vec<String>, BadRequest> {
        let points = sweep::points(words)?;
        points.iter().map(|point| self.request(point, trials)).collect()
    }

    fn request(self, point: &Point, trials: Option<u32>) -> Result<String, BadRequest> {
        for (name, value) in point {
            self.check(name, value)?;
        }
        let mut words: Vec<String> = point.iter().map(|(name, value)| format!("{name}={value}")).collect();
        words.extend(trials.map(|trials| format!("trials={trials}")));
        let words = words.join(" ");
        let (command, arguments) = match self {
            Self::Kernel(kernel) => (format!("run {}", kernel.id), of_kernel(kernel, None, &words, None)),
            Self::Suite(suite) => (format!("suite {}", suite.name), of_suite(suite.name, &words, None)),
        };
        Request::parse(&arguments).map_err(|error| BadRequest::Refused(error.to_string()))?;
        Ok(if words.is_empty() { command } else { format!("{command} {words}") })
    }

    /// Looks at one word.
    fn check(self, name: &str, value: &str) -> Result<(), BadRequest> {
        let (subject, parameters) = match self {
            Self::Kernel(kernel) => (kernel.id.to_owned(), kernel.parameters),
            Self::Suite(suite) => (format!("suite:{}", suite.name), &[][..]),
        };
        let bad = |reason: String, hint| BadRequest::Word {
            subject: subject.clone(),
            word: format!("{name}={value}"),
            reason,
            hint,
        };
        if value.contains(char::is_whitespace) {
            return Err(bad("a blank would begin another word".to_owned(), String::new()));
        }
        if WORDS.contains(&name) {
            return Ok(());
        }
        let known = parameters.iter().map(|parameter| parameter.name);
        if known.clone().any(|parameter| parameter == name) {
            let mut values = Parameters::preset(parameters, Preset::Default);
            return values.set(name, value).map_err(|error| bad(error.to_string(), String::new()));
        }
        let all: Vec<&str> = known.chain(WORDS).collect();
        Err(bad(format!("known are {}", all.join(" ")), names::hint(name, all.iter().copied())))
    }
}

#[cfg(test)]
mod tests {
    use super::Subject;

    fn requests(subject: &str, words: &[&str]) -> Result<Vec<String>, String> {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        let subject = Subject::find(subject).map_err(|error| error.to_string())?;
        subject.requests(&words, Some(5)).map_err(|error| error.to_string())
    }

    #[test]
    fn each_point_is_a_request() {
        assert_eq!(
            requests("branch/chain", &["nops=0,1", "n=5"]).unwrap(),
            ["run branch/chain nops=0 n=5 trials=5", "run branch/chain nops=1 n=5 trials=5"]
        );
        assert_eq!(requests("suite:quick", &["seed=1"]).unwrap(), ["suite quick seed=1 trials=5"]);
    }

    #[test]
    fn what_the_image_would_refuse_is_refused_here() {
        let error = |subject, words: &[&str]| requests(subject, words).unwrap_err();
        assert!(
            error("branch/chian", &[]).starts_with("there is no kernel `branch/chian`; did you mean branch/chain?")
        );
        assert!(error("suite:quik", &[]).ends_with("; did you mean quick?"));
        let text = error("branch/chain", &["nop=1"]);
        assert!(
            text.starts_with("branch/chain does not take `nop=1`: known are branches nops fill n warmup "),
            "{text}"
        );
        assert!(text.ends_with("; did you mean nops?"), "{text}");
        assert!(error("branch/chain", &["nops=65"]).contains("65 is out of range; legal are 0 to 64"));
        assert!(error("suite:quick", &["nops=1"]).contains("suite:quick does not take `nops=1`"));
        assert!(error("branch/chain", &["n=0"]).contains("the image would refuse this: n=0: not a number from 1"));
        assert!(error("branch/chain", &["n=5 pmc1=3"]).ends_with("`n=5 pmc1=3`: a blank would begin another word"));
        assert!(error("branch/chain", &["pmc1=3"]).contains("does not take `pmc1=3`"));
    }
}
