//! The chip as a [`Machine`]: its registers, the two areas for kernels, the page table
//! over them, and the measurement window.

use core::{ptr, slice};

use mpc7450::bus::SprBus;
use mpc7450::registers::{HID0, Hid0, Sdr1};
use report_format::checksum;
use report_format::record::{LoadArea, Memory, State, Translation};
use spin::{Mutex, MutexGuard};

use crate::arch::cache::publish_code;
use crate::arch::features::{Blocks, Features};
use crate::arch::guarded;
use crate::arch::mmu::entry::Access;
use crate::arch::mmu::table::{PageTable, Range, TableError};
use crate::arch::mmu::{Mode, switch};
use crate::arch::spr::HardwareBus;
use crate::arch::state::RegisterStates;
use crate::arch::{bat, msr, notes, time};
use crate::kernels::workspace::{Prepared, Workspace};
use crate::lab::machine::{Call, MOST_WATCHDOG_TICKS, Machine, Outcome};
use crate::lab::sampling::exception;
use crate::lab::window;
use crate::monitor::answer::Target;
use crate::monitor::load::Arena;
use crate::platform::facts::Facts;
use crate::pmu::group::Group;
use crate::pmu::sampler::Sampler;
use crate::pmu::sampler::ring::Ring;
use crate::pmu::sampler::settings::Settings;

use super::{arena, handler};

unsafe extern "C" {
    static __image_start: u8;
    static __constants_end: u8;
    static __image_end: u8;
    static __code_area_start: u32;
    static __code_area_end: u32;
    static __data_area_start: u32;
    static __data_area_end: u32;
    static __page_table_start: u32;
    static __page_table_end: u32;
}

/// The machine the image runs on.
pub struct Hardware {
    bus: HardwareBus,
    features: Features,
    code: Area,
    data: Area,
    page_table: Result<(), TableError>,
    build_id: u32,
    sampler: Sampler<'static>,
}

/// The samples of the one machine, which keeps the lock for good: there is no second
/// way to them.
static RING: Mutex<Ring> = Mutex::new(Ring::new());

/// Memory that kernels execute and write: no Rust reference to it lives while one runs.
struct Area {
    start: *mut u32,
    words: usize,
}

impl Hardware {
    /// The machine, on a board with `ram` bytes of memory from address 0. Accounts for
    /// what it sets in `registers`.
    ///
    /// # Safety
    ///
    /// Blocks, vectors and caches must be set up, the memory must be there and be used
    /// by nobody else, and the value must be the only one: it hands out the areas for
    /// code and data.
    #[must_use]
    pub unsafe fn new(
        mut bus: HardwareBus,
        features: Features,
        ram: Option<u32>,
        registers: &mut RegisterStates,
    ) -> Self {
        handler::set_stack_guard();
        let code = Area::between((&raw const __code_area_start).addr(), (&raw const __code_area_end).addr());
        let data_end = arena::data_end((&raw const __data_area_end).addr() as u32, ram);
        let data = Area::between((&raw const __data_area_start).addr(), data_end as usize);
        let page_table = if features.blocks == Blocks::None {
            Err(TableError::NoBlocks)
        } else {
            let ranges = [code.pages(), data.pages(), window::user_code()];
            // SAFETY: the blocks are set up, and the linker script reserves the table.
            unsafe { install_page_table(&mut bus, &ranges, registers) }
        };
        let build_id = build_id();
        // Behind the number of the image, which states what it was loaded as.
        if features.counters == 0 {
            // SAFETY: the image is mapped for writing, and no kernel has run yet.
            unsafe { window::leave_counters_alone() }
        }
        let sampler = Sampler::new(MutexGuard::leak(RING.lock()));
        Self { bus, features, code, data, page_table, build_id, sampler }
    }

    /// CRC-32 of code and constants as they were loaded: two images with different
    /// numbers differ.
    #[must_use]
    pub const fn build_id(&self) -> u32 {
        self.build_id
    }

    /// The memory record: what the board states and the linker script reserves.
    #[must_use]
    pub fn memory(&self, facts: &Facts) -> Memory {
        let image = (&raw const __image_start).addr();
        Memory {
            ram: facts.ram,
            image: image as u32,
            image_bytes: ((&raw const __image_end).addr() - image) as u32,
            code: self.code.address(),
            code_bytes: 4 * self.code.words as u32,
            data: self.data.address(),
            data_bytes: 4 * self.data.words as u32,
        }
    }
}

fn build_id() -> u32 {
    let start = &raw const __image_start;
    let bytes = (&raw const __constants_end).addr() - start.addr();
    // SAFETY: code and constants are mapped, and nobody writes them while this reads.
    checksum::of(unsafe { slice::from_raw_parts(start, bytes) })
}

impl Area {
    fn between(start: usize, end: usize) -> Self {
        Self { start: ptr::with_exposed_provenance_mut(start), words: (end - start) / 4 }
    }

    fn pages(&self) -> Range {
        let start = self.address();
        Range { start, end: start + 4 * self.words as u32, access: Access::Everyone }
    }

    fn address(&self) -> u32 {
        self.start.addr() as u32
    }

    /// # Safety
    ///
    /// The memory must be mapped, used by nobody else, and no kernel may run while
    /// the slice lives.
    unsafe fn words(&mut self) -> &mut [u32] {
        // SAFETY: the caller's promise; every bit pattern is a u32.
        unsafe { slice::from_raw_parts_mut(self.start, self.words) }
    }
}

/// # Safety
///
/// The image must run under its blocks, and nobody else may use the table's memory.
unsafe fn install_page_table(
    bus: &mut HardwareBus,
    ranges: &[Range],
    registers: &mut RegisterStates,
) -> Result<(), TableError> {
    let mut area = Area::between((&raw const __page_table_start).addr(), (&raw const __page_table_end).addr());
    let address = area.address();
    // SAFETY: the caller promises the memory; no kernel has run yet.
    let words = unsafe { area.words() };
    let sdr1 = PageTable::new(words, address, ranges)?.sdr1();
    // SAFETY: the table is whole, and nothing writes to it any more.
    unsafe { switch::install(bus, sdr1) }
    notes::set::<Sdr1>(registers, sdr1);
    Ok(())
}

impl Arena for Hardware {
    fn words(&mut self, area: LoadArea) -> &mut [u32] {
        let area = match area {
            LoadArea::Code => &mut self.code,
            LoadArea::Data => &mut self.data,
        };
        // SAFETY: the machine is the areas' only user (`new`), and no kernel runs while
        // it is borrowed.
        unsafe { area.words() }
    }
}

impl Target for Hardware {
    fn peek(&mut self, address: u32) -> Result<u32, &'static str> {
        // SAFETY: the policy asks the guard, and the monitor peeks at no device.
        unsafe { guarded::read(address) }
    }
}

impl Machine for Hardware {
    type Bus = HardwareBus;

    fn bus(&mut self) -> &mut HardwareBus {
        &mut self.bus
    }

    fn has_altivec(&self) -> bool {
        self.features.altivec
    }

    fn workspace(&mut self) -> Workspace<'_> {
        let (code_address, data_address) = (self.code.address(), self.data.address());
        // SAFETY: the machine is the areas' only user (`new`), and it is borrowed as
        // long as the slices live, so that no kernel runs meanwhile.
        let code = unsafe { self.code.words() };
        // SAFETY: as above; the areas do not overlap (linker.ld).
        let data = unsafe { self.data.words() };
        Workspace::new(code, code_address, data, data_address)
    }

    fn publish_code(&mut self, words: usize) {
        // SAFETY: the area is mapped and no kernel runs.
        unsafe { publish_code(self.code.address(), 4 * words as u32) }
    }

    /// TLBs empty and branch history cleared where the part can do so; caches and BTIC
    /// as the code before left them.
    fn settle(&mut self) {
        // SAFETY: the handlers are installed, the machine's maker promised.
        unsafe { time::set_decrementer(&mut self.bus, MOST_WATCHDOG_TICKS) }
        // SAFETY: they are, and the policy lets a stale decrementer exception pass.
        unsafe { msr::drain_pending() }
    }

    fn start_state(&mut self) {
        if self.features.blocks != Blocks::None {
            bat::invalidate_tlbs();
        }
        let Some(hid0) = self.features.hid0.filter(|_| self.features.family) else { return };
        // SAFETY: the running value plus a pulse that only forgets branch history.
        unsafe { self.bus.write_raw::<Hid0>(hid0 | HID0::BHTCLR::SET.value) }
        // SAFETY: the running value.
        unsafe { self.bus.write_raw::<Hid0>(hid0) }
    }

    fn known_loop(&self) -> Prepared {
        Prepared { entry: window::known_loop_address(), arguments: [0; 6] }
    }

    fn offers(&self, mode: Mode) -> Result<(), TableError> {
        match mode.translation {
            Translation::Page => self.page_table,
            Translation::Bat | Translation::Real => Ok(()),
        }
    }

    fn overhead(state: State) -> u32 {
        window::overhead(state)
    }

    fn run(bus: &mut HardwareBus, call: &Call) -> Outcome {
        // SAFETY: the page table was installed with the machine, and vectors are installed with a policy that asks the window; the code
        // is a generator's or the known loop, tested to keep the calling convention.
        unsafe { window::run(bus, call) }
    }

    fn sample(&mut self, call: &Call, settings: &Settings, group: &Group) -> Outcome {
        // SAFETY: as in `run`; the policy asks the sampler's exceptions first.
        unsafe { exception::run(&mut self.bus, call, settings, group, &mut self.sampler) }
    }

    fn sampler(&mut self) -> &mut Sampler<'static> {
        &mut self.sampler
    }
}
