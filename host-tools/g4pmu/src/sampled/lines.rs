//! Samples by instruction: [`Annotated`].

use mpc7450::instruction::decode::decode;
use serde::Serialize;

use super::Profile;
use super::share::Share;
use crate::results::Hex;

/// A kernel's instructions with their samples.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Annotated {
    /// Every instruction, in the order of addresses; none where the code is not known.
    pub instructions: Vec<Line>,
    /// Samples that fell on none of them.
    pub elsewhere: Share,
}

/// An instruction.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Line {
    /// Bytes from the start of the code.
    pub offset: u32,
    /// Its address.
    pub address: Hex,
    /// Its word.
    pub word: Hex,
    /// What the word means.
    pub text: String,
    /// Its samples. The shares of all lines and of elsewhere together are 100 %.
    #[serde(flatten)]
    pub share: Share,
}

impl Annotated {
    /// Counts the samples of each instruction.
    #[must_use]
    pub fn of(profile: &Profile<'_>) -> Self {
        let call = profile.call;
        let words = call.words();
        let mut counts = vec![0; words.len() + 1];
        for sample in &call.samples {
            let place = sample.code_offset.map_or(words.len(), |offset| offset as usize / 4);
            counts[place.min(words.len())] += 1;
        }
        let mut shares = Share::of(&counts);
        let elsewhere = shares.pop().expect("one more than words");
        let instructions = (0..).step_by(4).zip(words).zip(shares).map(|((offset, word), share)| {
            let address = call.code.0.wrapping_add(offset);
            Line { offset, address: Hex(address), word: Hex(*word), text: text(*word, address), share }
        });
        Self { instructions: instructions.collect(), elsewhere }
    }
}

/// The instruction as an assembler takes it.
fn text(word: u32, address: u32) -> String {
    decode(word).map_or_else(|| format!(".long   {word:#010x}"), |decoded| decoded.at(address).to_string())
}
