//! The exit status of a whole report says whether it holds what was asked for.

use crate::sample::{Part, Sample, report};
use crate::tool::{Done, Place};

fn parsed(sample: &Sample) -> Done {
    let place = Place::new();
    place.write("raw.log", sample.text());
    place.g4pmu("parse raw.log")
}

/// The last line of the table.
fn verdict(done: &Done) -> &str {
    done.out.lines().last().unwrap_or_default()
}

#[test]
fn a_suite_skips_what_the_part_cannot_do() {
    let done = parsed(&report());
    assert_eq!((done.code, verdict(&done)), (0, "2 kernels; all 8 counts equal their closed forms; 1 skipped"));
}

#[test]
fn a_kernel_that_was_asked_for_must_run() {
    let mut named = report();
    (named.arguments, named.suite) = ("kernel=calibrate/vector icount=7", "-");
    let mut demands = vec![named];
    for arguments in [
        "suite=quick n=5 icount=7",
        "suite=quick warmup=2147483647 icount=7",
        "suite=quick translation=page",
        "suite=quick state=user",
    ] {
        let mut sample = report();
        sample.arguments = arguments;
        demands.push(sample);
    }
    for sample in demands {
        let done = parsed(&sample);
        assert_eq!(done.code, 9, "{}", sample.arguments);
        assert_eq!(
            verdict(&done),
            "2 kernels; all 8 counts equal their closed forms; 1 of those asked for skipped",
            "{}",
            sample.arguments
        );
    }
}

#[test]
fn a_report_in_which_nothing_ran_is_no_success() {
    let mut sample = report();
    sample.kernels = vec![Part::Skip("calibrate/vector", "the part has no AltiVec unit")];
    let done = parsed(&sample);
    assert_eq!((done.code, verdict(&done)), (9, "0 kernels; nothing was measured; 1 of those asked for skipped"));
    sample.kernels.clear();
    let done = parsed(&sample);
    assert_eq!((done.code, verdict(&done)), (9, "0 kernels; nothing was measured"));
}

#[test]
fn a_report_in_which_nothing_counted_is_no_success_and_no_difference() {
    let mut claimed = report();
    claimed.exact = false;
    let done = parsed(&claimed);
    assert_eq!((done.code, verdict(&done)), (10, "2 kernels; nothing counted in 8 trials; 1 skipped"));
    assert!(done.out.contains("\nnothing counted: the time base does not follow the claim icount=7: "), "{}", done.out);
    let mut untold = report();
    (untold.icount_shift, untold.exact) = (None, false);
    let done = parsed(&untold);
    assert_eq!(done.code, 10);
    assert!(!done.out.contains("clock,"), "nobody knows what the time base follows: {}", done.out);
    assert_eq!(parsed(&Sample::hardware()).code, 0, "counters of a chip count");
}

#[test]
fn a_count_that_cannot_be_true_is_told_as_such() {
    let mut sample = report();
    sample.run(0).surplus = vec![-1, 0, 0, 0];
    let done = parsed(&sample);
    assert_eq!((done.code, verdict(&done)), (8, "2 kernels; 1 value cannot be true; 1 skipped"));
}
