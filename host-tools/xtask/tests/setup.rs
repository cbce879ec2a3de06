//! `cargo xtask setup` from end to end, on a machine made of scripts: a search
//! path with a package tool, a package unpacker and compilers that only pretend.
//! QEMU is what is missing. Nothing outside a temporary folder is touched.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Fetches one package at once.
const APT_GET: &str = r#"
while [ "$1" != -c ]; do shift; done
folder=${2%/apt.conf}
case "$*" in
*--print-uris*) echo "'file:/none' qemu_11.deb 1000000 SHA256:00" ;;
*--download-only*) echo package > "$folder/cache/archives/qemu_11.deb" ;;
esac"#;

/// Has no network.
const APT_GET_OFFLINE: &str = "echo 'E: Failed to fetch the list' >&2; exit 100";

/// Does not end for a minute, and says that it has begun.
const APT_GET_HANGING: &str = "echo > \"$MARK\"; /bin/sleep 60";

/// Unpacks a QEMU, and a loader that runs what it is told to.
const DPKG_DEB: &str = r#"
for place in x86_64-linux-gnu/ld-linux-x86-64.so.2 aarch64-linux-gnu/ld-linux-aarch64.so.1; do
  /bin/mkdir -p "$3/usr/lib/${place%/*}" "$3/usr/bin"
  echo '#!/bin/sh
shift 2; exec "$@"' > "$3/usr/lib/$place"
  /bin/chmod +x "$3/usr/lib/$place"
done
echo '#!/bin/sh
echo QEMU emulator version 11.1.3' > "$3/usr/bin/qemu-system-ppc"
/bin/chmod +x "$3/usr/bin/qemu-system-ppc""#;

/// A machine with everything but QEMU.
struct Machine {
    folder: TempDir,
}

impl Machine {
    fn new(apt_get: &str) -> Self {
        let machine = Self { folder: tempfile::tempdir().unwrap() };
        let sysroot = machine.path("sysroot");
        let library = sysroot.join("lib/rustlib/src/rust/library/core/src");
        fs::create_dir_all(&library).unwrap();
        fs::write(library.join("lib.rs"), "").unwrap();
        fs::create_dir(machine.path("bin")).unwrap();
        let rustc = format!(
            "case \"$*\" in *sysroot) echo '{}';; -vV) echo 'host: here';; *) echo 'rustc 1.96.0';; esac",
            sysroot.display()
        );
        for (name, script) in [
            ("apt-get", apt_get),
            ("dpkg", "echo amd64"),
            ("dpkg-deb", DPKG_DEB),
            ("dirname", "exec /usr/bin/dirname \"$@\""),
            ("rustc", &rustc),
            ("clippy-driver", "echo clippy 0.1.96"),
            ("cargo-clippy", ""),
            ("cargo-fmt", ""),
            ("ld.lld", "echo LLD 22.1.8"),
            ("powerpc-linux-gnu-objdump", "echo GNU objdump 2.40"),
        ] {
            machine.script(name, script);
        }
        machine
    }

    fn path(&self, below: &str) -> PathBuf {
        self.folder.path().join(below)
    }

    fn script(&self, name: &str, script: &str) {
        let path = self.path("bin").join(name);
        fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn setup(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(["setup", "--mirror", "file:/none", "--security-mirror", "file:/none"]).env_clear();
        command.env("PATH", self.path("bin")).env("XDG_CACHE_HOME", self.path("cache")).env("MARK", self.path("mark"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What is in the cache folder, by name.
    fn cached(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("cache/g4pmu")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

fn contents(folder: &Path) -> Vec<(PathBuf, std::time::SystemTime)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let entry = entry.unwrap();
        found.push((entry.path(), entry.metadata().unwrap().modified().unwrap()));
        if entry.file_type().unwrap().is_dir() {
            found.extend(contents(&entry.path()));
        }
    }
    found.sort();
    found
}

#[test]
fn what_is_missing_is_unpacked_once_and_told() {
    let machine = Machine::new(APT_GET);
    let first = machine.setup().output().unwrap();
    assert!(first.status.success(), "{}", said(&first));
    assert!(said(&first).contains("fetching 1 packages, 1 MB"), "{}", said(&first));
    assert!(said(&first).contains("11.1.3") && said(&first).contains("unpacked privately"), "{}", said(&first));
    assert_eq!(machine.cached(), ["lock", "qemu", "tools.json"]);

    let before = contents(&machine.path("cache"));
    machine.script("apt-get", APT_GET_OFFLINE);
    let second = machine.setup().output().unwrap();
    assert!(second.status.success(), "{}", said(&second));
    assert!(!said(&second).contains("fetching"), "{}", said(&second));
    assert_eq!(contents(&machine.path("cache")), before, "a second set-up changes nothing");
}

#[test]
fn without_a_network_it_says_what_failed_and_what_to_do_and_leaves_nothing() {
    let machine = Machine::new(APT_GET_OFFLINE);
    let output = machine.setup().output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    for part in ["E: Failed to fetch the list", "Check the network", "Nothing was changed", "G4PMU_QEMU"] {
        assert!(said(&output).contains(part), "{part:?} is missing in {}", said(&output));
    }
    assert_eq!(machine.cached(), ["lock"]);
}

#[test]
fn interrupted_it_ends_what_it_started_and_leaves_nothing() {
    let machine = Machine::new(APT_GET_HANGING);
    let child = machine.setup().spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while !machine.path("mark").exists() {
        assert!(Instant::now() < deadline, "apt-get was never started");
        sleep(Duration::from_millis(10));
    }
    // The shell's own: there need not be a program of this name.
    let kill = Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status().unwrap();
    assert!(kill.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{}", said(&output));
    assert!(said(&output).contains("run the same command again to go on"), "{}", said(&output));
    assert_eq!(said(&output).matches("interrupted by signal").count(), 1, "{}", said(&output));
    assert!(!said(&output).contains("Or do without"), "{}", said(&output));
    assert_eq!(machine.cached(), ["lock"]);
}

#[test]
fn leftovers_of_a_killed_set_up_go_with_the_next_one() {
    let machine = Machine::new(APT_GET);
    fs::create_dir_all(machine.path("cache/g4pmu/partial-dead/set")).unwrap();
    assert!(machine.setup().output().unwrap().status.success());
    assert_eq!(machine.cached(), ["lock", "qemu", "tools.json"]);
}

#[test]
fn two_at_once_work_one_after_the_other() {
    let slow = format!("/bin/sleep 0.3; echo >> \"$MARK\"; {APT_GET}");
    let machine = Machine::new(&slow);
    let both = [machine.setup().spawn().unwrap(), machine.setup().spawn().unwrap()];
    for child in both {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{}", said(&output));
    }
    assert_eq!(machine.cached(), ["lock", "qemu", "tools.json"]);
    let calls = fs::read_to_string(machine.path("mark")).unwrap().lines().count();
    assert_eq!(calls, 3, "lists, listing and download once, by one of the two");
}

/// A cargo that says where it built `g4pmu`, which is a script.
fn with_command(script: &str) -> Machine {
    let machine = Machine::new(APT_GET_OFFLINE);
    machine.script("g4pmu", script);
    let program = machine.path("bin/g4pmu").display().to_string();
    machine.script("cargo", &format!("echo '{{\"executable\":\"{program}\"}}'"));
    machine
}

/// `cargo xtask run` on this machine.
fn run(machine: &Machine, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.arg("run").args(arguments).env_clear().env("PATH", machine.path("bin"));
    command.env("CARGO", machine.path("bin/cargo")).env("XDG_CACHE_HOME", machine.path("cache"));
    command.stdin(Stdio::null()).output().unwrap()
}

#[test]
fn a_run_that_g4pmu_refuses_costs_no_set_up() {
    let machine = with_command("echo \"$*\" >&2; exit 2");
    let output = run(&machine, &["--suite", "nope"]);
    assert_eq!((output.status.code(), said(&output).as_str()), (Some(2), "run --suite nope --check\n"));
    assert!(!machine.path("cache").exists(), "nothing was set up");

    let machine = with_command("echo the help");
    let output = run(&machine, &["--suite", "quick", "--help"]);
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"the help\n"[..]), "{}", said(&output));
    assert!(!machine.path("cache").exists(), "nothing was set up");
}

#[test]
fn an_address_that_is_none_is_refused_before_anything_is_done() {
    let machine = Machine::new(APT_GET);
    let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
    command.args(["setup", "--mirror", "foo"]).env_clear().env("PATH", machine.path("bin"));
    let output = command.env("XDG_CACHE_HOME", machine.path("cache")).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(said(&output).contains("give an address that begins with https://"), "{}", said(&output));
    assert!(!machine.path("cache").exists(), "{}", said(&output));
}

#[test]
fn a_cache_folder_that_cannot_be_is_named_with_what_places_it() {
    let machine = Machine::new(APT_GET);
    let mut command = machine.setup();
    let output = command.env("XDG_CACHE_HOME", "/dev/null").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).contains("/dev/null/g4pmu (XDG_CACHE_HOME or HOME can name another place)"),
        "{}",
        said(&output)
    );
}

#[test]
fn an_empty_variable_names_no_emulator() {
    let machine = Machine::new(APT_GET);
    let output = machine.setup().env("G4PMU_QEMU", "").output().unwrap();
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("unpacked privately"), "{}", said(&output));
}

#[test]
fn a_full_standard_error_changes_no_status() {
    let Ok(full) = fs::File::options().write(true).open("/dev/full") else { return };
    let machine = Machine::new(APT_GET);
    let status = machine.setup().stderr(full).status().unwrap();
    assert_eq!(status.code(), Some(0));
}

#[test]
fn a_compiler_of_another_release_is_refused_with_what_to_install() {
    let machine = Machine::new(APT_GET);
    machine.script("rustc", "echo 'rustc 1.63.0'");
    let output = machine.setup().output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    for part in ["its version 1.63.0 is none of", "--component rust-src"] {
        assert!(said(&output).contains(part), "{part:?} is missing in {}", said(&output));
    }
}

#[test]
fn a_toolchain_without_a_component_says_which() {
    let machine = Machine::new(APT_GET);
    fs::remove_file(machine.path("bin/cargo-fmt")).unwrap();
    let output = machine.setup().output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("cannot check format and lints: it lacks rustfmt"), "{}", said(&output));
}
