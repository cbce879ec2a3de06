//! The decrementer: [`Decrementer`].

use super::base::TimeBase;

/// Counts down with the ticks of the time base and asks for its exception.
///
/// It is kept as a time base that counts up from the complement: both start, stop and
/// tick together, and the value is -1 minus what this one shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decrementer {
    complement: TimeBase,
    /// In which cycle bit 0 goes from 0 to 1 next.
    expiry: Option<u64>,
    pending: bool,
}

impl Decrementer {
    /// Stopped at -1, as far from its exception as it can be (assumed: what it holds at
    /// reset no source says; QEMU's begins so).
    pub(super) const fn new(base: TimeBase) -> Self {
        let mut complement = base;
        complement.set(0, 0);
        Self { complement, expiry: None, pending: false }
    }

    pub(super) const fn value(&self, cycle: u64) -> u32 {
        !(self.complement.value(cycle) as u32)
    }

    /// A write: [`Decrementer::is_due`] at once where bit 0 goes from 0 to 1.
    pub(super) fn set(&mut self, value: u32, cycle: u64) {
        self.latch(cycle);
        self.pending |= !self.value(cycle) & value & 0x8000_0000 != 0;
        self.complement.set(u64::from(!value), cycle);
        self.find_expiry(cycle);
    }

    pub(super) fn set_running(&mut self, running: bool, cycle: u64) {
        self.latch(cycle);
        self.complement.set_running(running, cycle);
        self.find_expiry(cycle);
    }

    /// As [`TimeBase::begin_tick`].
    pub(super) fn begin_tick(&mut self, cycle: u64) {
        self.latch(cycle);
        self.complement.begin_tick(cycle);
        self.find_expiry(cycle);
    }

    pub(super) fn is_due(&self, cycle: u64) -> bool {
        self.pending || self.expiry.is_some_and(|expiry| expiry <= cycle)
    }

    /// Takes the exception: it is due again only when bit 0 has changed to 1 again.
    pub(super) fn take(&mut self, cycle: u64) {
        self.latch(cycle);
        self.pending = false;
        self.find_expiry(cycle);
    }

    /// In which cycle it becomes due, `cycle` where it is.
    pub(super) fn next(&self, cycle: u64) -> Option<u64> {
        if self.is_due(cycle) { Some(cycle) } else { self.expiry }
    }

    fn latch(&mut self, cycle: u64) {
        self.pending = self.is_due(cycle);
    }

    /// Bit 0 of the value rises with the tick that takes it from 0 to -1, which is
    /// `value + 1` ticks away, whatever its sign.
    fn find_expiry(&mut self, after: u64) {
        self.expiry = self.complement.tick(u64::from(self.value(after)) + 1, after);
    }
}
