//! Instructions that only take their time in fetch and dispatch.
//!
//! Two kinds, because whether a `nop`, `ori 0,0,0`, waits for the one before no source
//! says: see `branch/chain`.

use crate::kernels::host;
use mpc7450::instruction::integer::{add, nop};
use mpc7450::instruction::{Gpr, Word};

use super::parameters::{Parameter, Range};
use super::preset::Presets;

/// Position of `nop` among the choices of the parameter.
pub const NOP: u32 = 0;
/// Position of `independent`.
pub const INDEPENDENT: u32 = 1;

/// The parameter that chooses the filler; `usual` is its value in every preset.
#[must_use]
pub const fn parameter(usual: u32) -> Parameter {
    Parameter {
        name: "fill",
        meaning: host::text("the filler: ori 0,0,0 or adds that depend on nothing"),
        range: Range::Choice(&["nop", "independent"]),
        presets: Presets::all(usual),
    }
}

/// Any two values: no kernel with filler has a fifth or sixth argument.
const SOURCES: (Gpr, Gpr) = (Gpr::at::<8>(), Gpr::at::<9>());

/// Sums that depend on nothing, into eight registers in turn that nothing reads.
pub const INDEPENDENTS: [Word; 8] = {
    let mut words = [nop(); 8];
    let mut index = 0;
    while index < words.len() {
        let result = Gpr::new(14 + index as u8).expect("results are in r14 to r21");
        words[index] = add(result, SOURCES.0, SOURCES.1);
        index += 1;
    }
    words
};
const NOPS: [Word; 1] = [nop()];

/// Filler without end, by the value of the parameter.
pub fn words(choice: u32) -> impl Iterator<Item = Word> {
    let words: &[Word] = if choice == INDEPENDENT { &INDEPENDENTS } else { &NOPS };
    words.iter().copied().cycle()
}
