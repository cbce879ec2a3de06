//! Processor time of this thread: [`ProcessorTime`].
//!
//! Unlike the clock on the wall it stands still while others use the processor.

use criterion::Throughput;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};

/// Measures in nanoseconds.
pub struct ProcessorTime;

impl ProcessorTime {
    /// Nanoseconds that this thread has run.
    fn now() -> u64 {
        let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells a thread's times");
        let ran = times.split(' ').next().and_then(|field| field.parse().ok());
        ran.expect("the first field is a number of nanoseconds")
    }
}

impl Measurement for ProcessorTime {
    type Intermediate = u64;
    type Value = u64;

    fn start(&self) -> u64 {
        Self::now()
    }

    fn end(&self, start: u64) -> u64 {
        Self::now() - start
    }

    fn add(&self, first: &u64, second: &u64) -> u64 {
        first + second
    }

    fn zero(&self) -> u64 {
        0
    }

    fn to_f64(&self, value: &u64) -> f64 {
        *value as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        &Nanoseconds
    }
}

/// Writes as [`WallTime`] does.
struct Nanoseconds;

impl ValueFormatter for Nanoseconds {
    fn scale_values(&self, typical: f64, values: &mut [f64]) -> &'static str {
        WallTime.formatter().scale_values(typical, values)
    }

    fn scale_throughputs(&self, typical: f64, throughput: &Throughput, values: &mut [f64]) -> &'static str {
        WallTime.formatter().scale_throughputs(typical, throughput, values)
    }

    fn scale_for_machines(&self, values: &mut [f64]) -> &'static str {
        WallTime.formatter().scale_for_machines(values)
    }
}
