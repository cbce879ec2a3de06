//! `g4pmu probe` on recorded sessions: `probe.log` of the model as it is, `probe-other.log`
//! of one with `nop=free`, `link-stack=wrap` and `btic-index=block`.

use report_format::record::Trial;

use crate::recorded::{self, file, with_trials};
use crate::tool::Place;

const LOG: &str = include_str!("probe.log");
const OTHER: &str = include_str!("probe-other.log");

const LIVE: &str = "probe nop link-stack --qemu ./qemu --image image --plugin plugin.so --out out -q";

/// A folder with the image, the model's library and all answers.
fn place() -> Place {
    recorded::place(&[LOG])
}

/// Words of a page, whatever line they stand on.
fn words(page: &str) -> String {
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The recorded answer to a command, each trial changed.
fn changed(command: &str, change: impl Fn(&mut Trial)) -> String {
    with_trials(LOG, command, change)
}

#[test]
fn the_verdict_follows_the_machine() {
    let place = Place::new();
    place.write("plain.log", LOG);
    place.write("other.log", OTHER);
    let plain = place.g4pmu("probe nop link-stack --target log:plain.log");
    assert_eq!((plain.code, plain.err.as_str()), (0, ""));
    let verdicts = |page: &str| words(page).matches("verdict").count();
    assert_eq!(verdicts(&plain.out), 2);
    for switch in ["(nop=ordinary)", "(link-stack=stall)"] {
        assert!(words(&plain.out).contains(switch), "{switch}: {}", plain.out);
    }
    let other = place.g4pmu("probe nop link-stack btic -r 1 --target log:other.log");
    assert_eq!((other.code, other.err.as_str()), (0, ""));
    for switch in
        ["(nop=free)", "(link-stack=wrap)", "(btic-index=block)", "nop:free", "[MPC7447AEC features]: differs"]
    {
        assert!(words(&other.out).contains(switch), "{switch}: {}", other.out);
    }
}

#[test]
fn the_page_of_a_session_is_that_of_its_log() {
    let place = place();
    let live = place.g4pmu(LIVE);
    assert_eq!((live.code, live.err.as_str()), (0, ""));
    assert_eq!(place.read("out/probe.txt"), live.out);
    let again = place.g4pmu("probe nop link-stack --target log:out");
    assert_eq!((again.code, again.out), (0, live.out));
}

#[test]
fn a_counter_that_the_gate_found_wrong_gives_no_verdict() {
    let place = place();
    let known = "run issue/integer preset=quick seed=7450 op=add form=dependent pmc1=1 pmc2=2";
    place.write(&file(known), changed(known, |trial| trial.stop[0] = trial.start[0]));
    let done = place.g4pmu(LIVE);
    assert_eq!(done.code, 8);
    assert!(words(&done.out).contains("the gate found PMC1 wrong on processor-cycles"), "{}", done.out);
    assert_eq!(done.out.matches("verdict     none: not all was measured").count(), 2, "{}", done.out);
}

#[test]
fn noise_widens_a_figure_and_takes_the_verdict() {
    let place = place();
    let asked = "run branch/chain branches=8 nops=40 fill=nop preset=quick pmc1=1 pmc2=2";
    // One of three trials at 2n is as fast as if nops were free.
    let noisy = changed(asked, |trial| {
        if trial.trial == 1 {
            trial.stop[0] -= u32::try_from(trial.n / 2 * 26 * 8).expect("small");
        }
    });
    place.write(&file(asked), noisy);
    let done = place.g4pmu(LIVE);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(words(&done.out).contains("40 cycles (14 to 40)"), "{}", done.out);
    assert!(words(&done.out).contains("verdict none: no answer has all these figures in its ranges"), "{}", done.out);
}

#[test]
fn what_a_log_does_not_hold_is_told() {
    let place = Place::new();
    place.write("plain.log", LOG);
    let done = place.g4pmu("probe btic --target log:plain.log");
    assert_eq!(done.code, 2);
    assert!(
        done.err.contains("holds no answer to `run branch/chain nops=0 fill=independent branches=1 "),
        "{}",
        done.err
    );
    let done = place.g4pmu("probe btc");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("a similar value exists: 'btic'"), "{}", done.err);
}
