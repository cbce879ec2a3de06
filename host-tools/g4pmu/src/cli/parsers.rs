//! Parsers of what several commands take.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use g4pmu_firmware::kernels::preset::Preset;
use report_format::word::Word;

use crate::catalogue;

/// A kernel of the image.
pub(super) fn kernel_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(catalogue::kernels().map(|kernel| kernel.id))
}

/// A suite of the image.
pub(super) fn suite_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(catalogue::suites().iter().map(|suite| suite.name))
}

/// A preset of the parameters.
pub(super) fn preset_parser() -> impl TypedValueParser<Value = Preset> {
    let names = Preset::ALL.map(Preset::name);
    PossibleValuesParser::new(names).try_map(|name| Preset::find(&name).ok_or("no such preset"))
}

/// One of the words that reports use too.
pub(super) fn word_parser<W: Word + Send + Sync>() -> impl TypedValueParser<Value = W> {
    let words = W::ALL.iter().map(|choice| choice.word());
    PossibleValuesParser::new(words).try_map(|word| W::from_word(&word).ok_or("no such word"))
}

/// One ASCII character that is no quote, no line end and no part of a number or a name.
pub(super) fn separator(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [byte]
            if byte.is_ascii()
                && !byte.is_ascii_alphanumeric()
                && !matches!(byte, b'"' | b'\r' | b'\n' | b'.' | b'-') =>
        {
            Ok(*byte)
        }
        _ => Err("give one ASCII character that is no quote, line end, letter, digit, `.` or `-`, for instance -x,"
            .to_owned()),
    }
}
