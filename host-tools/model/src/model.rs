//! The whole chip: [`Model`].

mod blocks;
mod due;
mod registers;
mod remembering;

use mpc7450::registers::HID0;

pub use due::Due;
pub(crate) use registers::owns;

use crate::code::Code;
use crate::controls::Controls;
use crate::instruction::RegisterMove;
use crate::memory::Memory;
use crate::pipeline::{Pipeline, Stages, Stats, Times};
use crate::pmu::Pmu;
use crate::record::{Exception, Retired};
use crate::remembered::{Blocks, Remembered};
use crate::settings::{Settings, TimeBaseRuns};
use crate::sink::{Both, Nobody, Sink};
use crate::time::Time;

/// The model of one chip.
///
/// It is *off* while MMCR0 is FC alone and no counter selects anything, and from reset
/// until the guest first writes one of MMCR0-2 and PMC1-6: then every instruction takes one
/// cycle and nothing is warmed. Otherwise it is *on*, frozen or not. Each time it goes on
/// it is cold, and a tick of the time base begins.
///
/// Besides the monitor a watcher may be told every event; it changes nothing.
#[derive(Debug)]
pub struct Model<W = Nobody> {
    settings: Settings,
    controls: Controls,
    pmu: Pmu,
    time: Time,
    memory: Memory,
    pipeline: Pipeline,
    /// While off, the cycle in which the last instruction passed; while on, that of the
    /// last awakening.
    cycle: u64,
    on: bool,
    /// Behind this cycle all that is counted is known at completion; `u64::MAX` where
    /// something is not.
    known_behind: u64,
    /// Of the last instruction, if the model was on.
    times: Option<Times>,
    blocks: Blocks,
    remembered: Remembered,
    watcher: W,
}

impl Model {
    /// A chip at reset.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self::watched(settings, Nobody)
    }
}

impl<W: Sink> Model<W> {
    /// A chip at reset, with a watcher.
    #[must_use]
    pub fn watched(settings: Settings, watcher: W) -> Self {
        let mut model = Self {
            controls: Controls::default(),
            pmu: Pmu::new(&settings),
            time: Time::new(&settings),
            memory: Memory::new(&settings),
            pipeline: Pipeline::new(&settings),
            settings,
            cycle: 0,
            on: false,
            known_behind: u64::MAX,
            times: None,
            blocks: Blocks::default(),
            remembered: Remembered::default(),
            watcher,
        };
        model.run_time_base(0);
        model
    }

    /// What the model was made with.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// When the last instruction told passed each stage; `None` if the model was off.
    #[must_use]
    pub fn stages(&self) -> Option<Stages> {
        self.times.map(|times| self.pipeline.stages(times))
    }

    /// What was watched so far.
    #[must_use]
    pub const fn watcher(&self) -> &W {
        &self.watcher
    }

    /// Whether it needs every instruction; while off, [`Model::pass`] is enough for all
    /// but moves to and from registers it owns, `mtmsr`, `rfi` and exceptions.
    #[must_use]
    pub const fn is_on(&self) -> bool {
        self.on
    }

    /// Whether moves to and from the special-purpose register are the model's: the
    /// producer must not let the guest's own storage answer.
    #[must_use]
    pub const fn owns(&self, spr: u16) -> bool {
        owns(spr)
    }

    /// What became of the instructions told while the model was on.
    #[must_use]
    pub fn stats(&self) -> Stats {
        self.stats_ahead()
    }

    /// The cycle of the last completion, or in which the last instruction passed.
    #[must_use]
    pub fn now(&self) -> u64 {
        let completed = self.completed_ahead();
        if self.on && completed > self.cycle { completed } else { self.cycle }
    }

    /// While off: `instructions` passed, none of which concerned the model.
    pub const fn pass(&mut self, instructions: u64) {
        self.cycle += instructions;
    }

    /// An instruction has completed. A move from a register that the model owns is told
    /// just before it executes, and the answer is what it reads.
    #[inline]
    pub fn retire<C: Code>(&mut self, retired: &Retired<'_>, code: &mut C) -> Option<u32> {
        if self.remembered.state.is_some() {
            self.leave();
        }
        if !self.on {
            self.cycle += 1;
            self.times = None;
            let times = Times { execute: self.cycle, complete: self.cycle };
            return self.move_register(retired, times);
        }
        if retired.instruction.registers != RegisterMove::Nothing {
            return self.retire_move(retired, code);
        }
        self.run(retired, code);
        let quiet = self.pmu.quiet_until();
        if self.pipeline.reached() > quiet && self.known() > quiet {
            self.pmu.advance(self.known());
        }
        None
    }

    /// An instruction that moves a register: the monitor must know before and after it
    /// up to where all is told.
    #[inline(never)]
    fn retire_move<C: Code>(&mut self, retired: &Retired<'_>, code: &mut C) -> Option<u32> {
        self.pmu.advance(self.known());
        let times = self.run(retired, code);
        let answer = self.move_register(retired, times);
        if self.on {
            self.pmu.advance(self.known());
        }
        answer
    }

    /// Finds out when an instruction passed.
    #[inline(always)]
    fn run<C: Code>(&mut self, retired: &Retired<'_>, code: &mut C) -> Times {
        let completed = self.pipeline.stats().completed;
        let mut sink = Both(&mut self.pmu, &mut self.watcher);
        let times = self.pipeline.retire(retired, &mut self.memory, &self.controls, code, &mut sink);
        self.times = Some(times);
        if self.pipeline.stats().completed != completed {
            self.pmu.completed(retired.at.effective, times.complete);
        }
        times
    }

    /// No event that anybody counts can come any more for a cycle before this one.
    #[inline(always)]
    fn known(&self) -> u64 {
        let frontier = self.pipeline.frontier();
        if frontier > self.known_behind { frontier.max(self.pipeline.completed()) } else { frontier }
    }

    /// An exception was taken: the producer's own, or one that [`Model::due`] gave.
    pub fn exception(&mut self, exception: &Exception) {
        self.leave();
        let last = self.now();
        if self.on {
            self.pmu.advance(self.known());
            let taken = self.pipeline.exception();
            let awake = self.cycle + u64::from(self.settings.exception_entry);
            if taken < awake {
                self.pipeline.resume(awake);
            }
        } else {
            self.cycle += u64::from(self.settings.exception_entry);
        }
        self.pmu.set_msr(exception.msr, last);
    }

    /// Tells the time base whether to run, after `cycle`.
    fn run_time_base(&mut self, cycle: u64) {
        let enabled = HID0::TBEN.is_set(self.controls.hid0);
        let running = enabled || self.settings.time_base == TimeBaseRuns::Always;
        self.time.set_running(running, cycle);
        self.pmu.set_time_base(self.time.base(), cycle);
    }
}
