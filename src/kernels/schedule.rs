//! How often a kernel runs.

use super::preset::Preset;

/// Most instructions that one call may execute.
///
/// The watchdog is the decrementer, which holds 31 bits of time base ticks. In QEMU
/// under `-icount shift=7` an instruction takes 128 ns and the time base ticks every
/// 40 ns: 2^31 ticks are 671 million instructions. On hardware they are a minute or
/// more.
pub const MOST_EXECUTED: u64 = 600_000_000;

/// Most iterations that r3 can carry and that a kernel may add 1 to.
pub const MOST_ITERATIONS: u64 = u32::MAX as u64 - 1;

/// Instructions that a trial at n may execute in a preset, so that a suite of long
/// parameters stays as short as its name promises: three trials at n and as many at 2n
/// of a hundred kernels are 900 times the budget, and the suites may execute 300
/// million (quick) and 6 billion (default).
#[must_use]
pub const fn budget(preset: Preset) -> u64 {
    match preset {
        Preset::Quick => 250_000,
        Preset::Default => 5_000_000,
        Preset::Article => MOST_EXECUTED / 2,
    }
}

/// How often a kernel runs: trials at n and as many at 2n, after a warm-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// Iterations before each trial, not measured; one call.
    pub warmup: u64,
    /// Iterations of the shorter trials.
    pub n: u64,
    /// Trials at n, and as many at 2n.
    pub trials: u32,
}
