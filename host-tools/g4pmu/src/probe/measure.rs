//! A figure's way as requests and numbers: [`measure`].

use super::How;
use super::knee::{self, Reading};
use super::reading::{Counted, Point, quotient, sum};
use super::verdict::Measured;
use crate::results::Results;

/// What every request of a session has in common.
#[derive(Clone, Debug)]
pub struct Manner {
    /// Words behind the kernel's parameters.
    pub words: String,
    /// Trials at n and as many at 2n, where the preset's are not wanted.
    pub trials: Option<u32>,
}

/// Why there is no number.
#[derive(Debug)]
enum Stop<E> {
    /// Asking failed.
    Failed(E),
    /// The answer has none.
    Missing(String),
}

impl<E> From<String> for Stop<E> {
    fn from(why: String) -> Self {
        Self::Missing(why)
    }
}

impl How {
    /// Its points; of a knee the two ends.
    ///
    /// # Errors
    ///
    /// One cannot be asked for; in words.
    pub fn points(&self, manner: &Manner) -> Result<Vec<Point>, String> {
        let point = |run: &str, more: &str, events: &[&str]| {
            Point::of(run, &format!("{more} {}", manner.words), events, manner.trials)
        };
        match self {
            Self::Knee { run, sweep, between: (from, to), event, .. } => {
                [from, to].into_iter().map(|size| point(run, &format!("{sweep}={size}"), &[event])).collect()
            }
            Self::Sum { run, terms } => {
                Ok(vec![point(run, "", &terms.iter().map(|(event, _)| *event).collect::<Vec<_>>())?])
            }
            Self::Ratio { run, event, by } => Ok(vec![point(run, "", &[event, by])?]),
            Self::Excess { run, over, event, by } => {
                let events: Vec<&str> = [*event].into_iter().chain(*by).collect();
                [run, over].into_iter().map(|run| point(run, "", &events)).collect()
            }
        }
    }

    /// Whether the figure is made of this event.
    #[must_use]
    pub fn counts(&self, id: &str) -> bool {
        match self {
            Self::Knee { event, .. } => *event == id,
            Self::Sum { terms, .. } => terms.iter().any(|(event, _)| *event == id),
            Self::Ratio { event, by, .. } => [*event, *by].contains(&id),
            Self::Excess { event, by, .. } => *event == id || *by == Some(id),
        }
    }
}

/// Measures a figure; what keeps it from having a value is told in it.
///
/// # Errors
///
/// What `ask` fails with.
pub fn measure<E>(
    how: &How,
    manner: &Manner,
    mut ask: impl FnMut(&Point) -> Result<Results, E>,
) -> Result<Measured, E> {
    let mut counted = |point: &Point| match ask(point) {
        Ok(report) => Counted::of(&report).map_err(Stop::Missing),
        Err(error) => Err(Stop::Failed(error)),
    };
    let mut by = how.to_string();
    let value = match how {
        How::Knee { .. } => rise(how, manner, &mut counted, &mut by),
        _ => level(how, manner, &mut counted),
    };
    match value {
        Ok(value) => Ok(Measured { value: Ok(value), by }),
        Err(Stop::Missing(why)) => Ok(Measured { value: Err(why), by }),
        Err(Stop::Failed(error)) => Err(error),
    }
}

/// A number of one point, or of two.
fn level<E>(
    how: &How,
    manner: &Manner,
    counted: &mut impl FnMut(&Point) -> Result<Counted, Stop<E>>,
) -> Result<Reading, Stop<E>> {
    let answers = how.points(manner)?.iter().map(&mut *counted).collect::<Result<Vec<_>, _>>()?;
    let more = |event: &str| -> Result<Reading, String> {
        Ok(sum(&[(answers[0].an_operation(event)?, 1.0), (answers[1].an_operation(event)?, -1.0)]))
    };
    match how {
        How::Sum { terms, .. } => {
            let read = |(event, weight): &(&str, f64)| Ok((answers[0].an_operation(event)?, *weight));
            Ok(sum(&terms.iter().map(read).collect::<Result<Vec<_>, String>>()?))
        }
        How::Ratio { event, by, .. } => {
            let found = quotient(answers[0].an_operation(event)?, answers[0].an_operation(by)?);
            found.ok_or_else(|| Stop::Missing(format!("no {by} was counted")))
        }
        How::Excess { event, by: Some(by), .. } => {
            quotient(more(event)?, more(by)?).ok_or_else(|| Stop::Missing(format!("no more {by} were counted")))
        }
        How::Excess { event, .. } => Ok(more(event)?),
        How::Knee { .. } => unreachable!("a knee has more points"),
    }
}

/// The place of a knee.
fn rise<E>(
    how: &How,
    manner: &Manner,
    counted: &mut impl FnMut(&Point) -> Result<Counted, Stop<E>>,
    by: &mut String,
) -> Result<Reading, Stop<E>> {
    let How::Knee { run, sweep, between, event, rise, scale, plus } = how else { unreachable!("only of a knee") };
    let read = |size: u64| -> Result<Reading, Stop<E>> {
        let words = format!("{sweep}={size} {}", manner.words);
        Ok(counted(&Point::of(run, &words, &[event], manner.trials)?)?.an_operation(event)?)
    };
    let Some(knee) = knee::find(*between, *rise, read)? else {
        let (from, to) = between;
        return Err(Stop::Missing(format!("no rise by {rise} {event} from {sweep}={from} to {to}")));
    };
    let knee::Knee { last, first, below, above, sizes } = knee;
    *by += &format!(": {below:.3} at {last}, {above:.3} at {first}; {sizes} sizes");
    let place = |size: u64| size as f64 * scale + plus;
    Ok(Reading { median: place(last), low: place(last), high: place(first - 1) })
}

/// What was asked, as it can be typed behind `g4pmu stat`.
impl std::fmt::Display for How {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Knee { run, sweep, between: (from, to), event, .. } => {
                write!(f, "-e {event} {run} {sweep}={from}..{to}")
            }
            Self::Sum { run, terms } => {
                let events: Vec<&str> = terms.iter().map(|(event, _)| *event).collect();
                write!(f, "-e {} {run}", events.join(","))
            }
            Self::Ratio { run, event, by } => write!(f, "-e {event},{by} {run}"),
            Self::Excess { run, over, event, by } => {
                let by = by.map(|by| format!(",{by}")).unwrap_or_default();
                write!(f, "-e {event}{by} {run}, less {over}")
            }
        }
    }
}
