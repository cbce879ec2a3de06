//! Records of a sampled call: what code ran, where it was interrupted, the totals.

use core::fmt;

use crate::text::Text;
use crate::word::Word;

/// Most return addresses of a sample.
pub const MOST_CALLS: usize = 8;

/// See [`Record::Code`](super::Record::Code). With the same generator, parameters and
/// addresses a host makes the same words again; the CRC says whether it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code<'a> {
    /// The run.
    pub run: u32,
    /// What generated the code: a kernel id, `family/name`.
    pub generator: Text<'a>,
    /// Its parameters, all of them: `name:value,...` or `-`.
    pub parameters: Text<'a>,
    /// Address of the first word, hex on the wire.
    pub address: u32,
    /// Length in bytes.
    pub bytes: u32,
    /// CRC-32 of its words in big-endian order.
    pub crc: u32,
    /// Address at which it is entered, hex on the wire.
    pub entry: u32,
    /// First address of the data that it was generated with, hex on the wire.
    pub data: u32,
}

/// See [`Record::Sample`](super::Record::Sample).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The run.
    pub run: u32,
    /// Number of the sample in its call, from 0.
    pub sample: u32,
    /// Time base ticks since the call was started.
    pub ticks: u64,
    /// Events or ticks that the source was loaded with for this sample.
    pub period: u32,
    /// Events or ticks from the condition until the handler looked; `None` where the
    /// source keeps no count.
    pub late: Option<u32>,
    /// SIAR: the last instruction completed before the exception was signalled, hex
    /// on the wire. `None` where the performance monitor is not the source.
    pub siar: Option<u32>,
    /// SRR0: the instruction that would have run next, hex on the wire.
    pub srr0: u32,
    /// SRR1: machine state at the interruption, hex on the wire.
    pub srr1: u32,
    /// Link register, hex on the wire.
    pub lr: u32,
    /// Return addresses along the back chain.
    pub calls: Calls,
}

/// See [`Record::Sampling`](super::Record::Sampling).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sampling<'a> {
    /// The run.
    pub run: u32,
    /// Iterations of the sampled call.
    pub n: u64,
    /// What raised the exceptions.
    pub source: SampleSource,
    /// MMCR0 as armed, hex on the wire.
    pub mmcr0: u32,
    /// MMCR1 as written, hex on the wire.
    pub mmcr1: u32,
    /// MMCR2 as written, hex on the wire.
    pub mmcr2: u32,
    /// Events or ticks from sample to sample as asked for.
    pub period: u32,
    /// Largest deviation of a single period from it.
    pub jitter: u32,
    /// Seed of the deviations.
    pub seed: u32,
    /// Ticks that the storm guard leaves from handling one sample to handling the next,
    /// entry and return included; `None` where it is off or handled no sample.
    pub floor: Option<u32>,
    /// Time base ticks of the call, what the exceptions took included; `None` where
    /// one ended it.
    pub ticks: Option<u64>,
    /// `sample` records of this call.
    pub samples: u32,
    /// Samples that found no room or came while another one was waiting.
    pub lost: u32,
    /// Exceptions without a reason.
    pub spurious: u32,
    /// Times that the storm guard lengthened the period.
    pub storms: u32,
    /// Why there are no samples, or `-`.
    pub reason: Text<'a>,
}

/// What raises a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SampleSource {
    /// `pmc1`.
    Pmc1,
    /// `pmc2`.
    Pmc2,
    /// `pmc3`.
    Pmc3,
    /// `pmc4`.
    Pmc4,
    /// `pmc5`.
    Pmc5,
    /// `pmc6`.
    Pmc6,
    /// `timebase`: a bit of the time base, through the performance monitor.
    TimeBase,
    /// `decrementer`.
    Decrementer,
}

impl Word for SampleSource {
    const ALL: &'static [Self] =
        &[Self::Pmc1, Self::Pmc2, Self::Pmc3, Self::Pmc4, Self::Pmc5, Self::Pmc6, Self::TimeBase, Self::Decrementer];
    const LEGAL: &'static str = "pmc1, pmc2, pmc3, pmc4, pmc5, pmc6, timebase, decrementer";

    fn word(self) -> &'static str {
        match self {
            Self::Pmc1 => "pmc1",
            Self::Pmc2 => "pmc2",
            Self::Pmc3 => "pmc3",
            Self::Pmc4 => "pmc4",
            Self::Pmc5 => "pmc5",
            Self::Pmc6 => "pmc6",
            Self::TimeBase => "timebase",
            Self::Decrementer => "decrementer",
        }
    }
}

/// Up to [`MOST_CALLS`] return addresses, innermost first.
#[derive(Clone, Copy, Default)]
pub struct Calls {
    addresses: [u32; MOST_CALLS],
    count: usize,
}

impl Calls {
    /// The first [`MOST_CALLS`] of these addresses.
    #[must_use]
    pub fn new(addresses: &[u32]) -> Self {
        let mut calls = Self::default();
        for (place, address) in calls.addresses.iter_mut().zip(addresses) {
            *place = *address;
            calls.count += 1;
        }
        calls
    }

    /// The addresses.
    #[must_use]
    pub fn as_slice(&self) -> &[u32] {
        self.addresses.get(..self.count).unwrap_or_default()
    }
}

impl PartialEq for Calls {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl Eq for Calls {}

impl fmt::Debug for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::{Calls, MOST_CALLS, SampleSource};
    use crate::word::Word;

    #[test]
    fn no_more_calls_are_kept_than_there_is_room_for() {
        let addresses: Vec<u32> = (0..20).collect();
        for count in 0..20 {
            let kept = Calls::new(&addresses[..count]);
            assert_eq!(kept.as_slice(), &addresses[..count.min(MOST_CALLS)]);
        }
    }

    #[test]
    fn words_and_sources_agree() {
        let words: Vec<_> = SampleSource::ALL.iter().map(|source| source.word()).collect();
        assert_eq!(words.join(", "), SampleSource::LEGAL);
    }
}
