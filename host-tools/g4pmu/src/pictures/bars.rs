//! Bars: one a row, of one part or several, with what was expected beside what was measured.

use super::markup::{Length, Markup};
use super::scale::Scale;
use super::sheet::{self, Area, Place, Size, TooSmall, Words, sheet};
use super::style;
use super::text::{LABEL, OVER};
use super::ticks::ticks;

/// Height of a bar, and of a row without its name.
const BAR: f64 = 14.0;
const ROW: f64 = 24.0;

/// Least width of a part with its sign on it.
const SIGNED: f64 = 18.0;

/// From this width on a name stands beside its bar, not above it.
const BESIDE: f64 = 560.0;

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name.
    pub name: String,
    /// Its parts from the left: number of the sign, value.
    pub parts: Vec<(usize, f64)>,
    /// What stands behind it.
    pub text: String,
    /// The interval of the whole.
    pub interval: Option<(f64, f64)>,
    /// What the manuals let one expect of the whole.
    pub expected: Option<(f64, f64)>,
}

/// A picture of bars.
#[derive(Clone, Debug)]
pub struct Bars {
    /// Title, what the values are, signs of the parts, notes.
    pub words: Words,
    /// How a value is written at a tick.
    pub name: fn(f64) -> String,
    /// The rows.
    pub bars: Vec<Bar>,
    /// A value that all are compared with, and its name.
    pub reference: Option<(f64, String)>,
}

impl Bars {
    /// Draws it.
    ///
    /// # Errors
    ///
    /// [`TooSmall`].
    pub fn draw(&self, size: Size, place: Place) -> Result<String, TooSmall> {
        let beside = f64::from(size.width) >= BESIDE;
        let widest = |text: fn(&Bar) -> &str| self.bars.iter().map(|bar| LABEL.width(text(bar))).fold(0.0, f64::max);
        let left = if beside { widest(|bar| &bar.name) + 8.0 } else { 0.0 };
        let right = widest(|bar| &bar.text) + 8.0;
        let row = if beside { ROW } else { ROW + LABEL.line() };
        let above = if self.reference.is_some() { LABEL.line() } else { 0.0 };
        let height = above + row * self.bars.len() as f64 + LABEL.line() + 8.0;
        let room = f64::from(size.width) - 2.0 * sheet::MARGIN - left - right;
        let whole = |bar: &Bar| bar.parts.iter().map(|(_, value)| value).sum::<f64>();
        let ends = |bar: &Bar| [Some(whole(bar)), bar.interval.map(|to| to.1), bar.expected.map(|to| to.1)];
        let values = self.bars.iter().flat_map(ends).flatten().chain(self.reference.iter().map(|(at, _)| *at));
        let scale = Scale::from_zero(values);
        sheet(&self.words, size, place, (height, height), |svg, area| {
            let plot = Area {
                left: area.left + left,
                right: area.right - right,
                top: area.top + above,
                bottom: area.top + height - LABEL.line() - 8.0,
            };
            let x = |value: f64| plot.left + scale.place(value) * (plot.right - plot.left);
            let widest = ticks(scale, 2, self.name).iter().map(|tick| LABEL.width(&tick.name)).fold(24.0, f64::max);
            for tick in ticks(scale, (room / (2.0 * widest + 12.0)) as usize, self.name) {
                sheet::line(svg, "grid", (x(tick.value), plot.top), (x(tick.value), plot.bottom));
                let at = (x(tick.value), plot.bottom + 2.0 + LABEL.line());
                sheet::text(svg, LABEL, at, "middle", &tick.name);
            }
            if let Some((at, name)) = &self.reference {
                sheet::line(svg, "mark", (x(*at), plot.top - 2.0), (x(*at), plot.bottom));
                let anchor = if scale.place(*at) > 0.5 { "end" } else { "start" };
                sheet::text(svg, OVER, (x(*at), plot.top - 5.0), anchor, name);
            }
            sheet::line(svg, "axis", (plot.left, plot.top), (plot.left, plot.bottom));
            for (number, bar) in self.bars.iter().enumerate() {
                let bottom = plot.top + (number + 1) as f64 * row - (ROW - BAR) / 2.0;
                if beside {
                    sheet::text(svg, LABEL, (plot.left - 8.0, bottom - 3.0), "end", &bar.name);
                } else {
                    let name = LABEL.cut(&bar.name, area.right - plot.left);
                    sheet::text(svg, OVER, (plot.left, bottom - BAR - 4.0), "start", &name);
                }
                draw_bar(svg, bar, bottom, &x);
            }
        })
    }
}

fn draw_bar(svg: &mut Markup, bar: &Bar, bottom: f64, x: &impl Fn(f64) -> f64) {
    let (top, middle) = (bottom - BAR, bottom - BAR / 2.0);
    let mut from = 0.0;
    for (sign, value) in &bar.parts {
        let (left, right) = (x(from), x(from + value));
        let class = format!("part {}", style::class(*sign));
        let (x, y) = (Length(left), Length(top));
        let (width, height) = (Length(right - left), Length(BAR));
        svg.empty("rect", &[("class", &class), ("x", &x), ("y", &y), ("width", &width), ("height", &height)]);
        if right - left > SIGNED {
            style::sign_on(svg, *sign, (left + 9.0, middle));
        }
        from += value;
    }
    let mut end = x(from);
    if let Some((low, high)) = bar.interval.filter(|(low, high)| x(*high) - x(*low) > 1.0) {
        sheet::line(svg, "expected", (x(low), middle), (x(high), middle));
        end = end.max(x(high));
    }
    if let Some((low, high)) = bar.expected {
        let (left, right) = (x(low) - 2.0, x(high) + 2.0);
        let (over, under) = (top - 2.0, bottom + 2.0);
        for (edge, inwards) in [(left, 4.0), (right, -4.0)] {
            let d = format!(
                "M{},{over} L{},{over} L{},{under} L{},{under}",
                Length(edge + inwards),
                Length(edge),
                Length(edge),
                Length(edge + inwards)
            );
            svg.empty("path", &[("class", &"expected"), ("d", &d)]);
        }
        end = end.max(right);
    }
    sheet::text(svg, OVER, (end + 6.0, bottom - 3.0), "start", &bar.text);
}
