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

use mpc7450::instruction::integer::{add, nop};
use mpc7450::instruction::{Gpr, Word};

pub use chain::CHAIN;
pub use direction::DIRECTION;
pub use indirect::INDIRECT;
pub use returns::RETURN;

/// Any two values: no kernel of the family has a fifth or sixth argument.
const SOURCES: (Gpr, Gpr) = (Gpr::at::<8>(), Gpr::at::<9>());

/// Sums that depend on nothing, into eight registers in turn that nothing reads.
const INDEPENDENTS: [Word; 8] = {
    let mut words = [nop(); 8];
    let mut index = 0;
    while index < words.len() {
        let result = Gpr::new(14 + index as u8).expect("results are in r14 to r21");
        words[index] = add(result, SOURCES.0, SOURCES.1);
        index += 1;
    }
    words
};
