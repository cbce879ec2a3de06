//! JSON: one document, the data structure as it is.

use crate::results::Results;

/// The document, indented by two spaces, with a final newline.
///
/// # Panics
///
/// Never: [`Results`] has text keys only, and memory takes every write.
#[must_use]
pub fn bytes(results: &Results) -> Vec<u8> {
    let mut bytes = serde_json::to_vec_pretty(results).expect("the structure has text keys only");
    bytes.push(b'\n');
    bytes
}
