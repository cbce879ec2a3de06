//! The command line.

use crate::image;
use crate::project::{Profile, Project};
use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Task,
}

/// One chore.
#[derive(Subcommand)]
pub enum Task {
    /// Builds the image: ELF, raw kernel and flash image, in target/image
    Image {
        /// Unoptimised, with full debug information (g4pmu-debug.*)
        #[arg(long)]
        debug: bool,
    },
}

impl Task {
    /// Does the chore.
    ///
    /// # Errors
    /// When it fails, with the reason and what to do.
    pub fn execute(self) -> Result<ExitCode> {
        let project = Project::find()?;
        match self {
            Self::Image { debug } => {
                image::build(&project, if debug { Profile::Debug } else { Profile::Release })?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
