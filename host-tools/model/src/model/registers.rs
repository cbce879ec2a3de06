//! Moves to and from the registers that the model owns, and what a write starts.

use mpc7450::bus::Spr;
use mpc7450::registers::{Mmcr0, Mmcr1};

use super::Model;
use crate::controls::Controls;
use crate::instruction::RegisterMove;
use crate::pipeline::Times;
use crate::pmu::Pmu;
use crate::record::Retired;
use crate::signal::Signal;
use crate::sink::{Both, Sink};
use crate::time::Time;

/// Whether moves to and from the special-purpose register are the model's.
pub(crate) const fn owns(spr: u16) -> bool {
    Controls::owns(spr) || Pmu::owns(spr) || Time::owns(spr)
}

impl<W: Sink> Model<W> {
    /// Makes the move of an instruction that passed at `times`; answers what a move from
    /// an owned register reads.
    pub(super) fn move_register(&mut self, retired: &Retired<'_>, times: Times) -> Option<u32> {
        match retired.instruction.registers {
            RegisterMove::Nothing => None,
            RegisterMove::FromSpr(spr) => self.read(spr, times.execute),
            RegisterMove::ToSpr(spr) => {
                self.write(spr, retired.value, times.complete);
                None
            }
            RegisterMove::ToMsr => {
                self.pmu.set_msr(retired.value, times.complete);
                None
            }
        }
    }

    fn read(&mut self, spr: u16, cycle: u64) -> Option<u32> {
        if Pmu::owns(spr) {
            return Some(self.pmu.read(spr, cycle));
        }
        self.controls.read(spr).or_else(|| self.time.read(spr, cycle))
    }

    fn write(&mut self, spr: u16, value: u32, cycle: u64) {
        if Pmu::owns(spr) {
            self.pmu.write(spr, value, cycle);
            self.pipeline.listen(&Both(&mut self.pmu, &mut self.watcher));
            if matches!(spr, Mmcr0::NUMBER | Mmcr1::NUMBER) {
                let known = self.pmu.selected().all(Signal::is_known_at_completion);
                // Events of what was counted before may still come for cycles up to now.
                self.known_behind = if known { self.known_behind.min(cycle) } else { u64::MAX };
            }
            self.switch(cycle);
        } else if Time::owns(spr) {
            self.time.write(spr, value, cycle);
            self.pmu.set_time_base(self.time.base(), cycle);
        } else if let Some(actions) = self.controls.write(spr, value) {
            self.memory.act(&actions);
            if actions.clear_history {
                self.pipeline.clear_history();
            }
            if actions.invalidate_instructions {
                self.pipeline.empty_btic();
            }
            self.run_time_base(cycle);
        }
    }

    /// Goes on or off, as the monitor's registers say now. On means cold, and in the cycle of
    /// the write that does it a tick of the time base begins: what follows then does not
    /// depend on how long the model was off.
    fn switch(&mut self, cycle: u64) {
        let wanted = self.pmu.wants_model();
        if wanted && !self.on {
            self.pipeline.start(cycle + 1);
            self.memory.cold();
            self.time.begin_tick(cycle);
            self.pmu.set_time_base(self.time.base(), cycle);
        } else if self.on && !wanted {
            self.cycle = cycle;
        }
        self.on = wanted;
    }
}
