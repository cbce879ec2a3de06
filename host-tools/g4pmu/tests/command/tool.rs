//! Runs the command as a user does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// What a run of the command left.
#[derive(Debug, PartialEq, Eq)]
pub struct Done {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// A folder to work in.
pub struct Place(TempDir);

impl Place {
    pub fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// Writes a file into the folder.
    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let file = self.path().join(name);
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder).expect("a folder");
        }
        fs::write(&file, bytes).expect("a file");
        file
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    pub fn read_or_nothing(&self, name: &str) -> String {
        fs::read_to_string(self.path().join(name)).unwrap_or_default()
    }

    pub fn has(&self, name: &str) -> bool {
        self.path().join(name).exists()
    }

    /// Runs `g4pmu` with the words of a line that a shell would split at blanks.
    pub fn g4pmu(&self, line: &str) -> Done {
        self.words(&line.split_whitespace().collect::<Vec<_>>())
    }

    /// Runs `g4pmu` with these arguments, in this folder, with nothing of the
    /// caller's environment that it reads.
    pub fn words(&self, words: &[&str]) -> Done {
        done(self.command(words).spawn().expect("the command runs"))
    }

    /// Starts `g4pmu` and does not wait for it.
    pub fn start(&self, line: &str) -> Child {
        self.command(&line.split_whitespace().collect::<Vec<_>>()).spawn().expect("the command runs")
    }

    /// Runs `g4pmu` with this on its standard input.
    pub fn fed(&self, line: &str, input: impl Into<Stdio>) -> Done {
        let mut command = self.command(&line.split_whitespace().collect::<Vec<_>>());
        done(command.stdin(input).spawn().expect("the command runs"))
    }

    /// The command line, not run yet.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_g4pmu"));
        command.args(words).current_dir(self.path()).env("COLUMNS", "100");
        command.env_remove("G4PMU_QEMU").env_remove("CARGO_TARGET_DIR");
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Files that can be the image, as `cargo xtask image` names them.
    pub fn image(&self, folder: &str) {
        let mut elf = b"\x7fELF\x01\x02\x01".to_vec();
        elf.resize(16, 0);
        elf.extend([0, 2, 0, 20, 0, 0, 0, 1, 1, 0, 0, 0]);
        elf.resize(52, 0);
        let raw = [0x48, 0, 0, 4, 0x60, 0, 0, 0];
        let mut flash = vec![0xff; 1 << 20];
        flash[0x100..0x104].copy_from_slice(&[0x3c, 0x60, 0xff, 0xf0]);
        flash[0x8000..0x8008].copy_from_slice(&raw);
        for (extension, bytes) in [("elf", elf), ("bin", raw.to_vec()), ("rom", flash)] {
            self.write(&format!("{folder}/g4pmu.{extension}"), bytes);
        }
    }

    /// A stand-in for QEMU: tells a version, else does what the script says.
    pub fn fake_qemu(&self, version: &str, script: &str) {
        let text = format!(
            "#!/bin/sh\nif [ \"$1\" = --version ]; then echo QEMU emulator version {version}; exit 0; fi\n{script}\n"
        );
        let file = self.write("qemu", text);
        let mut rights = fs::metadata(&file).expect("there").permissions();
        std::os::unix::fs::PermissionsExt::set_mode(&mut rights, 0o755);
        fs::set_permissions(&file, rights).expect("rights");
    }
}

/// Waits for the end of a command.
pub fn done(child: Child) -> Done {
    let output = child.wait_with_output().expect("the command ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command writes UTF-8");
    Done { code: output.status.code().expect("a status"), out: text(output.stdout), err: text(output.stderr) }
}

/// Sends a signal; gives whether there was a process to send it to.
pub fn signal(name: &str, process: u32) -> bool {
    let status = Command::new("sh").args(["-c", &format!("kill {name} {process}")]).stderr(Stdio::null()).status();
    status.expect("kill runs").success()
}
