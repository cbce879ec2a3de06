//! Sessions, with a program in QEMU's place that answers as the monitor does.

use report_format::command_line::{Summed, received};
use report_format::record::{Answer, Error, Record, Report, SprValue, Start};
use report_format::text::Text;
use report_format::write::Writer;

use crate::sample::report;
use crate::tool::{Done, Place};

/// An answer with these records.
fn answer(command: &str, records: &[Record<'_>]) -> String {
    let mut text = String::from("\r\n");
    let mut writer = Writer::new(&mut text);
    let first = Record::Report(Report {
        version: report_format::VERSION,
        image: Text::new("0.1.0"),
        build: 7,
        start: Start::Loader,
        emulator: report_format::record::Emulator::Qemu,
        console: Text::new("scc-a"),
    });
    let asked = Record::Answer(Answer { command: Text::new(command) });
    for record in [&first, &asked].into_iter().chain(records) {
        writer.write(record).expect("text takes all");
    }
    writer.finish().expect("text takes all");
    text
}

/// What the stand-in does with a line: writes it down, then answers by its first word.
const MONITOR: &str = "printf 'banner\\r\\ng4pmu> '
while IFS= read -r line; do
  printf '%s\\n' \"$line\" >> heard
  case \"$line\" in
    spr*) cat spr ;;
    run*) cat run ;;
    load*) cat loaded ;;
    off*) cat off; exit 0 ;;
    hang*) sleep 100 ;;
    die*) echo 'no such luck' >&2; exit 3 ;;
    cut*) head -n 3 spr ;;
    *) cat error ;;
  esac
  printf 'g4pmu> '
done";

fn place() -> Place {
    let place = Place::new();
    place.image("image");
    let value = Record::Spr(SprValue { name: Text::new("hid0"), number: 1008, value: 1 });
    place.write("spr", answer("spr hid0", &[value]));
    place.write("error", answer("x", &[Record::Error(Error { text: Text::new("no command `x`") })]));
    place.write("off", answer("off", &[]));
    place.write("loaded", answer("load", &[]));
    place.write("run", format!("\r\n{}", report().text()));
    place.fake_qemu("11.1.3", MONITOR);
    place
}

fn session(place: &Place, more: &str, input: &str) -> Done {
    let input = std::fs::File::open(place.write("input", input)).expect("a file");
    place.fed(&format!("monitor --target stock --qemu ./qemu --image image {more}"), input)
}

/// The lines that the stand-in heard, their checksums checked and taken off.
fn heard(place: &Place) -> Vec<String> {
    let commands = place.read("heard");
    let commands = commands.lines().map(|line| {
        let received = received(line.trim_end_matches('\r')).expect("a checksum that is right");
        assert!(received.summed, "{line}");
        received.body.to_owned()
    });
    commands.collect()
}

#[test]
fn what_the_image_says_is_printed_byte_for_byte() {
    let place = place();
    let done = session(&place, "--log session.log", "# a remark\n\n  spr hid0  \noff\n");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    let said = format!("banner\r\ng4pmu> {}g4pmu> {}", place.read("spr"), place.read("off"));
    assert_eq!(done.out, said);
    assert_eq!(place.read("session.log"), said);
    assert_eq!(heard(&place), ["spr hid0", "off"]);
}

#[test]
fn the_end_of_the_input_switches_off() {
    let place = place();
    assert_eq!(session(&place, "", "spr hid0").code, 0);
    assert_eq!(heard(&place), ["spr hid0", "off"]);
}

#[test]
fn an_error_among_the_answers_ends_with_5_and_does_not_end_the_session() {
    let place = place();
    let done = session(&place, "", "nonsense\nspr hid0\n");
    assert_eq!(done.code, 5, "{}", done.err);
    assert_eq!(heard(&place), ["nonsense", "spr hid0", "off"]);
}

#[test]
fn an_answer_that_is_not_whole_ends_with_its_status() {
    let done = session(&place(), "", "cut\n");
    assert_eq!(done.code, 3, "{}", done.err);
}

#[test]
fn an_answer_that_does_not_come_ends_with_6() {
    let started = std::time::Instant::now();
    let done = session(&place(), "--timeout 1", "hang\n");
    assert_eq!(done.code, 6);
    assert_eq!(done.err, "g4pmu: error: no answer came within 1 s: give more with --timeout SECONDS\n");
    assert!(started.elapsed().as_secs() < 30);
}

#[test]
fn a_target_that_ends_is_quoted() {
    let done = session(&place(), "", "die\n");
    assert_eq!(done.code, 7);
    assert!(done.err.contains("QEMU ended with status 3") && done.err.contains("no such luck"), "{}", done.err);
    let place = place();
    place.fake_qemu("11.1.3", "echo 'no such machine' >&2; exit 1");
    let done = session(&place, "", "spr hid0\n");
    assert_eq!(done.code, 7);
    assert!(done.err.contains("no such machine"), "{}", done.err);
}

#[test]
fn a_file_is_loaded_in_blocks() {
    let place = place();
    place.write("code.bin", [0x38, 0x60, 0, 1].repeat(65));
    assert_eq!(session(&place, "", "load code code.bin offset=32\n").code, 0);
    let heard = heard(&place);
    assert_eq!(heard.len(), 4);
    assert!(heard[0].starts_with("load code offset=32 bytes=260 crc=0x"), "{}", heard[0]);
    assert!(heard[1].starts_with("load at=0 data=38600001"), "{}", heard[1]);
    assert_eq!(heard[2], "load at=256 data=38600001");
}

#[test]
fn loading_stops_at_the_first_refusal() {
    let place = place();
    place.write("code.bin", [0; 600]);
    place.write("loaded", place.read("error"));
    let done = session(&place, "", "load data code.bin\n");
    assert_eq!((done.code, done.err.as_str()), (5, "code.bin was not loaded\n"));
    assert_eq!(heard(&place).len(), 2);
    let done = session(&place, "", "load data nothing.bin\n");
    assert_eq!(done.code, 1);
    assert!(done.err.starts_with("cannot read nothing.bin: "), "{}", done.err);
}

#[test]
fn a_log_that_is_there_is_not_written_over() {
    let place = place();
    place.write("session.log", "a measurement");
    let done = session(&place, "--log session.log", "spr hid0\n");
    assert_eq!(done.code, 1);
    assert_eq!(place.read("session.log"), "a measurement");
}

#[test]
fn the_image_is_told_that_somebody_is_there() {
    let place = place();
    place.fake_qemu("11.1.3", &format!("echo \"$*\" > arguments\n{MONITOR}"));
    assert_eq!(session(&place, "", "").code, 0);
    assert!(place.read("arguments").contains("string=autostart=off icount=7"), "{}", place.read("arguments"));
}

#[test]
fn a_sessions_log_is_read_as_its_last_measurement() {
    let place = place();
    assert_eq!(session(&place, "--log session.log", "spr hid0\nrun calibrate/empty\nspr hid0\n").code, 0);
    let parsed = place.g4pmu("parse session.log");
    assert_eq!(parsed.code, 0, "{}", parsed.err);
    assert!(parsed.err.starts_with("the log holds 4 reports; "), "{}", parsed.err);
    assert!(parsed.out.contains("all 8 counts equal their closed forms"), "{}", parsed.out);
}

#[test]
fn an_interrupt_ends_qemu_too() {
    let place = place();
    place.fake_qemu("11.1.3", "echo $$ > pid; printf 'g4pmu> '; exec sleep 100");
    let running = place.start("monitor --target stock --qemu ./qemu --image image --timeout 60");
    let started = std::time::Instant::now();
    while !place.has("pid") {
        assert!(started.elapsed().as_secs() < 30, "the stand-in did not start");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    std::thread::sleep(std::time::Duration::from_millis(300));
    crate::tool::signal("-TERM", running.id());
    assert_eq!(crate::tool::done(running).code, 143);
    let child = place.read("pid").trim().parse().expect("a process number");
    assert!(!crate::tool::signal("-0", child), "the stand-in for QEMU is still there");
}

#[test]
fn checksums_are_those_of_records() {
    assert_eq!(Summed("off").to_string(), "off *2bbc5d43");
}
