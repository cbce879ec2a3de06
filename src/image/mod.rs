//! The image: what ties processor, board and lab together, in order.

mod handler;
mod hardware;
mod start;

pub use handler::panicked;
