//! The verdict on a profile, below its kernel.

use std::io::{self, Write};

use super::{word, wrapped};
use crate::results::profile::Profile;

pub(super) fn write(profile: &Profile, indent: usize, out: &mut impl Write) -> io::Result<()> {
    let Some(float) = profile.float_share() else { return Ok(()) };
    let mispredicted = match (profile.misprediction_rate(), profile.mispredicted) {
        (Some(rate), Some((_, source))) => format!("{} of the branches mispredicted ({})", percent(rate), word(source)),
        _ => "mispredictions not counted".to_owned(),
    };
    let shares = format!("{} floating-point by the closed form, {mispredicted}", percent(float));
    for line in wrapped(indent, &format!("{shares}: {}", profile.judgement())) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn percent(per_mille: u64) -> String {
    format!("{}.{} %", per_mille / 10, per_mille % 10)
}
