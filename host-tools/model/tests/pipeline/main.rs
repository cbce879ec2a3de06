//! The pipeline against published timings, hand-written streams through real caches.

mod calibration;
mod capacity;
mod guest;
mod limits;
mod modes;
mod signals;
mod throughput;
