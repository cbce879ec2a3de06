//! A performance monitor made of memory that counts, signals and changes its own
//! control bits as the manual says, for tests.
//!
//! It knows the registers by number and mask only, not by the types of this crate,
//! so that a mistake in those cannot hide here. What the sources leave open is
//! decided in one way that fits them all: the *signal*, an enabled condition or event
//! while PMXE is 1, clears PMXE, latches SIAR and makes the exception pending; it is
//! *delivered* when MSR[EE] is 1, also where its condition is gone by then
//! [MPC7400UM 11; LINUX-OPROF; XNU].

use mpc7450::bus::{Spr, SprBus};

use super::sample::Interrupted;

/// Monitor mode control register 0.
pub(crate) const MMCR0: usize = 952;
/// Sampled instruction address register.
pub(crate) const SIAR: usize = 955;
/// Decrementer.
pub(crate) const DEC: usize = 22;
/// PMC1 to PMC6.
pub(crate) const PMC: [usize; 6] = [953, 954, 957, 958, 945, 946];

const FC: u32 = 0x8000_0000;
const FCS: u32 = 0x4000_0000;
const FCP: u32 = 0x2000_0000;
const FCM1: u32 = 0x1000_0000;
const FCM0: u32 = 0x0800_0000;
const PMXE: u32 = 0x0400_0000;
const FCECE: u32 = 0x0200_0000;
const TBEE: u32 = 0x0040_0000;
const PMC1CE: u32 = 0x0000_8000;
const PMCNCE: u32 = 0x0000_4000;
const TRIGGER: u32 = 0x0000_2000;
const EE: u32 = 0x0000_8000;
const PR: u32 = 0x0000_4000;
const PMM: u32 = 0x0000_0004;

/// The unit and the little of the processor that it depends on.
#[derive(Clone)]
pub(crate) struct FakeUnit {
    registers: Vec<u32>,
    /// Machine state.
    pub msr: u32,
    /// Address of the instruction completed last.
    pub completed: u32,
    /// Time base, lower half.
    pub time: u32,
    pending: bool,
    /// Writes so far: SPR number and value.
    pub writes: Vec<(u16, u32)>,
}

impl FakeUnit {
    /// All registers 0, code running marked with exceptions enabled.
    pub fn new() -> Self {
        let registers = vec![0; 1024];
        Self { registers, msr: EE | PMM, completed: 0x0140_0000, time: 0, pending: false, writes: Vec::new() }
    }

    /// A register as it stands, or changed by the hardware.
    pub fn register(&mut self, number: usize) -> &mut u32 {
        &mut self.registers[number]
    }

    /// The instruction at this address completes, with so many events for each counter.
    pub fn complete(&mut self, address: u32, events: [u32; 6]) {
        self.completed = address;
        for (index, events) in events.into_iter().enumerate() {
            for _ in 0..events {
                self.event(index);
            }
        }
    }

    /// So many ticks pass.
    pub fn tick(&mut self, ticks: u32) {
        for _ in 0..ticks {
            let before = self.time;
            self.time = self.time.wrapping_add(1);
            self.registers[DEC] = self.registers[DEC].wrapping_sub(1);
            let bit = [1, 1 << 8, 1 << 12, 1 << 16][(self.registers[MMCR0] >> 23 & 3) as usize];
            if self.registers[MMCR0] & TBEE != 0 && before & bit == 0 && self.time & bit != 0 {
                self.enabled_condition();
            }
        }
    }

    /// The exception, if one is delivered now: what it finds, and machine state after.
    pub fn exception(&mut self) -> Option<Interrupted> {
        if !self.pending || self.msr & EE == 0 {
            return None;
        }
        self.pending = false;
        let at = Interrupted { srr0: self.completed + 4, srr1: self.msr, lr: 0x0140_0f00, stack_pointer: 0 };
        self.msr &= !(EE | PR | PMM);
        Some(at)
    }

    /// Makes an exception pending that no condition stands for.
    pub fn pretend(&mut self) {
        self.pending = true;
    }

    /// `rfi`.
    pub fn leave(&mut self, at: &Interrupted) {
        self.msr = at.srr1;
    }

    fn counts(&self, index: usize) -> bool {
        let mmcr0 = self.registers[MMCR0];
        let state = if self.msr & PR == 0 { FCS } else { FCP };
        let mark = if self.msr & PMM == 0 { FCM0 } else { FCM1 };
        mmcr0 & (FC | state | mark) == 0 && (index == 0 || mmcr0 & TRIGGER == 0)
    }

    fn event(&mut self, index: usize) {
        if !self.counts(index) {
            return;
        }
        let counter = &mut self.registers[PMC[index]];
        *counter = counter.wrapping_add(1);
        if index == 0 && *counter == 0x8000_0000 {
            self.registers[MMCR0] &= !TRIGGER;
        }
        self.levels();
    }

    /// Negative counters whose condition is enabled.
    fn levels(&mut self) {
        let mmcr0 = self.registers[MMCR0];
        let negative = |index: usize| self.registers[PMC[index]] >> 31 == 1;
        if (mmcr0 & PMC1CE != 0 && negative(0)) || (mmcr0 & PMCNCE != 0 && (1..6).any(negative)) {
            self.enabled_condition();
        }
    }

    fn enabled_condition(&mut self) {
        let mmcr0 = self.registers[MMCR0];
        if mmcr0 & PMXE != 0 {
            if mmcr0 & FC == 0 {
                self.registers[SIAR] = self.completed;
            }
            self.pending = true;
        }
        let freeze = if mmcr0 & (FCECE | TRIGGER) == FCECE { FC } else { 0 };
        self.registers[MMCR0] = (mmcr0 | freeze) & !(PMXE | TRIGGER);
    }
}

impl SprBus for FakeUnit {
    fn read_raw<R: Spr>(&self) -> u32 {
        self.registers[usize::from(R::STORAGE)]
    }

    unsafe fn write_raw<R: Spr>(&mut self, value: u32) {
        assert_ne!(usize::from(R::NUMBER), SIAR, "SIAR cannot be written");
        self.writes.push((R::NUMBER, value));
        self.registers[usize::from(R::STORAGE)] = value;
        self.levels();
    }
}
