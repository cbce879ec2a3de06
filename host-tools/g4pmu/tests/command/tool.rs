//! Runs the command as a user does.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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
        let done = Command::new(env!("CARGO_BIN_EXE_g4pmu"))
            .args(words)
            .current_dir(self.path())
            .env_remove("G4PMU_QEMU")
            .env_remove("CARGO_TARGET_DIR")
            .env("COLUMNS", "100")
            .stdin(Stdio::null())
            .output()
            .expect("the command runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command writes UTF-8");
        Done { code: done.status.code().expect("a status"), out: text(done.stdout), err: text(done.stderr) }
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
