//! What set-up says while it works, on standard error.

use super::apt::Amount;
use std::io::{IsTerminal, Write};
use std::time::Instant;
use toolbox::talk::say;

/// What to do when something cannot be fetched.
pub const FETCH_ADVICE: &str = "Nothing was changed. Check the network and the mirror in the machine's apt sources (or \
     name one: `cargo xtask setup --mirror URL --security-mirror URL`), then run the same command again.";

/// What an interruption left, and how to go on.
pub const INTERRUPTED: &str = "set-up was interrupted: what is not finished was taken back; run the same command again to \
     go on";

/// What to do about QEMU where it cannot be unpacked.
pub const QEMU_ADVICE: &str = "QEMU 11.1 or later is needed: install one that has qemu-system-ppc and put it in the \
     search path, or set G4PMU_QEMU to its path";

/// What to do about the disassembler where it cannot be unpacked.
pub const OBJDUMP_ADVICE: &str = "the tests need an objdump that knows PowerPC: install GNU binutils for powerpc \
     (powerpc-linux-gnu-objdump or powerpc-elf-objdump) or for all targets (gobjdump) and put it in the search path";

/// What to do about the compiler where it cannot be unpacked.
#[must_use]
pub fn compiler_advice() -> String {
    format!(
        "the image needs a Rust toolchain with the library source, of release {}: \
         `rustup toolchain install VERSION --component rust-src --component clippy`, then `cargo +VERSION xtask setup`",
        super::compiler::accepted_releases()
    )
}

/// Says what begins now.
pub fn step(what: &str) {
    say(&format!("set-up: {what}"));
}

/// A line of progress while packages come in.
pub struct Fetching {
    name: String,
    total: Amount,
    started: Instant,
}

/// However it ends, what is said next starts on a clean line.
impl Drop for Fetching {
    fn drop(&mut self) {
        let mut stderr = std::io::stderr();
        if stderr.is_terminal() {
            let _ = write!(stderr, "\r\x1b[K");
        }
    }
}

impl Fetching {
    /// Says what is to be fetched.
    #[must_use]
    pub fn start(name: &str, total: Amount) -> Self {
        step(&format!("{name}: fetching {} packages, {}", total.packages, megabytes(total.bytes)));
        Self { name: name.to_owned(), total, started: Instant::now() }
    }

    /// Says how much is there, where a person is watching.
    pub fn there(&mut self, bytes: u64) {
        let mut stderr = std::io::stderr();
        if stderr.is_terminal() {
            // Progress that cannot be shown is no reason to stop.
            let _ = write!(stderr, "\rset-up: {}: {} of {} ", self.name, megabytes(bytes), megabytes(self.total.bytes));
            let _ = stderr.flush();
        }
    }

    /// Says how long it took.
    pub fn done(self) {
        let told = format!("{}: fetched in {:.0} s", self.name, self.started.elapsed().as_secs_f64());
        drop(self);
        step(&told);
    }
}

fn megabytes(bytes: u64) -> String {
    format!("{:.0} MB", bytes as f64 / 1e6)
}
