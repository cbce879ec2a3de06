//! Arguments as typed, and what they ask for.

use super::{Request, Work};
use crate::kernels::preset::Preset;
use crate::pmu::present::Present;
use report_format::record::{State, Translation};

fn error(arguments: &str) -> String {
    Request::parse(arguments).expect_err(arguments).to_string()
}

#[test]
fn nothing_asked_for_is_the_default_suite() {
    let request = Request::parse("").expect("empty");
    assert!(matches!(request.work, Work::Suite(suite) if suite.name == "default"));
    assert_eq!((request.seed, request.preset), (42, Preset::Default));
    let words = request.programming.words();
    assert_eq!((words.mmcr0, words.mmcr1), (0x0000_0042, 0xef0c_2000));
}

#[test]
fn default_events_use_the_counters_that_are_present() {
    let words = |present| {
        let words = Request::parse_for("", present).expect("empty").programming.words();
        (words.mmcr0, words.mmcr1)
    };
    assert_eq!(words(Present::Six), (0x0000_0042, 0xef0c_2000));
    assert_eq!(words(Present::Four), (0x0000_0042, 0));
    assert_eq!(words(Present::None), (0, 0));
}

#[test]
fn a_kernel_takes_its_parameters() {
    let request = Request::parse("kernel=branch/chain preset=quick p.branches=7 n=3 icount=7").expect("legal");
    assert!(matches!(request.work, Work::Kernel(kernel, _) if kernel.id == "branch/chain"));
    assert_eq!((request.n, request.icount_shift), (Some(3), Some(7)));
}

#[test]
fn events_replace_the_default_ones() {
    let request = Request::parse("pmc4=28").expect("legal");
    assert_eq!((request.programming.words().mmcr0, request.programming.words().mmcr1), (0, 0x0700_0000));
}

#[test]
fn sampling_and_recipes_change_the_programming_and_nothing_else() {
    let request = Request::parse("trigger=1000 sample=pmc2:500 seed=7").expect("legal");
    let settings = request.sampling.expect("asked for");
    assert_eq!((settings.source().period(), settings.seed()), (500, 7));
    assert_eq!(request.programming.words().mmcr0, 0x0000_2042, "the exception is the sampled call's alone");
    assert_eq!(request.programming.start(), [0x7fff_fc18, 0, 0, 0, 0, 0]);
    assert_eq!(error("pmc1=1 sample=pmc2:5"), "sample=pmc2 needs an event on that counter: add pmc2=CODE");
    assert!(error("freeze=3").starts_with("freeze=3: write pmcN:EVENTS"));
    assert!(Request::parse("freeze=pmc2:4").expect("legal").sampling.is_none());
}

#[test]
fn translation_and_state_are_words() {
    let mode = |arguments| {
        let request = Request::parse(arguments).expect(arguments);
        (request.translation, request.state)
    };
    assert_eq!(mode("suite=quick"), (None, State::Supervisor));
    assert_eq!(mode("kernel=branch/chain translation=page state=user"), (Some(Translation::Page), State::User));
    assert_eq!(mode("translation=bat"), (Some(Translation::Bat), State::Supervisor));
    assert_eq!(mode("translation=real").0, Some(Translation::Real));
    assert_eq!(error("translation=segment"), "translation=segment: legal are bat, page, real");
    assert_eq!(error("state=hypervisor"), "state=hypervisor: legal are supervisor, user");
}

#[test]
fn bad_words_are_refused_with_what_is_legal() {
    assert!(error("sweet=quick").starts_with("`sweet=quick` is not understood; known are suite= "));
    assert!(error("suite=slow").starts_with("no suite `slow`; there are quick default dispatch "));
    assert!(error("kernel=branch/chainsaw").contains("among them calibrate/empty "));
    assert_eq!(error("n=0"), "n=0: not a number from 1 to 2147483647");
    assert_eq!(error("seed=4294967296"), "seed=4294967296: not a number from 0 to 4294967295");
    assert_eq!(error("seed=1 seed=2"), "`seed` is given twice");
    assert_eq!(error("suite=quick kernel=branch/chain"), "suite= and kernel= exclude each other");
    assert_eq!(error("suite=quick p.nops=1"), "p.nops= needs kernel=");
    assert!(error("kernel=branch/chain p.nops=65").starts_with("p.nops: "));
    assert!(error("pmc7=1").contains("pmc"));
    assert!(error("quick").contains("not understood"));
}
