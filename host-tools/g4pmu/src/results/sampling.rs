//! A sampled call: its code, its samples, its totals.

use report_format::record;
use report_format::word::Word;
use serde::Serialize;

use super::counters::selected;
use super::{Hex, TICKS, printable};
use crate::catalogue;
use crate::rebuild::rebuild;

/// What a report says about the sampled call of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SampledCall {
    /// Iterations of the call.
    pub n: Option<u64>,
    /// What raised the samples: `pmc1` to `pmc6`, `timebase`, `decrementer`.
    pub source: Option<&'static str>,
    /// What the source counts: an event id, or `time-base-ticks`.
    pub event: Option<String>,
    /// Events or ticks from sample to sample.
    pub period: Option<u32>,
    /// Largest deviation from it.
    pub jitter: Option<u32>,
    /// Seed of the deviations.
    pub seed: Option<u32>,
    /// Ticks that the storm guard leaves the code; absent where it is off or handled no sample.
    pub floor: Option<u32>,
    /// Ticks of the call, what the exceptions took included.
    pub ticks: Option<u64>,
    /// Samples that found no room or came while another one was waiting.
    pub lost: Option<u32>,
    /// Exceptions without a reason.
    pub spurious: Option<u32>,
    /// Times that the storm guard lengthened the period.
    pub storms: Option<u32>,
    /// Why there are no samples, or `-`.
    pub reason: Option<String>,
    /// Address of the first word of the code.
    pub code: Hex,
    /// Its bytes.
    pub code_bytes: u32,
    /// CRC-32 of its words.
    pub code_crc: Hex,
    /// Whether the same words could be made again on this machine.
    pub rebuilt: bool,
    /// The samples, in the order in which they were taken.
    pub samples: Vec<Sample>,
    #[serde(skip)]
    words: Vec<u32>,
    #[serde(skip)]
    entry: u32,
}

/// One sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sample {
    /// Number in the call, from 0.
    pub sample: u32,
    /// Time base ticks since the call was started.
    pub ticks: u64,
    /// Events or ticks that the source was loaded with.
    pub period: u32,
    /// Events or ticks from the condition until the handler looked.
    pub late: Option<u32>,
    /// Last instruction completed before the exception was signalled.
    pub siar: Option<Hex>,
    /// Instruction that would have run next.
    pub srr0: Hex,
    /// Machine state.
    pub srr1: Hex,
    /// Link register.
    pub lr: Hex,
    /// Return addresses along the back chain, innermost first.
    pub calls: Vec<Hex>,
    /// Bytes from the start of the code to the sampled instruction: the one of SIAR,
    /// or of SRR0 where there is no SIAR. Absent outside the code.
    pub code_offset: Option<u32>,
    /// The word of that instruction, where the code could be made again.
    pub word: Option<Hex>,
}

impl Sample {
    /// The sampled instruction: SIAR, or SRR0 where the source has no SIAR.
    #[must_use]
    pub fn place(&self) -> u32 {
        self.siar.unwrap_or(self.srr0).0
    }
}

impl SampledCall {
    /// The call whose code this is.
    #[must_use]
    pub fn new(code: &record::Code<'_>) -> Self {
        let words = rebuild(code);
        Self {
            n: None,
            source: None,
            event: None,
            period: None,
            jitter: None,
            seed: None,
            floor: None,
            ticks: None,
            lost: None,
            spurious: None,
            storms: None,
            reason: None,
            code: Hex(code.address),
            code_bytes: code.bytes,
            code_crc: Hex(code.crc),
            rebuilt: words.is_some(),
            samples: Vec::new(),
            words: words.unwrap_or_default(),
            entry: code.entry,
        }
    }

    /// The words of the code, made again; none where that failed.
    #[must_use]
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Bytes from the start of the code to where it is entered.
    #[must_use]
    pub const fn entry_offset(&self) -> u32 {
        self.entry.wrapping_sub(self.code.0)
    }

    /// Adds a sample.
    pub fn take(&mut self, sample: &record::Sample) {
        let address = sample.siar.unwrap_or(sample.srr0);
        let offset = address.checked_sub(self.code.0).filter(|offset| *offset < self.code_bytes);
        let word = offset.and_then(|offset| self.words.get(offset as usize / 4));
        self.samples.push(Sample {
            sample: sample.sample,
            ticks: sample.ticks,
            period: sample.period,
            late: sample.late,
            siar: sample.siar.map(Hex),
            srr0: Hex(sample.srr0),
            srr1: Hex(sample.srr1),
            lr: Hex(sample.lr),
            calls: sample.calls.as_slice().iter().copied().map(Hex).collect(),
            code_offset: offset,
            word: word.copied().map(Hex),
        });
    }

    /// Adds settings and totals.
    pub fn close(&mut self, sampling: &record::Sampling<'_>) {
        self.n = Some(sampling.n);
        self.source = Some(sampling.source.word());
        self.event = Some(event(sampling));
        self.period = Some(sampling.period);
        self.jitter = Some(sampling.jitter);
        self.seed = Some(sampling.seed);
        self.floor = sampling.floor;
        self.ticks = sampling.ticks;
        self.lost = Some(sampling.lost);
        self.spurious = Some(sampling.spurious);
        self.storms = Some(sampling.storms);
        self.reason = Some(printable(&sampling.reason));
    }
}

/// What the source counts.
fn event(sampling: &record::Sampling<'_>) -> String {
    let number = sampling.source.word().strip_prefix("pmc").and_then(|number| number.parse().ok());
    match number.and_then(mpc7450::counter::Counter::new) {
        Some(counter) => catalogue::event_id(counter, selected(sampling.mmcr0, sampling.mmcr1)[counter.index()]),
        None => TICKS.to_owned(),
    }
}
