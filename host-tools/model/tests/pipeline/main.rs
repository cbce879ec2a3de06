//! The pipeline against published timings, hand-written streams through real caches.

mod calibration;
mod guest;
mod speed;
