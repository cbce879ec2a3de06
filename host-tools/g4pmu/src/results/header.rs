//! What a report says before its first kernel: image, part, clocks, state.

use std::fmt;

use report_format::record::{self, Emulator, Record};
use report_format::word::Word;
use serde::Serialize;

use super::value::Source;
use super::{Hex, printable};

/// The facts of a report's header; absent where the report ended before them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Header {
    /// The image and how it started.
    pub report: Option<Report>,
    /// The processor.
    pub cpu: Option<Cpu>,
    /// The timing model that answers as the processor, where one does.
    pub model: Option<Model>,
    /// Clock rates.
    pub clock: Option<Clock>,
    /// Memory in use.
    pub memory: Option<Memory>,
    /// Boot arguments.
    pub arguments: Option<Arguments>,
    /// Control registers.
    pub registers: Vec<Register>,
    /// Whether each counter counts.
    pub counters: Vec<CounterCheck>,
    /// Whether the time base counts instructions, one check for each state.
    pub time_base: Vec<TimeBaseCheck>,
    /// What was going to run.
    pub suite: Option<Suite>,
}

/// The image and how it started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Version of the report format.
    pub version: u32,
    /// Version of the image.
    pub image: String,
    /// CRC-32 of the image's code and constants.
    pub build: Hex,
    /// `loader`, `openfirmware` or `rom`.
    pub start: &'static str,
    /// `qemu` or `none-found`.
    pub emulator: &'static str,
    /// The console in use.
    pub console: String,
}

/// The processor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cpu {
    /// Processor version register.
    pub pvr: Hex,
    /// The part by PVR.
    pub part: String,
    /// Counters it has.
    pub counters: u32,
}

/// The timing model that answers as the processor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Model {
    /// Its version.
    pub version: String,
    /// The part that it models.
    pub part: String,
    /// Every switch, `name:value,...`, or `-`.
    pub switches: String,
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} part:{},{}", self.version, self.part, self.switches)
    }
}

/// Clock rates in hertz.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Clock {
    /// Time base.
    pub tb_hz: u32,
    /// Core.
    pub core_hz: Option<u32>,
    /// Bus.
    pub bus_hz: Option<u32>,
    /// Who states them.
    pub source: &'static str,
    /// QEMU's virtual nanoseconds an instruction, as a power of two.
    pub icount_shift: Option<u32>,
}

/// Memory in use: addresses, and lengths in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Memory {
    /// RAM there is.
    pub ram: Option<u32>,
    /// The image.
    pub image: Hex,
    /// Its length.
    pub image_bytes: u32,
    /// Generated code.
    pub code: Hex,
    /// Its length.
    pub code_bytes: u32,
    /// Kernels' data.
    pub data: Hex,
    /// Its length.
    pub data_bytes: u32,
}

/// Boot arguments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Arguments {
    /// Where they came from.
    pub source: &'static str,
    /// As received.
    pub text: String,
}

/// One control register.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Register {
    /// Name.
    pub name: String,
    /// At entry.
    pub found: Hex,
    /// Written.
    pub set: Option<Hex>,
    /// Read back.
    pub back: Hex,
}

/// Whether one counter counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CounterCheck {
    /// 1 to 6.
    pub pmc: u32,
    /// Selector code of the check.
    pub code: u32,
    /// Fewest events of the known loop.
    pub expected: u32,
    /// What the counter advanced by.
    pub advanced: u32,
    /// The verdict.
    pub counts: bool,
}

/// Whether the time base counts instructions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TimeBaseCheck {
    /// The state that the loop ran in, and the kernels whose window this is:
    /// `supervisor` or `user`.
    pub state: &'static str,
    /// Instructions of the known loop.
    pub instructions: u64,
    /// Ticks it took.
    pub ticks: u64,
    /// Instructions of a window around nothing.
    pub overhead: u32,
    /// The verdict.
    pub exact: bool,
}

/// What was going to run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Suite {
    /// Name, or `-` for a single kernel.
    pub name: String,
    /// Preset of the parameters.
    pub preset: String,
    /// Seed of order and data.
    pub seed: u32,
    /// Kernels announced.
    pub kernels: u32,
    /// Instructions announced.
    pub instructions: u64,
}

impl Header {
    /// Takes a record of the header; any other record changes nothing.
    pub fn take(&mut self, record: &Record<'_>) {
        match record {
            Record::Report(report) => self.report = Some(Report::from(report)),
            Record::Cpu(cpu) => self.cpu = Some(Cpu::from(cpu)),
            Record::Model(model) => self.model = Some(Model::from(model)),
            Record::Clock(clock) => self.clock = Some(Clock::from(clock)),
            Record::Memory(memory) => self.memory = Some(Memory::from(memory)),
            Record::Arguments(arguments) => self.arguments = Some(Arguments::from(arguments)),
            Record::Register(register) => self.registers.push(Register::from(register)),
            Record::Counter(check) => self.counters.push(CounterCheck::from(check)),
            Record::TimeBase(check) => self.time_base.push(TimeBaseCheck::from(check)),
            Record::Suite(suite) => self.suite = Some(Suite::from(suite)),
            _ => {}
        }
    }

    /// Who counts where a counter counts. QEMU itself counts nothing, so under it a counter
    /// that counts is a model's, with a signature or without.
    #[must_use]
    pub fn counted_by(&self) -> Source {
        if self.model.is_none() && self.is_on_a_chip() { Source::Hardware } else { Source::Model }
    }

    /// Whether no emulator made itself known.
    #[must_use]
    pub fn is_on_a_chip(&self) -> bool {
        self.report.as_ref().is_some_and(|report| report.emulator == Emulator::NoneFound.word())
    }
}

impl From<&record::Report<'_>> for Report {
    fn from(report: &record::Report<'_>) -> Self {
        Self {
            version: report.version,
            image: printable(&report.image),
            build: Hex(report.build),
            start: report.start.word(),
            emulator: report.emulator.word(),
            console: printable(&report.console),
        }
    }
}

impl From<&record::Cpu<'_>> for Cpu {
    fn from(cpu: &record::Cpu<'_>) -> Self {
        Self { pvr: Hex(cpu.pvr), part: printable(&cpu.part), counters: cpu.counters }
    }
}

impl From<&record::Model<'_>> for Model {
    fn from(model: &record::Model<'_>) -> Self {
        Self { version: printable(&model.version), part: printable(&model.part), switches: printable(&model.switches) }
    }
}

impl From<&record::Clock> for Clock {
    fn from(clock: &record::Clock) -> Self {
        let record::Clock { tb_hz, core_hz, bus_hz, source, icount_shift } = *clock;
        Self { tb_hz, core_hz, bus_hz, source: source.word(), icount_shift }
    }
}

impl From<&record::Memory> for Memory {
    fn from(memory: &record::Memory) -> Self {
        let record::Memory { ram, image, image_bytes, code, code_bytes, data, data_bytes } = *memory;
        Self { ram, image: Hex(image), image_bytes, code: Hex(code), code_bytes, data: Hex(data), data_bytes }
    }
}

impl From<&record::Arguments<'_>> for Arguments {
    fn from(arguments: &record::Arguments<'_>) -> Self {
        Self { source: arguments.source.word(), text: printable(&arguments.text) }
    }
}

impl From<&record::Register<'_>> for Register {
    fn from(register: &record::Register<'_>) -> Self {
        Self {
            name: printable(&register.name),
            found: Hex(register.found),
            set: register.set.map(Hex),
            back: Hex(register.back),
        }
    }
}

impl From<&record::CounterCheck> for CounterCheck {
    fn from(check: &record::CounterCheck) -> Self {
        let record::CounterCheck { pmc, code, expected, advanced, counts } = *check;
        Self { pmc, code, expected, advanced, counts }
    }
}

impl From<&record::TimeBaseCheck> for TimeBaseCheck {
    fn from(check: &record::TimeBaseCheck) -> Self {
        let record::TimeBaseCheck { state, instructions, ticks, overhead, exact } = *check;
        Self { state: state.word(), instructions, ticks, overhead, exact }
    }
}

impl From<&record::Suite<'_>> for Suite {
    fn from(suite: &record::Suite<'_>) -> Self {
        Self {
            name: printable(&suite.name),
            preset: printable(&suite.preset),
            seed: suite.seed,
            kernels: suite.kernels,
            instructions: suite.instructions,
        }
    }
}
