//! How a guest finds out that it runs on the model: the signature.
//!
//! The guest executes [`QUESTION`] with [`MAGIC`] in r3 and an index in r4. A processor
//! and stock QEMU leave r3 alone, for the word does nothing. The model's host answers in
//! r3: for index 0 the length of the text in bytes, for index k the bytes from 4(k - 1)
//! on, the first in the highest byte, zeros behind the end.

use mpc7450::parts::Model as Design;

use crate::settings::{NAMES, Settings};

/// `xoris r3,r3,0`.
pub const QUESTION: u32 = 0x6c63_0000;

/// What r3 holds when the question is meant.
pub const MAGIC: u32 = 0x6734_7063;

/// The text: name and version, part, clocks, every switch.
#[must_use]
pub fn text(settings: &Settings) -> String {
    let mut text = format!("g4pmu-model {} part={}", env!("CARGO_PKG_VERSION"), part(settings));
    for name in NAMES {
        let value = settings.get(name).unwrap_or_default();
        text.push_str(&format!(" {name}={value}"));
    }
    text
}

/// The answer to an index.
#[must_use]
pub fn answer(text: &str, index: u32) -> u32 {
    let Some(word) = index.checked_sub(1) else {
        return u32::try_from(text.len()).unwrap_or(0);
    };
    let start = usize::try_from(word).unwrap_or(usize::MAX).saturating_mul(4);
    let mut bytes = [0; 4];
    for (byte, text) in bytes.iter_mut().zip(text.as_bytes().iter().skip(start)) {
        *byte = *text;
    }
    u32::from_be_bytes(bytes)
}

const fn part(settings: &Settings) -> &'static str {
    match settings.part.model() {
        Design::Mpc7450 => "7450",
        Design::Mpc7451 => "7451",
        Design::Mpc7455 => "7455",
        Design::Mpc7457 => "7457",
        Design::Mpc7447A => "7447A",
        Design::Mpc7448 => "7448",
        Design::E600 => "e600",
        Design::Mpc7400 | Design::Mpc7410 | Design::Mpc750 | Design::Unknown => "none",
    }
}

#[cfg(test)]
mod tests {
    use mpc7450::parts::Part;

    use super::{MAGIC, answer, text};
    use crate::settings::Settings;

    #[test]
    fn the_words_put_together_are_the_text() {
        let text = text(&Settings::new(Part::from_pvr(0x8000_0201)));
        assert!(text.starts_with("g4pmu-model "), "{text}");
        assert!(text.contains(" part=7450 nop=ordinary "), "{text}");
        assert!(text.ends_with(" clocks=900000000/100000000/25000000"), "{text}");
        let length = answer(&text, 0) as usize;
        assert_eq!(length, text.len());
        assert!((1..=480).contains(&length), "the image has room for 480 bytes");
        let bytes: Vec<u8> =
            (1..=length.div_ceil(4) as u32).flat_map(|index| answer(&text, index).to_be_bytes()).collect();
        assert_eq!(&bytes[..length], text.as_bytes());
        assert!(bytes[length..].iter().all(|byte| *byte == 0));
        assert_eq!(answer(&text, u32::MAX), 0);
        assert_ne!(length, MAGIC as usize);
    }
}
