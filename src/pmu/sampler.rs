//! Samples where code is when events happen: the handler of the performance monitor
//! exception, and of the decrementer where that stands in for it.
//!
//! # One sample
//!
//! A counter loaded with 0x80000000 - N turns negative with the N-th event. With its
//! condition and MMCR0\[PMXE\] enabled that signals the exception: hardware clears
//! PMXE and latches in SIAR the last instruction completed. The exception is taken
//! once MSR\[EE\] is 1; until then the counters go on. The handler then
//!
//! 1. freezes the unit, where MMCR0\[FCECE\] has not done so;
//! 2. reads SIAR and all counters;
//! 3. rewrites *every* counter that is negative, also those that nobody samples:
//!    they share one enable, and one left negative raises the exception again at
//!    once [LINUX-CORE];
//! 4. stores the sample, or counts it as lost where the ring is full, and takes the next
//!    period off the sampled counter. The value is not written anew: what was counted
//!    since the condition belongs to the next period already, and a counter loaded with
//!    0x80000000 - N once more would sample every N events and a delay. Conditions that
//!    lie in the delay too are counted as lost;
//! 5. writes MMCR0 as it was armed, FC clear and PMXE set again [LINUX-CORE;
//!    LINUX-OPROF; XNU]. TRIGGER is left as hardware has it, for the phase that it
//!    starts is over once.
//!
//! An exception without a reason, no sampled counter being negative, is counted as
//! spurious; step 5 follows all the same, or the unit would stay frozen for the
//! rest of the run. The handler is not counted: entry to it clears MSR\[PMM\], and
//! the group is armed with FCM0 (see [`group`](super::group)).
//!
//! # Rules of the handler
//!
//! It takes no lock, formats nothing, cannot panic, and its path is bounded: at the
//! most 8 frames of the stack are followed and 6 counters rewritten. It is generic
//! over the bus and gets time and stack through [`Surroundings`], so that the very
//! same code runs in tests on a unit made of memory, which counts, signals and
//! clears bits as the chip does; QEMU never raises this exception \[QEMU\].
//!
//! # Rejected
//!
//! A handler in assembly that only stores registers, with all thinking left to the
//! interrupted program: it would be a few dozen instructions shorter, and could be
//! tested on the chip alone. Linux's rule, to take the interrupted address for the
//! sample and leave SIAR unread [LINUX-CORE]: the two differ where the exception had
//! to wait, and that difference is worth seeing.

pub mod chain;
pub mod pace;
pub mod ring;
pub mod sample;
pub mod settings;

#[cfg(test)]
pub(crate) mod fake;
#[cfg(test)]
mod tests;

use core::fmt;

use mpc7450::bus::SprBus;
use mpc7450::counter::Counter;
use mpc7450::registers::{Dec, MMCR0, Mmcr0, Siar, TblWrite, TbuWrite};

use self::chain::{Chain, back_chain};
use self::pace::Pace;
use self::ring::Ring;
use self::sample::{Interrupted, Sample, Surroundings};
use self::settings::{Settings, Source};
use super::control::Control;
use super::elapsed::NEGATIVE;
use super::group::Group;
use super::unit;

/// Takes samples while a run is on, and keeps them and the totals until the next.
///
/// The ring is borrowed, because it is larger than the stacks: in the image it is
/// static.
pub struct Sampler<'ring> {
    ring: &'ring mut Ring,
    run: Option<Run>,
    totals: Totals,
}

/// What happened in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Samples taken, lost ones included.
    pub samples: u32,
    /// Exceptions without a reason.
    pub spurious: u32,
    /// Conditions that came before the one before was handled: lost samples.
    pub missed: u32,
    /// Times that a storm has lengthened the period.
    pub storms: u32,
    /// Ticks that the storm guard left at last from handling one sample to handling the
    /// next, entry and return included; `None` where it is off or no sample was handled.
    pub floor: Option<u32>,
    /// Why the run was ended, if it was: no guard left the code time.
    pub storm: Option<Storm>,
}

/// A storm that nothing guards against, and that ends the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storm {
    /// The code executed nothing between [`MOST_IDLE`] samples in a row.
    Idle,
    /// [`MOST_HURRIED`] samples in a row came sooner than a guard lets them.
    Hurried,
}

/// Handling so many samples takes an emulator a second.
pub const MOST_IDLE: u32 = 4096;

/// Far more than the ring holds, so nothing is lost that could have been told, and handled in
/// some seconds of an emulator's.
pub const MOST_HURRIED: u32 = 65_536;

impl fmt::Display for Storm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Idle => write!(f, "between {MOST_IDLE} samples in a row the kernel executed nothing"),
            Self::Hurried => write!(f, "{MOST_HURRIED} samples in a row came sooner than handling two takes"),
        }
    }
}

impl Totals {
    const NONE: Self = Self { samples: 0, spurious: 0, missed: 0, storms: 0, floor: None, storm: None };
}

/// What a decrementer exception means while a run is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tick {
    /// A sample was taken and the decrementer set anew.
    Sampled,
    /// The run's time is over, or the decrementer is not this run's source.
    Expired,
}

/// A run in progress.
struct Run {
    settings: Settings,
    group: Group,
    pace: Pace,
    /// The period that leads to the next sample.
    period: u32,
    started: u64,
    /// When the interrupted code went on last.
    resumed: u64,
    /// Ticks after which the run is over.
    limit: u32,
    /// Where the code stood at the last exception, and how many exceptions it has.
    stood: (u32, u32),
    idle: u32,
    /// Samples in a row that came too soon.
    hurried: u32,
}

impl<'ring> Sampler<'ring> {
    /// A sampler that samples nothing yet.
    #[must_use]
    pub const fn new(ring: &'ring mut Ring) -> Self {
        Self { ring, run: None, totals: Totals::NONE }
    }

    /// Begins a run: forgets the last one, arms the group, loads the first period.
    ///
    /// The group must have been made of a programming that went through
    /// [`Settings::program`]. Whoever runs the code to be sampled writes
    /// [`Group::armed`] to MMCR0, and first sets the decrementer to the ticks that
    /// are returned: the first period, or `limit`, after which the run is over.
    #[must_use]
    pub fn start<B: SprBus>(
        &mut self,
        bus: &mut B,
        settings: &Settings,
        group: &Group,
        limit: u32,
        surroundings: &impl Surroundings,
    ) -> u32 {
        self.ring.clear();
        self.totals = Totals::default();
        group.arm(bus);
        if let Source::TimeBase(_) = settings.source() {
            // The first change of the bit is half a period away, and not as far as it happens to be.
            // TBL is 0 while TBU is written, so that it cannot carry.
            bus.set_raw::<TblWrite>(0);
            bus.set_raw::<TbuWrite>(0);
            bus.set_raw::<TblWrite>(0);
        }
        let mut pace = Pace::new(settings);
        let period = pace.next_period();
        if let Source::Counter { counter, .. } = settings.source() {
            unit::write_one(bus, counter, NEGATIVE - period);
        }
        let started = surroundings.ticks();
        self.run = Some(Run {
            settings: *settings,
            group: *group,
            pace,
            period,
            started,
            resumed: started,
            limit,
            stood: (0, 0),
            idle: 0,
            hurried: 0,
        });
        match settings.source() {
            Source::Decrementer { .. } => period.min(limit),
            Source::Counter { .. } | Source::TimeBase(_) => limit,
        }
    }

    /// Ends the run. An exception that comes yet is counted as spurious, and the unit
    /// is left as it is.
    pub fn stop(&mut self) {
        if let Some(run) = self.run.take() {
            self.totals.storms = run.pace.storms();
            self.totals.floor = run.pace.floor();
        }
    }

    /// Handles a performance monitor exception.
    pub fn performance_monitor<B: SprBus>(&mut self, bus: &mut B, at: Interrupted, surroundings: &impl Surroundings) {
        let Some(run) = &mut self.run else {
            self.totals.spurious = self.totals.spurious.saturating_add(1);
            return;
        };
        let now = surroundings.ticks();
        let found = Control::from_bits_retain(bus.read_raw::<Mmcr0>());
        bus.set_raw::<Mmcr0>(run.frozen());
        let siar = bus.read_raw::<Siar>();
        let late = run.rewrite_negative(bus);
        let signalled = match run.settings.source() {
            Source::Counter { .. } => late.is_some(),
            // The event leaves no trace but this one.
            Source::TimeBase(_) => !found.contains(Control::PMXE),
            Source::Decrementer { .. } => false,
        };
        if signalled {
            let sample = run.sample(now, late, Some(siar), at, surroundings);
            self.totals.samples = self.totals.samples.saturating_add(1);
            self.ring.push(sample);
            run.next_period(now);
            if let (Source::Counter { counter, .. }, Some(late)) = (run.settings.source(), late) {
                let (value, missed) = reload(late, run.period);
                self.totals.missed = self.totals.missed.saturating_add(missed);
                unit::write_one(bus, counter, value);
            }
        } else {
            self.totals.spurious = self.totals.spurious.saturating_add(1);
        }
        self.totals.storm = run.storm(now, at, surroundings);
        if self.totals.storm.is_some() || run.is_over(now) {
            // The unit stays frozen, and the decrementer, which its exception has kept waiting, ends the call.
            bus.set_raw::<Dec>(0);
            return;
        }
        run.resume(bus, found, surroundings);
        if signalled {
            run.pace.handled(run.resumed.saturating_sub(now));
        }
    }

    /// Handles a decrementer exception, the decrementer having passed zero.
    pub fn decrementer<B: SprBus>(&mut self, bus: &mut B, at: Interrupted, surroundings: &impl Surroundings) -> Tick {
        let Some(run) = self.run.as_mut().filter(|run| matches!(run.settings.source(), Source::Decrementer { .. }))
        else {
            return Tick::Expired;
        };
        let now = surroundings.ticks();
        let left = u64::from(run.limit).saturating_sub(now.saturating_sub(run.started));
        self.totals.storm = run.storm(now, at, surroundings);
        if self.totals.storm.is_some() || run.is_over(now) {
            return Tick::Expired;
        }
        // It stands at all ones in the tick in which it passes zero.
        let late = !bus.read_raw::<Dec>();
        let sample = run.sample(now, Some(late), None, at, surroundings);
        self.totals.samples = self.totals.samples.saturating_add(1);
        self.ring.push(sample);
        run.next_period(now);
        run.resumed = surroundings.ticks();
        run.pace.handled(run.resumed.saturating_sub(now));
        bus.set_raw::<Dec>(u32::try_from(left).map_or(run.period, |left| run.period.min(left)));
        Tick::Sampled
    }

    /// Takes the oldest sample out of the ring.
    pub fn take(&mut self) -> Option<Sample> {
        self.ring.pop()
    }

    /// Samples that found the ring full, and those that were missed.
    #[must_use]
    pub const fn lost(&self) -> u32 {
        self.ring.lost().saturating_add(self.totals.missed)
    }

    /// What happened in the run; complete once it was stopped.
    #[must_use]
    pub const fn totals(&self) -> Totals {
        self.totals
    }
}

/// The value of a counter that is `late` events past its condition, for one more
/// condition every `period` events from that one on, and how many of those have come
/// already.
fn reload(late: u32, period: u32) -> (u32, u32) {
    // A period is 1 at least; without the check the division could panic.
    let missed = late.checked_div(period).unwrap_or(0);
    (NEGATIVE - (period - (late - missed * period)), missed)
}

impl Run {
    /// Makes every negative counter non-negative by clearing its overflow flag, but
    /// leaves the sampled one for its reload. Gives the events that the sampled one
    /// is past its condition, if it is.
    fn rewrite_negative<B: SprBus>(&self, bus: &mut B) -> Option<u32> {
        let mut late = None;
        for (counter, value) in Counter::ALL.into_iter().zip(unit::read(bus, self.group.present())) {
            let Some(past) = value.checked_sub(NEGATIVE) else { continue };
            match self.settings.source() {
                Source::Counter { counter: sampled, .. } if sampled == counter => late = Some(past),
                _ => unit::write_one(bus, counter, past),
            }
        }
        late
    }

    fn sample(
        &self,
        now: u64,
        late: Option<u32>,
        siar: Option<u32>,
        at: Interrupted,
        surroundings: &impl Surroundings,
    ) -> Sample {
        let chain = if self.settings.call_chain() {
            back_chain(at.stack_pointer, |address| surroundings.stack_word(address))
        } else {
            Chain::new()
        };
        Sample { ticks: now.saturating_sub(self.started), period: self.period, late, siar, at, chain }
    }

    /// Whether its time is over.
    const fn is_over(&self, now: u64) -> bool {
        now.saturating_sub(self.started) >= self.limit as u64
    }

    /// Whether the code has no time, and no storm guard will change that.
    fn storm(&mut self, now: u64, at: Interrupted, surroundings: &impl Surroundings) -> Option<Storm> {
        if self.settings.storm_guard() {
            return None;
        }
        let stands = (at.srr0, surroundings.registers());
        self.idle = if stands == self.stood { self.idle + 1 } else { 0 };
        self.stood = stands;
        let is_hurried = self.pace.is_hurried(now.saturating_sub(self.resumed));
        self.hurried = if is_hurried { self.hurried + 1 } else { 0 };
        match (self.idle, self.hurried) {
            (MOST_IDLE.., _) => Some(Storm::Idle),
            (_, MOST_HURRIED..) => Some(Storm::Hurried),
            _ => None,
        }
    }

    /// Draws the next period, a longer one after a storm.
    fn next_period(&mut self, now: u64) {
        let _lengthened = self.pace.is_storm(now.saturating_sub(self.resumed));
        self.period = self.pace.next_period();
    }

    /// Lets the unit go on from where it was frozen.
    fn resume<B: SprBus>(&mut self, bus: &mut B, found: Control, surroundings: &impl Surroundings) {
        if matches!(self.settings.source(), Source::TimeBase(_)) {
            // A storm may have changed TBSEL. It is written before TBEE is set, for
            // the change may look like a transition otherwise [MPC7400UM 11].
            bus.set_raw::<Mmcr0>(self.frozen());
        }
        self.resumed = surroundings.ticks();
        let armed = Control::from_bits_retain(self.with_time_base_bit(self.group.armed()));
        let over = Control::TRIGGER - found;
        bus.set_raw::<Mmcr0>((armed - over).bits());
    }

    fn frozen(&self) -> u32 {
        self.with_time_base_bit(self.group.frozen())
    }

    /// The word with TBSEL as a storm may have changed it.
    fn with_time_base_bit(&self, word: u32) -> u32 {
        match self.pace.source() {
            Source::TimeBase(bit) => MMCR0::TBSEL.val(bit as u32).modify(word),
            Source::Counter { .. } | Source::Decrementer { .. } => word,
        }
    }
}
