//! `g4pmu plot`.

use std::path::PathBuf;

use clap::{Args, ValueEnum, ValueHint};

use crate::pictures::Kind;
use crate::pictures::sheet::{LEAST_WIDTH, Size};

/// Arguments of `g4pmu plot`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct PlotArguments {
    /// The folder of a run, or a saved log; of a sweep, all its reports
    #[arg(value_name = "RUN", value_hint = ValueHint::AnyPath)]
    pub run: PathBuf,
    /// Draw these, or fail; may be given again [default: all that the report has values for, and the page]
    #[arg(short, long, value_enum)]
    pub kind: Vec<Kind>,
    /// The page with every table and picture, besides the pictures that --kind names
    #[arg(long)]
    pub page: bool,
    /// The file of a single picture or of the page, else a folder; `-` prints [default: the folder of RUN]
    #[arg(short, long, value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub out: Option<PathBuf>,
    /// The format of pictures [default: what FILE ends in, else svg]
    #[arg(short, long, value_enum)]
    pub format: Option<PictureFormat>,
    /// Width of pictures in pixels, or width and height; a PNG has two for each [default: 860]
    #[arg(long, value_name = "WIDTH[xHEIGHT]", value_parser = size)]
    pub size: Option<Size>,
}

/// How pictures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PictureFormat {
    /// Scalable, light and dark, text that can be selected
    Svg,
    /// Pixels
    Png,
}

/// Most pixels of a side: one of a PNG has twice as many, and all of them fit in memory.
const MOST: u32 = 8192;

/// Reads `860` or `860x500`.
fn size(text: &str) -> Result<Size, String> {
    let legal = || format!("write WIDTH or WIDTHxHEIGHT in whole pixels, {LEAST_WIDTH} to {MOST}: 860 or 860x500");
    let (width, height) = match text.split_once('x') {
        Some((width, height)) => (width, Some(height)),
        None => (text, None),
    };
    let number = |text: &str| text.parse::<u32>().ok().filter(|pixels| *pixels <= MOST).ok_or_else(legal);
    let size = Size { width: number(width)?, height: height.map(number).transpose()? };
    if size.width < LEAST_WIDTH { Err(legal()) } else { Ok(size) }
}

const EXAMPLES: &str = "\
Examples:
  g4pmu plot results/first                      every picture and report.html, into the run's folder
  g4pmu plot raw.log --kind chain -o chain.png  one picture
  g4pmu plot raw.log --kind cpi -o pictures     all of a kind, into a folder
  g4pmu plot raw.log --page -o report.html      the page alone
  g4pmu plot raw.log --kind latency --size 1200x700 -o - > latency.svg";

#[cfg(test)]
mod tests {
    use super::size;
    use crate::pictures::sheet::Size;

    #[test]
    fn sizes_are_a_width_and_perhaps_a_height() {
        assert_eq!(size("860"), Ok(Size { width: 860, height: None }));
        assert_eq!(size("640x480"), Ok(Size { width: 640, height: Some(480) }));
        for wrong in ["", "x", "640x", "12", "640x480x2", "-5", "99999", "640x99999"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
