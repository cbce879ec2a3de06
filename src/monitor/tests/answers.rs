//! What each command is answered with.

use mpc7450::bus::SprBus;
use mpc7450::registers::{Mmcr0, Mmcr1};
use report_format::record::{OfferKind, Record};

use super::port::{Play, Port};
use super::{AREA, CODE, answers, boot, errors, refusal, typed};
use crate::kernels;
use crate::lab::suite::SUITES;
use crate::lab::tests::machine;

/// The only answer of a session with this one line.
fn records(output: &str) -> Vec<Record<'_>> {
    answers(output).remove(0).1
}

#[test]
fn list_offers_every_kernel_suite_and_register() {
    let output = typed(&["list"]);
    let records = records(&output);
    let names = |wanted: OfferKind| -> Vec<String> {
        let names = records.iter().filter_map(|record| match record {
            Record::Offer(offer) if offer.kind == wanted => Some(offer.name.to_string()),
            _ => None,
        });
        names.collect()
    };
    assert_eq!(names(OfferKind::Kernel), kernels::ALL.iter().map(|kernel| kernel.id).collect::<Vec<_>>());
    assert_eq!(names(OfferKind::Suite), SUITES.iter().map(|suite| suite.name).collect::<Vec<_>>());
    assert!(names(OfferKind::Register).contains(&"HID0".to_owned()));
}

#[test]
fn info_says_what_a_header_says() {
    let output = typed(&["info"]);
    let names: Vec<&str> = records(&output).iter().map(Record::name).collect();
    assert_eq!(names[..6], ["cpu", "clock", "memory", "arguments", "register", "counter"]);
    assert_eq!(names.last(), Some(&"time-base"));
}

#[test]
fn whatever_was_measured_the_monitor_rests_before_the_next_line() {
    for line in [
        "info",
        "run branch/chain n=2 pmc4=28",
        "sample branch/chain pmc2:7 n=2",
        "suite chain n=1",
        "run branch/chain count=user",
    ] {
        let mut machine = machine(AREA, None);
        let mut port = Port::playing(line.bytes().chain(*b"\roff\r").map(Play::Byte));
        boot("autostart=off icount=7", &mut machine, &mut port);
        assert!(machine.settled == 1 && !machine.bus.calls.is_empty(), "{line}");
        let left = [machine.bus.read_raw::<Mmcr0>(), machine.bus.read_raw::<Mmcr1>()];
        assert_eq!(left, [0x8000_0000, 0], "{line}");
    }
}

#[test]
fn run_measures_one_kernel_with_what_was_asked_for() {
    let output = typed(&["run branch/chain branches=7 nops=3 n=5 trials=2 pmc4=28 icount=3"]);
    let records = records(&output);
    let kernel = records.iter().find_map(|record| match record {
        Record::Kernel(kernel) => Some((kernel.id.to_string(), kernel.parameters.to_string(), kernel.n, kernel.trials)),
        _ => None,
    });
    assert_eq!(kernel, Some(("branch/chain".to_owned(), "branches:7,nops:3,fill:nop".to_owned(), 5, 2)));
    let trials: Vec<u32> = records
        .iter()
        .filter_map(|record| match record {
            Record::Trial(trial) => Some(trial.mmcr1),
            _ => None,
        })
        .collect();
    assert_eq!(trials, [0x0700_0000; 4]);
    assert!(output.contains(" icount_shift=3 "), "the line's own");
}

#[test]
fn sample_measures_one_kernel_and_samples_it() {
    let output = typed(&["sample calibrate/integer decrementer:1000 n=5 trials=1"]);
    let records = records(&output);
    assert_eq!(errors(&records), [""; 0]);
    assert!(records.iter().any(|record| matches!(record, Record::Sampling(sampling) if sampling.period == 1000)));
    assert!(refusal(&typed(&["sample calibrate/integer clock:5"])).starts_with("sample=clock:5: write SOURCE:PERIOD"));
}

#[test]
fn suite_measures_a_suite_and_takes_the_clock_from_the_boot() {
    let output = typed(&["suite quick"]);
    let records = records(&output);
    assert_eq!(errors(&records), [""; 0]);
    assert!(records.iter().any(|record| matches!(record, Record::Suite(suite) if suite.name.to_string() == "quick")));
    assert!(output.contains(" icount_shift=7 "));
}

#[test]
fn what_cannot_run_is_refused_with_what_can() {
    let error = |line| refusal(&typed(&[line]));
    assert!(error("run branch/chainsaw").starts_with("no kernel `branch/chainsaw`; `list` shows all of them, among"));
    assert!(error("run branch/chain nop=3").starts_with("branch/chain has the parameters branches nops fill; `nop=3`"));
    assert!(error("run branch/chain nops=65").starts_with("p.nops: 65 is out of range"));
    assert!(error("suite slow").starts_with("no suite `slow`; there are quick "));
    assert!(error("suite quick nops=3").contains("`nops=3` is not understood"));
    assert!(error("run branch/chain pmc7=1").contains("pmc1 to pmc6"));
    assert!(error("run branch/chain autostart=off").contains("is not understood"));
}

#[test]
fn a_refusal_changes_nothing() {
    let mut machine = machine(AREA, None);
    let (code, data) = (machine.code.clone(), machine.data.clone());
    let lines = b"run nothing\rpeek 1\rload at=0 data=00000000\rspr nothing\rsuite slow\r\xfe\r";
    boot("autostart=off", &mut machine, &mut Port::new(lines));
    assert!(machine.code == code && machine.data == data);
    assert_eq!(machine.bus.calls, []);
}

#[test]
fn spr_reads_a_register() {
    let output = typed(&["spr MMCR0", "spr 952", "spr sprg4"]);
    let answers = answers(&output);
    for (_, records) in &answers[..2] {
        assert!(matches!(&records[..], [Record::Spr(spr)] if spr.name.to_string() == "mmcr0" && spr.number == 952));
    }
    assert_eq!(errors(&answers[2].1), ["MPC7450 or MPC7440 has no SPRG4"]);
}

#[test]
fn peek_reads_words_until_one_cannot_be_read() {
    let output = typed(&["peek 0x01400000 words=3"]);
    let words: Vec<u32> = records(&output)
        .iter()
        .filter_map(|record| match record {
            Record::Word(word) => Some(word.address),
            _ => None,
        })
        .collect();
    assert_eq!(words, [CODE, CODE + 4, CODE + 8]);
    assert_eq!(
        refusal(&typed(&["peek 0x10000000 words=2"])),
        "reading 0x10000000 raised an exception: data-no-translation"
    );
    let output = typed(&["peek 0x0ffffffc words=2"]);
    assert_eq!(records(&output).len(), 2, "the word that could be read, and the error");
    assert!(refusal(&typed(&["peek 0x80013020"])).contains("belongs to devices"));
}
