//! From `run` and `suite` to the words that boot arguments have, so that a typed
//! command and a boot argument ask for the same thing in the same way.
//!
//! A parameter of the kernel may be written without its `p.`, as one would say it.

use core::fmt;

use heapless::String;

use super::line::MOST_LINE_BYTES;
use crate::kernels::descriptor::Descriptor;
use crate::lab::request::RequestError;

/// Room for a line whose every word gets `p.` in front of it.
pub type Words = String<{ 2 * MOST_LINE_BYTES }>;

/// Words that the request and every kernel with random data understand alike.
const SHARED: &str = "seed";

/// The words for a run of one kernel, sampled by a source where one is named.
#[must_use]
pub fn of_kernel(kernel: &Descriptor, source: Option<&str>, words: &str, icount_shift: Option<u32>) -> Words {
    let mut request = Words::new();
    push(&mut request, format_args!("kernel={}", kernel.id));
    if let Some(source) = source {
        push(&mut request, format_args!(" sample={source}"));
    }
    for word in words.split_ascii_whitespace() {
        let name = word.split('=').next().unwrap_or(word);
        let is_parameter = name != SHARED && kernel.parameters.iter().any(|parameter| parameter.name == name);
        push(&mut request, format_args!(" {}{word}", if is_parameter { "p." } else { "" }));
    }
    with_icount(request, icount_shift)
}

/// The words for a suite.
#[must_use]
pub fn of_suite(name: &str, words: &str, icount_shift: Option<u32>) -> Words {
    let mut request = Words::new();
    push(&mut request, format_args!("suite={name} {words}"));
    with_icount(request, icount_shift)
}

/// Adds what the boot arguments said about the emulator's clock.
fn with_icount(mut request: Words, icount_shift: Option<u32>) -> Words {
    let given = request.split_ascii_whitespace().any(|word| word.starts_with("icount="));
    if let (Some(shift), false) = (icount_shift, given) {
        push(&mut request, format_args!(" icount={shift}"));
    }
    request
}

/// A line has its length, so the words always fit.
fn push(request: &mut Words, text: fmt::Arguments<'_>) {
    let _fits = fmt::Write::write_fmt(request, text);
}

/// Why a request for this kernel is refused, with its parameters where a word is
/// not understood.
pub struct Refused<'a> {
    /// The kernel.
    pub kernel: &'static Descriptor,
    /// What the request says.
    pub error: RequestError<'a>,
}

impl fmt::Display for Refused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (RequestError::UnknownWord(_), [first, rest @ ..]) = (&self.error, self.kernel.parameters) {
            write!(f, "{} has the parameters {}", self.kernel.id, first.name)?;
            rest.iter().try_for_each(|parameter| write!(f, " {}", parameter.name))?;
            f.write_str("; ")?;
        }
        self.error.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::{Refused, of_kernel, of_suite};
    use crate::kernels;
    use crate::kernels::descriptor::Descriptor;
    use crate::lab::request::Request;

    fn chain() -> &'static Descriptor {
        kernels::find("branch/chain").expect("a kernel")
    }

    #[test]
    fn parameters_of_the_kernel_need_no_prefix() {
        assert_eq!(
            of_kernel(chain(), None, "nops=3  n=5 pmc4=28 p.branches=7 seed=1", Some(7)),
            "kernel=branch/chain p.nops=3 n=5 pmc4=28 p.branches=7 seed=1 icount=7"
        );
        assert_eq!(of_kernel(chain(), None, "", None), "kernel=branch/chain");
        let random =
            kernels::ALL.iter().find(|kernel| kernel.parameters.iter().any(|parameter| parameter.name == "seed"));
        let random = random.expect("a kernel with random data");
        let id = random.id;
        let words = of_kernel(random, None, "seed=5", None);
        assert_eq!(words, format!("kernel={id} seed=5").as_str(), "the request's seed, which the report states");
        assert_eq!(Request::parse(&words).expect("legal").seed, 5);
        assert_eq!(of_kernel(chain(), Some("pmc2:9"), "pmc2=2", None), "kernel=branch/chain sample=pmc2:9 pmc2=2");
    }

    #[test]
    fn what_the_line_says_about_the_clock_wins() {
        assert_eq!(of_suite("quick", "icount=3", Some(7)), "suite=quick icount=3");
        assert_eq!(of_suite("quick", "", Some(7)), "suite=quick  icount=7");
    }

    #[test]
    fn a_word_that_is_not_understood_is_answered_with_the_parameters() {
        let words = of_kernel(chain(), None, "nop=3", None);
        let error = Request::parse(&words).expect_err("no such parameter");
        let text = Refused { kernel: chain(), error }.to_string();
        let start = "branch/chain has the parameters branches nops fill; `nop=3` is not understood; known are ";
        assert!(text.starts_with(start), "{text}");
    }

    /// Otherwise a word would mean two things.
    #[test]
    fn no_kernel_has_a_parameter_named_like_a_word_of_the_request() {
        for kernel in kernels::ALL {
            for parameter in kernel.parameters.iter().filter(|parameter| parameter.name != super::SHARED) {
                let word = format!("{}=1", parameter.name);
                let error = Request::parse(&word).expect_err("no word of the request").to_string();
                assert!(error.contains("is not understood"), "{}: {error}", kernel.id);
            }
        }
    }
}
