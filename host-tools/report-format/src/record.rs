//! The records: what the image says, as types.
//!
//! Raw values only. Ratios, differences and provenance are made on the host from
//! these, so that a saved log can be read again by a newer tool.

mod monitor;
mod sampling;

pub use monitor::{Answer, LoadArea, Loaded, Offer, OfferKind, SprValue, WordValue};
pub use sampling::{Calls, Code, MOST_CALLS, Sample, SampleSource, Sampling};

use crate::text::Text;

/// One record. The order of the variants is the order in a report; `kernel`,
/// `expect`, `trial`, `code`, `sample`, `sampling`, `fault` and `skip` repeat. The
/// types from `answer` to `load` are the monitor's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record<'a> {
    /// Opens a report. Always has sequence number 0.
    Report(Report<'a>),
    /// The processor found.
    Cpu(Cpu<'a>),
    /// The timing model that answers as the processor; absent where none does.
    Model(Model<'a>),
    /// Clock rates and where they come from.
    Clock(Clock),
    /// Memory: what there is and what the image uses.
    Memory(Memory),
    /// Boot arguments as received.
    Arguments(Arguments<'a>),
    /// One control register as found, as set, as read back.
    Register(Register<'a>),
    /// Whether one counter counts, decided by a known loop.
    Counter(CounterCheck),
    /// Whether the time base follows executed instructions, decided by a known loop;
    /// one for each state a kernel can run in.
    TimeBase(TimeBaseCheck),
    /// What is going to run.
    Suite(Suite<'a>),
    /// One kernel with its parameters, before its trials.
    Kernel(Kernel<'a>),
    /// Closed-form counts of that kernel for one number of iterations.
    Expect(Expect),
    /// One measurement: control words as written, raw values as read.
    Trial(Trial),
    /// The code of a sampled call, before its samples.
    Code(Code<'a>),
    /// Where the code of a sampled call was when it was interrupted.
    Sample(Sample),
    /// A sampled call's settings and totals, after its samples.
    Sampling(Sampling<'a>),
    /// An exception in a kernel; its run ends, the suite goes on.
    Fault(Fault<'a>),
    /// A kernel that did not run, and why.
    Skip(Skip<'a>),
    /// Says that this report answers a command, and which; behind `report`.
    Answer(Answer<'a>),
    /// Something that a command can be about.
    Offer(Offer<'a>),
    /// A special-purpose register that was read.
    Spr(SprValue<'a>),
    /// A word of memory that was read.
    Word(WordValue),
    /// Code or data from the host, as far as it has come.
    Load(Loaded),
    /// Something the image could not do or understand.
    Error(Error<'a>),
    /// Closes a report.
    End(End),
}

/// See [`Record::Report`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<'a> {
    /// Format version, [`crate::VERSION`].
    pub version: u32,
    /// Version of the image's package.
    pub image: Text<'a>,
    /// Identifies the build: CRC-32 of the image's code and constants.
    pub build: u32,
    /// How the image was started.
    pub start: Start,
    /// The emulator that was recognised.
    pub emulator: Emulator,
    /// The console in use, for instance `scc-a`.
    pub console: Text<'a>,
}

/// How the image was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// `loader`: placed in memory and entered, no firmware (QEMU's generic loader).
    Loader,
    /// `openfirmware`: by Open Firmware or OpenBIOS, client interface in r5.
    OpenFirmware,
    /// `rom`: from the reset vector.
    Rom,
    /// `device-tree`: by a loader that passes a flattened device tree in r3.
    DeviceTree,
    /// `u-boot`: by U-Boot, with arguments or a command line.
    UBoot,
}

/// What emulator runs the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Emulator {
    /// `qemu`: QEMU answered at its configuration device or through Open Firmware.
    Qemu,
    /// `none-found`: no emulator made itself known.
    NoneFound,
}

/// See [`Record::Cpu`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cpu<'a> {
    /// Processor version register, 8 hex digits on the wire.
    pub pvr: u32,
    /// The part by PVR, for instance `MPC7450`, or `unknown`.
    pub part: Text<'a>,
    /// Counters the part has: 6, 4, or 0 where none are known.
    pub counters: u32,
}

/// See [`Record::Model`]: what its signature says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model<'a> {
    /// The model's own version.
    pub version: Text<'a>,
    /// The part that it models, for instance `7450`.
    pub part: Text<'a>,
    /// Every switch, `name:value,...` in the order of the signature, or `-`.
    pub switches: Text<'a>,
}

/// See [`Record::Clock`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time base ticks a second.
    pub tb_hz: u32,
    /// Core clock in hertz as the firmware states it; `None` when unknown.
    pub core_hz: Option<u32>,
    /// Bus clock in hertz as the firmware states it; `None` when unknown.
    pub bus_hz: Option<u32>,
    /// Who states them.
    pub source: ClockSource,
    /// The `icount=` boot argument: QEMU advances its clock by 2^shift
    /// nanoseconds an instruction. `None` when the argument was not given.
    pub icount_shift: Option<u32>,
}

/// Who states the clock rates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockSource {
    /// `device-tree`: properties of the CPU node.
    DeviceTree,
    /// `fw-cfg`: QEMU's configuration device.
    FwCfg,
    /// `model`: the signature of the timing model.
    Model,
    /// `assumed`: nobody; the value is compiled in.
    Assumed,
}

/// See [`Record::Memory`]. Addresses and lengths in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// RAM as the firmware states it; `None` when unknown.
    pub ram: Option<u32>,
    /// First address of the image, hex on the wire.
    pub image: u32,
    /// Bytes of code, constants and data.
    pub image_bytes: u32,
    /// First address of the area for generated code, hex on the wire.
    pub code: u32,
    /// Its bytes.
    pub code_bytes: u32,
    /// First address of the area for kernels' data, hex on the wire.
    pub data: u32,
    /// Its bytes.
    pub data_bytes: u32,
}

/// See [`Record::Arguments`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arguments<'a> {
    /// Where they came from.
    pub source: ArgumentSource,
    /// The text; empty when there was none.
    pub text: Text<'a>,
}

/// Where the boot arguments came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentSource {
    /// `bootargs`: the property in /chosen.
    Bootargs,
    /// `fw-cfg`: QEMU's configuration device.
    FwCfg,
    /// `boot-loader`: passed in memory by a boot loader.
    BootLoader,
    /// `none`.
    None,
}

/// See [`Record::Register`]. Values are 8 hex digits on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register<'a> {
    /// Manual name in lower case, for instance `hid0`.
    pub name: Text<'a>,
    /// Value at entry.
    pub found: u32,
    /// Value written; `None` when the image left it alone.
    pub set: Option<u32>,
    /// Value read back after set-up.
    pub back: u32,
}

/// See [`Record::Counter`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CounterCheck {
    /// 1 to 6.
    pub pmc: u32,
    /// Selector code used for the check.
    pub code: u32,
    /// Events the known loop produces at the least.
    pub expected: u32,
    /// What the counter advanced by, modulo 2^32.
    pub advanced: u32,
    /// The verdict.
    pub counts: bool,
}

/// See [`Record::TimeBase`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeBaseCheck {
    /// The state that the window's kernel runs in: each state has its own window.
    pub state: State,
    /// Instructions the known loop executes.
    pub instructions: u64,
    /// Ticks it took, the window included.
    pub ticks: u64,
    /// Instructions that a window around nothing executes between its two
    /// readings of the time base; part of the ticks of every trial in this state.
    pub overhead: u32,
    /// Whether ticks x 10^9 / (tb_hz x 2^icount_shift) rounds to exactly
    /// `instructions` + `overhead`. Always false without an `icount=` argument.
    pub exact: bool,
}

/// See [`Record::Suite`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite<'a> {
    /// Suite name, or `-` for a single kernel.
    pub name: Text<'a>,
    /// Preset of the parameters.
    pub preset: Text<'a>,
    /// Seed of the order and of all random data.
    pub seed: u32,
    /// Kernels of the suite: as many `kernel` and `skip` records follow, together.
    pub kernels: u32,
    /// Instructions expected in all, warm-up included.
    pub instructions: u64,
}

/// See [`Record::Kernel`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel<'a> {
    /// Number of the run in this report, from 0: the order of execution.
    pub run: u32,
    /// Kernel id, `family/name`.
    pub id: Text<'a>,
    /// `name:value,...` or `-`.
    pub parameters: Text<'a>,
    /// How its addresses are translated.
    pub translation: Translation,
    /// The state it runs in.
    pub state: State,
    /// Untimed iterations before the trials.
    pub warmup: u64,
    /// Trials at n and as many at 2n.
    pub trials: u32,
    /// Iterations of the shorter trials.
    pub n: u64,
    /// First address of the generated code, hex on the wire.
    pub code: u32,
    /// Its bytes.
    pub code_bytes: u32,
    /// CRC-32 of its words in big-endian order.
    pub code_crc: u32,
}

/// How a kernel's addresses are translated, always one to one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Translation {
    /// `bat`: by block address translation, which never touches a TLB.
    #[default]
    Bat,
    /// `page`: by the hashed page table, through the TLBs.
    Page,
    /// `real`: not at all.
    Real,
}

/// The privilege state a kernel runs in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// `supervisor`: MSR\[PR\] = 0.
    #[default]
    Supervisor,
    /// `user`: MSR\[PR\] = 1.
    User,
}

/// See [`Record::Expect`]. Counts of executed instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expect {
    /// The run.
    pub run: u32,
    /// Iterations.
    pub n: u64,
    /// Executed instructions.
    pub executed: u64,
    /// Least and most that may complete, folding on.
    pub completed_least: u64,
    /// See `completed_least`.
    pub completed_most: u64,
    /// Branches of any kind.
    pub branches: u64,
    /// Taken branches.
    pub taken: u64,
    /// Loads.
    pub loads: u64,
    /// Stores.
    pub stores: u64,
    /// Scalar floating-point arithmetic.
    pub float: u64,
    /// AltiVec arithmetic and permutes.
    pub vector: u64,
}

/// See [`Record::Trial`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The run.
    pub run: u32,
    /// Trial number in the run, from 0.
    pub trial: u32,
    /// Iterations.
    pub n: u64,
    /// MMCR0 as written to start counting, hex on the wire.
    pub mmcr0: u32,
    /// MMCR1 as written, hex on the wire.
    pub mmcr1: u32,
    /// MMCR2 as written, hex on the wire.
    pub mmcr2: u32,
    /// HID0 during the trial, hex on the wire.
    pub hid0: u32,
    /// The counters before the start, hex on the wire, `/` between them.
    pub start: [u32; 6],
    /// The counters after the stop, read under freeze, hex on the wire.
    pub stop: [u32; 6],
    /// Time base ticks from just before the start to just after the stop.
    pub ticks: u64,
}

/// See [`Record::Fault`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault<'a> {
    /// The run.
    pub run: u32,
    /// Iterations asked for.
    pub n: u64,
    /// When it came.
    pub phase: Phase,
    /// Vector offset, hex on the wire.
    pub vector: u32,
    /// Cause in words, for instance `program-illegal`, `watchdog`.
    pub cause: Text<'a>,
    /// Machine status save/restore register 0, hex on the wire.
    pub srr0: u32,
    /// Machine status save/restore register 1, hex on the wire.
    pub srr1: u32,
    /// Data storage interrupt status, hex on the wire.
    pub dsisr: u32,
    /// Data address register, hex on the wire.
    pub dar: u32,
}

/// When a fault came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// `warmup`.
    Warmup,
    /// `trial`.
    Trial,
    /// `sample`: the sampled call after the trials.
    Sample,
}

/// See [`Record::Skip`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skip<'a> {
    /// Kernel id.
    pub id: Text<'a>,
    /// Why it did not run.
    pub reason: Text<'a>,
}

/// See [`Record::Error`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error<'a> {
    /// What is wrong, what is legal.
    pub text: Text<'a>,
}

/// See [`Record::End`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Records before this one: equals this record's sequence number.
    pub records: u32,
    /// `kernel` records.
    pub kernels: u32,
    /// `trial` records.
    pub trials: u32,
    /// `fault` records.
    pub faults: u32,
    /// `skip` records.
    pub skips: u32,
    /// `error` records.
    pub errors: u32,
}
