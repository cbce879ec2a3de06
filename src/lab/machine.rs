//! What the lab needs of a machine: registers, memory, and one way to run code.

use mpc7450::bus::SprBus;
use report_format::record::{Fault, State};
use report_format::text::Text;

use crate::arch::exception::cause;
use crate::arch::mmu::Mode;
use crate::arch::mmu::table::TableError;
use crate::kernels::workspace::{Prepared, Workspace};
use crate::pmu::group::Group;
use crate::pmu::sampler::Sampler;
use crate::pmu::sampler::settings::Settings;

/// Instructions of the window itself that a counter of completed ones counts, least and
/// most. Between the two switches of MSR\[PMM\] stand `isync`, `bctrl` and `lwz`, in user
/// state three readings of the time base; the switches themselves and the kernel's `blr`,
/// which may fold, count or do not: no source says.
pub const WINDOW_COMPLETES: (u64, u64) = (3, 6);

/// Largest decrementer value: the longest a kernel may take, in ticks.
pub const MOST_WATCHDOG_TICKS: u32 = 0x7fff_ffff;

/// One call of a kernel through the measurement window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Where the code is and what it gets.
    pub kernel: Prepared,
    /// How its addresses are translated, and the state it runs in.
    pub mode: Mode,
    /// Iterations, r3.
    pub iterations: u32,
    /// MMCR0 at the start of the window.
    pub mmcr0_start: u32,
    /// MMCR0 at its end.
    pub mmcr0_stop: u32,
    /// Whether a system call comes back at once, by an `rfi` at its vector. Otherwise,
    /// and in user state, which ends by one, it ends the kernel.
    pub system_calls_return: bool,
    /// Ticks until the watchdog ends the kernel, at most [`MOST_WATCHDOG_TICKS`].
    pub watchdog_ticks: u32,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The kernel returned.
    Returned {
        /// Time base ticks between the window's two readings.
        ticks: u64,
    },
    /// An exception ended it.
    Interrupted(Interruption),
}

/// The exception that ended a kernel.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interruption {
    /// Vector offset.
    pub vector: u32,
    /// Where it came.
    pub srr0: u32,
    /// Machine state and cause.
    pub srr1: u32,
    /// Data storage interrupt status.
    pub dsisr: u32,
    /// Data address.
    pub dar: u32,
}

impl Interruption {
    /// The cause in one word; a decrementer exception is the watchdog's.
    #[must_use]
    pub fn cause(&self) -> &'static str {
        if self.vector == cause::vector::DECREMENTER {
            "watchdog"
        } else {
            cause::name(self.vector, self.srr1, self.dsisr)
        }
    }

    /// The record of this exception in the given run.
    #[must_use]
    pub fn record(&self, run: u32, n: u64, phase: report_format::record::Phase) -> Fault<'static> {
        Fault {
            run,
            n,
            phase,
            vector: self.vector,
            cause: Text::new(self.cause()),
            srr0: self.srr0,
            srr1: self.srr1,
            dsisr: self.dsisr,
            dar: self.dar,
        }
    }
}

/// A machine that runs kernels: the chip, or a test's memory.
pub trait Machine {
    /// Its special-purpose registers.
    type Bus: SprBus;
    /// The registers.
    fn bus(&mut self) -> &mut Self::Bus;

    /// Whether there are vector registers.
    fn has_altivec(&self) -> bool;

    /// An empty workspace over the areas for code and data.
    fn workspace(&mut self) -> Workspace<'_>;

    /// Makes the first `words` words of the code area executable as written.
    fn publish_code(&mut self, words: usize);

    /// Lets exceptions come and go that have waited while nothing was measured, however many
    /// there are: what is measured then begins without.
    fn settle(&mut self);

    /// Brings the machine into the state that every trial starts from.
    fn start_state(&mut self);

    /// The known loop: `passes` passes, `passes + 1` instructions.
    fn known_loop(&self) -> Prepared;

    /// Whether kernels can run in this mode.
    ///
    /// # Errors
    ///
    /// The page table could not be made.
    fn offers(&self, mode: Mode) -> Result<(), TableError>;

    /// Instructions that the window around a kernel in this state executes besides it.
    fn overhead(state: State) -> u32;

    /// Runs code through the window. Takes the registers rather than the machine, so
    /// that a driver that holds them can run code.
    fn run(bus: &mut Self::Bus, call: &Call) -> Outcome;

    /// Runs code through the window while its sampler takes samples.
    fn sample(&mut self, call: &Call, settings: &Settings, group: &Group) -> Outcome;

    /// The sampler, with what the last sampled call left in it.
    fn sampler(&mut self) -> &mut Sampler<'static>;
}
