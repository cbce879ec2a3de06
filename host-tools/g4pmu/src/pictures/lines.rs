//! Lines over sizes: values with their intervals, documented marks, measured knees.

use super::knees::{Knee, knees};
use super::labels::{Span, kept, rows};
use super::markup::{Length, Markup};
use super::runs::Cost;
use super::scale::Scale;
use super::sheet::{self, Area, Place, Size, TooSmall, Words, sheet};
use super::style::{self, MOST};
use super::text::{LABEL, OVER};
use super::ticks::{Tick, digits, ticks};

/// Height of the plot for each pixel of width, and its least height.
const SHAPE: f64 = 0.42;
const LEAST: f64 = 120.0;
const NATURAL_LEAST: f64 = 230.0;

/// Half the width of a whisker's end.
const END: f64 = 3.0;

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name beside its sign.
    pub name: String,
    /// Sizes in their order, and what was measured there.
    pub points: Vec<(f64, Cost)>,
    /// A size at which something documented happens to this line alone.
    pub own: Option<f64>,
}

/// A documented value.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Where.
    pub at: f64,
    /// Number and name.
    pub name: String,
}

/// A picture of lines.
#[derive(Clone, Debug)]
pub struct Lines {
    /// Title, what the values are, notes; the signs are those of the lines.
    pub words: Words,
    /// What the sizes are.
    pub sizes: String,
    /// How a size is written.
    pub name: fn(f64) -> String,
    /// At most [`MOST`] of them.
    pub lines: Vec<Line>,
    /// Whether a greater value is worse: knees are where it gets worse.
    pub cost: bool,
    /// Documented sizes; those outside the measured ones are not drawn.
    pub upright: Vec<Mark>,
    /// Documented values.
    pub level: Vec<Mark>,
}

impl Lines {
    /// Draws it.
    ///
    /// # Errors
    ///
    /// [`TooSmall`].
    pub fn draw(&self, size: Size, place: Place) -> Result<String, TooSmall> {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let across = Scale::powers_of_two(points().map(|(at, _)| *at));
        let levels = self.level.iter().map(|mark| mark.at);
        let up = Scale::fitting(points().flat_map(|(_, cost)| [cost.low, cost.high]).chain(levels));
        let mut words = self.words.clone();
        words.about = format!("Up: {}{}. Across: {}{}.", words.about, up.word(), self.sizes, across.word());
        words.signs = self.lines.iter().map(|line| line.name.clone()).collect();
        // The last note is the source.
        let before_source = words.notes.len().saturating_sub(1);
        words.notes.splice(before_source..before_source, self.measured_knees());
        let marks: Vec<&Mark> = self.upright.iter().filter(|mark| across.holds(mark.at)).collect();
        let names = ticks(up, 7, digits_of_tick);
        let left = names.iter().map(|tick| LABEL.width(&tick.name)).fold(0.0, f64::max) + 8.0;
        let inner = f64::from(size.width) - 2.0 * sheet::MARGIN - left;
        let spans = mark_spans(&marks, across, inner);
        let above = rows(&spans).iter().map(|row| row + 1).max().unwrap_or(0) as f64 * LABEL.line() + 10.0;
        let below = LABEL.line() + 8.0;
        let natural = (SHAPE * f64::from(size.width)).max(NATURAL_LEAST);
        sheet(&words, size, place, (above + natural + below, above + LEAST + below), |svg, area| {
            let plot = Area { left: area.left + left, top: area.top + above, bottom: area.bottom - below, ..area };
            let drawing = Drawing { plot, across, up };
            drawing.grid(svg, &names, self.name);
            drawing.marks(svg, &marks, &spans);
            for mark in &self.level {
                drawing.level(svg, mark);
            }
            for (number, line) in self.lines.iter().enumerate().take(MOST) {
                drawing.line(svg, number, line, &self.knees(line), self.name);
            }
        })
    }

    /// The knees of a line; of a rate those of the time that it leaves each. Two points are
    /// no curve.
    fn knees(&self, line: &Line) -> Vec<Knee> {
        if line.points.len() < 3 {
            return Vec::new();
        }
        let value = |value: f64| if self.cost { value } else { 1.0 / value };
        let curve: Vec<(f64, f64)> = line.points.iter().map(|(at, cost)| (*at, value(cost.value))).collect();
        let own = |knee: Knee| Knee { below: value(knee.below), above: value(knee.above), ..knee };
        knees(&curve).into_iter().map(own).collect()
    }

    /// The knees in words, a sentence a line; nothing of lines with two points or fewer.
    fn measured_knees(&self) -> Option<String> {
        let of_line = |line: &Line| {
            let found = self.knees(line);
            let told = found.iter().map(|knee| {
                let (last, first) = ((self.name)(knee.last), (self.name)(knee.first));
                format!("{last} to {first} ({} to {})", digits(knee.below), digits(knee.above))
            });
            let told = told.collect::<Vec<_>>().join(", ");
            match (line.points.len(), told.is_empty()) {
                (0..3, _) => None,
                (_, true) => Some(format!("{}: none", line.name)),
                (_, false) => Some(format!("{}: {told}", line.name)),
            }
        };
        let told: Vec<String> = self.lines.iter().filter_map(of_line).collect();
        (!told.is_empty()).then(|| {
            format!(
                "Measured knees (rings; last size before the cost rises by more than 10 %, and the next; in brackets the levels before and behind the rise): {}.",
                told.join("; ")
            )
        })
    }
}

fn digits_of_tick(value: f64) -> String {
    super::ticks::number(value)
}

fn mark_spans(marks: &[&Mark], across: Scale, width: f64) -> Vec<Span> {
    let limits = Span { from: 0.0, to: width };
    marks.iter().map(|mark| Span::around(across.place(mark.at) * width, LABEL.width(&mark.name), limits)).collect()
}

/// Scales on a plot.
struct Drawing {
    plot: Area,
    across: Scale,
    up: Scale,
}

impl Drawing {
    fn x(&self, value: f64) -> f64 {
        self.plot.left + self.across.place(value) * (self.plot.right - self.plot.left)
    }

    fn y(&self, value: f64) -> f64 {
        self.plot.bottom - self.up.place(value) * (self.plot.bottom - self.plot.top)
    }

    fn grid(&self, svg: &mut Markup, values: &[Tick], name: fn(f64) -> String) {
        let Area { left, top, right, bottom } = self.plot;
        for tick in values {
            let y = self.y(tick.value);
            sheet::line(svg, "grid", (left, y), (right, y));
            sheet::text(svg, LABEL, (left - 6.0, y + 4.0), "end", &tick.name);
        }
        let sizes = ticks(self.across, 24, name);
        let limits = Span { from: left - 20.0, to: right + sheet::MARGIN - 2.0 };
        let spans: Vec<Span> =
            sizes.iter().map(|tick| Span::around(self.x(tick.value), LABEL.width(&tick.name), limits)).collect();
        for ((tick, span), keeps) in sizes.iter().zip(&spans).zip(kept(&spans)) {
            let x = self.x(tick.value);
            sheet::line(svg, "grid", (x, top), (x, bottom));
            if keeps {
                sheet::line(svg, "axis", (x, bottom), (x, bottom + 4.0));
                sheet::text(svg, LABEL, (span.middle(), bottom + 4.0 + LABEL.line()), "middle", &tick.name);
            }
        }
        sheet::line(svg, "axis", (left, top), (left, bottom));
        sheet::line(svg, "axis", (left, bottom), (right, bottom));
    }

    fn marks(&self, svg: &mut Markup, marks: &[&Mark], spans: &[Span]) {
        for ((mark, span), row) in marks.iter().zip(spans).zip(rows(spans)) {
            let (x, y) = (self.x(mark.at), self.plot.top - 8.0 - row as f64 * LABEL.line());
            sheet::line(svg, "mark", (x, y + 3.0), (x, self.plot.bottom));
            sheet::text(svg, OVER, (self.plot.left + span.middle(), y), "middle", &mark.name);
        }
    }

    fn level(&self, svg: &mut Markup, mark: &Mark) {
        let y = self.y(mark.at);
        sheet::line(svg, "mark", (self.plot.left, y), (self.plot.right, y));
        // The names of upright marks stand above the plot.
        let name = if y - self.plot.top < LABEL.line() { y + LABEL.line() - 3.0 } else { y - 4.0 };
        sheet::text(svg, OVER, (self.plot.right - 3.0, name), "end", &mark.name);
    }

    fn line(&self, svg: &mut Markup, number: usize, line: &Line, found: &[Knee], name: fn(f64) -> String) {
        let class = |kind: &str| format!("{kind} {}", style::class(number));
        let places: Vec<(f64, f64)> = line.points.iter().map(|(at, cost)| (self.x(*at), self.y(cost.value))).collect();
        let corners: Vec<String> = places.iter().map(|(x, y)| format!("{},{}", Length(*x), Length(*y))).collect();
        if let Some(own) = line.own.filter(|own| self.across.holds(*own)) {
            let (x, y) = (self.x(own), self.plot.bottom);
            sheet::line(svg, &class("line"), (x, y - 12.0), (x, y));
        }
        if corners.len() > 1 {
            svg.empty("path", &[("class", &class("line")), ("d", &format!("M{}", corners.join(" L")))]);
        }
        for knee in found {
            let (cx, cy) = (Length(self.x(knee.last)), Length(self.y(knee.below)));
            svg.empty("circle", &[("class", &class("knee")), ("cx", &cx), ("cy", &cy), ("r", &8)]);
        }
        for ((at, cost), (x, y)) in line.points.iter().zip(&places) {
            let (low, high) = (self.y(cost.low), self.y(cost.high));
            if low - high > 1.0 {
                sheet::line(svg, &class("whisker"), (*x, low), (*x, high));
                for end in [low, high] {
                    sheet::line(svg, &class("whisker"), (x - END, end), (x + END, end));
                }
            }
            let text = format!("{}, {}: {}", line.name, name(*at), digits(cost.value));
            style::sign(svg, number, (*x, *y), Some(&text));
        }
    }
}
