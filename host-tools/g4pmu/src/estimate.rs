//! How long a measurement takes.
//!
//! A report states in advance how many instructions it executes, and with each kernel how
//! many a call of it does. Until something has been measured the time follows from a
//! stated rate of the target, afterwards from the rate so far. Reading from the presets
//! how long they took elsewhere was rejected: a request with other numbers has no preset.

use std::time::Duration;

/// Instructions that QEMU under `-icount` executes in a second on one core of a PC, by
/// the default suite: between 60 and 200 million on the machines that were tried.
const ALONE: u64 = 100_000_000;

/// The same with the timing model, which looks at each: between 4.5 and 15 million.
const WITH_MODEL: u64 = 10_000_000;

/// Least time from which a rate is taken.
const LEAST: Duration = Duration::from_secs(1);

/// What executes the instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// A processor, whose speed nobody states.
    Unknown,
    /// QEMU alone.
    Alone,
    /// QEMU with the timing model.
    WithModel,
}

/// How far a measurement is, in instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    total: u64,
    done: u64,
    speed: Speed,
    /// Warm-up iterations of the kernel that runs.
    warmup: u64,
    /// Iterations and instructions of its shorter and its longer call.
    calls: [(u64, u64); 2],
}

impl Speed {
    /// Instructions a second.
    #[must_use]
    pub const fn stated(self) -> Option<u64> {
        match self {
            Self::Unknown => None,
            Self::Alone => Some(ALONE),
            Self::WithModel => Some(WITH_MODEL),
        }
    }
}

impl Estimate {
    /// Nothing of `total` instructions is done.
    #[must_use]
    pub const fn new(total: u64, speed: Speed) -> Self {
        Self { total, done: 0, speed, warmup: 0, calls: [(0, 0); 2] }
    }

    /// A kernel begins, with so many iterations before each trial.
    pub const fn kernel(&mut self, warmup: u64) {
        self.warmup = warmup;
        self.calls = [(0, 0); 2];
    }

    /// A call of it with so many iterations executes so many instructions.
    pub const fn call(&mut self, iterations: u64, instructions: u64) {
        self.calls = [self.calls[1], (iterations, instructions)];
    }

    /// A trial of it with so many iterations is over.
    pub fn trial(&mut self, iterations: u64) {
        self.done = self.done.saturating_add(self.executed(iterations));
        if self.warmup > 0 {
            self.done = self.done.saturating_add(self.executed(self.warmup));
        }
    }

    /// Instructions of a call, on the line through the two that are known.
    fn executed(&self, iterations: u64) -> u64 {
        let [(n, short), (two_n, long)] = self.calls.map(|(n, executed)| (i128::from(n), i128::from(executed)));
        let each = (long - short).checked_div(two_n - n).unwrap_or_default();
        u64::try_from(long + each * (i128::from(iterations) - two_n)).unwrap_or_default()
    }

    /// The time that is left, `elapsed` after the beginning; `None` where no rate is known.
    #[must_use]
    pub fn left(&self, elapsed: Duration) -> Option<Duration> {
        let rate = self.measured(elapsed).or_else(|| self.speed.stated().map(|rate| rate as f64))?;
        Some(Duration::from_secs_f64(self.total.saturating_sub(self.done) as f64 / rate))
    }

    /// Instructions a second so far; `None` as long as that means nothing.
    #[must_use]
    pub fn measured(&self, elapsed: Duration) -> Option<f64> {
        (elapsed >= LEAST && self.done > 0).then(|| self.done as f64 / elapsed.as_secs_f64())
    }
}

/// A number of instructions as a person reads it.
#[must_use]
pub fn instructions(number: u64) -> String {
    match number {
        0..1_000_000 => number.to_string(),
        1_000_000..10_000_000 => format!("{:.1} million", number as f64 / 1e6),
        10_000_000..1_000_000_000 => format!("{:.0} million", number as f64 / 1e6),
        _ => format!("{:.1} billion", number as f64 / 1e9),
    }
}

/// A time as a person reads it.
#[must_use]
pub fn time(time: Duration) -> String {
    match time.as_secs_f64().round() as u64 {
        0 => "less than 1 s".to_owned(),
        seconds @ 1..120 => format!("{seconds} s"),
        seconds => format!("{} min", (seconds + 30) / 60),
    }
}

/// The same of an estimate.
#[must_use]
pub fn about(estimate: Duration) -> String {
    let time = time(estimate);
    if time.starts_with(|letter: char| letter.is_ascii_digit()) { format!("about {time}") } else { time }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Estimate, Speed, instructions, time};

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn before_anything_is_measured_the_targets_stated_rate_counts() {
        let left = |speed| Estimate::new(300_000_000, speed).left(Duration::ZERO);
        assert_eq!(left(Speed::Alone), Some(3 * SECOND));
        assert_eq!(left(Speed::WithModel), Some(30 * SECOND));
        assert_eq!(left(Speed::Unknown), None);
    }

    #[test]
    fn then_the_measured_one_does_warm_up_included() {
        let mut estimate = Estimate::new(1_000, Speed::Alone);
        estimate.kernel(5);
        estimate.call(10, 103);
        estimate.call(20, 203);
        estimate.trial(10);
        estimate.trial(20);
        // 103 + 203 and two warm-ups of 53: 412 in 2 s leave 588.
        assert_eq!(estimate.measured(2 * SECOND), Some(206.0));
        assert_eq!(estimate.left(2 * SECOND), Some(Duration::from_secs_f64(588.0 / 206.0)));
        assert!(estimate.left(SECOND / 2).unwrap() < SECOND / 1000, "half a second tells nothing yet");
        estimate.kernel(0);
        estimate.call(1, 500);
        estimate.call(2, 1_000);
        estimate.trial(2);
        assert_eq!(estimate.left(3 * SECOND), Some(Duration::ZERO), "more than was announced");
    }

    #[test]
    fn a_report_without_closed_forms_breaks_nothing() {
        let mut estimate = Estimate::new(1_000, Speed::Unknown);
        estimate.trial(u64::MAX);
        estimate.call(7, 7);
        estimate.call(7, 9);
        estimate.trial(3);
        assert_eq!(estimate.measured(Duration::ZERO), None);
    }

    #[test]
    fn numbers_are_short() {
        let texts = [999_999, 1_250_000, 299_400_000, 5_967_483_647].map(instructions);
        assert_eq!(texts, ["999999", "1.2 million", "299 million", "6.0 billion"]);
        let texts = [0.4, 1.0, 119.4, 120.0, 3_599.0].map(|seconds| time(Duration::from_secs_f64(seconds)));
        assert_eq!(texts, ["less than 1 s", "1 s", "119 s", "2 min", "60 min"]);
    }
}
