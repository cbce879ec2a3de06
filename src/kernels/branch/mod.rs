//! `branch/*`: what the branch unit remembers, and what it costs when it does not.
//!
//! | module | kernel | structure |
//! | --- | --- | --- |
//! | [`chain`] | `branch/chain` | branch target instruction cache, then the L1 |
//! | [`direction`] | `branch/direction` | branch history table |
//! | [`returns`] | `branch/return` | link stack |
//! | [`indirect`] | `branch/indirect` | none: branches through CTR wait |

pub mod chain;
pub mod direction;
pub mod indirect;
mod pattern;
pub mod returns;

pub use chain::CHAIN;
pub use direction::DIRECTION;
pub use indirect::INDIRECT;
pub use returns::RETURN;
