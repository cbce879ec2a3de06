//! Skid: how far the exception came behind what it is blamed on.

use serde::Serialize;

use super::block::{Block, branch, direct};
use crate::results::{Sample, SampledCall};

/// How SRR0 lies to SIAR, and how late the handler looked, over all samples with a SIAR.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Skid {
    /// Samples whose SRR0 is the instruction behind SIAR, or the target of the branch there.
    pub next: u64,
    /// Samples whose SRR0 is further on in SIAR's block.
    pub within: u64,
    /// Most instructions between the two of those.
    pub most: u32,
    /// Samples whose SRR0 lies beyond a branch: how many instructions, nothing says.
    pub beyond: u64,
    /// Samples where the code of SIAR is not known, or SRR0 is in front of it.
    pub unknown: u64,
    /// Events or ticks from the condition to the handler: least, median, most.
    pub late: Option<[u32; 3]>,
}

impl Skid {
    /// Measures it; `None` where no sample has a SIAR.
    #[must_use]
    pub fn of(call: &SampledCall, blocks: &[Block]) -> Option<Self> {
        let mut skid = Self::default();
        let mut any = false;
        for (sample, siar) in call.samples.iter().filter_map(|sample| Some((sample, sample.siar?.0))) {
            any = true;
            skid.take(call, blocks, siar, sample);
        }
        let mut late: Vec<u32> = call.samples.iter().filter_map(|sample| sample.late).collect();
        late.sort_unstable();
        skid.late = late.first().zip(late.last()).map(|(least, most)| [*least, late[late.len() / 2], *most]);
        any.then_some(skid)
    }

    fn take(&mut self, call: &SampledCall, blocks: &[Block], siar: u32, sample: &Sample) {
        let Some(offset) = sample.code_offset.filter(|_| call.rebuilt) else {
            self.unknown += 1;
            return;
        };
        let target = sample.srr0.0.wrapping_sub(call.code.0);
        let word = call.words().get(offset as usize / 4).copied().unwrap_or_default();
        let form = branch(word);
        let taken = form.and_then(|form| direct(form, offset));
        let ahead = sample.srr0.0.checked_sub(siar).map(|bytes| bytes / 4);
        let block = blocks.iter().find(|block| block.holds(offset));
        match ahead {
            _ if taken == Some(target) => self.next += 1,
            Some(1) => self.next += 1,
            Some(distance @ 2..) if block.is_some_and(|block| block.holds(target)) => {
                self.within += 1;
                self.most = self.most.max(distance - 1);
            }
            _ => self.beyond += 1,
        }
    }
}
