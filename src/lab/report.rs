//! A whole report: header, checks, what was asked for, end.

use core::fmt::{Display, Write};

use mpc7450::parts::Part;
use report_format::record::{
    Arguments, Clock, Cpu, Error, Memory, Model, Record, Register, Report, Start, State, TimeBaseCheck,
};
use report_format::text::Text;
use report_format::word::Word;
use report_format::write::{WriteError, Writer};

use super::machine::{Call, Machine, Outcome};
use super::reading;
use super::request::Request;
use super::runner;
use super::sampling::Sampling;
use crate::arch::features::Features;
use crate::arch::mmu::Mode;
use crate::arch::state::{RegisterStates, SetUpError};
use crate::platform::facts::Facts;
use crate::pmu::check::{self, KnownLoop};
use crate::pmu::group::Group;
use crate::pmu::present::Present;
use crate::pmu::rest::rest;

/// Passes of the known loop. Long enough to tell counting from noise, short enough
/// to be over at once.
const KNOWN_PASSES: u32 = 100_000;

/// What start-up found, for the header.
pub struct Found<'a> {
    /// How the image was started.
    pub start: Start,
    /// MSR at entry.
    pub entry_msr: u32,
    /// MSR while the image runs.
    pub running_msr: u32,
    /// The console's name.
    pub console: &'static str,
    /// CRC-32 of the image.
    pub build: u32,
    /// Memory and its use.
    pub memory: Memory,
    /// The processor.
    pub part: Part,
    /// The board.
    pub facts: &'a Facts,
    /// Control registers before, at and after set-up.
    pub registers: &'a RegisterStates,
    /// What set-up could not do.
    pub set_up: Result<(), SetUpError>,
}

/// Writes the report, running everything in it.
///
/// # Errors
///
/// The output failed.
pub fn run<M: Machine, W: Write>(machine: &mut M, found: &Found<'_>, output: W) -> Result<(), WriteError> {
    let mut writer = Writer::new(output);
    let text = found.facts.arguments.as_deref();
    let present = Present::of(found.part.counters());
    let request = text.map(|text| Request::parse_for(text, present));
    let icount_shift = match &request {
        Ok(Ok(request)) => request.icount_shift,
        _ => None,
    };
    open(&mut writer, found)?;
    header(&mut writer, found, icount_shift)?;
    match &request {
        Err(refused) => explain(&mut writer, refused)?,
        Ok(Err(refused)) => explain(&mut writer, refused)?,
        Ok(Ok(request)) => {
            // The report says which of both it was.
            let _measured = measure(machine, found, request, &mut writer)?;
        }
    }
    writer.finish()
}

/// What came of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// It was refused: the areas for code and data are as they were.
    Nothing,
    /// Its kernels were run.
    Kernels,
}

/// Checks what counts here, then runs the request. Leaves the performance monitor at rest.
///
/// # Errors
///
/// The output failed.
pub fn measure<M: Machine, W: Write>(
    machine: &mut M,
    found: &Found<'_>,
    request: &Request<'_>,
    writer: &mut Writer<W>,
) -> Result<Measured, WriteError> {
    let measured = checks_and_kernels(machine, found, request, writer)?;
    rest(machine.bus(), Present::of(found.part.counters()));
    Ok(measured)
}

/// Says what a known loop tells and leaves the performance monitor at rest.
///
/// # Errors
///
/// The output failed.
pub fn check<M: Machine, W: Write>(
    machine: &mut M,
    found: &Found<'_>,
    icount_shift: Option<u32>,
    writer: &mut Writer<W>,
) -> Result<(), WriteError> {
    let _counts = checks(machine, found, icount_shift, writer)?;
    rest(machine.bus(), Present::of(found.part.counters()));
    Ok(())
}

fn checks_and_kernels<M: Machine, W: Write>(
    machine: &mut M,
    found: &Found<'_>,
    request: &Request<'_>,
    writer: &mut Writer<W>,
) -> Result<Measured, WriteError> {
    let Some(counts) = checks(machine, found, request.icount_shift, writer)? else { return Ok(Measured::Nothing) };
    let present = Present::of(found.part.counters());
    let (programming, state) = (request.programming, request.state);
    let sampling = request.sampling.map(|settings| Sampling::new(settings, programming, present, state, counts));
    match (Group::new(&programming, present, state), sampling.transpose()) {
        (Ok(group), Ok(sampling)) => {
            runner::run(machine, request, &group, sampling.as_ref(), writer).map(|()| Measured::Kernels)
        }
        (Err(refused), _) | (_, Err(refused)) => explain(writer, &refused).map(|()| Measured::Nothing),
    }
}

/// What a known loop tells: whether each counter counts, and whether the time base
/// follows executed instructions. Gives the former, PMC1 first; `None` where the image
/// runs nothing, not even that, with the reason as an error record.
fn checks<M: Machine, W: Write>(
    machine: &mut M,
    found: &Found<'_>,
    icount_shift: Option<u32>,
    writer: &mut Writer<W>,
) -> Result<Option<[bool; 6]>, WriteError> {
    if !Features::of(&found.part).known() {
        error(writer, "nothing is known about this processor, so nothing is measured on it")?;
        return Ok(None);
    }
    if let Err(damaged) = &found.facts.model {
        explain(writer, damaged)?;
        return Ok(None);
    }
    let end = u64::from(found.memory.data) + u64::from(found.memory.data_bytes);
    if found.memory.ram.is_some_and(|ram| u64::from(ram) < end) {
        explain(writer, &format_args!("too little memory: the image needs {end} bytes of it"))?;
        return Ok(None);
    }
    machine.settle();
    let counts = check_counters(machine, Present::of(found.part.counters()), writer)?;
    for state in State::ALL {
        let check = check_time_base(machine, found, *state, icount_shift);
        writer.write(&Record::TimeBase(check))?;
    }
    Ok(Some(counts))
}

/// A report of nothing but the reason why nothing is measured.
///
/// # Errors
///
/// The output failed.
pub fn refuse<W: Write>(found: &Found<'_>, reason: &dyn Display, output: W) -> Result<(), WriteError> {
    let mut writer = Writer::new(output);
    open(&mut writer, found)?;
    header(&mut writer, found, None)?;
    explain(&mut writer, reason)?;
    writer.finish()
}

/// The record that opens every report.
///
/// # Errors
///
/// The output failed, or the writer has written already.
pub fn open<W: Write>(writer: &mut Writer<W>, found: &Found<'_>) -> Result<(), WriteError> {
    writer.write(&Record::Report(Report {
        version: report_format::VERSION,
        image: Text::new(env!("CARGO_PKG_VERSION")),
        build: found.build,
        start: found.start,
        emulator: found.facts.emulator,
        console: Text::new(found.console),
    }))
}

/// What start-up found.
///
/// # Errors
///
/// The output failed.
pub fn header<W: Write>(
    writer: &mut Writer<W>,
    found: &Found<'_>,
    icount_shift: Option<u32>,
) -> Result<(), WriteError> {
    let facts = found.facts;
    let mut part = heapless::String::<64>::new();
    let _fits = write!(part, "{}", found.part);
    writer.write(&Record::Cpu(Cpu {
        pvr: found.part.pvr(),
        part: Text::new(&part),
        counters: found.part.counters().map_or(0, u32::from),
    }))?;
    if let Ok(Some(signature)) = &facts.model {
        writer.write(&Record::Model(Model {
            version: Text::new(signature.version()),
            part: Text::new(signature.part()),
            switches: Text::new(&signature.switches()),
        }))?;
    }
    writer.write(&Record::Clock(Clock {
        tb_hz: facts.tb_hz,
        core_hz: facts.core_hz,
        bus_hz: facts.bus_hz,
        source: facts.clock_source,
        icount_shift,
    }))?;
    writer.write(&Record::Memory(found.memory.clone()))?;
    let arguments = Text::new(facts.arguments.as_deref().unwrap_or(""));
    writer.write(&Record::Arguments(Arguments { source: facts.argument_source, text: arguments }))?;
    writer.write(&Record::Register(Register {
        name: Text::new("msr"),
        found: found.entry_msr,
        set: Some(found.running_msr),
        back: found.running_msr,
    }))?;
    for state in found.registers {
        let mut name = heapless::String::<16>::new();
        let _fits = state.name.chars().try_for_each(|letter| name.push(letter.to_ascii_lowercase()));
        writer.write(&Record::Register(Register {
            name: Text::new(&name),
            found: state.found,
            set: state.set,
            back: state.back,
        }))?;
    }
    if let Err(SetUpError::L2InvalidationStuck) = found.set_up {
        error(writer, "L2CR[L2I] did not clear itself: the L2 cache stays off")?;
    }
    Ok(())
}

/// The known loop as the counters see it: one `mtctr`, then only `bdnz`, which
/// never fold. Gives whether each counter counts, PMC1 first.
fn check_counters<M: Machine, W: Write>(
    machine: &mut M,
    present: Present,
    writer: &mut Writer<W>,
) -> Result<[bool; 6], WriteError> {
    let mut counts = [false; 6];
    let kernel = machine.known_loop();
    let Some(known) = KnownLoop::new(KNOWN_PASSES + 1, 0) else {
        error(writer, "the known loop does not suit the counter check")?;
        return Ok(counts);
    };
    let run = |bus: &mut M::Bus, group: &Group| {
        // An interrupted loop leaves the counters where they are: the check then
        // finds that they do not count.
        let _outcome = M::run(
            bus,
            &Call {
                kernel,
                mode: Mode::default(),
                iterations: KNOWN_PASSES,
                mmcr0_start: group.armed(),
                mmcr0_stop: group.frozen(),
                system_calls_return: false,
                watchdog_ticks: runner::watchdog(u64::from(KNOWN_PASSES)),
            },
        );
    };
    for check in check::check(machine.bus(), present, known, run) {
        if let Some(counts) = counts.get_mut((check.pmc as usize).wrapping_sub(1)) {
            *counts = check.counts;
        }
        writer.write(&Record::Counter(check))?;
    }
    Ok(counts)
}

fn check_time_base<M: Machine>(
    machine: &mut M,
    found: &Found<'_>,
    state: State,
    icount_shift: Option<u32>,
) -> TimeBaseCheck {
    let instructions = u64::from(KNOWN_PASSES) + 1;
    let call = Call {
        kernel: machine.known_loop(),
        mode: Mode { state, ..Mode::default() },
        iterations: KNOWN_PASSES,
        mmcr0_start: FROZEN,
        mmcr0_stop: FROZEN,
        system_calls_return: false,
        watchdog_ticks: runner::watchdog(instructions),
    };
    let ticks = match M::run(machine.bus(), &call) {
        Outcome::Returned { ticks } => ticks,
        Outcome::Interrupted(_) => 0,
    };
    let overhead = M::overhead(state);
    let executed = icount_shift.and_then(|shift| reading::instructions(ticks, found.facts.tb_hz, shift));
    let exact = executed == Some(instructions + u64::from(overhead));
    TimeBaseCheck { state, instructions, ticks, overhead, exact }
}

/// MMCR0 with nothing but FC: no counter moves.
const FROZEN: u32 = mpc7450::registers::MMCR0::FC::SET.value;

/// Room for a reason: for the names of all kernels, of which a record's text shows as
/// many as fit and says how much it leaves out.
const MOST_REASON_BYTES: usize = 4096;

/// An error record with the reason.
///
/// # Errors
///
/// The output failed.
pub fn explain<W: Write>(writer: &mut Writer<W>, reason: &dyn Display) -> Result<(), WriteError> {
    let mut message = heapless::String::<MOST_REASON_BYTES>::new();
    let _fits = write!(message, "{reason}");
    error(writer, &message)
}

fn error<W: Write>(writer: &mut Writer<W>, text: &str) -> Result<(), WriteError> {
    writer.write(&Record::Error(Error { text: Text::new(text) }))
}
