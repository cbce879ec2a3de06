//! `g4pmu stat`, with a program in QEMU's place that gives recorded answers, some of them
//! changed: trials that count more, passes that differ, an answer to something else.

use report_format::record::{Record, Trial};

use crate::recorded::{self, MONITOR, edited, file, with_trials};
use crate::tool::{Done, Place, done, signal};

const LOG: &str = include_str!("stat.log");
const CHAIN: &str = "run branch/chain branches=128 preset=quick pmc1=34 pmc2=2 pmc3=1 pmc4=28";
const FIRST: &str = "run branch/chain branches=128 preset=quick pmc1=1 pmc2=2 pmc4=28";
const SECOND: &str = "run branch/chain branches=128 preset=quick pmc1=1 pmc2=37 pmc3=2 pmc4=29";
const TWO_PASSES: &str = "-e cycles,branch-misses,folded-branches,L1-dcache-load-misses";

/// A folder with the image, the model's library and all answers.
fn place() -> Place {
    recorded::place(&[LOG])
}

fn stat(place: &Place, line: &str) -> Done {
    place.g4pmu(&format!("stat --qemu ./qemu --image image --plugin plugin.so --out out {line}"))
}

/// The recorded answer to a command, each trial changed.
fn changed(command: &str, change: impl Fn(&mut Trial)) -> String {
    with_trials(LOG, command, change)
}

fn heard(place: &Place) -> Vec<String> {
    let read = place.read("heard");
    read.lines().map(|line| line.split(" *").next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn the_log_gives_the_same_counts_again() {
    let place = place();
    let live = stat(&place, &format!("{TWO_PASSES} branch/chain branches=128 preset=quick --csv -q"));
    assert_eq!((live.code, live.err.as_str()), (0, ""));
    assert_eq!(live.out, place.read("out/stat.csv"));
    let again =
        place.g4pmu(&format!("stat {TWO_PASSES} branch/chain branches=128 preset=quick --csv --target log:out -q"));
    assert_eq!((again.code, again.err.as_str()), (0, ""));
    assert_eq!(again.out, live.out);
    let file = place.g4pmu("stat --target log:out/raw.log --csv -q -o table.csv");
    assert_eq!((file.code, file.out.as_str()), (0, ""));
    assert_eq!(place.read("table.csv").lines().count(), 1 + 5, "clocks and instructions once");
    assert!(place.has("out/command.txt"));
}

#[test]
fn a_pass_whose_anchors_differ_is_measured_again() {
    let place = place();
    place.write(&format!("{}.2", file(SECOND)), place.read(&file(SECOND)));
    // 2 % more clocks at 2n: of 972 iterations of 386.
    let slow = changed(SECOND, |trial| trial.stop[0] += if trial.n > 972 { 7504 } else { 0 });
    place.write(&file(SECOND), slow);
    let done = stat(&place, &format!("{TWO_PASSES} branch/chain branches=128 preset=quick --no-gate -q"));
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert_eq!(heard(&place), [FIRST, SECOND, FIRST, SECOND, "off"]);
    assert!(!done.out.contains("differ"), "{}", done.out);
    // The log holds both, and the last one counts.
    let again = place.g4pmu("stat --target log:out -q");
    assert!(!again.out.contains("differ"), "{}", again.out);
}

#[test]
fn a_pass_that_keeps_differing_is_flagged() {
    let place = place();
    let slow = changed(SECOND, |trial| trial.stop[0] += if trial.n > 972 { 7504 } else { 0 });
    place.write(&file(SECOND), slow);
    let line = format!("{TWO_PASSES} branch/chain branches=128 preset=quick --no-gate -q");
    let done = stat(&place, &line);
    assert_eq!(heard(&place), [FIRST, SECOND, FIRST, SECOND, FIRST, SECOND, "off"]);
    let flag = "pass 2: processor-cycles differ from the first pass: 382696 and 375192, more than 1 % and 16";
    assert_eq!(done.out.matches(flag).count(), 2, "both events of the pass: {}", done.out);
    let table = place.read("out/stat.csv");
    assert_eq!((table.matches(",apart,").count(), table.matches(",agree,").count()), (2, 2), "{table}");
}

#[test]
fn a_failed_gate_marks_its_rows_and_ends_with_8() {
    let place = place();
    let known = "run calibrate/mispredicted preset=quick seed=7450 pmc4=28";
    place.write(&file(known), changed(known, |trial| trial.stop[3] = trial.start[3]));
    let done = stat(&place, "branch/chain branches=128 preset=quick -q");
    assert_eq!(done.code, 8);
    let verdict = " gate: 1 of 3 known counts are wrong: mispredicted-branches PMC4: calibrate/mispredicted has 4000, \
                   measured 0, difference -4000";
    assert!(done.out.contains(verdict), "{}", done.out);
    assert_eq!(done.out.matches("the gate found this counter wrong on this event").count(), 1, "{}", done.out);
    let table = place.read("out/stat.csv");
    assert!(table.lines().any(|line| line.contains(",branch-misses,") && line.contains(",failed,ok,")), "{table}");
    assert_eq!(table.matches(",passed,ok,").count(), 2, "{table}");
}

#[test]
fn negative_differences_are_below_resolution_and_stay_negative() {
    let place = place();
    let less = changed(CHAIN, |trial| trial.stop[3] = trial.start[3] + if trial.n > 972 { 2 } else { 5 });
    place.write(&file(CHAIN), less);
    let done = stat(&place, "branch/chain branches=128 preset=quick --no-gate -q");
    assert!(done.out.contains("                -3      branch-misses "), "{}", done.out);
    assert!(done.out.contains("below resolution: trials differ by -3 to -3"), "{}", done.out);
    assert!(place.read("out/stat.csv").contains(",-3,-3,0,-3,-3,0.75,,,below,"));
}

#[test]
fn what_does_not_count_is_said_and_is_no_failure() {
    let place = place();
    let text = edited(LOG, CHAIN, |record| {
        if let Record::Counter(check) = record
            && check.pmc == 4
        {
            (check.counts, check.advanced) = (false, 0);
        }
        true
    });
    place.write(&file(CHAIN), text);
    let done = stat(&place, "branch/chain branches=128 preset=quick --no-gate -q");
    assert_eq!(done.code, 0);
    let line = "     <not counted>      branch-misses                    # the counter does not count: a known loop advanced it by 0";
    assert!(done.out.contains(line), "{}", done.out);
    let perf = place.g4pmu("stat --target log:out branch/chain branches=128 preset=quick -q -x;");
    assert!(perf.out.contains("\n<not counted>;;branch-misses;;416880;0.00;;\n"), "{}", perf.out);
    let objects = place.g4pmu("stat --target log:out -j -q");
    let last: serde_json::Value = serde_json::from_str(objects.out.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["counter-value"], &last["variance"]), (&"<not counted>".into(), &serde_json::Value::Null));
}

#[test]
fn an_answer_to_something_else_is_no_answer() {
    let place = place();
    place.write(&file(CHAIN), place.read(&file(FIRST)));
    let done = stat(&place, "branch/chain branches=128 preset=quick --no-gate -q");
    assert_eq!(done.code, 7);
    assert!(done.err.contains(&format!("the image was asked `{CHAIN}` and answered `{FIRST}`")), "{}", done.err);
    assert!(done.err.contains("the log so far is out/raw.log"), "{}", done.err);
}

#[test]
fn an_answer_that_is_cut_gives_no_counts() {
    let place = place();
    let whole = place.read(&file(CHAIN));
    place.write(&file(CHAIN), &whole[..whole.len() - 400]);
    let done = stat(&place, "branch/chain branches=128 preset=quick --no-gate -q");
    assert_eq!((done.code, done.out.as_str()), (3, ""), "{}", done.err);
    assert!(place.has("out/raw.log") && !place.has("out/stat.csv"));
}

#[test]
fn an_interrupt_leaves_a_log_that_can_be_read_and_no_qemu() {
    let place = place();
    let script = MONITOR
        .replace("printf 'banner", "echo $$ > pid; printf 'banner")
        .replace("  sum=", "  case \"$line\" in *nops=7*) exec sleep 100 ;; esac\n  sum=");
    place.fake_qemu("11.1.3", &script);
    let line = "stat --qemu ./qemu --image image --plugin plugin.so --out out -e cycles --no-gate --timeout 60 \
                branch/chain branches=128 nops=0,7 preset=quick";
    let running = place.start(line);
    let started = std::time::Instant::now();
    while !place.read_or_nothing("heard").contains("nops=7") {
        assert!(started.elapsed().as_secs() < 30, "the second request did not come");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(signal("-INT", running.id()));
    let ended = done(running);
    assert_eq!(ended.code, 130, "{}", ended.err);
    let child = place.read("pid").trim().parse().expect("a process number");
    assert!(!signal("-0", child), "the stand-in for QEMU is still there");
    let log = place.g4pmu("stat --target log:out -x, -q");
    assert_eq!(log.code, 0, "{}", log.err);
    assert!(log.out.starts_with("263000,,processor-cycles,"), "{}", log.out);
}

#[test]
fn metrics_are_of_one_pass_and_can_be_ones_own() {
    let place = place();
    let line = "dispatch/mega objects=1024 preset=quick -q";
    let done = stat(&place, &format!("-M core,misprediction-rate,folded-share {line} -x,"));
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(done.out.lines().count(), 9, "no events, for none were asked for: {}", done.out);
    assert!(done.out.contains("0.44994386684238785,instructions per cycle,ipc,,,,,\n"), "{}", done.out);
    let table = place.g4pmu("stat --target log:out -M ipc --csv -q");
    let row = table.out.lines().find(|row| row.contains(",ipc,")).expect("a row");
    assert!(
        row.contains(",0.4499") && row.contains(",instructions per cycle,") && row.contains(",passed,ok,"),
        "{row}"
    );
    place.write(
        "mine.txt",
        "group mine: my own\n\nmetric twice\nformula: 2 * processor-cycles\nunit: cycles\nmeaning: Twice.\n",
    );
    let mine = place.g4pmu("stat --target log:out --metrics mine.txt -M twice -j -q");
    let last: serde_json::Value = serde_json::from_str(mine.out.lines().last().expect("a line")).expect("JSON");
    assert_eq!((&last["metric"], &last["value"]), (&"twice".into(), &(2.0 * 81_948.0).into()), "{}", mine.err);
    let wrong = place.g4pmu("stat --target log:out -M misprediction-rat");
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("did you mean misprediction-rate?"), "{}", wrong.err);
}

#[test]
fn what_is_printed_never_takes_the_place_of_the_log() {
    let place = place();
    place.write("session.log", LOG);
    for output in ["session.log", "./session.log", "out/../session.log"] {
        place.write("out/x", "");
        let done = place.g4pmu(&format!("stat --target log:session.log -o {output} -x,"));
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{output}: {}", done.err);
        assert!(done.err.contains("are one place"), "{}", done.err);
        assert_eq!(place.read("session.log"), LOG);
    }
    std::fs::remove_dir_all(place.path().join("out")).expect("it is there");
    for output in ["out/raw.log", "out/stat.csv"] {
        let line = format!("-o {output} -x, --no-gate -q branch/chain branches=128 preset=quick");
        let done = stat(&place, &line);
        assert_eq!(done.code, 2, "{output}: {}", done.err);
        assert!(!place.has("heard"), "nothing ran");
        std::fs::remove_dir_all(place.path().join("out")).expect("it is there");
    }
    let printed = place.g4pmu("stat --target log:session.log -o - -q");
    assert!(printed.out.contains("Performance counter stats") && !place.has("-"), "{}", printed.err);
}

#[test]
fn a_pass_that_breaks_a_law_is_told_below_its_counts() {
    let place = place();
    let quick = changed(CHAIN, |trial| trial.stop[2] = trial.start[2] + trial.n as u32);
    place.write(&file(CHAIN), quick);
    let done = stat(&place, "branch/chain branches=128 preset=quick --no-gate -q");
    assert_eq!(done.code, 0, "{}", done.err);
    let law = "instructions-completed is 125388, not <= 3 [instructions per cycle] * processor-cycles, which is 2916: \
               Three instructions complete in a clock at most.";
    assert!(done.out.contains(&format!("\n {law}\n")), "{}", done.out);
    let data = place.g4pmu("stat --target log:out -x,");
    assert!(!data.out.contains("Three instructions"), "{}", data.out);
    assert!(data.err.contains(&format!("branch/chain branches=128 nops=1 fill=nop: {law}")), "{}", data.err);
}

#[test]
fn one_pair_of_trials_has_no_spread_and_says_so() {
    let place = Place::new();
    place.write("once.log", include_str!("samples.log"));
    let text = place.g4pmu("stat --target log:once.log");
    assert!(text.out.contains("1 + 1 trials") && !text.out.contains("+-"), "{}", text.out);
    assert_eq!(text.out.matches("one pair of trials shows no spread").count(), 1, "{}", text.out);
    assert!(text.out.lines().all(|line| !line.ends_with(' ')), "{}", text.out);
    let data = place.g4pmu("stat --target log:once.log -x,");
    assert!(data.out.starts_with("180236,,instructions-executed,,"), "no spread of 0: {}", data.out);
    assert!(data.err.contains("one pair of trials shows no spread"), "{}", data.err);
    let object = place.g4pmu("stat --target log:once.log -j");
    assert!(object.out.contains("\"variance\":null"), "{}", object.out);
}

#[test]
fn events_without_a_kernel_are_refused_for_a_log_and_not_passed_over() {
    let place = Place::new();
    place.write("session.log", LOG);
    let done = place.g4pmu("stat --target log:session.log -e cycles");
    assert_eq!((done.code, done.out.as_str()), (2, ""), "{}", done.err);
    assert!(done.err.contains("-e goes with a kernel"), "{}", done.err);
}

#[test]
fn mistakes_end_with_2_before_anything_runs() {
    let place = place();
    for (line, message) in [
        ("branch/chian", "there is no kernel `branch/chian`; did you mean branch/chain?"),
        ("suite:quik", "there is no suite `quik`; "),
        ("branch/chain nop=3", "branch/chain does not take `nop=3`: "),
        ("branch/chain nops=1..8:x1", "`1..8:x1` never ends: "),
        ("branch/chain nops=8..1", "`8..1` is empty: "),
        ("branch/chain nops=", "`nops=` lacks a value"),
        ("-e , branch/chain", "-e names no event"),
        ("-M , branch/chain", "-M names no metric"),
        ("-e {cycles branch/chain", "`{` has no `}` behind it"),
        ("-e cycles} branch/chain", "`}` has no `{` before it"),
        ("-e {} branch/chain", "a group without an event"),
        ("-e {cycles,{branches}} branch/chain", "one group is within another"),
        ("-e {cycles,branches}:u branch/chain", "modifiers stand behind each event"),
        ("-e cycles:z branch/chain", "`z` is no counter and no modifier: the counters are PMC1 to PMC6, the modifiers"),
        ("-e task-clock branch/chain", "task-clock: no event of this family. Nothing is scheduled on a bare machine."),
        ("-e cycles:u branch/chain state=user,supervisor", "the kernel runs in supervisor state: nothing would count"),
        ("-e cycles:k branch/chain state=supervisor,user", "the kernel runs in user state: nothing would count"),
        ("-M ipc --metrics /dev/zero branch/chain", "/dev/zero is no file of metrics: it has more than"),
        ("-x1 branch/chain", "give one ASCII character that is no quote, line end, letter, digit"),
        ("-e branch-mises branch/chain", "did you mean branch-misses?"),
        ("", "what shall be measured? name a kernel"),
    ] {
        let done = stat(&place, line);
        assert_eq!(done.code, 2, "{line}: {}", done.err);
        assert!(done.err.contains(message), "{line}: {}", done.err);
    }
    assert!(!place.has("heard") && !place.has("out"));
}

#[test]
fn a_log_without_the_question_says_what_it_holds() {
    let place = place();
    place.write("session.log", LOG);
    let done = place.g4pmu("stat --target log:session.log branch/chain branches=7");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("session.log holds no answer to `run branch/chain branches=7 pmc1=34 "), "{}", done.err);
    assert!(done.err.contains("; it holds `run issue/integer "), "{}", done.err);
    place.write("noise.log", "nothing\n");
    let done = place.g4pmu("stat --target log:noise.log");
    assert_eq!((done.code, done.err.as_str()), (1, "g4pmu: error: noise.log holds no report\n"));
}
