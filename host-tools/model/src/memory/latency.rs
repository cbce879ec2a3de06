//! Latencies of one run, in core cycles (M4, M11, M12).

use mpc7450::parts::Model;

use crate::settings::Settings;

/// From the cycle an access asks below the L1 to the cycle its data can be used.
#[derive(Clone, Copy, Debug)]
pub(super) struct Latency {
    /// Data from the L2.
    pub l2: u64,
    /// Instructions from the L2, from the fetch.
    pub l2_fetch: u64,
    /// Data from the L3.
    pub l3: u64,
    /// Data from memory.
    pub memory: u64,
    /// Data from a completed store in the queue.
    pub forward: u64,
    /// A table search.
    pub search: u64,
}

/// From a hit's fetch to its words in the instruction queue [AN2203].
pub(super) const FETCH: u64 = 2;

/// From the first words of a line from memory until the line is in the L1: the rest of
/// the line, then the restart [AN2203].
pub(super) const REST_OF_LINE: u64 = 8;

impl Latency {
    pub(super) fn new(settings: &Settings) -> Self {
        let slow_l2 = matches!(settings.part.model(), Model::Mpc7448 | Model::E600);
        let l2 = if slow_l2 { 11 } else { 9 };
        Self {
            l2,
            l2_fetch: l2 + 4,
            l3: u64::from(settings.l3_latency),
            memory: u64::from(settings.memory_latency()),
            forward: u64::from(settings.forward),
            search: u64::from(settings.table_walk),
        }
    }
}
