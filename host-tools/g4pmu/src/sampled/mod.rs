//! What samples say: which share fell where, how sure that is, how far it is off.
//!
//! | module | holds |
//! | --- | --- |
//! | [`share`] | shares that add up, with intervals |
//! | [`block`] | generated code in pieces |
//! | [`lines`] | samples by instruction |
//! | [`symbols`] | names of addresses in the image |
//! | [`skid`] | how far the exception came behind its cause |
//! | [`lockstep`] | a period that meets a loop at few places |
//! | [`source`] | what is to raise samples |
//!
//! Every sample counts once, whatever the period that led to it: the period is drawn
//! without regard to the place. Rejected: perf's weights by period, which add the noise of
//! the draw and change no expectation.

pub mod block;
pub mod lines;
pub mod lockstep;
pub mod share;
pub mod skid;
pub mod source;
pub mod symbols;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;

use crate::results::{Hex, KernelResult, Results, Sample, SampledCall};
use block::Block;
use lockstep::Lockstep;
use share::Share;
use skid::Skid;
use symbols::Symbols;

/// The samples of one call, by place.
#[derive(Clone, Debug, Serialize)]
pub struct Profile<'a> {
    /// What was sampled.
    #[serde(skip)]
    pub kernel: &'a KernelResult,
    /// Its samples.
    #[serde(skip)]
    pub call: &'a SampledCall,
    /// Its code in pieces.
    #[serde(skip)]
    pub blocks: Vec<Block>,
    /// Where samples fell, the most first.
    pub places: Vec<Row>,
    /// How many samples each stack has: names with `;` between them, the outermost first.
    #[serde(skip)]
    pub stacks: BTreeMap<String, u64>,
    /// How far they are off; absent without SIAR.
    pub skid: Option<Skid>,
    /// Whether the period was in step with the loop.
    pub lockstep: Option<Lockstep>,
}

/// The samples of one place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// How many, and what that is worth.
    #[serde(flatten)]
    pub share: Share,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// A piece of code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case", tag = "object")]
pub enum Place {
    /// A block of the kernel.
    Kernel {
        /// Kernel and offset.
        symbol: String,
        /// Its first address.
        address: Hex,
        /// Its bytes.
        bytes: u32,
    },
    /// A function of the image.
    Image {
        /// Its name.
        symbol: String,
    },
    /// Nothing that has a name.
    Unknown {
        /// Why not.
        reason: String,
    },
}

impl Place {
    /// The column of perf's shared objects.
    #[must_use]
    pub const fn object(&self) -> &'static str {
        match self {
            Self::Kernel { .. } => "[generated]",
            Self::Image { .. } => "g4pmu.elf",
            Self::Unknown { .. } => "[unknown]",
        }
    }

    /// The column of its symbols.
    #[must_use]
    pub fn symbol(&self) -> String {
        match self {
            Self::Kernel { symbol, bytes, .. } => format!("{symbol}, {} instructions", bytes / 4),
            Self::Image { symbol } => symbol.clone(),
            Self::Unknown { reason } => reason.clone(),
        }
    }

    /// The name in a stack, where `;` separates.
    fn frame(&self) -> String {
        match self {
            Self::Kernel { symbol, .. } | Self::Image { symbol } => symbol.replace(';', ":"),
            Self::Unknown { .. } => self.object().to_owned(),
        }
    }
}

impl<'a> Profile<'a> {
    /// The profiles of a report's sampled calls.
    #[must_use]
    pub fn all(results: &'a Results, image: Option<&Path>, log: &Path) -> Vec<Self> {
        let sampled = results.kernels.iter().filter_map(|kernel| Some((kernel, kernel.sampled.as_ref()?)));
        let mut names = Names { results, image, log, symbols: None };
        sampled.map(|(kernel, call)| Self::of(kernel, call, &mut names)).collect()
    }

    fn of(kernel: &'a KernelResult, call: &'a SampledCall, names: &mut Names<'_>) -> Self {
        let blocks = block::blocks(call.words(), call.entry_offset());
        let mut counts: BTreeMap<Place, u64> = BTreeMap::new();
        let mut stacks: BTreeMap<String, u64> = BTreeMap::new();
        for sample in &call.samples {
            let place = match sample.code_offset {
                Some(offset) => in_kernel(kernel, call, &blocks, offset),
                None => names.of(sample.place()),
            };
            *stacks.entry(stack(kernel, sample, &place, names)).or_default() += 1;
            *counts.entry(place).or_default() += 1;
        }
        let mut counts: Vec<(Place, u64)> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let shares = Share::of(&counts.iter().map(|(_, count)| *count).collect::<Vec<_>>());
        let places = counts.into_iter().zip(shares).map(|((place, _), share)| Row { share, place }).collect();
        let (skid, lockstep) = (Skid::of(call, &blocks), Lockstep::of(kernel, call));
        Self { kernel, call, blocks, places, stacks, skid, lockstep }
    }

    /// Events of all samples together, those between lost ones left out.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.call.samples.iter().map(|sample| u64::from(sample.period)).sum()
    }

    /// The kernel as it would be typed: with its parameters.
    #[must_use]
    pub fn typed(&self) -> String {
        let parameters = self.kernel.parameters.split(',').filter(|parameter| *parameter != "-");
        let words = parameters.map(|parameter| parameter.replacen(':', "=", 1));
        std::iter::once(self.kernel.kernel.clone()).chain(words).collect::<Vec<_>>().join(" ")
    }
}

/// The block of an offset; the whole code where its words are not known.
fn in_kernel(kernel: &KernelResult, call: &SampledCall, blocks: &[Block], offset: u32) -> Place {
    match blocks.iter().find(|block| block.holds(offset)) {
        Some(block) => Place::Kernel {
            symbol: format!("{}+{:#x}", kernel.kernel, block.offset),
            address: Hex(call.code.0.wrapping_add(block.offset)),
            bytes: block.bytes,
        },
        None => Place::Unknown {
            reason: format!("in {}, whose code this g4pmu makes otherwise (CRC {})", kernel.kernel, call.code_crc),
        },
    }
}

/// The stack of a sample: who called the kernel, as far as that was recorded, the kernel, the block.
fn stack(kernel: &KernelResult, sample: &Sample, place: &Place, names: &mut Names<'_>) -> String {
    // A return address may be the first of the next function: the call is the word before.
    let callers = sample.calls.iter().rev().map(|address| names.of(address.0.wrapping_sub(4)).frame());
    let mut frames: Vec<String> = callers.collect();
    if let Place::Kernel { .. } = place {
        frames.push(kernel.kernel.clone());
    }
    frames.push(place.frame());
    frames.join(";")
}

/// Names outside the kernel; the image is read when the first is asked for.
struct Names<'a> {
    results: &'a Results,
    image: Option<&'a Path>,
    log: &'a Path,
    symbols: Option<Result<Symbols, String>>,
}

impl Names<'_> {
    fn of(&mut self, address: u32) -> Place {
        let Self { results, image, log, symbols } = self;
        let memory = results.header.memory.as_ref();
        let inside = memory.is_some_and(|memory| {
            address.checked_sub(memory.image.0).is_some_and(|offset| offset < memory.image_bytes)
        });
        if !inside {
            return Place::Unknown { reason: "outside the kernel and the image".to_owned() };
        }
        match symbols.get_or_insert_with(|| Symbols::find(&results.header, *image, log)) {
            Ok(symbols) => match symbols.at(address) {
                Some((symbol, _)) => Place::Image { symbol: symbol.to_owned() },
                None => Place::Unknown { reason: "in the image, in no function".to_owned() },
            },
            Err(reason) => Place::Unknown { reason: format!("in the image; {reason}") },
        }
    }
}
