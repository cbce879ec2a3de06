//! How kernels are sampled, wherever a command measures.

use clap::Args;

/// Arguments about the sampled call behind a kernel's trials.
#[derive(Debug, Args)]
#[command(next_help_heading = "Sampling")]
pub struct SamplingArguments {
    /// Sample each kernel: pmc1 to pmc6, timebase or decrementer, and events or ticks between samples
    #[arg(long, value_name = "SOURCE:PERIOD")]
    pub sample: Option<String>,
    /// Largest deviation of a single period [default: a sixteenth]
    #[arg(long, value_name = "N", requires = "sample")]
    pub jitter: Option<u32>,
    /// Record return addresses with each sample
    #[arg(short = 'g', long, requires = "sample")]
    pub call_chain: bool,
    /// Let samples come faster than they can be taken
    #[arg(long, requires = "sample")]
    pub no_storm_guard: bool,
}
