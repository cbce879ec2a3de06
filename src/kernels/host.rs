//! Words that only a host shows: questions, meanings, predictions.
//!
//! A descriptor is one value for host and chip, but the image prints none of these and
//! its size is limited. On the target they are therefore empty. Two descriptors, one
//! for each side, were the alternative and would have to be kept equal.

use super::descriptor::Prediction;

const ON_THE_CHIP: bool = cfg!(target_arch = "powerpc");

/// The text; empty on the target.
#[must_use]
pub const fn text(text: &'static str) -> &'static str {
    if ON_THE_CHIP { "" } else { text }
}

/// The predictions; none on the target.
#[must_use]
pub const fn predictions(predictions: &'static [Prediction]) -> &'static [Prediction] {
    if ON_THE_CHIP { &[] } else { predictions }
}
