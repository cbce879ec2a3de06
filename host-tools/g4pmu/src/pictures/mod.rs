//! Pictures of saved results, as SVG and PNG.
//!
//! | module | holds |
//! | --- | --- |
//! | [`markup`], [`png`] | the two formats |
//! | [`scale`], [`ticks`], [`text`], [`labels`], [`knees`] | the arithmetic of a picture: pure |
//! | [`style`] | colours and signs |
//! | [`sheet`], [`lines`], [`bars`] | how a picture is laid out and drawn |
//! | [`joined`], [`runs`], [`source`] | values and words from results |
//! | [`sweep`], [`kinds`], [`dispatch`], [`stack`], [`samples`] | which pictures there are |
//!
//! A picture is made from [`Results`] and from nothing else, so a saved log gives the same
//! bytes again. What was not counted is in none of them: a kind without values is
//! [`Absent`], with the reason and the command that would measure it. Rejected: a plotting
//! crate. Signs, marks, intervals and the words below are most of these pictures, and would
//! have to be drawn around one.

pub mod bars;
pub mod dispatch;
pub mod joined;
pub mod kinds;
pub mod knees;
pub mod labels;
pub mod lines;
pub mod markup;
pub mod png;
pub mod runs;
pub mod samples;
pub mod scale;
pub mod sheet;
pub mod source;
pub mod stack;
pub mod style;
pub mod sweep;
pub mod text;
pub mod ticks;

use clap::ValueEnum;
use thiserror::Error;

use self::bars::Bars;
use self::lines::Lines;
use self::sheet::{Place, Size, TooSmall};
use crate::results::Results;

/// What can be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// Cycles of a branch by the branches in a chain, a line a density
    Chain,
    /// The same in nanoseconds, by a chip's time base
    ChainTime,
    /// Instructions a cycle by the blocks of a ring
    FetchRing,
    /// Instructions a cycle by the size of straight code
    FetchStraight,
    /// Cycles of a call relative to its family's baseline
    Dispatch,
    /// Cycles of a load by the size of the working set
    Latency,
    /// Cycles of an instruction, split as far as one pass counted
    Cpi,
    /// Samples by address
    Samples,
}

impl Kind {
    /// As it is typed.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Chain => "chain",
            Self::ChainTime => "chain-time",
            Self::FetchRing => "fetch-ring",
            Self::FetchStraight => "fetch-straight",
            Self::Dispatch => "dispatch",
            Self::Latency => "latency",
            Self::Cpi => "cpi",
            Self::Samples => "samples",
        }
    }

    /// The command that measures what it shows.
    #[must_use]
    pub const fn command(self) -> &'static str {
        match self {
            Self::Chain => "g4pmu run --suite chain",
            Self::ChainTime => "the image on a chip, suite=chain",
            Self::FetchRing | Self::FetchStraight => "g4pmu run --suite fetch",
            Self::Dispatch => "g4pmu run --suite dispatch",
            Self::Latency => "g4pmu run --suite memory",
            Self::Cpi => "g4pmu run --suite quick",
            Self::Samples => "g4pmu run dispatch/mega --sample pmc1:10000",
        }
    }

    /// The pictures of this kind that a report has values for.
    ///
    /// # Errors
    ///
    /// [`Absent`]: it has none.
    pub fn pictures(self, results: &Results) -> Result<Vec<Picture>, Absent> {
        match self {
            Self::Chain => kinds::CHAIN.pictures(results),
            Self::ChainTime => kinds::CHAIN_TIME.pictures(results),
            Self::FetchRing => kinds::FETCH_RING.pictures(results),
            Self::FetchStraight => kinds::FETCH_STRAIGHT.pictures(results),
            Self::Dispatch => dispatch::pictures(results),
            Self::Latency => kinds::LATENCY.pictures(results),
            Self::Cpi => stack::pictures(results),
            Self::Samples => samples::pictures(results),
        }
    }
}

/// Why there is no picture of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no picture `{}`: {why}; measured by: {}", kind.word(), kind.command())]
pub struct Absent {
    /// The kind.
    pub kind: Kind,
    /// Why.
    pub why: String,
}

impl Absent {
    const fn new(kind: Kind, why: String) -> Self {
        Self { kind, why }
    }
}

/// A picture that can be drawn at any size.
#[derive(Clone, Debug)]
pub struct Picture {
    /// What it shows.
    pub kind: Kind,
    /// Its name, which no other picture of the report has.
    pub name: String,
    drawing: Drawing,
}

/// How it is drawn.
#[derive(Clone, Debug)]
enum Drawing {
    Lines(Lines),
    Bars(Bars),
}

impl Picture {
    /// Its title.
    #[must_use]
    pub fn title(&self) -> &str {
        match &self.drawing {
            Drawing::Lines(lines) => &lines.words.title,
            Drawing::Bars(bars) => &bars.words.title,
        }
    }

    /// Draws it as SVG.
    ///
    /// # Errors
    ///
    /// [`TooSmall`].
    pub fn svg(&self, size: Size, place: Place) -> Result<String, TooSmall> {
        match &self.drawing {
            Drawing::Lines(lines) => lines.draw(size, place),
            Drawing::Bars(bars) => bars.draw(size, place),
        }
    }
}

/// Every picture that a report has values for, and why there are no others.
#[must_use]
pub fn all(results: &Results, kinds: &[Kind]) -> (Vec<Picture>, Vec<Absent>) {
    let (mut pictures, mut absent) = (Vec::new(), Vec::new());
    for kind in kinds {
        match kind.pictures(results) {
            Ok(found) => pictures.extend(found),
            Err(why) => absent.push(why),
        }
    }
    (pictures, absent)
}
