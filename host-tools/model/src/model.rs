//! The whole chip: [`Model`].

use crate::code::Code;
use crate::controls::Controls;
use crate::record::{Exception, Retired};
use crate::settings::Settings;

/// An exception that the model raises: what the producer does to the guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Due {
    /// Offset of the vector: 0x0f00 or 0x0900.
    pub vector: u32,
    /// SRR0: the instruction that would have run next.
    pub srr0: u32,
    /// SRR1.
    pub srr1: u32,
    /// MSR in the handler. The handler stands at `vector`, or at 0xfff00000 + `vector`
    /// where MSR[IP] is set.
    pub msr: u32,
}

/// The model of one chip.
///
/// It is *off* from reset until the guest first writes one of MMCR0-2 and PMC1-6: then
/// every instruction takes one cycle and nothing is warmed. From then on it is *on*,
/// frozen or not, until MMCR0 is written as FC alone and all selectors are 0; each time
/// it goes on from a cold state.
#[derive(Debug)]
pub struct Model {
    settings: Settings,
    controls: Controls,
    cycle: u64,
    on: bool,
}

impl Model {
    /// A chip at reset.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self { settings, controls: Controls::default(), cycle: 0, on: false }
    }

    /// What the model was made with.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
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
    pub fn owns(&self, spr: u16) -> bool {
        self.controls.read(spr).is_some()
    }

    /// While off: `instructions` passed, none of which concerned the model.
    pub fn pass(&mut self, instructions: u64) {
        self.cycle += instructions;
    }

    /// An instruction has completed. A move from a register that the model owns is told
    /// just before it executes, and the answer is what it reads.
    pub fn retire<C: Code>(&mut self, retired: &Retired<'_>, _code: &mut C) -> Option<u32> {
        self.cycle += 1;
        let _ = retired;
        None
    }

    /// An exception was taken: the producer's own, or one that [`Model::due`] gave.
    pub fn exception(&mut self, exception: &Exception) {
        let _ = exception;
    }

    /// How many instructions may be told (or passed) before [`Model::due`] can have an
    /// answer, if nothing else happens; a lower bound, 0 where it may be due now.
    #[must_use]
    pub const fn horizon(&self) -> u64 {
        u64::MAX
    }

    /// The exception to be taken before the instruction at `next`, given the MSR in
    /// force. The producer takes it and then says so with [`Model::exception`].
    pub fn due(&mut self, _next: u32, _msr: u32) -> Option<Due> {
        None
    }

    /// The guest set MSR[POW]: time moves on to the next exception of the model's own.
    /// `false` where there will be none: then only the producer can wake the guest.
    pub fn nap(&mut self) -> bool {
        false
    }
}
