//! Pictures and the page of saved reports.

use std::fs;
use std::path::Path;

use report_format::record::State;

use crate::sample::{Part, Sample, chip, chip_run as run, report};
use crate::tool::{Done, Place};

fn chains() -> Vec<Part> {
    vec![
        run("branch/chain", "branches:256,nops:0,fill:nop", 257, 768),
        run("branch/chain", "branches:64,nops:0,fill:nop", 65, 128),
        run("branch/chain", "branches:128,nops:0,fill:nop", 129, 256),
        run("branch/chain", "branches:64,nops:7,fill:nop", 513, 192),
        run("branch/chain", "branches:128,nops:7,fill:nop", 1025, 384),
    ]
}

fn calls() -> Vec<Part> {
    vec![
        run("dispatch/direct", "objects:10,seed:42", 83, 70),
        run("dispatch/mono", "objects:10,seed:42", 113, 210),
        run("dispatch/switch-rnd", "objects:10,seed:42", 113, 150),
    ]
}

fn plot(sample: &Sample, words: &str) -> (Place, Done) {
    let place = Place::new();
    place.write("raw.log", sample.text());
    let done = place.g4pmu(&format!("plot raw.log {words}"));
    (place, done)
}

#[test]
fn a_small_log_is_drawn_like_this() {
    let (_place, done) = plot(&chip(chains()), "--kind chain -o -");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    golden("chain.svg", &done.out);
}

#[test]
fn the_pictures_of_the_documents_are_those_of_recorded_logs() {
    let logs = [
        ("chain", include_str!("sweep.log")),
        ("dispatch", include_str!("model.log")),
        ("latency", include_str!("ladder.log")),
        ("samples-dispatch-mega", include_str!("samples.log")),
    ];
    for (name, log) in logs {
        let place = Place::new();
        place.write("raw.log", log);
        let kind = name.split('-').next().expect("a kind");
        let done = place.g4pmu(&format!("plot raw.log --kind {kind} -o -"));
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{name}");
        golden(&format!("../../../../docs/pictures/{name}.svg"), &done.out);
    }
}

/// Compares with a file beside this one; `UPDATE=1` writes it.
fn golden(name: &str, drawn: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/command").join(name);
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&file, drawn).expect("a golden file");
    }
    let golden = fs::read_to_string(&file).expect("a golden file");
    assert_eq!(drawn, golden, "UPDATE=1 cargo test writes it anew");
}

#[test]
fn the_same_log_gives_the_same_bytes() {
    let files = || {
        let (place, done) = plot(&chip([chains(), calls()].concat()), "");
        assert_eq!(done.code, 0, "{}", done.err);
        let png = place.g4pmu("plot raw.log -k dispatch -f png");
        assert_eq!(png.code, 0, "{}", png.err);
        ["chain.svg", "chain-time.svg", "dispatch.svg", "report.html", "dispatch.png"]
            .map(|name| fs::read(place.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}")))
    };
    assert!(files() == files(), "a file differs from itself");
}

#[test]
fn without_arguments_there_is_all_that_the_report_has_and_words_for_the_rest() {
    let (place, done) = plot(&chip(chains()), "");
    assert_eq!(done.code, 0);
    for name in ["chain.svg", "chain-time.svg", "report.html"] {
        assert!(place.has(name) && done.err.contains(&format!("wrote {name}\n")), "{}", done.err);
    }
    assert!(!place.has("latency.svg") && !place.has("dispatch.svg"));
    let why = "no picture `latency`: the report has no memory/chase; measured by: g4pmu run --suite memory\n";
    assert!(done.err.contains(why), "{}", done.err);
    let page = place.read("report.html");
    assert!(page.contains("the report has no memory/chase"), "the page says so, too");
}

#[test]
fn a_folder_of_a_run_is_drawn_into_itself() {
    let place = Place::new();
    place.write("results/first/raw.log", chip(chains()).text());
    let done = place.g4pmu("plot results/first --kind chain");
    assert_eq!((done.code, done.err.as_str()), (0, "wrote results/first/chain.svg\n"));
    let done = place.g4pmu("plot results/first --page -o page.html");
    assert_eq!((done.code, done.err.as_str()), (0, "wrote page.html\n"));
    let done = place.g4pmu("plot results/first -k chain -o new/folder");
    assert_eq!((done.code, done.err.as_str()), (0, "wrote new/folder/chain.svg\n"));
    assert_eq!(place.g4pmu("plot results/first -k chain -o one.png").code, 0);
    assert!(fs::read(place.path().join("one.png")).expect("a file").starts_with(b"\x89PNG"));
}

#[test]
fn what_was_not_counted_is_in_no_picture() {
    let stock = Sample { kernels: chains(), ..report() };
    let (place, done) = plot(&stock, "--kind chain");
    assert_eq!((done.code, place.has("chain.svg")), (2, false));
    let why = "branch/chain branches 64: the counter does not count: a known loop advanced it by 0";
    assert!(done.err.contains(why) && done.err.contains("measured by: g4pmu run --suite chain"), "{}", done.err);
    let (_place, done) = plot(&stock, "--kind chain-time");
    assert!(done.err.contains("the time base is not a chip's"), "{}", done.err);
    let (_place, done) = plot(&chip(calls()), "--kind samples");
    assert!(done.err.contains("no kernel was sampled") && done.err.contains("--sample"), "{}", done.err);
    let (place, done) = plot(&chip(vec![chains().remove(0)]), "--kind chain");
    assert!(done.err.contains("branch/chain at one size only"), "{}", done.err);
    assert!(!place.has("chain.svg"));
}

#[test]
fn every_picture_names_its_source_and_the_models_switches() {
    let (_place, done) = plot(&chip(chains()), "-k chain -o -");
    assert!(done.out.contains("Source: hardware, MPC7450, core 1000 MHz; no switches."), "{}", done.out);
    let mut model = Sample { kernels: chains(), ..Sample::model() };
    for part in &mut model.kernels {
        if let Part::Run(run) = part {
            (run.mmcr0, run.completed) = (crate::sample::WITH_COMPLETED, (run.each, 5));
        }
    }
    let (_place, done) = plot(&model, "-k chain -o -");
    assert!(done.out.contains("Source: model, not a chip: the timing model 0.1.0 in QEMU"), "{}", done.out);
    assert!(done.out.contains("nop:ordinary"), "{}", done.out);
    let place = Place::new();
    place.write("raw.log", include_str!("samples.log"));
    let done = place.g4pmu("plot raw.log -k samples -o -");
    assert!(done.out.contains("Source: stock QEMU as MPC7450 or MPC7440"), "{}", done.out);
    assert!(done.out.contains("0x01400090 bctrl"), "{}", done.out);
}

#[test]
fn a_family_without_its_baseline_is_said_and_not_drawn() {
    let (_place, done) = plot(&chip(calls()), "-k dispatch -o -");
    assert!(done.out.contains(">300 %, 21.0 cycles<"), "{}", done.out);
    assert!(done.out.contains("nothing to compare dispatch/switch-rnd with: no dispatch/switch-seq."), "{}", done.out);
}

#[test]
fn a_stack_of_what_completes_in_a_cycle_is_all_cycles() {
    let place = Place::new();
    place.write("raw.log", include_str!("widths.log"));
    let done = place.g4pmu("plot raw.log -k cpi -o -");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert_eq!(done.out.matches(">mono, objects").count(), 2, "both points of the sweep: {}", done.out);
    // 20487 cycles of 3 + 11 * 1024 instructions.
    assert!(done.out.contains(">1.82<") && done.out.contains("and are all cycles."), "{}", done.out);
    let place = Place::new();
    place.write("raw.log", include_str!("model.log"));
    assert_eq!(place.g4pmu("plot raw.log -k cpi -o all").code, 0);
    let stack = place.read("all/cpi-dispatch.svg");
    assert!(stack.contains("counted by branch-unit-stall-on-ctr-dependency"), "{stack}");
    assert!(stack.contains("no part of the stack: mispredicted-branches, l2-data-cache-misses"), "{stack}");
}

#[test]
fn knees_stand_where_the_values_rise() {
    let (_place, done) = plot(&chip(chains()), "-k chain -o -");
    assert!(done.out.contains("nops 0: 128 to 256 (2.00 to 3.00)."), "{}", done.out);
}

#[test]
fn sizes_that_do_not_fit_are_refused_with_what_does() {
    let (_place, done) = plot(&chip(chains()), "-k chain --size 400x100 -o -");
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert!(done.err.contains("the picture needs at least 400x"), "{}", done.err);
    let (_place, done) = plot(&chip(chains()), "-k chain --size 20 -o -");
    assert!(done.code == 2 && done.err.contains("write WIDTH or WIDTHxHEIGHT"), "{}", done.err);
    let (_place, done) = plot(&chip(chains()), "-k chain --size 700x650 -o -");
    assert!(done.out.contains("viewBox=\"0 0 700 650\""), "{}", done.out);
}

#[test]
fn one_file_takes_one_picture_and_never_the_logs_place() {
    let (_place, done) = plot(&chip(chains()), "-o all.svg");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("all.svg is one file, and there is more to write (chain, chain-time"), "{}", done.err);
    let place = Place::new();
    place.write("chain.svg", chip(chains()).text());
    let done = place.g4pmu("plot chain.svg -k chain -o chain.svg");
    assert_eq!(done.code, 2, "the log would be lost");
    assert!(done.err.contains("are one place"), "{}", done.err);
    assert!(place.read("chain.svg").starts_with("@g4 0 report"));
}

#[test]
fn a_place_is_what_it_is_called() {
    let sample = chip(chains());
    let (place, done) = plot(&sample, "--kind chain -o a.jpg");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("a.jpg is no format of ours: files end in svg, png, html") && !place.has("a.jpg"));
    let (place, done) = plot(&sample, "--kind chain -f png -o a.svg");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("--format png and a.svg say different things") && !place.has("a.svg"), "{}", done.err);
    let (_, done) = plot(&sample, "--kind chain -o /dev/null");
    assert_eq!((done.code, done.err.as_str()), (0, "wrote /dev/null\n"));
    let (place, done) = plot(&sample, "--kind chain --kind chain -o a.svg");
    assert!(done.code == 0 && place.has("a.svg"), "the same kind twice is one picture: {}", done.err);
}

#[test]
fn the_reports_of_a_sweep_are_one_picture() {
    let place = Place::new();
    let sweep = |first: &Sample| {
        let points = chains().into_iter().map(|point| chip(vec![point]).text());
        first.text() + &points.collect::<String>()
    };
    let whole = place.write("whole.log", chip(chains()).text());
    place.write("sweep.log", sweep(&chip(vec![chains().remove(0)])));
    let of_whole = place.g4pmu("plot whole.log -k chain -o -").out;
    assert!(whole.exists() && of_whole.contains("nops 7, 128"));
    let done = place.g4pmu("plot sweep.log -k chain -o -");
    assert_eq!((done.code, done.out == of_whole, done.err.as_str()), (0, true, ""));
    place.write("other.log", sweep(&Sample { core_hz: Some(1), ..chip(calls()) }));
    let done = place.g4pmu("plot other.log -k dispatch -o -");
    assert_eq!(done.code, 2, "calls were counted at another clock");
    let done = place.g4pmu("plot other.log -k chain -o -");
    assert!(done.out == of_whole && done.err.contains("not those of the last report: 1 report"), "{}", done.err);
}

#[test]
fn a_report_that_is_not_whole_is_not_drawn() {
    let text = chip(chains()).text();
    let place = Place::new();
    place.write("raw.log", &text[..text.len() / 2]);
    let done = place.g4pmu("plot raw.log");
    assert_eq!((done.code, place.has("report.html")), (3, false));
}

#[test]
fn the_page_stands_alone_and_its_elements_are_closed() {
    let mut kernels = [chains(), calls()].concat();
    if let Part::Run(run) = &mut kernels[0] {
        run.state = State::User;
    }
    let mut sample = chip(kernels);
    sample.errors = vec!["<script>alert(\"1\")</script> & more"];
    sample.run(3).faults = true;
    let (place, _) = plot(&sample, "--page");
    let page = place.read("report.html");
    assert!(page.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; more"), "texts stay texts");
    for foreign in ["<script", "<link", "src=", "url(", "@import", "href=\"http"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    closed(page.strip_prefix("<!DOCTYPE html>").expect("HTML"));
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let different: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(ids.len(), different.len(), "{ids:?}");
    for link in page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(ids.contains(&link), "{link} leads nowhere in {ids:?}");
    }
    assert!(page.contains("prefers-color-scheme: dark") && page.contains("@media print"));
    assert!(page.contains("program-illegal in a trial"), "what is wrong stands there");
}

/// Holds when every element is closed by its own end, in order.
fn closed(page: &str) {
    let page = page.split("<style>").map(|part| part.rsplit("</style>").next().unwrap_or(part)).collect::<String>();
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1).map(|part| part.split('>').next().unwrap_or(part)) {
        let name = tag.trim_start_matches('/').split([' ', '\n']).next().unwrap_or(tag);
        match (tag.starts_with('/'), tag.ends_with('/')) {
            (true, _) => assert_eq!(open.pop(), Some(name)),
            (false, false) => open.push(name),
            (false, true) => {}
        }
    }
    assert_eq!(open, [""; 0]);
}
