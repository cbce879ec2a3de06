//! What every picture has: its title above, its signs and notes below, and the room between.

use thiserror::Error;

use super::markup::{Length, Markup};
use super::style::{self, SHEET};
use super::text::{Face, LABEL, NOTE, TITLE};

/// Room around everything.
pub const MARGIN: f64 = 12.0;

/// Least width: a narrow phone.
pub const LEAST_WIDTH: u32 = 300;

/// Room below the title.
const BELOW_HEAD: f64 = 6.0;

/// Room from a sign to its name, and from a name to the next sign.
const SIGN: f64 = 16.0;
const BETWEEN: f64 = 14.0;

/// Size in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Width.
    pub width: u32,
    /// Height, of title and notes too; what the picture takes of itself where there is none.
    pub height: Option<u32>,
}

impl Size {
    /// For a page or a document.
    pub const WIDE: Self = Self { width: 860, height: None };
    /// For a phone held upright.
    pub const NARROW: Self = Self { width: 360, height: None };
}

/// Where a drawing is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a file of its own.
    Alone,
    /// In a page that has the style sheet already.
    Page,
}

/// Why a picture cannot be drawn so small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the picture needs at least {width}x{height} pixels; --size WIDTH alone lets it choose its height")]
pub struct TooSmall {
    width: u32,
    height: u32,
}

/// The words of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// What it shows.
    pub title: String,
    /// What its values are, with their unit.
    pub about: String,
    /// The lines' names in the order of their signs.
    pub signs: Vec<String>,
    /// What has to be known about the values: a sentence each.
    pub notes: Vec<String>,
}

/// Room for a drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Left end.
    pub left: f64,
    /// Upper end.
    pub top: f64,
    /// Right end.
    pub right: f64,
    /// Lower end.
    pub bottom: f64,
}

/// Draws the sheet around what `draw` draws, which takes the height `wanted` where the size
/// leaves it the choice and cannot do with less than `least`.
///
/// # Errors
///
/// [`TooSmall`].
pub fn sheet(
    words: &Words,
    size: Size,
    place: Place,
    (wanted, least): (f64, f64),
    draw: impl FnOnce(&mut Markup, Area),
) -> Result<String, TooSmall> {
    let width = f64::from(size.width.max(LEAST_WIDTH));
    let inner = width - 2.0 * MARGIN;
    let (head, foot) = (lines(&[(TITLE, &[&words.title]), (LABEL, &[&words.about])], inner), foot(words, inner));
    let rest = head.height() + BELOW_HEAD + foot.height() + 3.0 * MARGIN;
    let height = size.height.map_or((rest + wanted).ceil(), f64::from);
    if height - rest < least || size.width < LEAST_WIDTH {
        return Err(TooSmall { width: LEAST_WIDTH.max(size.width), height: (rest + least).ceil() as u32 });
    }
    let mut svg = Markup::default();
    let view = format!("0 0 {width} {height}");
    svg.open(
        "svg",
        &[
            ("xmlns", &"http://www.w3.org/2000/svg"),
            ("class", &"picture"),
            ("role", &"img"),
            ("viewBox", &view),
            ("width", &width),
            ("height", &height),
        ],
    );
    svg.holding("title", &[], &words.title);
    svg.holding("desc", &[], &format!("{}. {}", words.about, words.notes.join(" ")));
    if place == Place::Alone {
        svg.raw(&format!("<style>\n{SHEET}</style>\n"));
    }
    svg.empty("rect", &[("class", &"paper"), ("width", &width), ("height", &height)]);
    head.draw(&mut svg, MARGIN);
    let top = MARGIN + head.height() + BELOW_HEAD;
    let bottom = height - foot.height() - 2.0 * MARGIN;
    draw(&mut svg, Area { left: MARGIN, top, right: width - MARGIN, bottom });
    foot.draw(&mut svg, bottom + MARGIN);
    Ok(svg.finish())
}

/// Lines of text with signs among them.
struct Block {
    lines: Vec<(Face, String)>,
    /// Rows of signs before the lines: number of the sign, its place, its name.
    signs: Vec<Vec<(usize, f64, String)>>,
}

impl Block {
    fn height(&self) -> f64 {
        self.signs_height() + self.lines.iter().map(|(face, _)| face.line()).sum::<f64>()
    }

    /// Rows of signs, and a little room below them.
    fn signs_height(&self) -> f64 {
        if self.signs.is_empty() { 0.0 } else { self.signs.len() as f64 * LABEL.line() + 4.0 }
    }

    fn draw(&self, svg: &mut Markup, top: f64) {
        let mut y = top;
        for row in &self.signs {
            y += LABEL.line();
            for (number, x, name) in row {
                style::sign(svg, *number, (x + 6.0, y - 4.0), None);
                text(svg, LABEL, (x + SIGN, y), "start", name);
            }
        }
        y = top + self.signs_height();
        for (face, line) in &self.lines {
            y += face.line();
            text(svg, *face, (MARGIN, y - 3.0), "start", line);
        }
    }
}

fn lines(texts: &[(Face, &[&str])], width: f64) -> Block {
    let texts = texts.iter().flat_map(|(face, texts)| texts.iter().map(move |text| (*face, *text)));
    let lines = texts.flat_map(|(face, text)| face.wrapped(text, width).into_iter().map(move |line| (face, line)));
    Block { lines: lines.collect(), signs: Vec::new() }
}

fn foot(words: &Words, width: f64) -> Block {
    let notes: Vec<&str> = words.notes.iter().map(String::as_str).collect();
    let mut block = lines(&[(NOTE, &notes)], width);
    let mut x = f64::INFINITY;
    for (number, name) in words.signs.iter().enumerate() {
        let taken = SIGN + LABEL.width(name) + BETWEEN;
        if x + taken > MARGIN + width + BETWEEN {
            block.signs.push(Vec::new());
            x = MARGIN;
        }
        if let Some(row) = block.signs.last_mut() {
            row.push((number, x, name.clone()));
        }
        x += taken;
    }
    block
}

/// Writes a text; `anchor` says what of it stands at the place.
pub fn text(svg: &mut Markup, face: Face, (x, y): (f64, f64), anchor: &str, what: &str) {
    let (x, y) = (Length(x), Length(y));
    svg.holding("text", &[("class", &face.class), ("x", &x), ("y", &y), ("text-anchor", &anchor)], what);
}

/// Draws a straight line.
pub fn line(svg: &mut Markup, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
    let d = format!("M{},{} L{},{}", Length(x1), Length(y1), Length(x2), Length(y2));
    svg.empty("path", &[("class", &class), ("d", &d)]);
}

#[cfg(test)]
mod tests {
    use super::{Area, Place, Size, Words, sheet};

    fn words() -> Words {
        Words {
            title: "A <title>".to_owned(),
            about: "cycles".to_owned(),
            signs: vec!["one line".to_owned(); 7],
            notes: vec!["A note that is longer than a phone is wide, so that it breaks.".to_owned()],
        }
    }

    #[test]
    fn a_drawing_gets_what_title_and_notes_leave() {
        let mut areas = Vec::new();
        for size in [Size::WIDE, Size::NARROW, Size { width: 360, height: Some(500) }] {
            let svg = sheet(&words(), size, Place::Page, (200.0, 100.0), |_, area: Area| areas.push(area));
            assert!(svg.expect("a sheet").contains("A &lt;title&gt;"));
        }
        let height = |area: &Area| area.bottom - area.top;
        assert!((height(&areas[0]) - 200.0).abs() < 1.0 && (height(&areas[1]) - 200.0).abs() < 1.0);
        assert!(height(&areas[2]) > 200.0 && areas[2].right == 348.0);
    }

    #[test]
    fn what_is_too_small_is_refused_with_what_is_needed() {
        let drawn = |width, height| {
            sheet(&words(), Size { width, height: Some(height) }, Place::Alone, (200.0, 100.0), |_, _| {})
        };
        let error = drawn(360, 150).expect_err("too low");
        assert!(drawn(360, error.height).is_ok() && drawn(360, error.height - 1).is_err());
        assert!(drawn(200, 1000).expect_err("too narrow").to_string().contains("at least 300x"));
    }
}
