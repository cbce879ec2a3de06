//! The instruction table against sources that are not its own.
//!
//! | module | source |
//! | --- | --- |
//! | `timing` | `data/timing.csv`: published timings, each with where it comes from |
//! | `gcc` | `data/gcc-7450.csv`: what GCC's description of the 7450 says |
//! | `sweep` | `data/objdump.txt`: what GNU objdump prints |
//! | `powerpc_crate` | the decoder of the `powerpc` crate |
//! | `encoders` | the typed encoders of this crate |

mod child;
mod encoders;
mod gcc;
mod objdump;
mod powerpc_crate;
mod sweep;
mod timing;
mod words;

use mpc7450::instruction::{Decoded, decode};
use std::path::PathBuf;

fn data(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "data", name].iter().collect()
}

/// The words and texts of `data/objdump.txt`, for instructions that this table has.
fn named_words() -> Vec<(Decoded, String)> {
    let recording = std::fs::read_to_string(data("objdump.txt")).expect("the recording");
    let lines = recording.lines().filter_map(|line| {
        let (word, text) = line.split_once(' ').expect("word and text");
        let word = u32::from_str_radix(word, 16).expect("a word");
        Some((decode(word)?, text.to_owned()))
    });
    lines.collect()
}

/// A mnemonic without the sign of a predicted branch.
fn unsigned(mnemonic: &str) -> &str {
    mnemonic.trim_end_matches(['+', '-'])
}
