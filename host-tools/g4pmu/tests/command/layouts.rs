//! The two tables of the article on front ends.

use report_format::record::{State, Translation};

use crate::sample::{Part, Sample, chip, chip_run as run, report};
use crate::tool::{Done, Place};

fn chains() -> Vec<Part> {
    vec![
        run("branch/chain", "branches:128,nops:7,fill:nop", 1026, 259),
        run("branch/chain", "branches:16,nops:7,fill:nop", 130, 32),
        run("branch/chain", "branches:128,nops:0,fill:nop", 130, 130),
        run("calibrate/empty", "-", 0, 0),
    ]
}

fn rings() -> Vec<Part> {
    vec![
        run("fetch/ring", "blocks:256,nops:40,layout:crossing,fill:nop", 2_000, 20_000),
        run("fetch/ring", "blocks:1,nops:40,layout:crossing,fill:nop", 44, 15),
        run("fetch/ring", "blocks:8,nops:40,layout:crossing,fill:nop", 338, 112),
        run("fetch/straight", "kib:8,fill:independent", 2051, 3328),
        run("fetch/straight", "kib:4,fill:independent", 1027, 342),
    ]
}

fn export(sample: &Sample, words: &str) -> Done {
    let place = Place::new();
    place.write("raw.log", sample.text());
    let (layout, choices) = words.split_once(' ').unwrap_or((words, ""));
    place.g4pmu(&format!("export {layout} raw.log {choices}"))
}

#[test]
fn a_chip_fills_every_column_of_btb() {
    let done = export(&chip(chains()), "btb");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let golden = "\
nops_per_block,branch_number,avg_cycles_per_run,avg_ns_per_run,total_cycles,total_ns
0,128,130,16640,130000,16640000
7,16,32,16640,32000,16640000
7,128,259,131328,259000,131328000
";
    assert_eq!(done.out, golden);
}

#[test]
fn a_chip_fills_every_column_of_fetch() {
    let done = export(&chip(rings()), "fetch");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let golden = "\
code_size_bytes,cycles_per_iter,inst_per_cycle
8192,15,2.933
65536,112,3.018
2097152,20000,0.100
";
    assert_eq!(done.out, golden);
    let done = export(&chip(rings()), "fetch kernel=fetch/straight");
    let golden = "\
code_size_bytes,cycles_per_iter,inst_per_cycle
4096,342,3.003
8192,3328,0.616
";
    assert_eq!(done.out, golden);
}

#[test]
fn what_nothing_counts_is_empty_and_said() {
    let quiet = |kernels| Sample { kernels, ..report() };
    let done = export(&quiet(chains()), "btb");
    assert_eq!(done.code, 0, "{}", done.err);
    let golden = "\
nops_per_block,branch_number,avg_cycles_per_run,avg_ns_per_run,total_cycles,total_ns
0,128,,,,
7,16,,,,
7,128,,,,
";
    assert_eq!(done.out, golden);
    let said = "nothing in this report counts what stands in \
                avg_cycles_per_run, avg_ns_per_run, total_cycles, total_ns\n";
    assert_eq!(done.err, said);
    let done = export(&quiet(rings()), "fetch");
    assert!(done.out.starts_with("code_size_bytes,cycles_per_iter,inst_per_cycle\n8192,,\n"), "{}", done.out);
}

#[test]
fn counters_without_a_clock_leave_only_time_empty() {
    let mut sample = Sample { kernels: chains(), ..Sample::hardware() };
    sample.emulator = report_format::record::Emulator::Qemu;
    let done = export(&sample, "btb");
    assert!(done.out.contains("\n7,128,259,,259000,\n"), "{}", done.out);
    assert_eq!(done.err, "nothing in this report counts what stands in avg_ns_per_run, total_ns\n");
}

#[test]
fn rows_that_differ_in_something_without_a_column_are_refused() {
    let mut kernels = chains();
    kernels.push(run("branch/chain", "branches:128,nops:7,fill:independent", 1026, 344));
    let done = export(&chip(kernels.clone()), "btb");
    assert_eq!((done.code, done.out.as_str()), (2, ""));
    assert_eq!(
        done.err,
        "g4pmu: error: rows would differ in fill, which the layout has no column for: add fill=independent or fill=nop\n"
    );
    let done = export(&chip(kernels), "btb fill=independent");
    assert!(done.out.ends_with("\n7,128,344,131328,344000,131328000\n"), "{}", done.out);
    let mut modes = chains();
    if let Part::Run(run) = &mut modes[0] {
        run.translation = Translation::Page;
        run.state = State::Supervisor;
    }
    let done = export(&chip(modes), "btb");
    assert!(done.err.contains("add translation=bat or translation=page"), "{}", done.err);
}

#[test]
fn what_is_not_there_is_named() {
    let error = |words: &str| {
        let done = export(&chip(chains()), words);
        assert_eq!(done.code, 2);
        done.err
    };
    assert!(error("fetch").contains("the report has no fetch/ring with any parameters"));
    assert!(error("btb nops=3").contains("the report has no branch/chain with nops=3"));
    assert!(error("btb kernel=fetch/ring").contains("not made from fetch/ring; it is made from branch/chain"));
    assert!(error("btb nops").contains("`nops` chooses nothing: write NAME=VALUE"));
}

#[test]
fn a_report_that_is_not_whole_gives_no_table() {
    let text = chip(chains()).text();
    let place = Place::new();
    place.write("raw.log", &text[..text.len() / 2]);
    let done = place.g4pmu("export btb raw.log");
    assert_eq!((done.code, done.out.as_str()), (3, ""));
}

#[test]
fn a_table_goes_to_a_file_and_never_over_the_log() {
    let place = Place::new();
    place.write("raw.log", chip(chains()).text());
    let done = place.g4pmu("export btb raw.log --out btb.csv");
    assert_eq!((done.code, done.out.as_str()), (0, ""));
    assert!(place.read("btb.csv").starts_with("nops_per_block,branch_number,"));
    assert_eq!(place.g4pmu("export btb raw.log --out raw.log").code, 2);
}
