//! `g4pmu completions`.

use clap::Args;

/// Arguments of `g4pmu completions`.
#[derive(Debug, Args)]
pub struct CompletionArguments {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}
