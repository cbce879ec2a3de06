//! The events the counters can count.
//!
//! The table `data/events.csv` is the only list; `cargo xtask generate` turns it
//! into one enum a counter and the [`CATALOGUE`]. An event that a counter cannot
//! count has no name on it:
//!
//! ```
//! use mpc7450::counter::Counter;
//! use mpc7450::events::{Pmc4Event, Selector};
//!
//! let selector = Selector::from(Pmc4Event::MispredictedBranches);
//! assert_eq!((selector.counter(), selector.code()), (Counter::Pmc4, 28));
//! ```
//!
//! ```compile_fail,E0599
//! // Mispredicted branches are counted on PMC4 only.
//! let event = mpc7450::events::Pmc6Event::MispredictedBranches;
//! ```
//!
//! Three things name an event: its *id* (`mispredicted-branches`), shared by the
//! codes of one event on several counters; a [`Selector`], which is a counter and
//! a code; and the names other programs use, which [`find`] understands. One enum
//! for all events with a check of the counter at run time was rejected: most
//! mistakes in public programs are codes on the wrong counter.

mod alias;
mod catalogue;
mod find;
mod generated;
mod selector;

pub use alias::{ALIASES, Alias};
pub use catalogue::{Event, Parts, Threshold, alternatives};
pub use find::{FindError, Matches, find};
pub use generated::{CATALOGUE, Pmc1Event, Pmc2Event, Pmc3Event, Pmc4Event, Pmc5Event, Pmc6Event};
pub use selector::{CodeTooLarge, Selector};
