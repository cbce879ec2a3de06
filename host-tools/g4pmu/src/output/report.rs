//! Where samples fell: as `perf report --stdio` lays it out, as separated fields, as JSON.

use std::io::{self, Write};

use serde_json::{Value, json};

use crate::results::SampledCall;
use crate::sampled::share::hundredths;
use crate::sampled::skid::Skid;
use crate::sampled::{Place, Profile};

/// Fields of a row, the header with `-x`.
const FIELDS: [&str; 10] =
    ["kernel", "parameters", "event", "samples", "percent", "low", "high", "object", "symbol", "address"];

/// Writes a profile for people.
///
/// # Errors
///
/// The writer's own.
pub fn write(profile: &Profile<'_>, out: &mut impl Write) -> io::Result<()> {
    write_head(profile, out)?;
    writeln!(out, "#\n# Overhead  95 % interval       Samples  Object       Symbol")?;
    writeln!(out, "# ........  .................  .........  ...........  {:.<30}\n#", "")?;
    for row in &profile.places {
        let share = row.share;
        let interval = format!("{:.2} to {:.2}%", share.low, share.high);
        let (percent, place) = (format!("{:.2}%", share.percent), &row.place);
        let (object, symbol) = (place.object(), place.symbol());
        writeln!(out, "{percent:>10}  {interval:17}  {:>9}  {object:11}  {symbol}", share.samples)?;
    }
    writeln!(out)
}

/// Writes what stands above places or instructions: what was sampled, what was lost, how
/// far it is off.
///
/// # Errors
///
/// The writer's own.
pub fn write_head(profile: &Profile<'_>, out: &mut impl Write) -> io::Result<()> {
    let call = profile.call;
    let event = call.event.as_deref().unwrap_or("unknown");
    writeln!(out, "# {}", profile.typed())?;
    writeln!(out, "#\n# Total Lost Samples: {}\n#", lost(call))?;
    writeln!(out, "# Samples: {}  of event '{event}'{}", call.samples.len(), every(call))?;
    writeln!(out, "# Event count (approx.): {}", profile.events())?;
    if call.samples.is_empty() {
        let reason = call.reason.as_deref().unwrap_or("the report ends before they were told");
        return writeln!(out, "# There are no samples: {reason}");
    }
    match &profile.skid {
        Some(skid) => writeln!(out, "# Place: SIAR. Skid to SRR0: {}", told(skid, event))?,
        None => writeln!(out, "# Place: SRR0, what would have run next: this source latches no SIAR")?,
    }
    for warning in warnings(profile) {
        writeln!(out, "# Warning: {warning}")?;
    }
    Ok(())
}

/// What makes shares doubtful, a line each.
#[must_use]
pub fn warnings(profile: &Profile<'_>) -> Vec<String> {
    let call = profile.call;
    let mut warnings = Vec::new();
    if let Some(lockstep) = profile.lockstep {
        warnings.push(format!(
            "in lockstep: an iteration counts {} events and the period {} meets {} of them only; \
             leave out --jitter 0 or take a prime period",
            lockstep.iteration,
            call.period.unwrap_or_default(),
            lockstep.places
        ));
    }
    if let Some(lost @ 1..) = call.lost {
        let share = 100.0 * f64::from(lost) / (f64::from(lost) + call.samples.len() as f64);
        warnings.push(format!("{share:.1} % of the samples were lost: shares are of those that were kept"));
    }
    if let Some(storms @ 1..) = call.storms {
        warnings.push(format!("the period was doubled {storms} times: shorter than a sample takes"));
    }
    warnings
}

/// Writes a header and a row a place.
///
/// # Errors
///
/// The writer's own.
pub fn write_separated(profiles: &[Profile<'_>], separator: u8, out: impl Write) -> io::Result<()> {
    let mut csv = csv::WriterBuilder::new().delimiter(separator).from_writer(out);
    csv.write_record(FIELDS)?;
    for profile in profiles {
        for row in &profile.places {
            let (share, event) = (row.share, profile.call.event.as_deref().unwrap_or_default());
            let (symbol, address) = match &row.place {
                Place::Kernel { symbol, address, .. } => (symbol, address.to_string()),
                Place::Image { symbol } => (symbol, String::new()),
                Place::Unknown { reason } => (reason, String::new()),
            };
            let samples = share.samples.to_string();
            let [percent, low, high] = [share.percent, share.low, share.high].map(|value| format!("{value:.2}"));
            let (kernel, parameters) = (&profile.kernel.kernel, &profile.kernel.parameters);
            let object = row.place.object();
            csv.write_record([kernel, parameters, event, &samples, &percent, &low, &high, object, symbol, &address])?;
        }
    }
    csv.flush()
}

/// Writes a line a stack, with its samples: what flame graphs are drawn from.
///
/// # Errors
///
/// The writer's own.
pub fn write_folded(profiles: &[Profile<'_>], mut out: impl Write) -> io::Result<()> {
    let mut stacks = profiles.iter().flat_map(|profile| &profile.stacks);
    stacks.try_for_each(|(stack, samples)| writeln!(out, "{stack} {samples}"))
}

/// All profiles as one document.
#[must_use]
pub fn json(profiles: &[Profile<'_>]) -> Value {
    let one = |profile: &Profile<'_>| {
        let call = profile.call;
        json!({
            "kernel": profile.kernel.kernel,
            "parameters": profile.kernel.parameters,
            "n": call.n,
            "source": call.source,
            "event": call.event,
            "period": call.period,
            "jitter": call.jitter,
            "samples": call.samples.len(),
            "lost": call.lost,
            "storms": call.storms,
            "reason": call.reason.as_deref().filter(|reason| *reason != "-"),
            "events": profile.events(),
            "skid": profile.skid,
            "lockstep": profile.lockstep,
            "places": profile.places,
        })
    };
    profiles.iter().map(one).collect()
}

/// The number of lost samples, where the report got so far.
fn lost(call: &SampledCall) -> String {
    call.lost.map_or_else(|| "unknown".to_owned(), |lost| lost.to_string())
}

/// `, one every 1009 +- 63`.
fn every(call: &SampledCall) -> String {
    match (call.period, call.jitter) {
        (Some(period), Some(jitter @ 1..)) => format!(", one every {period} +- {jitter}"),
        (Some(period), _) => format!(", one every {period}"),
        _ => String::new(),
    }
}

/// Skid in a line, shares adding up to 100.
fn told(skid: &Skid, event: &str) -> String {
    let counts = [skid.next, skid.within, skid.beyond, skid.unknown];
    let shares = hundredths(&counts);
    let most = skid.most;
    let names = [
        "to the next instruction".to_owned(),
        format!("over at most {most} in the block"),
        "beyond a branch".to_owned(),
        "unknown".to_owned(),
    ];
    let parts = counts.iter().zip(shares).zip(names).filter(|((count, _), _)| **count > 0);
    let parts: Vec<String> =
        parts.map(|((_, share), name)| format!("{:.2} % {name}", f64::from(share) / 100.0)).collect();
    let late = skid.late.map_or_else(String::new, |[least, median, most]| {
        format!("; the handler looked {least} to {most} {event} after the condition, {median} in the median")
    });
    format!("{}{late}", parts.join(", "))
}
