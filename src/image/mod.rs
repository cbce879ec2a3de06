//! The image: what ties processor, board and lab together, in order.

pub mod arena;
mod body;
#[cfg(target_arch = "powerpc")]
mod handler;
#[cfg(target_arch = "powerpc")]
mod hardware;
#[cfg(target_arch = "powerpc")]
mod port;
#[cfg(target_arch = "powerpc")]
mod start;

pub use body::Ending;
#[cfg(target_arch = "powerpc")]
pub use handler::panicked;
#[cfg(target_arch = "powerpc")]
pub use hardware::Hardware;
#[cfg(target_arch = "powerpc")]
pub use port::ReportPort;
