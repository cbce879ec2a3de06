//! What is shown of a measurement, in which order and under which names: [`lines`].

use super::anchors::Apart;
use super::gate::{Gate, Tested};
use super::measured::{Measured, Pass, Row};
use crate::metrics::{Metric, Outcome};
use crate::plan::wish::Shown;
use crate::plan::{CYCLES, INSTRUCTIONS, Plan};
use crate::results::{EXECUTED, TICKS};

/// One line of any output.
#[derive(Clone, Debug)]
pub struct Line<'a> {
    /// The name as it was asked for, else the event's id.
    pub name: String,
    /// The event.
    pub row: &'a Row,
    /// The pass that counted it, from 1.
    pub pass: usize,
    /// Of so many.
    pub passes: usize,
    /// Nanoseconds that n iterations of this pass took, where the time base keeps time.
    pub nanoseconds: Option<f64>,
    /// A figure made of this row, and of others of its pass.
    pub figure: Option<Figure>,
    /// Why the pass does not belong with the first.
    pub apart: Option<Apart>,
    /// What the gate found of this counter and event.
    pub tested: Tested,
}

/// A derived figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// Its value.
    pub value: f64,
    /// Its unit.
    pub unit: &'static str,
}

/// The lines of a measurement: what the plan was asked for, in its order; without a plan
/// all that was counted, anchors once.
#[must_use]
pub fn lines<'a>(measured: &'a Measured, plan: Option<&Plan>, gate: &Gate) -> Vec<Line<'a>> {
    let places = match plan {
        Some(plan) => asked(measured, plan),
        None => all(measured),
    };
    let first = &measured.passes.first().map(|pass| pass.anchors).unwrap_or_default();
    let line = |(number, row, name): (usize, &'a Row, Option<String>)| {
        let pass = &measured.passes[number];
        Line {
            name: name.unwrap_or_else(|| row.event.clone()),
            row,
            pass: number + 1,
            passes: measured.passes.len(),
            nanoseconds: pass.nanoseconds(),
            figure: figure(row, pass, measured.subject.n),
            apart: first.apart(&pass.anchors),
            tested: gate.tested(&row.event, row.pmc),
        }
    };
    places.into_iter().map(line).collect()
}

/// A metric of a measurement.
#[derive(Clone, Debug)]
pub struct MetricLine<'a> {
    /// The metric.
    pub metric: &'a Metric,
    /// Its value, or why it has none.
    pub outcome: Outcome,
    /// The pass that has all its events, from 1.
    pub pass: usize,
    /// Of so many.
    pub passes: usize,
    /// The worst that the gate found of its events.
    pub tested: Tested,
}

/// The values of metrics, each of one pass.
#[must_use]
pub fn metrics<'a>(measured: &Measured, metrics: &[&'a Metric], gate: &Gate) -> Vec<MetricLine<'a>> {
    let line = |metric: &&'a Metric| {
        let needs = metric.formula.quantities();
        let able = |pass: &Pass| needs.iter().all(|quantity| pass.counts.has(quantity));
        let place = measured.passes.iter().position(able).unwrap_or_default();
        let pass = measured.passes.get(place)?;
        let rows = metric.events().filter_map(|(id, _)| pass.row(id));
        let tested: Vec<Tested> = rows.map(|row| gate.tested(&row.event, row.pmc)).collect();
        Some(MetricLine {
            metric,
            outcome: metric.of(&pass.counts),
            pass: place + 1,
            passes: measured.passes.len(),
            tested: match tested.iter().all(|tested| *tested == Tested::Passed) {
                _ if tested.contains(&Tested::Failed) => Tested::Failed,
                true if !tested.is_empty() => Tested::Passed,
                _ => Tested::Untested,
            },
        })
    };
    metrics.iter().filter_map(line).collect()
}

type Place<'a> = (usize, &'a Row, Option<String>);

/// Where what was asked for stands.
fn asked<'a>(measured: &'a Measured, plan: &Plan) -> Vec<Place<'a>> {
    let find = |wish: usize| {
        let (pass, counter) = plan.place(wish)?;
        let code = plan.passes[pass].on(counter)?.selector.code();
        // The pass of the measurement is the one that counts all that the plan's does.
        let counts = |row: &Row| {
            let planned = row.pmc.and_then(mpc7450::counter::Counter::new).and_then(|pmc| plan.passes[pass].on(pmc));
            row.pmc.is_none() || planned.is_some_and(|slot| Some(slot.selector.code()) == row.code)
        };
        let number = measured.passes.iter().position(|pass| pass.rows.iter().all(counts))?;
        let row =
            measured.passes[number].rows.iter().find(|row| (row.pmc, row.code) == (Some(counter.number()), Some(code)));
        Some((number, row?, Some(plan.wishes[wish].typed.clone())))
    };
    let executed = executed(measured).into_iter();
    let shown = (0..plan.wishes.len()).filter(|wish| plan.wishes[*wish].shown == Shown::Itself);
    executed.chain(shown.filter_map(find)).collect()
}

/// All counters of all passes, anchors of the first pass only.
fn all(measured: &Measured) -> Vec<Place<'_>> {
    let counted = measured.passes.iter().enumerate().flat_map(|(number, pass)| {
        let rows = pass.rows.iter().filter(move |row| !row.is_of_the_time_base() && (number == 0 || !row.is_anchor()));
        rows.map(move |row| (number, row, None))
    });
    executed(measured).into_iter().chain(counted).collect()
}

/// Executed instructions, where something counts them.
fn executed(measured: &Measured) -> Option<Place<'_>> {
    let row = measured.passes.first()?.row(EXECUTED).filter(|row| row.outcome.is_ok())?;
    Some((0, row, None))
}

/// Instructions a clock for completed instructions, else events an iteration.
fn figure(row: &Row, pass: &Pass, n: u64) -> Option<Figure> {
    let found = row.outcome.as_ref().ok()?;
    let cycles = || pass.row(CYCLES)?.outcome.as_ref().ok().map(|cycles| cycles.pairs.median);
    if row.event == INSTRUCTIONS
        && let Some(cycles) = cycles().filter(|cycles| *cycles > 0.0)
    {
        return Some(Figure { value: found.pairs.median / cycles, unit: "insn per cycle" });
    }
    (row.event != TICKS).then(|| Figure { value: found.an_iteration(n), unit: "per iteration" })
}
