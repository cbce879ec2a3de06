//! `g4pmu record`, `report` and `annotate`, with recorded answers of the timing model and of
//! QEMU alone, some of them changed: lost samples, other code, places outside the kernel.

use report_format::checksum;
use report_format::record::{Code, Record, Sample, Sampling};
use report_format::text::Text;

use crate::recorded::{self, answer, edited};
use crate::tool::{Done, Place};

const LOG: &str = include_str!("record.log");
const SAMPLED: &str = "run dispatch/mega n=40 trials=1 pmc1=1 pmc2=2 sample=pmc1:4637";
const LOCKED: &str = "run dispatch/mega preset=quick trials=1 pmc1=34 pmc2=2 pmc3=1 sample=pmc1:512 jitter=0";
const CHAINED: &str = "run dispatch/mega preset=quick trials=1 sample=decrementer:20000 callchain=on";
/// Where the image begins.
const IMAGE: u32 = 0x0100_0000;

/// A folder with the image, the model's library and all answers.
fn place() -> Place {
    recorded::place(&[LOG, include_str!("stat.log")])
}

fn record(place: &Place, line: &str) -> Done {
    place.g4pmu(&format!("record --qemu ./qemu --image image {line}"))
}

/// The recorded answer to a command with every record changed.
fn changed(command: &str, change: impl Fn(&mut Record<'_>)) -> String {
    edited(LOG, command, |record| {
        change(record);
        true
    })
}

/// A saved log in a folder of its own.
fn saved(text: impl AsRef<[u8]>) -> Place {
    let place = Place::new();
    place.write("saved/raw.log", text);
    place
}

/// The percents of `report -x,`, in hundredths.
fn hundredths(rows: &str) -> Vec<u32> {
    let mut csv = csv_of(rows);
    let column = csv.headers().expect("a header").iter().position(|name| name == "percent").expect("a column");
    let digits = |row: csv::StringRecord| row[column].replace('.', "").parse().expect("digits");
    csv.records().map(|row| digits(row.expect("a row"))).collect()
}

fn csv_of(rows: &str) -> csv::Reader<&[u8]> {
    csv::Reader::from_reader(rows.as_bytes())
}

#[test]
fn a_period_is_chosen_from_a_call_before_and_is_prime() {
    let place = place();
    let done = record(&place, "--plugin plugin.so dispatch/mega n=40");
    assert_eq!((done.code, &*done.out), (0, ""), "{}", done.err);
    assert!(done.err.contains("\n176 samples of processor-cycles, 0 lost, in g4pmu.data\n"), "{}", done.err);
    let heard = place.read("heard");
    let requests: Vec<&str> = heard.lines().map(|line| line.split('*').next().unwrap_or_default().trim()).collect();
    assert_eq!(requests, ["run dispatch/mega n=40 trials=1 pmc1=1 pmc2=2", SAMPLED, "off"]);
    assert_eq!(place.read("g4pmu.data/samples.csv").lines().count(), 177);
    let report = place.g4pmu("report -x,");
    let shares = hundredths(&report.out);
    assert_eq!((report.code, shares.iter().sum::<u32>(), shares.len()), (0, 10_000, 6), "{}", report.out);
    let annotated = place.g4pmu("annotate -x,");
    assert_eq!((annotated.code, hundredths(&annotated.out).iter().sum::<u32>()), (0, 10_000));
}

#[test]
fn what_was_recorded_before_is_kept_and_a_named_folder_is_not_written_again() {
    let place = place();
    for _ in 0..2 {
        assert_eq!(record(&place, "--plugin plugin.so dispatch/mega n=40 -q").code, 0);
    }
    assert!(place.has("g4pmu.data/raw.log") && place.has("g4pmu.data.old-1/raw.log"));
    let again = record(&place, "--plugin plugin.so dispatch/mega n=40 -o g4pmu.data.old-1");
    assert_eq!(again.code, 2, "{}", again.err);
    assert!(again.err.contains("g4pmu.data.old-1 already holds the results of a run"), "{}", again.err);
}

#[test]
fn a_period_in_step_with_the_loop_is_warned_of() {
    let place = place();
    let line = "--plugin plugin.so -e branches -c 512 --jitter 0 dispatch/mega preset=quick -o lock";
    let warning = "in lockstep: an iteration counts 4096 events and the period 512 meets 8 of them only";
    let done = record(&place, line);
    assert!(done.code == 0 && done.err.contains(warning), "{}", done.err);
    assert!(place.g4pmu("report -i lock").out.contains(warning));
    let jittered = saved(changed(LOCKED, |record| {
        if let Record::Sampling(sampling) = record {
            sampling.jitter = 32;
        }
    }));
    let done = jittered.g4pmu("report -i saved");
    assert!(done.code == 0 && !done.out.contains("lockstep"), "{}", done.out);
}

#[test]
fn lost_samples_are_counted_and_shown() {
    let place = saved(changed(SAMPLED, |record| {
        if let Record::Sampling(Sampling { lost, .. }) = record {
            *lost = 24;
        }
    }));
    let text = place.g4pmu("report -i saved").out;
    assert!(text.contains("# Total Lost Samples: 24\n"), "{text}");
    assert!(text.contains("# Warning: 12.0 % of the samples were lost: "), "{text}");
}

#[test]
fn code_that_cannot_be_made_again_is_unknown_with_the_reason() {
    let place = saved(changed(SAMPLED, |record| {
        if let Record::Code(Code { crc, .. }) = record {
            *crc ^= 1;
        }
    }));
    let done = place.g4pmu("report -i saved -x,");
    assert_eq!((done.code, hundredths(&done.out)), (0, vec![10_000]), "{}", done.out);
    assert!(done.out.contains("[unknown],\"in dispatch/mega, whose code this g4pmu makes otherwise (CRC 0x"));
    let annotated = place.g4pmu("annotate -i saved").out;
    assert!(annotated.contains("# No instructions: this g4pmu makes other code of dispatch/mega"), "{annotated}");
    assert!(annotated.contains("\n   100.00%  of the samples elsewhere"), "{annotated}");
}

/// The first sample moved into the image, and the report about an image of this build.
fn outside(build: u32) -> String {
    changed(SAMPLED, |record| match record {
        Record::Report(report) => report.build = build,
        Record::Sample(Sample { sample: 0, siar, .. }) => *siar = Some(IMAGE + 4),
        _ => {}
    })
}

#[test]
fn samples_outside_the_kernel_are_named_by_the_image_that_was_measured_only() {
    let loaded = [0x4800_0000_u32.to_be_bytes(), [0x60, 0, 0, 0]].concat();
    let build = checksum::of(&loaded);
    let place = saved(outside(build));
    place.write("near/g4pmu.elf", elf(&loaded));
    let rows = place.g4pmu("report -i saved --image near -x,").out;
    assert!(rows.contains(",1,0.57,0.10,3.15,g4pmu.elf,window,\n"), "{rows}");
    assert_eq!(hundredths(&rows).iter().sum::<u32>(), 10_000);
    place.write("saved/command.txt", "image: near/g4pmu.bin\n");
    assert_eq!(place.g4pmu("report -i saved -x,").out, rows);
    let other = saved(outside(build ^ 1));
    other.write("near/g4pmu.elf", elf(&loaded));
    let found = other.g4pmu("report -i saved --image near").out;
    let reason =
        format!("[unknown]    in the image; near/g4pmu.elf is build 0x{build:08x}, measured was 0x{:08x}", build ^ 1);
    assert!(found.contains(&reason), "{found}");
    let none = other.g4pmu("report -i saved").out;
    assert!(none.contains("in the image; no image is near: name its folder with --image"), "{none}");
}

/// The smallest ELF file with a segment, a function `window` and the end of the constants.
fn elf(loaded: &[u8]) -> Vec<u8> {
    const HEADERS: u32 = 52 + 32;
    let names = b"\0window\0__constants_end\0";
    let bytes = loaded.len() as u32;
    let names_at = HEADERS + bytes;
    let symbols_at = names_at + names.len() as u32;
    let sections_at = symbols_at + 3 * 16;
    let mut file = b"\x7fELF\x01\x02\x01".to_vec();
    file.resize(16, 0);
    let half = |file: &mut Vec<u8>, values: &[u16]| values.iter().for_each(|value| file.extend(value.to_be_bytes()));
    let word = |file: &mut Vec<u8>, values: &[u32]| values.iter().for_each(|value| file.extend(value.to_be_bytes()));
    half(&mut file, &[2, 20]);
    word(&mut file, &[1, IMAGE, 52, sections_at, 0]);
    half(&mut file, &[52, 32, 1, 40, 3, 2]);
    word(&mut file, &[1, HEADERS, IMAGE, IMAGE, bytes, bytes, 7, 4]);
    file.extend(loaded);
    file.extend(names);
    // Nothing; a global function in section 1; a global symbol without a type.
    for (name, value, size, info) in [(0, 0, 0, 0), (1, IMAGE, bytes, 0x12), (8, IMAGE + bytes, 0, 0x10)] {
        word(&mut file, &[name, value, size]);
        file.extend([info, 0, 0, u8::from(info > 0)]);
    }
    // No section; .symtab, linked to section 2; .strtab.
    for (kind, at, bytes, link, entry) in [(0, 0, 0, 0, 0), (2, symbols_at, 48, 2, 16), (3, names_at, 24, 0, 0)] {
        word(&mut file, &[0, kind, 0, 0, at, bytes, link, u32::from(link > 0), 1, entry]);
    }
    file
}

#[test]
fn stacks_are_who_called_the_kernel_the_kernel_and_the_block() {
    let loaded = vec![0; 1 << 18];
    let place = saved(changed(CHAINED, |record| {
        if let Record::Report(report) = record {
            report.build = checksum::of(&loaded);
        }
    }));
    place.write("near/g4pmu.elf", elf(&loaded));
    let named = place.g4pmu("report -i saved --folded --image near").out;
    let callers = "window;window;window;window;window;";
    assert!(named.contains(&format!("{callers}dispatch/mega;dispatch/mega+0x80 15\n")), "{named}");
    let samples = named.lines().map(|line| line.rsplit_once(' ').expect("a count").1.parse::<u32>().expect("digits"));
    assert_eq!((samples.sum::<u32>(), named.lines().count()), (29, 5));
    let unnamed = place.g4pmu("report -i saved --folded").out;
    assert_eq!(unnamed, named.replace("window", "[unknown]"));
}

#[test]
fn no_samples_have_a_reason_and_a_status_of_their_own() {
    let text = edited(LOG, SAMPLED, |record| {
        if let Record::Sampling(sampling) = record {
            (sampling.samples, sampling.reason) = (0, Text::new("counter does not count"));
        }
        !matches!(record, Record::Sample(_))
    });
    let done = saved(text).g4pmu("report -i saved");
    assert_eq!(done.code, 10, "{}", done.err);
    assert!(done.out.contains("# There are no samples: counter does not count\n"), "{}", done.out);
}

#[test]
fn a_report_that_is_not_whole_gives_no_profile() {
    let cut: String = answer(LOG, SAMPLED).split_inclusive('\n').take(60).collect();
    let done = saved(cut).g4pmu("report -i saved");
    assert_eq!((done.code, &*done.out), (3, ""));
    assert!(done.err.contains("no `end` record"), "{}", done.err);
}

#[test]
fn what_cannot_be_sampled_is_refused_before_anything_runs() {
    let place = place();
    for (line, message) in [
        ("dispatch/mgea", "there is no kernel `dispatch/mgea`; did you mean dispatch/mega?"),
        ("suite:quick", "one kernel is sampled at a time"),
        ("branch/chain nops=1,2", "one value for each name"),
        ("-e cycles,branches branch/chain", "2 events were named: one raises the samples"),
        ("-e branch-mises branch/chain", "branch-mises: no event has this name; did you mean branch-misses?"),
        ("-e timebase -c 1000 branch/chain", "the image would refuse this: "),
        ("--target stock -e cycles branch/chain", "QEMU without the timing model counts no events"),
        ("--target log:x branch/chain", "a saved log is not sampled again: `g4pmu report -i x` shows its samples"),
    ] {
        let done = record(&place, line);
        assert!(done.code == 2 && done.err.contains(message), "{line}: {}", done.err);
    }
    assert!(!place.has("heard") && !place.has("g4pmu.data"));
    let nothing = place.g4pmu("report");
    assert!(nothing.code == 1 && nothing.err.contains("`g4pmu record KERNEL` samples one"), "{}", nothing.err);
    place.write("plain.log", crate::sample::report().text());
    let plain = place.g4pmu("annotate -i plain.log");
    assert!(plain.code == 2 && plain.err.contains("nothing in it was sampled"), "{}", plain.err);
    place.write("sampled.log", LOG);
    let other = place.g4pmu("annotate -i sampled.log dispatch/meg");
    assert!(other.code == 2 && other.err.contains("did you mean dispatch/mega?"), "{}", other.err);
}
