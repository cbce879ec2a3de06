//! SVG as PNG, by the crate `resvg`.
//!
//! The fonts are DejaVu Sans and its bold face from the crate `dejavu` (free for any use,
//! Bitstream Vera's licence), and no other: a picture does not depend on the fonts of the
//! machine that draws it.

use std::sync::{Arc, OnceLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use thiserror::Error;

/// Pixels of the file for one of the picture's, so that text is sharp.
pub const PIXELS: u32 = 2;

/// Why there is no PNG of an SVG.
#[derive(Debug, Error)]
pub enum PngError {
    /// It is not SVG.
    #[error("the drawing is no SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// It has no pixels, or more than memory has room for.
    #[error("a picture of {0} x {1} pixels has no room in memory")]
    Size(u32, u32),
    /// It cannot be encoded.
    #[error("the picture cannot be encoded: {0}")]
    Encode(String),
}

/// What an SVG is read with.
pub(super) fn options() -> Options<'static> {
    static FONTS: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let fonts = FONTS.get_or_init(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.load_font_data(dejavu::sans::bold().to_vec());
        fonts.set_sans_serif_family("DejaVu Sans");
        Arc::new(fonts)
    });
    Options { font_family: "DejaVu Sans".to_owned(), fontdb: Arc::clone(fonts), ..Options::default() }
}

/// Draws an SVG.
///
/// # Errors
///
/// [`PngError`].
pub fn png(svg: &str) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &options())?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width().saturating_mul(PIXELS), size.height().saturating_mul(PIXELS));
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size(width, height))?;
    resvg::render(&tree, Transform::from_scale(PIXELS as f32, PIXELS as f32), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PngError::Encode(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::png;

    #[test]
    fn text_is_drawn_without_the_machines_fonts() {
        let svg = |text: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\">\
                 <text x=\"2\" y=\"15\" font-family=\"no such font, sans-serif\">{text}</text></svg>"
            )
        };
        let drawn = png(&svg("G4")).expect("a picture");
        assert_eq!(&drawn[..8], b"\x89PNG\r\n\x1a\n");
        assert_ne!(drawn, png(&svg("")).expect("a picture"), "letters leave something");
        assert_eq!(drawn, png(&svg("G4")).expect("a picture"));
        assert!(png("no picture").is_err());
    }
}
