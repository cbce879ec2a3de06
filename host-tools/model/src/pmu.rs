//! The performance monitor: [`Pmu`].
//!
//! Six counters, MMCR0-2, SIAR and the performance monitor exception, as the digest of
//! the manuals has them; where sources say nothing, the choice is written down here.
//!
//! # Order
//!
//! Everything carries a cycle, and the monitor walks over the cycles in order: in each it
//! adds up the events of that cycle, then lets negative counters and a time base
//! transition act, then lets writes and MSR changes of that cycle come into force. So a
//! write in cycle *c* is in force for cycles behind *c*, and so are a freeze by FCECE and
//! the end of a trigger phase that a signal in *c* causes.
//!
//! - *Late events.* A guest may read a running counter in cycle *r* before younger
//!   instructions, fetched before *r*, are told. A read applies what is known up to *r*.
//!   An event is late when its cycle was read or promised away ([`Pmu::advance`]). It is
//!   added at once if its counter counted in that cycle and was not written since, and if
//!   that makes the counter negative, the signal is one of the last such cycle. How far back
//!   this reaches: 64 changes of what counts, 32 changes of selectors, 256 cycles with
//!   completions.
//! - *Selectors.* An event belongs to the counters that select it in its cycle, by the
//!   writes known when it is told. When a write changes the selector of a counter, that
//!   counter forgets what it was told for later cycles.
//! - *Accesses to registers* come in the order of the program: one with a smaller cycle than
//!   the one before is made in the cycle of the one before.
//!
//! # Signals
//!
//! While MMCR0[PMXE] is 1, an enabled condition (a counter is negative and its enable bit
//! set: a level) or an enabled time base transition (an edge) signals the exception
//! [MPC7400UM 11]. That clears PMXE, latches SIAR unless FC is 1, and makes the exception
//! pending. Setting PMXE while a counter is negative signals at once, in the cycle of the
//! write; that holds while counters are frozen, too. Taking the exception clears the
//! pending state and nothing else. With the switch `withdrawn` set to `dropped`, a pending
//! exception of a counter is forgotten when, with MSR[EE] = 0, no enabled counter is
//! negative any more; a time base transition has happened and cannot be withdrawn.
//!
//! FCECE sets FC on an enabled condition or transition, PMXE or not, except for one that
//! ends a trigger phase: the counters that were negative then do not freeze until they
//! were not negative in between, or MMCR0 is written (assumed; the manual says only that
//! the event itself does not freeze).
//!
//! - *Processor performance monitor exception* (code 5) counts signals, in the cycle of
//!   the signal, under what counted before the freeze that the signal causes (assumed).
//! - *Switches between privileged and user* counts changes of MSR[PR], in the cycle of the
//!   change, under the MSR before it (assumed).
//! - *TBL bit transitions* counts every cycle in which the selected bit shows 1 and in
//!   the cycle before 0, by a tick or by a write to the time base. A write to MMCR0 that moves
//!   TBSEL from a bit that shows 0 to one that shows 1, with TBEE set before and after,
//!   is an enabled transition and counts nothing [MPC7400UM 11: it may look like one].
//!
//! Reserved bits of MMCR1 and MMCR2 read as 0 (assumed). A write to SIAR changes nothing: no
//! source says that it can be written.

mod bank;
mod change;
mod completions;
mod conditions;
mod control;
mod history;
mod horizon;
mod packed;
mod relative;
mod selection;
mod tell;
mod walk;
mod wheel;

use std::collections::VecDeque;

use mpc7450::bus::Spr;
use mpc7450::counter::Counter;
use mpc7450::registers::{
    Mmcr0, Mmcr1, Mmcr2, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6, Siar, Ummcr0, Ummcr1, Ummcr2, Upmc1, Upmc2, Upmc3, Upmc4,
    Upmc5, Upmc6, Usiar,
};

use self::bank::Bank;
use self::change::Change;
use self::completions::Completions;
use self::conditions::Cause;
use self::control::{Control, FC};
use self::history::History;
pub(crate) use self::horizon::Passed;
use self::packed::COUNTERS;
use self::selection::{Own, Selections};
use self::tell::Direct;
use self::wheel::Wheel;
use crate::settings::{Settings, Withdrawn};
use crate::signal::Signal;
use crate::time::{Time, TimeBase};

/// The performance monitor of one chip, all registers 0 at reset.
///
/// Events come through [`crate::sink::Sink`].
#[derive(Clone, Debug)]
pub struct Pmu {
    withdrawn: Withdrawn,
    /// The registers in force in cycle `done`.
    control: Control,
    /// MMCR0-2 as last written, in force or not.
    written: Control,
    siar: u32,
    bank: Bank,
    /// The first cycle whose events are in each counter, for late ones.
    counted_from: [u64; COUNTERS],
    own: Own,
    selections: Selections,
    wheel: Wheel,
    direct: Direct,
    history: History,
    completions: Completions,
    time_base: TimeBase,
    /// The cycle of the last change of the time base, and what it showed in it.
    overwritten: (u64, u64),
    /// Negative counters that ended a trigger phase and do not freeze.
    spent: u8,
    pending: Option<Cause>,
    changes: VecDeque<(u64, Change)>,
    last_change: u64,
    /// The first cycle that is not processed.
    done: u64,
    /// No event of a cycle before this one will be told, but late ones.
    promise: u64,
    /// An event of a cycle before this one is late: it was promised away, or read.
    late: u64,
    /// Up to which cycle only the wheel needs a look.
    stop: u64,
    next_edge: u64,
    /// Up to which promise nothing in the ring has to be processed.
    idle: u64,
}

impl Pmu {
    /// A monitor at reset; its time base stands until [`Pmu::set_time_base`].
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let mut pmu = Self {
            withdrawn: settings.withdrawn,
            control: Control::default(),
            written: Control::default(),
            siar: 0,
            bank: Bank::new(),
            counted_from: [0; COUNTERS],
            own: Own::default(),
            selections: Selections::new(),
            wheel: Wheel::new(),
            direct: Direct::NONE,
            history: History::new(),
            completions: Completions::new(),
            time_base: Time::new(settings).base(),
            overwritten: (u64::MAX, 0),
            spent: 0,
            pending: None,
            changes: VecDeque::new(),
            last_change: 0,
            done: 0,
            promise: 0,
            late: 0,
            stop: u64::MAX,
            next_edge: u64::MAX,
            idle: 0,
        };
        pmu.bank.set_counting(pmu.control.counting());
        pmu.history.push(0, pmu.control.counting());
        pmu
    }

    /// Whether the register with that number is the monitor's: MMCR0-2, PMC1-6, SIAR, and
    /// their aliases for user state, which can only be read: the producer raises the program
    /// exception of a write.
    #[must_use]
    pub const fn owns(spr: u16) -> bool {
        matches!(Self::storage(spr), Mmcr0::NUMBER | Mmcr1::NUMBER | Mmcr2::NUMBER | Siar::NUMBER)
            || Self::counter(Self::storage(spr)).is_some()
    }

    /// What `mfspr` gives that executes in `cycle`: events up to and in that cycle, as far
    /// as they were told, and the writes before it in the program. 0 for a register that
    /// is not the monitor's.
    pub fn read(&mut self, spr: u16, cycle: u64) -> u32 {
        self.late = self.late.max(cycle.max(self.last_change) + 1);
        self.direct();
        self.process(self.late);
        match Self::storage(spr) {
            Mmcr0::NUMBER => self.control.mmcr0,
            Mmcr1::NUMBER => self.control.mmcr1,
            Mmcr2::NUMBER => self.control.mmcr2,
            Siar::NUMBER => self.siar,
            counter => Self::counter(counter).map_or(0, |counter| self.bank.value(counter)),
        }
    }

    /// `mtspr` in `cycle`: events of later cycles are under the new value. Numbers other
    /// than those of MMCR0-2 and PMC1-6 change nothing.
    pub fn write(&mut self, spr: u16, value: u32, cycle: u64) {
        let change = match spr {
            Mmcr0::NUMBER => Change::Mmcr0(value),
            Mmcr1::NUMBER => Change::Mmcr1(value),
            Mmcr2::NUMBER => Change::Mmcr2(value),
            counter => match Self::counter(counter) {
                Some(counter) => Change::Counter(counter, value),
                None => return,
            },
        };
        self.change(change, cycle);
    }

    /// The whole MSR that is in force behind `cycle`; PR, PMM and EE matter. 0 at first.
    pub fn set_msr(&mut self, msr: u32, cycle: u64) {
        self.change(Change::Msr(msr), cycle);
    }

    /// The time base that is in force behind `cycle`, to be told whenever it was written,
    /// started or stopped.
    pub fn set_time_base(&mut self, base: TimeBase, cycle: u64) {
        self.change(Change::TimeBase(base), cycle);
    }

    /// An instruction that is not folded has completed; cycles never decrease.
    #[inline]
    pub fn completed(&mut self, effective: u32, cycle: u64) {
        self.completions.push(effective, cycle);
    }

    /// Says that no event of a cycle before `cycle` will be told any more, save late ones.
    /// Afterwards [`Pmu::is_pending`] knows of all signals of those cycles.
    ///
    /// It may be left out as long as `cycle` is not behind [`Pmu::quiet_until`], but not
    /// before registers are read or written.
    pub fn advance(&mut self, cycle: u64) {
        self.promise = self.promise.max(cycle);
        self.late = self.late.max(cycle);
        self.direct();
        if cycle > self.quiet_until() {
            self.catch_up();
        }
    }

    /// Up to which cycle nothing can be signalled by what was told.
    #[must_use]
    #[inline]
    pub fn quiet_until(&self) -> u64 {
        self.idle.min(self.wheel.next_rest())
    }

    /// Whether the exception was signalled and not taken.
    #[must_use]
    pub const fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// The exception is taken.
    pub const fn take(&mut self) {
        self.pending = None;
    }

    /// Whether the registers as last written can count anything or may soon: not so exactly
    /// when MMCR0 is FC alone and all selectors are 0.
    #[must_use]
    pub const fn wants_model(&self) -> bool {
        self.written.mmcr0 != FC || self.written.mmcr1 != 0
    }

    /// What the counters count by the registers as last written, in force or not.
    pub fn selected(&self) -> impl Iterator<Item = Signal> {
        Counter::ALL.into_iter().zip(self.written.codes()).filter_map(|(counter, code)| Signal::of(counter, code))
    }

    /// The supervisor's number of a register, for itself and for its alias.
    const fn storage(spr: u16) -> u16 {
        match spr {
            Ummcr0::NUMBER
            | Ummcr1::NUMBER
            | Ummcr2::NUMBER
            | Usiar::NUMBER
            | Upmc1::NUMBER
            | Upmc2::NUMBER
            | Upmc3::NUMBER
            | Upmc4::NUMBER
            | Upmc5::NUMBER
            | Upmc6::NUMBER => spr + 16,
            _ => spr,
        }
    }

    /// Which of the six, from 0, a supervisor's number is.
    const fn counter(spr: u16) -> Option<usize> {
        match spr {
            Pmc1::NUMBER => Some(0),
            Pmc2::NUMBER => Some(1),
            Pmc3::NUMBER => Some(2),
            Pmc4::NUMBER => Some(3),
            Pmc5::NUMBER => Some(4),
            Pmc6::NUMBER => Some(5),
            _ => None,
        }
    }
}
