//! `cargo xtask generate`: writes the code that is made from data.

use crate::events;
use crate::project::Project;
use anyhow::{Context, Result};
use std::fs;
use toolbox::talk::say;

/// The event table.
const TABLE: &str = "host-tools/mpc7450/data/events.csv";
/// What is made of it.
const CODE: &str = "host-tools/mpc7450/src/events/generated.rs";

/// Writes the event catalogue from the event table.
///
/// # Errors
/// When the table breaks a rule of its own or a file cannot be read or written.
pub fn run(project: &Project) -> Result<()> {
    let table = project.root().join(TABLE);
    let text = fs::read_to_string(&table).with_context(|| format!("reading {}", table.display()))?;
    let code = events::generate(&text).with_context(|| TABLE.to_owned())?;
    let path = project.root().join(CODE);
    fs::write(&path, code).with_context(|| format!("writing {}", path.display()))?;
    say(&format!("wrote {CODE}"));
    Ok(())
}
