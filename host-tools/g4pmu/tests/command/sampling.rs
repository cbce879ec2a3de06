//! Samples, from a report recorded in QEMU: `dispatch/mega` by the decrementer.

use g4pmu::output::samples::{COLUMNS, bytes};
use g4pmu::results::{Completeness, Results, SampledCall};
use report_format::parse::{Line, parse_line};
use report_format::record::Record;
use report_format::text::Text;
use report_format::write::Writer;

use crate::sample::report;
use crate::tool::Place;

const LOG: &str = include_str!("samples.log");

fn results(log: &str) -> Results {
    Results::of(&report_format::log::parse(log.as_bytes()))
}

fn call(results: &Results) -> &SampledCall {
    results.kernels[0].sampled.as_ref().expect("a sampled call")
}

/// The recorded report with every record changed by `change`; none is left out.
fn changed(change: impl Fn(&mut Record<'_>)) -> String {
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    for line in LOG.lines() {
        if let Line::Record { record, .. } = parse_line(line.as_bytes()) {
            let mut record = record;
            change(&mut record);
            match record {
                Record::End(_) => writer.finish().expect("text takes all"),
                record => writer.write(&record).expect("text takes all"),
            }
        }
    }
    text
}

#[test]
fn the_code_is_made_again_and_every_sample_finds_its_instruction() {
    let results = results(LOG);
    assert_eq!(results.report, Completeness::Complete);
    let call = call(&results);
    assert!(call.rebuilt);
    assert_eq!(call.samples.len(), 29);
    assert_eq!(
        (call.source, call.event.as_deref(), call.period),
        (Some("decrementer"), Some("time-base-ticks"), Some(20_000))
    );
    for sample in &call.samples {
        assert_eq!(Some(sample.srr0.0 - 0x0140_0000), sample.code_offset);
        assert!(sample.word.is_some() && sample.siar.is_none());
        assert_eq!(sample.calls.len(), 5);
    }
    // `subfic r3, r3, 7`, by hand from the encoding.
    let first = &call.samples[0];
    assert_eq!(
        (first.code_offset, first.word.map(|word| word.to_string())),
        (Some(0x24), Some("0x20630007".to_owned()))
    );
}

#[test]
fn another_checksum_leaves_the_words_out() {
    let text = changed(|record| {
        if let Record::Code(code) = record {
            code.crc ^= 1;
        }
    });
    let results = results(&text);
    assert!(!call(&results).rebuilt);
    assert!(call(&results).samples.iter().all(|sample| sample.word.is_none() && sample.code_offset.is_some()));
}

#[test]
fn a_generator_that_this_tool_does_not_have_is_no_failure() {
    for (generator, parameters) in [("dispatch/giga", "objects:4096,seed:42"), ("dispatch/mega", "objects:many")] {
        let text = changed(|record| {
            if let Record::Code(code) = record {
                (code.generator, code.parameters) = (Text::new(generator), Text::new(parameters));
            }
        });
        let results = results(&text);
        assert!(!call(&results).rebuilt, "{generator} {parameters}");
    }
}

#[test]
fn siar_goes_before_srr0_and_addresses_outside_the_code_have_no_offset() {
    let text = changed(|record| {
        if let Record::Sample(sample) = record {
            sample.siar = Some(if sample.sample == 0 { 0x0140_0070 } else { 0x0100_0258 });
        }
    });
    let results = results(&text);
    let offsets: Vec<_> = call(&results).samples.iter().take(2).map(|sample| sample.code_offset).collect();
    assert_eq!(offsets, [Some(0x70), None]);
}

#[test]
fn the_csv_has_a_row_a_sample() {
    let text = String::from_utf8(bytes(&results(LOG)).expect("samples")).expect("UTF-8");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0]), (30, COLUMNS.join(",").as_str()));
    assert_eq!(lines[1], FIRST_ROW);
}

const FIRST_ROW: &str = concat!(
    "1,complete,0,dispatch/mega,\"objects:4096,seed:42\",bat,supervisor,4,decrementer,time-base-ticks,0,20480,19297,478,,",
    "0x01400024,0x0200b036,0x01400094,0x01035df8/0x010377d8/0x0100fe58/0x01028dec/0x01000060,36,0x20630007,ok,"
);

#[test]
fn no_samples_are_a_row_with_the_reason() {
    let mut text = String::new();
    let mut writer = Writer::new(&mut text);
    for line in LOG.lines() {
        match parse_line(line.as_bytes()) {
            Line::Record { record: Record::Sample(_) | Record::End(_), .. } => {}
            Line::Record { record: Record::Sampling(mut sampling), .. } => {
                sampling.samples = 0;
                sampling.reason = Text::new("counter does not count");
                writer.write(&Record::Sampling(sampling)).expect("text takes all");
            }
            Line::Record { record, .. } => writer.write(&record).expect("text takes all"),
            _ => {}
        }
    }
    writer.finish().expect("text takes all");
    let results = results(&text);
    assert_eq!(results.report, Completeness::Complete);
    let text = String::from_utf8(bytes(&results).expect("a row")).expect("UTF-8");
    assert_eq!(text.lines().count(), 2);
    assert!(text.ends_with(",,,,,,,,,,,,no-samples,counter does not count\n"), "{text}");
}

#[test]
fn a_report_that_ends_within_the_samples_gives_those_that_came() {
    let cut: String = LOG.split_inclusive('\n').take(40).collect();
    let results = results(&cut);
    assert_eq!(results.report, Completeness::Truncated);
    let text = String::from_utf8(bytes(&results).expect("rows")).expect("UTF-8");
    assert!(text.lines().skip(1).all(|row| row.starts_with("1,truncated,0,dispatch/mega,")), "{text}");
    assert!(call(&results).period.is_none() && text.lines().count() > 2);
    let without: String = LOG.split_inclusive('\n').take(34).collect();
    let text = String::from_utf8(bytes(&self::results(&without)).expect("a row")).expect("UTF-8");
    assert!(text.ends_with(",no-samples,the report ends before they were told\n"), "{text}");
}

#[test]
fn a_run_with_samples_leaves_a_fifth_file_and_a_line_in_the_table() {
    let place = Place::new();
    place.image("image");
    let asked =
        "kernel=dispatch/mega preset=quick trials=1 sample=decrementer:20000 jitter=9 callchain=on storm=off icount=7";
    let log = changed(|record| {
        if let Record::Arguments(arguments) = record {
            arguments.text = Text::new(asked);
        }
    });
    place.write("report.log", log);
    place.fake_qemu("11.1.3", "echo \"$*\" > words; cat report.log");
    let done = place.g4pmu(
        "run --target stock dispatch/mega --preset quick --trials 1 --sample decrementer:20000 --jitter 9 -g --no-storm-guard \
         --qemu ./qemu --image image --out out",
    );
    assert_eq!(done.code, 0, "{}", done.err);
    let words = place.read("words");
    assert!(words.contains(asked), "{words}");
    let line = "    29 samples of time-base-ticks every 20000, decrementer: 29 in its code\n";
    assert!(done.out.contains(line), "{}", done.out);
    let parsed = place.g4pmu("parse out/raw.log --samples -");
    assert_eq!((parsed.code, parsed.out), (0, place.read("out/samples.csv")));
}

#[test]
fn what_cannot_be_sampled_is_refused_before_a_run() {
    let place = Place::new();
    place.write("plain.log", report().text());
    for (line, message) in [
        (
            "run branch/chain --sample pmc9:1",
            "the image would refuse this: sample=pmc9:1: write SOURCE:PERIOD; the sources are pmc1 to pmc6, timebase and decrementer, for instance sample=pmc2:10000",
        ),
        (
            "run branch/chain --sample pmc1:0",
            "the image would refuse this: sample=pmc1:0: a period of 0 is impossible: 1 to 2147483648 are legal",
        ),
        (
            "parse plain.log --samples -",
            "plain.log: no kernel was sampled in this report: `g4pmu run --sample` samples",
        ),
        (
            "run --target log:x --sample pmc1:5",
            "--sample does not go with a saved report: it says itself what was measured",
        ),
    ] {
        let done = place.g4pmu(line);
        assert_eq!((done.code, done.err.trim_end()), (2, format!("g4pmu: error: {message}").as_str()), "{line}");
    }
    let done = place.g4pmu("run branch/chain -g");
    assert!(done.code == 2 && done.err.contains("--sample <SOURCE:PERIOD>"), "{}", done.err);
}
