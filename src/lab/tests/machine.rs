//! A machine made of memory.

use mpc7450::bus::memory::MemoryBus;
use mpc7450::bus::{Spr, SprBus};
use mpc7450::registers::{Mmcr0, Mmcr1};
use report_format::record::{State, Translation};

use crate::arch::mmu::Mode;
use crate::arch::mmu::table::TableError;
use crate::kernels::workspace::{Prepared, Workspace};
use crate::lab::machine::{Call, Interruption, Machine, Outcome};
use crate::pmu::group::Group;
use crate::pmu::sampler::Sampler;
use crate::pmu::sampler::sample::Surroundings;
use crate::pmu::sampler::settings::Settings;

/// Registers that remember the calls made through them and answer from a script.
pub(crate) struct Bus {
    pub(super) registers: MemoryBus,
    pub(crate) calls: Vec<Call>,
    /// What was written to MMCR0.
    pub(super) mmcr0: Vec<u32>,
    /// The call with this number ends in an illegal instruction.
    faults_at: Option<usize>,
}

impl SprBus for Bus {
    fn read_raw<R: Spr>(&self) -> u32 {
        self.registers.read_raw::<R>()
    }

    unsafe fn write_raw<R: Spr>(&mut self, value: u32) {
        self.registers.forget_writes();
        if R::NUMBER == Mmcr0::NUMBER {
            self.mmcr0.push(value);
        }
        // SAFETY: these registers are memory.
        unsafe { self.registers.write_raw::<R>(value) }
    }
}

pub(crate) struct Memories {
    pub(crate) bus: Bus,
    pub(crate) code: Vec<u32>,
    pub(crate) data: Vec<u32>,
    /// Words of code made executable, one number for each time.
    pub(crate) published: Vec<usize>,
    pub(super) start_states: usize,
    /// How often what had waited was let go.
    pub(crate) settled: usize,
    pub(super) altivec: bool,
    pub(super) sampler: Sampler<'static>,
    pub(super) page_table: Result<(), TableError>,
}

impl Machine for Memories {
    type Bus = Bus;

    fn bus(&mut self) -> &mut Bus {
        &mut self.bus
    }

    fn workspace(&mut self) -> Workspace<'_> {
        Workspace::new(&mut self.code, 0x0140_0000, &mut self.data, 0x0180_0000)
    }

    fn has_altivec(&self) -> bool {
        self.altivec
    }

    fn publish_code(&mut self, words: usize) {
        assert!(words <= self.code.len());
        self.published.push(words);
    }

    fn settle(&mut self) {
        assert_eq!(self.bus.read_raw::<Mmcr1>(), 0, "the unit rests");
        self.settled += 1;
    }

    fn start_state(&mut self) {
        self.start_states += 1;
    }

    fn known_loop(&self) -> Prepared {
        Prepared { entry: 0x0100_0100, arguments: [0; 6] }
    }

    fn offers(&self, mode: Mode) -> Result<(), TableError> {
        match (mode.translation, self.page_table) {
            (Translation::Page, Err(error)) => Err(error),
            _ => Ok(()),
        }
    }

    fn overhead(state: State) -> u32 {
        match state {
            State::Supervisor => 18,
            State::User => 10,
        }
    }

    fn run(bus: &mut Bus, call: &Call) -> Outcome {
        let number = bus.calls.len();
        bus.calls.push(*call);
        // What the window leaves, whatever ends the call.
        // SAFETY: these registers are memory.
        unsafe { bus.write_raw::<Mmcr0>(call.mmcr0_stop) }
        if bus.faults_at == Some(number) {
            return Outcome::Interrupted(Interruption { vector: 0x700, srr1: 0x0008_0000, ..Interruption::default() });
        }
        Outcome::Returned { ticks: 1000 }
    }

    /// No exception ever comes, as in an emulator whose counters stand still.
    fn sample(&mut self, call: &Call, settings: &Settings, group: &Group) -> Outcome {
        let watchdog_ticks = self.sampler.start(&mut self.bus, settings, group, call.watchdog_ticks, &Nowhere);
        let outcome = Self::run(&mut self.bus, &Call { watchdog_ticks, ..*call });
        self.sampler.stop();
        outcome
    }

    fn sampler(&mut self) -> &mut Sampler<'static> {
        &mut self.sampler
    }
}

/// No time and no stack.
struct Nowhere;

impl Surroundings for Nowhere {
    fn ticks(&self) -> u64 {
        0
    }

    fn stack_word(&self, _: u32) -> Option<u32> {
        None
    }

    fn registers(&self) -> u32 {
        0
    }
}

pub(crate) fn machine(area_words: usize, faults_at: Option<usize>) -> Memories {
    Memories {
        bus: Bus { registers: MemoryBus::new(), calls: Vec::new(), mmcr0: Vec::new(), faults_at },
        code: vec![0; area_words],
        data: vec![0; area_words],
        published: Vec::new(),
        start_states: 0,
        settled: 0,
        altivec: true,
        sampler: Sampler::new(Box::leak(Box::default())),
        page_table: Ok(()),
    }
}
