//! Exceptions that the model raises, and how far away they are.

use mpc7450::registers::MSR;

use super::Model;
use crate::sink::Sink;

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

const PERFORMANCE_MONITOR: u32 = 0xf00;
const DECREMENTER: u32 = 0x900;

/// SRR1 keeps bit 6 (VEC) and bits 16 to 31 of MSR, the rest is 0 [MPC7400UM 4].
const SAVED: u32 = 0x0200_ffff;

/// What MSR keeps in a handler: ILE, ME, IP [MPC7400UM 4].
const KEPT: u32 = MSR::ILE::SET.value | MSR::ME::SET.value | MSR::IP::SET.value;

impl Due {
    const fn new(vector: u32, next: u32, msr: u32) -> Self {
        let little_endian = if msr & MSR::ILE::SET.value != 0 { MSR::LE::SET.value } else { 0 };
        Self { vector, srr0: next, srr1: msr & SAVED, msr: msr & KEPT | little_endian }
    }
}

impl<W: Sink> Model<W> {
    /// How many instructions may be told (or passed) before [`Model::due`] can have an
    /// answer, if nothing else happens; a lower bound, 0 where it may be due now.
    #[must_use]
    pub fn horizon(&self) -> u64 {
        let now = self.now();
        let decrementer = self.time.next_decrementer(now).map_or(u64::MAX, |cycle| cycle - now);
        if self.pmu.is_pending() {
            return 0;
        }
        if !self.on {
            return decrementer;
        }
        let monitor = self.horizon_ahead(now);
        decrementer.min(monitor) / self.longest()
    }

    /// The exception to be taken before the instruction at `next`, given the MSR in
    /// force. The producer takes it and then says so with [`Model::exception`].
    ///
    /// The performance monitor comes before the decrementer [MPC7400UM 4].
    pub fn due(&mut self, next: u32, msr: u32) -> Option<Due> {
        if msr & MSR::EE::SET.value == 0 {
            return None;
        }
        if self.pmu.is_pending() {
            self.pmu.take();
            return Some(Due::new(PERFORMANCE_MONITOR, next, msr));
        }
        let now = self.now();
        self.time.decrementer_due(now).then(|| {
            self.time.take_decrementer(now);
            Due::new(DECREMENTER, next, msr)
        })
    }

    /// The guest set MSR[POW]: time moves on to the next exception of the model's own.
    /// `false` where there will be none: then only the producer can wake the guest.
    ///
    /// Counters of processor cycles and of ticks count on meanwhile (assumed), others have
    /// nothing to count. So the decrementer ends the nap, or the monitor with the cycle
    /// behind its signal.
    pub fn nap(&mut self) -> bool {
        self.leave();
        let decrementer = self.time.next_decrementer(self.now()).unwrap_or(u64::MAX);
        if !self.on {
            let wakes = self.pmu.is_pending() || decrementer != u64::MAX;
            if wakes && !self.pmu.is_pending() {
                self.cycle = decrementer;
            }
            return wakes;
        }
        let mut wake = self.now() + 1;
        self.pmu.advance(wake);
        while !self.pmu.is_pending() && wake < decrementer {
            let signal = self.pmu.next_alone();
            if decrementer.min(signal) == u64::MAX {
                return false;
            }
            wake = decrementer.min(signal.saturating_add(1)).max(wake + 1);
            self.pmu.advance(wake);
        }
        self.pipeline.resume(wake);
        self.cycle = wake;
        true
    }

    /// More cycles than one instruction can take: each of the 32 words of a multiple
    /// misses a TLB and every cache, behind full queues that do, too.
    fn longest(&self) -> u64 {
        let miss = self.settings.memory_latency() + self.settings.table_walk + self.settings.l3_latency + 50;
        let serial = self.settings.serialization + self.settings.exception_entry + self.settings.branch_completion;
        64 * u64::from(miss + serial)
    }
}
