//! Words that are refused, and how the refusal reads.

use crate::tool::Place;

/// Runs the line and gives exit status and first line of standard error.
fn refused(line: &str) -> (i32, String) {
    let done = Place::new().g4pmu(line);
    assert_eq!(done.out, "", "{line}: data on standard output");
    (done.code, done.err.lines().next().unwrap_or_default().to_owned())
}

#[test]
fn mistakes_on_the_command_line_end_with_2_and_say_what_is_legal() {
    for (line, message) in [
        (
            "run branch/chain nop=3",
            "branch/chain does not take `nop=3`: the kernel has no such parameter; it has branches nops fill; did you mean nops?",
        ),
        (
            "run branch/chain nops",
            "branch/chain does not take `nops`: write NAME=VALUE, see `g4pmu list kernels branch/chain`",
        ),
        ("run branch/chain nops=65", "branch/chain does not take `nops=65`: 65 is out of range; legal are 0 to 64"),
        ("run branch/chain fill=and", "branch/chain does not take `fill=and`: the value is none of nop independent"),
        ("run --trials 1001", "the image would refuse this: trials=1001: not a number from 1 to 1000"),
        (
            "run --target stok",
            "invalid value 'stok' for '--target <TARGET>': accepted are model, stock, serial:DEV[@BAUD] and log:FILE; did you mean stock?",
        ),
        ("run --target stock --model nop=free", "--model is for the timing model: it goes with --target model"),
        ("monitor --target stock --plugin x.so", "--plugin is for the timing model: it goes with --target model"),
        (
            "run --model nop=3",
            "invalid value 'nop=3' for '--model <SWITCH=VALUE>': nop=3 is not understood: nop takes ordinary or free",
        ),
        (
            "run --target log:x --model l3=9",
            "--model does not go with a saved report: it says itself what was measured",
        ),
        (
            "run --machine mac99 --boot pegasos2",
            "--boot pegasos2 is for --machine pegasos2: legal on mac99 are loader, kernel and bios",
        ),
        ("run --machine pegasos2 --boot bios --image x", "--machine pegasos2 starts in one way: leave out --boot"),
        ("monitor --target log:x", "a saved report answers nothing: --target model and stock do"),
        ("run --target log:x --seed 3", "--seed does not go with a saved report: it says itself what was measured"),
        (
            "run --target log:x --state user",
            "--state does not go with a saved report: it says itself what was measured",
        ),
        ("run --target log:x --boot bios", "--boot does not go with a saved report: it says itself what was measured"),
        (
            "list events branch-mises:PMC4",
            "no event `branch-mises:PMC4`: no event has this name; did you mean branch-misses?",
        ),
        (
            "list events mispredicted-branches:PMC6",
            "no event `mispredicted-branches:PMC6`: PMC6 cannot count this event; it can be counted on PMC4",
        ),
        ("list events r406", "no event `r406`: no source lists PMC4 code 6"),
        (
            "list kernels -xab",
            "invalid value 'ab' for '--separator <CHAR>': give one ASCII character that is no quote, line end, letter, digit, `.` or `-`, for instance -x,",
        ),
    ] {
        assert_eq!(refused(line), (2, format!("g4pmu: error: {message}")), "{line}");
    }
}

#[test]
fn unknown_names_list_the_accepted_ones_and_the_nearest() {
    for (line, accepted, nearest) in [
        ("run --suite quik", "[possible values: quick, default, dispatch, ", "'quick'"),
        ("list suites quack", "there is no suite `quack`; there are quick, default, ", "did you mean quick?"),
        ("run branch/chian", "branch/chain,", "'branch/chain'"),
        ("run --boot loadr", "[possible values: loader, kernel, bios, pegasos2]", "'loader'"),
        ("run --cpu 745", "[possible values: 7441, 7445, 7447, 7447a, 7448, 7450, 7451, 7455, 7457]", "7457"),
        ("run --translation pages", "[possible values: bat, page, real]", "'page'"),
        ("run --state superviser", "[possible values: supervisor, user]", "'supervisor'"),
        ("run --preset fast", "[possible values: quick, default, article]", ""),
        ("list kernels branch/chian", "there are calibrate/empty, ", "did you mean branch/chain?"),
        ("list event", "[possible values: kernels, events, metrics, suites, targets, machines]", "'events'"),
        ("run --suit quick", "", "'--suite'"),
        ("parze x", "", "'parse'"),
    ] {
        let done = Place::new().g4pmu(line);
        assert_eq!(done.code, 2, "{line}");
        assert!(done.err.starts_with("g4pmu: error: "), "{line}: {}", done.err);
        assert!(done.err.contains(accepted) && done.err.contains(nearest), "{line}: {}", done.err);
    }
}

#[test]
fn too_many_iterations_name_the_limit() {
    let (code, message) = refused("run calibrate/loads -n 4294967295");
    assert_eq!(code, 2);
    assert!(message.starts_with("g4pmu: error: --iterations 4294967295 is too many for calibrate/loads"), "{message}");
    assert!(message.contains("legal are 1 to "), "{message}");
}

#[test]
fn outside_the_project_the_image_must_be_named() {
    let (code, message) = refused("run");
    assert_eq!(code, 7);
    assert!(message.ends_with("change into the project's folder, or name the image with --image DIR"), "{message}");
}

#[test]
fn help_documents_every_exit_status() {
    let done = Place::new().g4pmu("--help");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    for exit in g4pmu::exit::Exit::ALL {
        assert!(done.out.contains(&format!("  {:<2}  {}\n", exit.code(), exit.meaning())), "{exit:?}");
    }
}

#[test]
fn every_subcommand_has_examples_in_its_help() {
    for name in ["run", "parse", "list"] {
        let done = Place::new().g4pmu(&format!("{name} --help"));
        assert!(done.code == 0 && done.out.contains("\nExamples:\n  g4pmu "), "{name}");
    }
}

#[test]
fn completions_know_kernels_and_suites() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let done = Place::new().g4pmu(&format!("completions {shell}"));
        assert_eq!((done.code, done.err.as_str()), (0, ""), "{shell}");
        assert!(done.out.contains("g4pmu"), "{shell}");
    }
    let bash = Place::new().g4pmu("completions bash").out;
    assert!(bash.contains("branch/chain") && bash.contains("dispatch"), "{bash}");
}

#[test]
fn every_subcommand_has_a_manual_page() {
    let help = Place::new().g4pmu("--help").out;
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    let names: Vec<&str> = commands.filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    let names: Vec<&str> = names.into_iter().filter(|name| !name.is_empty() && *name != "help").collect();
    assert!(names.contains(&"stat") && names.contains(&"man"), "{help}");
    for name in names {
        let page = Place::new().g4pmu(&format!("man {name}"));
        assert_eq!((page.code, page.err.as_str()), (0, ""), "{name}");
        assert!(page.out.contains(&format!(".TH g4pmu-{name} 1")) && page.out.contains(".SH OPTIONS"), "{}", page.out);
    }
    assert!(Place::new().g4pmu("man").out.contains(".TH g4pmu 1"));
    let (code, message) = refused("man stta");
    assert!(code == 2 && message.starts_with("g4pmu: error: there is no command `stta`; there are run, "), "{message}");
}

#[test]
fn a_look_at_the_arguments_starts_and_writes_nothing() {
    let place = Place::new();
    for (line, code) in [
        ("run --check", 0),
        ("run branch/chain nops=3 --check", 0),
        ("run --suite nope --check", 2),
        ("run branch/chain nops=65 --check", 2),
        ("run --check --suite quick --out taken", 2),
        ("run --check --target log:none.log", 0),
    ] {
        place.write("taken/raw.log", "a measurement");
        let done = place.g4pmu(line);
        assert_eq!((done.code, done.out.as_str(), done.err.is_empty()), (code, "", code == 0), "{line}: {}", done.err);
        assert!(!place.has("results") && !place.has("taken/command.txt"), "{line}");
    }
}

#[test]
fn another_program_is_no_emulator() {
    let place = Place::new();
    place.image("image");
    let done = place.g4pmu("run --target stock --suite quick --image image --qemu /bin/true");
    assert_eq!(done.code, 7);
    assert!(!place.has("results"));
    place.fake_qemu("11.1.3", "exit 0");
    let other = place.read("qemu").replace("QEMU emulator version", "otherqemu 12.0, version");
    place.write("qemu", other);
    let done = place.g4pmu("run --target stock --suite quick --image image --qemu ./qemu");
    assert_eq!(done.code, 7);
    assert!(done.err.contains("and not `QEMU emulator version`: it is another program"), "{}", done.err);
}

#[test]
fn an_environment_that_names_nothing_is_as_none() {
    let place = Place::new();
    place.image("image");
    let mut command = place.command(&["run", "--suite", "quick", "--image", "image"]);
    command.env("G4PMU_QEMU", "").env("XDG_CACHE_HOME", "/dev/null").env("PATH", place.path());
    let done = crate::tool::done(command.spawn().expect("the command runs"));
    assert_eq!(done.code, 7);
    assert!(done.err.starts_with("g4pmu: error: no QEMU 11.1.0 or later: run `cargo xtask setup`"), "{}", done.err);
}

#[test]
fn help_that_nobody_can_have_is_an_error_of_files() {
    for line in ["--help", "run --help", "--version"] {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device that is full");
        let words: Vec<&str> = line.split(' ').collect();
        let place = Place::new();
        let child = place.command(&words).stdout(full).spawn().expect("the command runs");
        let done = crate::tool::done(child);
        assert_eq!(done.code, 1, "{line}: {}", done.err);
        assert!(done.err.starts_with("g4pmu: error: cannot write to standard output"), "{}", done.err);
    }
}
