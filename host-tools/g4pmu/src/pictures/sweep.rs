//! Pictures of a kernel along one of its parameters.

use super::lines::{Line, Lines, Mark};
use super::runs::{Cost, Curve, curves, told, varying};
use super::sheet::Words;
use super::source;
use super::style::MOST;
use super::{Absent, Drawing, Kind, Picture};
use crate::results::{Header, KernelResult, Results};

/// What is drawn of a kernel.
pub struct Sweep {
    /// Which picture.
    pub kind: Kind,
    /// The kernel.
    pub kernel: &'static str,
    /// The parameter that it goes along.
    pub along: &'static str,
    /// The question, for the title.
    pub title: &'static str,
    /// What the values are.
    pub about: &'static str,
    /// Whether a greater value is worse.
    pub cost: bool,
    /// How they are made.
    pub method: fn() -> String,
    /// What the sizes are.
    pub sizes: &'static str,
    /// A size from the parameter.
    pub size: fn(u64) -> f64,
    /// How a size is written.
    pub name: fn(f64) -> String,
    /// What was measured.
    pub value: fn(&KernelResult, &Header) -> Result<Cost, String>,
    /// A documented size of one line.
    pub own: fn(&Curve<'_>) -> Option<f64>,
    /// Documented sizes.
    pub upright: fn(&Header) -> Vec<Mark>,
    /// Documented values.
    pub level: fn(&Header) -> Vec<Mark>,
    /// Notes of this kind.
    pub notes: &'static [&'static str],
}

impl Sweep {
    /// The pictures that a report has values for.
    ///
    /// # Errors
    ///
    /// [`Absent`]: why there is none.
    pub fn pictures(&self, results: &Results) -> Result<Vec<Picture>, Absent> {
        let all = curves(results, self.kernel, self.along);
        if all.is_empty() {
            return Err(Absent::new(self.kind, format!("the report has no {}", self.kernel)));
        }
        let mut refused = Vec::new();
        let mut drawn: Vec<Drawn<'_>> = Vec::new();
        for curve in all {
            let points = self.points(&curve, &results.header, &mut refused);
            if !points.is_empty() {
                let line = Line { name: String::new(), points, own: (self.own)(&curve) };
                drawn.push((curve, line));
            }
        }
        if drawn.is_empty() {
            return Err(Absent::new(self.kind, refused.swap_remove(0)));
        }
        if drawn.iter().all(|(_, line)| line.points.len() < 2) {
            let why = format!("the report has {} at one size only, and a line takes two", self.kernel);
            return Err(Absent::new(self.kind, why));
        }
        let groups = groups(drawn);
        let single = groups.len() == 1;
        let picture = |(number, group): (usize, Vec<Drawn<'_>>)| Picture {
            kind: self.kind,
            name: if single { self.kind.word().to_owned() } else { format!("{}-{}", self.kind.word(), number + 1) },
            drawing: Drawing::Lines(self.lines(group, &refused, &results.header)),
        };
        Ok(groups.into_iter().enumerate().map(picture).collect())
    }

    fn points(&self, curve: &Curve<'_>, header: &Header, refused: &mut Vec<String>) -> Vec<(f64, Cost)> {
        let mut points = Vec::new();
        for (value, run) in &curve.runs {
            match (self.value)(run, header) {
                Ok(cost) => points.push(((self.size)(*value), cost)),
                Err(why) => refused.push(format!("{} {} {value}: {why}", self.kernel, self.along)),
            }
        }
        points
    }

    fn lines(&self, group: Vec<Drawn<'_>>, refused: &[String], header: &Header) -> Lines {
        let (curves, lines): (Vec<Curve<'_>>, Vec<Line>) = group.into_iter().unzip();
        let differ = varying(&curves);
        let named = |(curve, line): (&Curve<'_>, Line)| {
            let name = told(&curve.properties, |name| differ.iter().any(|own| own == name));
            Line { name: if name.is_empty() { self.kernel.to_owned() } else { name }, ..line }
        };
        let lines: Vec<Line> = curves.iter().zip(lines).map(named).collect();
        let runs: Vec<&KernelResult> = curves.iter().flat_map(|curve| curve.runs.iter().map(|(_, run)| *run)).collect();
        let common = told(&curves[0].properties, |name| !differ.iter().any(|own| own == name));
        let mut notes: Vec<String> = self.notes.iter().map(|note| (*note).to_owned()).collect();
        notes.push(format!("Every run: {} with {common}; {}.", self.kernel, source::schedule(&runs)));
        notes.push((self.method)());
        if lines.iter().any(|line| line.points.len() > 1) {
            notes.push("Lines join neighbouring sizes; between these nothing was measured.".to_owned());
        }
        if runs.iter().any(|run| run.trials_each < 2) {
            notes.push(source::ONE_PAIR.to_owned());
        }
        if let Some(first) = refused.first() {
            notes.push(format!("Not drawn: {first}{}.", others(refused.len() - 1)));
        }
        notes.push(source::told(header));
        Lines {
            words: Words { title: self.title.to_owned(), about: self.about.to_owned(), signs: Vec::new(), notes },
            sizes: self.sizes.to_owned(),
            name: self.name,
            lines,
            cost: self.cost,
            upright: (self.upright)(header),
            level: (self.level)(header),
        }
    }
}

/// A curve and its line.
type Drawn<'a> = (Curve<'a>, Line);

/// ` and N more`, or nothing.
fn others(number: usize) -> String {
    if number == 0 { String::new() } else { format!(" and {number} more") }
}

/// Curves on as many pictures as it takes: those of one picture agree in what has the
/// fewest values.
fn groups(curves: Vec<Drawn<'_>>) -> Vec<Vec<Drawn<'_>>> {
    if curves.len() <= MOST {
        return vec![curves];
    }
    let only: Vec<Curve<'_>> = curves.iter().map(|(curve, _)| curve.clone()).collect();
    let value = |curve: &Curve<'_>, name: &str| {
        curve.properties.iter().find(|(own, _)| *own == name).map(|(_, value)| (*value).to_owned())
    };
    let values = |name: &String| {
        let mut values: Vec<_> = only.iter().map(|curve| value(curve, name)).collect();
        values.sort();
        values.dedup();
        values.len()
    };
    let Some(by) = varying(&only).into_iter().min_by_key(values) else { return vec![curves] };
    let mut parts: Vec<(Option<String>, Vec<Drawn<'_>>)> = Vec::new();
    for (curve, line) in curves {
        let key = value(&curve, &by);
        match parts.iter_mut().find(|(own, _)| *own == key) {
            Some((_, part)) => part.push((curve, line)),
            None => parts.push((key, vec![(curve, line)])),
        }
    }
    parts.into_iter().flat_map(|(_, part)| chunks(part)).collect()
}

/// Curves that differ in one thing alone cannot be told apart by another: eight a picture.
fn chunks(part: Vec<Drawn<'_>>) -> Vec<Vec<Drawn<'_>>> {
    let only: Vec<Curve<'_>> = part.iter().map(|(curve, _)| curve.clone()).collect();
    if varying(&only).len() > 1 {
        return groups(part);
    }
    part.chunks(MOST).map(<[_]>::to_vec).collect()
}
