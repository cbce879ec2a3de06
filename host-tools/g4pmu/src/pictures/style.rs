//! Colours and signs that tell lines apart, also without colours, on paper and in the dark.

use super::markup::{Length, Markup};

/// Lines and parts that a picture can tell apart.
pub const MOST: usize = 8;

/// The style sheet of every picture: classes of the drawing, light and dark.
///
/// The colours of lines follow Okabe and Ito's, which people with any colour vision tell
/// apart; each line has a sign of its own besides.
pub const SHEET: &str = include_str!("style.css");

/// Class of the line with this number.
#[must_use]
pub fn class(number: usize) -> String {
    format!("s{}", number % MOST)
}

/// Draws the sign of the line with this number, with a text that a pointer shows.
pub fn sign(svg: &mut Markup, number: usize, (x, y): (f64, f64), text: Option<&str>) {
    let d = shape(number, x, y);
    let class = format!("sign {}", class(number));
    match text {
        None => svg.empty("path", &[("class", &class), ("d", &d)]),
        Some(text) => {
            svg.open("path", &[("class", &class), ("d", &d)]);
            svg.holding("title", &[], text);
            svg.close();
        }
    }
}

/// Draws the sign of a part of a bar on the part.
pub fn sign_on(svg: &mut Markup, number: usize, (x, y): (f64, f64)) {
    svg.empty("path", &[("class", &"on"), ("d", &shape(number, x, y))]);
}

/// Corners of a sign from its middle: disc, square, triangle, diamond, triangle down, star,
/// bar, cross.
fn shape(number: usize, x: f64, y: f64) -> String {
    let corners: &[(f64, f64)] = match number % MOST {
        0 => {
            let (left, top) = (Length(x - 4.0), Length(y));
            return format!("M{left},{top} a4,4 0 1 0 8,0 a4,4 0 1 0 -8,0 z");
        }
        1 => &[(-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)],
        2 => &[(0.0, -4.8), (4.6, 3.4), (-4.6, 3.4)],
        3 => &[(0.0, -5.2), (5.2, 0.0), (0.0, 5.2), (-5.2, 0.0)],
        4 => &[(0.0, 4.8), (4.6, -3.4), (-4.6, -3.4)],
        5 => &[(0.0, -6.0), (1.6, -1.6), (6.0, 0.0), (1.6, 1.6), (0.0, 6.0), (-1.6, 1.6), (-6.0, 0.0), (-1.6, -1.6)],
        6 => &[(-1.8, -5.4), (1.8, -5.4), (1.8, 5.4), (-1.8, 5.4)],
        _ => &[(-5.4, -1.8), (5.4, -1.8), (5.4, 1.8), (-5.4, 1.8)],
    };
    let points = corners.iter().map(|(right, down)| format!("{},{}", Length(x + right), Length(y + down)));
    format!("M{} z", points.collect::<Vec<_>>().join(" L"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{MOST, SHEET, class, shape};

    #[test]
    fn every_line_has_a_colour_and_a_sign_of_its_own() {
        let signs: BTreeSet<String> = (0..MOST).map(|number| shape(number, 0.0, 0.0)).collect();
        assert_eq!(signs.len(), MOST);
        let (light, dark) = SHEET.split_once("@media").expect("light, then dark");
        for sheet in [light, dark] {
            let colours: BTreeSet<&str> = (0..MOST)
                .map(|number| {
                    let rule = format!(".{} {{", class(number));
                    let (_, rest) = sheet.split_once(&rule).unwrap_or_else(|| panic!("no {rule}"));
                    rest.split_once('}').expect("a rule ends").0
                })
                .collect();
            assert_eq!(colours.len(), MOST);
        }
    }
}
