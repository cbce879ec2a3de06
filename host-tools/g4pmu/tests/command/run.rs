//! Runs, with a program in QEMU's place that prints a report.

use std::time::Duration;

use g4pmu::cli::Boot;
use g4pmu::measure::{MeasureError, measure};
use g4pmu::progress::{Progress, Style};
use g4pmu::qemu::Machine;
use g4pmu::results::Results;
use report_format::record::Start;

use crate::sample::report;
use crate::tool::{Done, Place};

/// A folder with an image and a QEMU that prints `report.log`, then does what the
/// script says.
fn place(log: &str, then: &str) -> Place {
    let place = Place::new();
    place.image("image");
    place.write("report.log", log);
    place.fake_qemu("11.1.3", &format!("cat report.log\n{then}"));
    place
}

fn run(place: &Place, more: &str) -> Done {
    place.g4pmu(&format!("run --target stock --suite quick --qemu ./qemu --image image --out out {more}"))
}

#[test]
fn a_good_run_leaves_four_files_and_a_table() {
    let log = format!("firmware banner\r\n{}", report().text());
    let place = place(&log, "exit 0");
    let done = run(&place, "");
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("all 8 counts equal their closed forms"), "{}", done.out);
    assert!(done.err.contains("[1/3] calibrate/empty\n[2/3] branch/chain\n"), "{}", done.err);
    assert!(done.err.ends_with("results in out\n"), "{}", done.err);
    assert_eq!(place.read("out/raw.log"), log);
    let command = place.read("out/command.txt");
    for line in [
        "image: image/g4pmu.elf\n",
        // sha256sum of the stand-in image.
        "image-sha256: b9e3271d3e6a5c3efc5696307d87a0909c6ec6b6f473bc10a9aa450620886828\n",
        "qemu-version: 11.1.3\n",
        " -M mac99 -cpu 7450 -display none ",
        " 'name=opt/g4pmu/args,string=suite=quick icount=7'\n",
    ] {
        assert!(command.contains(line), "{line}: {command}");
    }
}

#[test]
fn qemu_starts_where_it_finds_a_stray_device_tree() {
    let mut sample = report();
    sample.start = Start::OpenFirmware;
    let place = place(&sample.text(), "exit 0");
    let tree = place.write("data/pegasos2.dtb", "a tree");
    let data = tree.parent().expect("a folder").display().to_string();
    let script =
        format!("if [ \"$1\" = -L ]; then echo {data}; exit 0; fi\n[ -e pegasos2.dtb ] || exit 1\ncat ../report.log");
    place.fake_qemu("11.1.3", &script);
    let done = run(&place, "--boot pegasos2");
    assert_eq!(done.code, 0, "{}", done.err);
    let command = place.read("out/command.txt");
    let image = place.path().join("image/g4pmu.elf");
    for part in [format!("qemu-folder: {data}\n"), " -M pegasos2 ".to_owned(), format!(" -kernel {} ", image.display())]
    {
        assert!(command.contains(&part), "{part}: {command}");
    }

    place.write("data/dtb/pegasos2.dtb", "a tree where QEMU looks");
    let done = place.g4pmu("run --target stock --suite quick --qemu ./qemu --image image --out other --boot pegasos2");
    assert_ne!(done.code, 0, "the current folder has no tree");
    assert!(!place.read("other/command.txt").contains("qemu-folder"));
}

#[test]
fn a_saved_log_gives_the_same_bytes_again() {
    let place = place(&report().text(), "exit 0");
    assert_eq!(run(&place, "").code, 0);
    let again = place.g4pmu("run --target log:out/raw.log --out again");
    assert_eq!(again.code, 0, "{}", again.err);
    let parsed = place.g4pmu("parse out/raw.log --csv parsed.csv --json parsed.json");
    assert_eq!(parsed.code, 0, "{}", parsed.err);
    for (file, copy) in [("csv", "parsed.csv"), ("json", "parsed.json")] {
        let first = place.read(&format!("out/results.{file}"));
        assert_eq!(first, place.read(&format!("again/results.{file}")));
        assert_eq!(first, place.read(copy));
    }
    assert_eq!(again.out, parsed.out);
    assert_eq!(place.read("out/raw.log"), place.read("again/raw.log"));
}

#[test]
fn each_way_to_start_takes_its_own_file() {
    for (boot, start, option) in [
        ("loader", Start::Loader, "-device 'loader,file=image/g4pmu.elf,cpu-num=0'"),
        ("kernel", Start::OpenFirmware, "-kernel image/g4pmu.bin -append 'suite=quick icount=7'"),
        ("bios", Start::Rom, "-bios image/g4pmu.rom"),
    ] {
        let mut sample = report();
        sample.start = start;
        let place = place(&sample.text(), "exit 0");
        assert_eq!(run(&place, &format!("--boot {boot}")).code, 0);
        let command = place.read("out/command.txt");
        assert!(command.replace('\'', "").contains(&option.replace('\'', "")), "{command}");
    }
}

#[test]
fn parameters_reach_the_image() {
    let words = "kernel=branch/chain preset=quick p.nops=3 p.fill=independent seed=7 trials=2 n=50 warmup=5 \
                 translation=page state=user icount=7";
    let mut sample = report();
    (sample.arguments, sample.suite) = (words, "-");
    sample.kernels = vec![sample.kernels[1].clone()];
    let place = place(&sample.text(), "exit 0");
    let line = "run --target stock branch/chain nops=3 fill=independent --preset quick --seed 7 --trials 2 -n 50 --warmup 5 \
                --translation page --state user --qemu ./qemu --image image --out out";
    assert_eq!(place.g4pmu(line).code, 0);
    assert!(place.read("out/command.txt").contains(words));
}

#[test]
fn a_report_that_stops_early_ends_with_3_and_keeps_the_log() {
    let text = report().text();
    let place = place(&text[..text.len() / 2], "exit 0");
    let done = run(&place, "");
    assert_eq!((done.code, done.out.as_str()), (3, ""), "{}", done.err);
    assert!(done.err.contains("out/raw.log: the report is truncated"), "{}", done.err);
    assert!(place.has("out/raw.log") && !place.has("out/results.csv") && !place.has("out/results.json"));
}

#[test]
fn a_report_about_something_else_gives_no_results() {
    let other = |change: fn(&mut crate::sample::Sample)| {
        let mut sample = report();
        change(&mut sample);
        sample.text()
    };
    for (log, said) in [
        (
            other(|sample| sample.arguments = "suite=default icount=7"),
            "arguments: the report says `suite=default icount=7`",
        ),
        (other(|sample| sample.start = Start::Rom), "start: the report says `rom`, asked for was `loader`"),
        (other(|sample| sample.suite = "default"), "suite: the report says `default`, asked for was `quick`"),
        (other(|sample| sample.pvr = 0x8001_0201), "processor: the report says `PVR 0x8001....`"),
    ] {
        for log in [&log, &log[..log.len() * 3 / 4]] {
            let place = place(log, "exit 0");
            let done = run(&place, "");
            assert_eq!((done.code, done.out.as_str(), place.has("out/results.csv")), (7, "", false), "{}", done.err);
            assert!(done.err.contains("out/raw.log: the report is about something else"), "{}", done.err);
            assert!(done.err.contains(said), "{}", done.err);
        }
    }
    let place = place(&report().text(), "exit 0");
    let done = place.g4pmu("run --target stock calibrate/empty --preset quick --qemu ./qemu --image image --out out");
    assert_eq!(done.code, 7);
    assert!(
        done.err.contains("kernel: the report says `branch/chain`, asked for was `calibrate/empty`"),
        "{}",
        done.err
    );
}

#[test]
fn every_processor_that_can_be_asked_for_has_its_family() {
    for (name, family) in g4pmu::answer::CPUS {
        let mut sample = report();
        sample.pvr = family << 16 | 0x201;
        let place = place(&sample.text(), "exit 0");
        assert_eq!(run(&place, &format!("--cpu {name}")).code, 0, "{name}");
    }
}

#[test]
fn a_fault_ends_with_5_and_the_results_are_there() {
    let mut sample = report();
    sample.run(1).faults = true;
    let place = place(&sample.text(), "exit 0");
    let done = run(&place, "");
    assert_eq!((done.code, place.has("out/results.csv")), (5, true), "{}", done.err);
    assert!(done.out.contains("fault: program-illegal in a trial"), "{}", done.out);
}

#[test]
fn an_error_record_ends_with_5() {
    let mut sample = report();
    sample.errors = vec!["the clock stands still"];
    let done = run(&place(&sample.text(), "exit 0"), "");
    assert_eq!(done.code, 5, "{}", done.err);
    assert!(done.out.contains("error: the clock stands still"), "{}", done.out);
}

#[test]
fn wrong_counts_end_with_8_and_are_listed() {
    let mut sample = report();
    sample.run(1).surplus = vec![0, 0, 0, -1];
    let done = run(&place(&sample.text(), "exit 0"), "");
    assert_eq!(done.code, 8, "{}", done.err);
    assert!(
        done.out.contains("branch/chain n=1000 trial 3: 1026002 instructions-executed, expected 1026003"),
        "{}",
        done.out
    );
}

#[test]
fn a_qemu_that_hangs_is_stopped_and_its_log_kept() {
    let place = place("@g4 0 rep", "trap 'echo qemu: terminating on signal 15 >&2; exit 0' TERM; sleep 100 & wait");
    let started = std::time::Instant::now();
    let done = run(&place, "--timeout 1");
    assert_eq!((done.code, done.out.as_str()), (6, ""), "{}", done.err);
    assert!(started.elapsed().as_secs() < 30);
    assert!(done.err.contains("QEMU was stopped after 1 s"), "{}", done.err);
    assert!(!done.err.contains("terminating"), "{}", done.err);
    assert_eq!(place.read("out/raw.log"), "@g4 0 rep");
}

#[test]
fn a_qemu_that_fails_ends_with_7_and_is_quoted() {
    let place = place("", "echo 'no such device' >&2; exit 1");
    let done = run(&place, "");
    assert_eq!((done.code, done.out.as_str()), (7, ""));
    assert!(done.err.contains("QEMU ended with status 1") && done.err.contains("\nno such device"), "{}", done.err);
    assert!(done.err.contains("out/raw.log"), "{}", done.err);
}

#[test]
fn the_last_words_of_a_failing_image_are_shown() {
    let text = report().text();
    let begun: String = text.lines().take(5).map(|line| format!("{line}\n")).collect();
    let place = place(&format!("{begun}unexpected exception 0x00300\r\nsrr0 01001234\r\n"), "exit 1");
    let done = run(&place, "");
    assert_eq!(done.code, 7);
    assert!(done.err.contains("\nunexpected exception 0x00300\nsrr0 01001234\n"), "{}", done.err);
}

#[test]
fn a_failure_after_a_whole_report_keeps_the_results() {
    let place = place(&report().text(), "exit 3");
    let done = run(&place, "");
    assert_eq!((done.code, place.has("out/results.csv")), (7, true), "{}", done.err);
}

#[test]
fn an_old_qemu_is_refused_and_no_folder_is_made() {
    let place = place("", "exit 0");
    place.fake_qemu("5.2.0", "exit 0");
    let done = run(&place, "");
    assert_eq!((done.code, place.has("out")), (7, false), "{}", done.err);
    assert!(done.err.contains("is QEMU 5.2.0; this needs 11.1.0 or later"), "{}", done.err);
}

#[test]
fn a_missing_image_is_named_with_the_command_that_makes_it() {
    let place = Place::new();
    let done = place.g4pmu("run --image nowhere --boot bios");
    assert_eq!(done.code, 7);
    assert_eq!(
        done.err,
        "g4pmu: error: no image nowhere/g4pmu.rom: run `cargo xtask image`, or name its folder with --image DIR\n"
    );
}

#[test]
fn results_are_never_overwritten() {
    let place = place(&report().text(), "exit 0");
    assert_eq!(run(&place, "").code, 0);
    let done = run(&place, "");
    assert_eq!(done.code, 2);
    assert!(done.err.contains("out already holds the results of a run"), "{}", done.err);
}

#[test]
fn without_out_each_run_gets_a_folder_by_its_time() {
    let place = place(&report().text(), "exit 0");
    for _ in 0..2 {
        assert_eq!(place.g4pmu("run --target stock --suite quick --qemu ./qemu --image image -q").code, 0);
    }
    let folders: Vec<_> = std::fs::read_dir(place.path().join("results")).expect("a folder").collect();
    assert_eq!(folders.len(), 2);
}

#[test]
fn quiet_is_quiet() {
    let done = run(&place(&report().text(), "exit 0"), "--quiet");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
}

#[test]
fn the_log_is_byte_exact() {
    let place = place("", "printf 'a\\r\\n\\000\\377b'; cat report.log; exit 0");
    place.write("report.log", report().text());
    place.fake_qemu("11.1.3", "printf 'a\\r\\n\\000\\377b\\n'; cat report.log; exit 0");
    assert_eq!(run(&place, "").code, 0);
    let bytes = std::fs::read(place.path().join("out/raw.log")).expect("the log");
    let mut expected = b"a\r\n\0\xffb\n".to_vec();
    expected.extend(report().text().into_bytes());
    assert_eq!(bytes, expected);
    assert_eq!(Results::of(&report_format::log::parse(&bytes)).log.foreign, 2);
}

#[test]
fn an_interrupt_ends_qemu_too_and_keeps_the_log() {
    let place = place("@g4 0 rep", "echo $$ > pid; exec sleep 100");
    let running = place.start("run --target stock --suite quick --qemu ./qemu --image image --out out");
    let started = std::time::Instant::now();
    let arrived = || std::fs::metadata(place.path().join("out/raw.log")).is_ok_and(|log| log.len() > 0);
    while !(place.has("pid") && arrived()) {
        assert!(started.elapsed().as_secs() < 30, "the stand-in did not start");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    crate::tool::signal("-INT", running.id());
    let done = crate::tool::done(running);
    assert_eq!((done.code, done.out.as_str()), (130, ""), "{}", done.err);
    assert!(done.err.ends_with("interrupted by signal 2; the log so far is out/raw.log\n"), "{}", done.err);
    assert_eq!(place.read("out/raw.log"), "@g4 0 rep");
    let child = place.read("pid").trim().parse().expect("a process number");
    assert!(!crate::tool::signal("-0", child), "the stand-in for QEMU is still there");
}

#[test]
fn what_cannot_be_the_image_is_not_started() {
    for (file, boot, change, said) in [
        ("elf", "loader", &(|bytes: &mut Vec<u8>| bytes[1] = b'B') as &dyn Fn(&mut Vec<u8>), "an ELF file of 32 bits"),
        ("elf", "loader", &|bytes| bytes[5] = 1, "an ELF file of 32 bits"),
        ("elf", "pegasos2", &|bytes| bytes[19] = 62, "an executable for 32-bit PowerPC"),
        ("elf", "loader", &|bytes| bytes[24] = 0x10, "its entry is 0x10000000, the image's is 0x01000000"),
        ("elf", "loader", &|bytes| bytes.truncate(20), "its entry is 0x00000000"),
        ("elf", "loader", &Vec::clear, "an ELF file"),
        ("bin", "kernel", &|bytes| bytes[0] = 0x7f, "its first word is 0x7f000004, the image's is a branch"),
        ("bin", "kernel", &|bytes| bytes.resize(2 << 20, 0), "it has 2097152 bytes"),
        ("bin", "kernel", &Vec::clear, "its first word is"),
        ("rom", "bios", &|bytes| bytes.truncate(1000), "it has 1000 bytes, a flash image 1048576"),
        ("rom", "bios", &|bytes| bytes[0x100..0x104].fill(0xff), "there is nothing at the reset vector"),
        ("rom", "bios", &|bytes| bytes[0x8000..0x8004].fill(0), "there is no image at 0x8000"),
    ] {
        let place = place(&report().text(), "echo started > started");
        let name = format!("image/g4pmu.{file}");
        let mut bytes = std::fs::read(place.path().join(&name)).expect("an image");
        change(&mut bytes);
        place.write(&name, bytes);
        let done = run(&place, &format!("--boot {boot}"));
        assert_eq!((done.code, place.has("out"), place.has("started")), (7, false, false), "{said}: {}", done.err);
        assert!(done.err.contains(&format!("{name} is not the image: ")) && done.err.contains(said), "{}", done.err);
    }
}

#[test]
fn the_deadline_holds_while_output_comes_without_a_pause() {
    let place = place("", "exec yes");
    let started = std::time::Instant::now();
    let done = run(&place, "--timeout 1");
    assert!([6, 7].contains(&done.code), "at the deadline or the largest log: {}", done.err);
    assert!(started.elapsed().as_secs() < 30);
}

#[test]
fn a_deadline_is_a_second_to_a_week() {
    for (seconds, code) in [("0", 2), ("604801", 2), ("18446744073709551614", 2), ("604800", 0)] {
        let place = place(&report().text(), "exit 0");
        let done = run(&place, &format!("--timeout {seconds}"));
        assert_eq!(done.code, code, "{seconds}: {}", done.err);
    }
}

#[test]
fn every_signal_that_asks_to_end_ends_qemu_too() {
    for (name, number) in [("-TERM", 143), ("-HUP", 129), ("-QUIT", 131)] {
        let place = place("@g4 0 rep", "echo $$ > pid; exec sleep 100");
        let running = place.start("run --target stock --suite quick --qemu ./qemu --image image --out out");
        while !place.read_or_nothing("pid").ends_with('\n') {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        crate::tool::signal(name, running.id());
        let done = crate::tool::done(running);
        assert_eq!(done.code, number, "{name}: {}", done.err);
        let child = place.read("pid").trim().parse().expect("a process number");
        assert!(!crate::tool::signal("-0", child), "{name}: the stand-in for QEMU is still there");
    }
}

#[test]
fn command_txt_can_be_pasted_into_a_shell() {
    let place = place(&report().text(), "exit 0");
    std::fs::create_dir(place.path().join("my tools")).expect("a folder");
    std::fs::rename(place.path().join("qemu"), place.path().join("my tools/qemu")).expect("moved");
    let line = ["run", "--target", "stock", "--suite", "quick", "--qemu", "my tools/qemu"];
    let done = place.words(&[&line[..], &["--image", "image", "--out", "out"]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    let program = place.path().join("my tools/qemu").display().to_string();
    let command = place.read("out/command.txt");
    assert!(command.contains(&format!("qemu-command: '{program}' -M mac99")), "{command}");
}

#[test]
fn a_run_that_sends_too_much_is_stopped_and_leaves_a_clean_line() {
    let text = report().text();
    let begun: String = text.lines().take(18).map(|line| format!("{line}\n")).collect();
    let place = place(&begun, "exec yes");
    let qemu = toolbox::Tool::probe(&place.path().join("qemu"), toolbox::Origin::System).expect("a program");
    let machine = Machine {
        cpu: "7450".to_owned(),
        boot: Boot::Loader,
        image: place.path().join("image/g4pmu.elf"),
        boot_arguments: String::new(),
        folder: Some(place.path().to_owned()),
        plugin: None,
    };
    let mut shown = Vec::new();
    let mut progress = Progress::new(&mut shown, Style::Rewritten);
    let ended = measure(&qemu, &machine, &place.path().join("log"), Duration::from_secs(100), &mut progress);
    assert!(matches!(ended, Err(MeasureError::Flood)), "{ended:?}");
    let shown = String::from_utf8(shown).expect("UTF-8");
    assert!(shown.contains("calibrate/empty") && shown.ends_with(" \r"), "{shown:?}");
}
