//! How wide a text is, and where it breaks.
//!
//! The widths are those of DejaVu Sans, the font of the PNG files. What else a browser may
//! take for an SVG is no wider, so what fits here fits there.

/// Widths of the characters from blank to tilde in thousandths of the font's size: regular.
#[rustfmt::skip]
const REGULAR: [u16; 95] = [
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];

/// The same of the bold face.
#[rustfmt::skip]
const BOLD: [u16; 95] = [
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365, 696, 696, 696,
    696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580, 1000, 774, 762, 734, 830, 683,
    683, 821, 837, 372, 372, 775, 637, 995, 837, 850, 733, 850, 770, 720, 682, 812, 774, 1103, 771,
    724, 725, 457, 365, 457, 838, 500, 500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665,
    343, 1042, 712, 687, 716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
];

/// Width of a character that the tables do not have.
const OTHER: u16 = 1000;

/// A face at a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// Class in the style sheet.
    pub class: &'static str,
    /// Size in pixels.
    pub size: f64,
    bold: bool,
}

/// Titles.
pub const TITLE: Face = Face { class: "title", size: 16.0, bold: true };
/// Axes, ticks, labels.
pub const LABEL: Face = Face { class: "label", size: 12.0, bold: false };
/// Labels on a drawing, clear of its lines.
pub const OVER: Face = Face { class: "label over", size: 12.0, bold: false };
/// What stands below a picture.
pub const NOTE: Face = Face { class: "note", size: 11.0, bold: false };

impl Face {
    /// From one line to the next.
    #[must_use]
    pub fn line(self) -> f64 {
        (self.size * 1.35).round()
    }

    /// Width of a text in pixels.
    #[must_use]
    pub fn width(self, text: &str) -> f64 {
        let widths = if self.bold { &BOLD } else { &REGULAR };
        let width = |letter: char| *(letter as usize).checked_sub(32).and_then(|at| widths.get(at)).unwrap_or(&OTHER);
        self.size * text.chars().map(|letter| f64::from(width(letter))).sum::<f64>() / 1000.0
    }

    /// A text that fits: itself, or its beginning and three dots.
    #[must_use]
    pub fn cut(self, text: &str, width: f64) -> String {
        if self.width(text) <= width {
            return text.to_owned();
        }
        let mut short = text.to_owned();
        while !short.is_empty() && self.width(&short) + self.width("...") > width {
            short.pop();
        }
        short + "..."
    }

    /// Breaks a text at blanks, and after commas where a word alone is too long, into lines
    /// that fit.
    #[must_use]
    pub fn wrapped(self, text: &str, width: f64) -> Vec<String> {
        let mut lines = vec![String::new()];
        let mut words: Vec<&str> = Vec::new();
        for word in text.split_inclusive(' ') {
            if self.width(word) > width {
                words.extend(word.split_inclusive(','));
            } else {
                words.push(word);
            }
        }
        for word in words {
            let last = lines.last_mut().expect("there is a line");
            if last.is_empty() || self.width(&format!("{last}{}", word.trim_end())) <= width {
                last.push_str(word);
            } else {
                lines.push(word.to_owned());
            }
        }
        lines.iter().map(|line| line.trim_end().to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use resvg::usvg::{Node, Tree};

    use super::{LABEL, NOTE, TITLE};
    use crate::pictures::png;

    #[test]
    fn widths_are_those_of_the_font() {
        for face in [TITLE, LABEL, NOTE] {
            for text in ["processor cycles per branch", "0x01400024 lwzx r3,r4,r5", "32 KiB: L1", "ori 0,0,0 ~ {}|"] {
                let weight = if face == TITLE { "bold" } else { "normal" };
                let svg = format!(
                    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"50\"><text y=\"20\" \
                     font-family=\"DejaVu Sans\" font-weight=\"{weight}\" font-size=\"{}\">{text}</text></svg>",
                    face.size
                );
                let tree = Tree::from_str(&svg, &png::options()).expect("SVG");
                let [Node::Text(drawn)] = tree.root().children() else { panic!("{svg}") };
                let (drawn, told) = (f64::from(drawn.bounding_box().width()), face.width(text));
                assert!((drawn - told).abs() < 0.03 * told, "{text}: {drawn}, not {told}");
            }
        }
    }

    #[test]
    fn lines_fit_and_lose_nothing() {
        let text = "switches nop:ordinary,btic-index:word,bht-index:word,withdrawn:delivered as the report has them";
        let lines = NOTE.wrapped(text, 150.0);
        assert!(lines.len() > 3 && lines.iter().all(|line| NOTE.width(line) <= 150.0), "{lines:?}");
        let without_blanks = |text: &str| text.replace(' ', "");
        assert_eq!(without_blanks(&lines.concat()), without_blanks(text));
        assert_eq!(NOTE.wrapped("", 100.0), [""]);
        let cut = NOTE.cut(text, 150.0);
        assert!(NOTE.width(&cut) <= 150.0 && cut.starts_with("switches nop") && cut.ends_with("..."), "{cut}");
        assert_eq!(NOTE.cut("short", 150.0), "short");
    }
}
