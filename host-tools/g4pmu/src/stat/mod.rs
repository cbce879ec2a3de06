//! Counting: what `g4pmu stat` does with a plan and the reports of its passes.
//!
//! | module | holds |
//! | --- | --- |
//! | [`requests`] | what is typed as what the image is sent |
//! | [`sweep`] | parameters with more than one value |
//! | [`measured`] | reports as counts with their spread, pass by pass |
//! | [`anchors`] | whether passes belong together |
//! | [`gate`] | known counts, before anything else |
//! | [`view`] | what is shown, whatever the output |
//!
//! All of it is made from reports alone, so a saved log gives the same again.

pub mod anchors;
pub mod gate;
pub mod measured;
pub mod requests;
pub mod sweep;
pub mod view;
