//! Time base and decrementer, derived from cycles: [`Time`].
//!
//! The time base ticks `time_base / core` times a cycle, by the clock rates of the
//! settings, computed in whole numbers. Both run only while HID0[TBEN] is set
//! [LINUX-REG; NETBSD-HID; UNISIM], so at reset they stand; whoever keeps HID0 says so
//! with [`Time::set_running`].
//!
//! A write in a cycle is in force behind that cycle, and shows there already to a read
//! that comes after it in program order. Cycles are those of the core and must not
//! decrease from call to call.

mod base;
mod decrementer;
mod ratio;

use mpc7450::bus::Spr;
use mpc7450::registers::{Dec, Tbl, TblWrite, Tbu, TbuWrite};

pub use base::TimeBase;
use decrementer::Decrementer;

use crate::settings::Settings;

/// The bit of the time base, 0 being the least significant, that MMCR0[TBSEL] selects:
/// TBL bits 31, 23, 19 and 15 in the manual's numbers [MPC7400UM 11; FREEBSD-SPR].
#[must_use]
pub const fn selected_bit(tbsel: u32) -> u32 {
    [0, 8, 12, 16][(tbsel & 3) as usize]
}

/// The time base and the decrementer of one chip.
#[derive(Clone, Copy, Debug)]
pub struct Time {
    base: TimeBase,
    decrementer: Decrementer,
}

impl Time {
    /// Both stopped, the time base at 0, the decrementer at -1.
    #[must_use]
    pub const fn new(settings: &Settings) -> Self {
        let base = TimeBase::new(settings.clocks.time_base, settings.clocks.core);
        Self { base, decrementer: Decrementer::new(base) }
    }

    /// Whether `mfspr` or `mtspr` with that number is answered here: DEC, and the time
    /// base under its numbers for reading (`mftb` has the same) and for writing.
    #[must_use]
    pub const fn owns(spr: u16) -> bool {
        matches!(spr, Dec::NUMBER | Tbl::NUMBER | Tbu::NUMBER | TblWrite::NUMBER | TbuWrite::NUMBER)
    }

    /// What a register shows in `cycle`; `None` where the number cannot be read.
    #[must_use]
    pub const fn read(&self, spr: u16, cycle: u64) -> Option<u32> {
        match spr {
            Dec::NUMBER => Some(self.decrementer.value(cycle)),
            Tbl::NUMBER => Some(self.base.value(cycle) as u32),
            Tbu::NUMBER => Some((self.base.value(cycle) >> 32) as u32),
            _ => None,
        }
    }

    /// Writes a register in `cycle`; numbers that cannot be written change nothing. The
    /// performance monitor must be told: [`crate::pmu::Pmu::set_time_base`].
    pub fn write(&mut self, spr: u16, value: u32, cycle: u64) {
        let now = self.base.value(cycle);
        match spr {
            Dec::NUMBER => self.decrementer.set(value, cycle),
            TblWrite::NUMBER => self.base.set(now & !0xffff_ffff | u64::from(value), cycle),
            TbuWrite::NUMBER => self.base.set(now & 0xffff_ffff | u64::from(value) << 32, cycle),
            _ => {}
        }
    }

    /// HID0[TBEN]: starts or stops both after `cycle`. The performance monitor must be
    /// told: [`crate::pmu::Pmu::set_time_base`].
    pub fn set_running(&mut self, running: bool, cycle: u64) {
        if running != self.base.is_running() {
            self.base.set_running(running, cycle);
            self.decrementer.set_running(running, cycle);
        }
    }

    /// Lets a tick of both begin in `cycle`; their values stay. The performance monitor must
    /// be told: [`crate::pmu::Pmu::set_time_base`].
    pub fn begin_tick(&mut self, cycle: u64) {
        self.base.begin_tick(cycle);
        self.decrementer.begin_tick(cycle);
    }

    /// The time base as it is, for the performance monitor.
    #[must_use]
    pub const fn base(&self) -> TimeBase {
        self.base
    }

    /// Whether the decrementer exception waits in `cycle`: DEC has gone from 0 to -1, or
    /// was not negative and a negative value was written; since then it was not taken.
    #[must_use]
    pub fn decrementer_due(&self, cycle: u64) -> bool {
        self.decrementer.is_due(cycle)
    }

    /// The decrementer exception is taken in `cycle`.
    pub fn take_decrementer(&mut self, cycle: u64) {
        self.decrementer.take(cycle);
    }

    /// The cycle in which the decrementer exception becomes due, `cycle` itself where it
    /// is due already; `None` while time stands.
    #[must_use]
    pub fn next_decrementer(&self, cycle: u64) -> Option<u64> {
        self.decrementer.next(cycle)
    }

    /// The cycles from `from` up to, not including, `to` in which the bit that MMCR0[TBSEL]
    /// selects goes from 0 to 1.
    pub fn bit_edges(&self, tbsel: u32, from: u64, to: u64) -> impl Iterator<Item = u64> {
        let (base, bit) = (self.base, selected_bit(tbsel));
        let first = match from.checked_sub(1) {
            Some(before) => base.next_rise(bit, before),
            None => base.next_rise(bit, 0),
        };
        std::iter::successors(first, move |&edge| base.next_rise(bit, edge)).take_while(move |&edge| edge < to)
    }
}
