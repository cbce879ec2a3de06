//! Runs what was asked for and writes a record for everything that happens.
//!
//! Every trial starts from the machine's start state, then runs the kernel's
//! warm-up iterations unmeasured, then arms the counters and runs the kernel through
//! the window. Trials at n and 2n alternate: what drifts, drifts in both.

use core::fmt::Write;

use heapless::Vec;
use mpc7450::bus::SprBus;
use mpc7450::registers::Hid0;
use report_format::checksum;
use report_format::record::{Expect, Kernel, Phase, Record, Skip, Suite as SuiteRecord, Trial};
use report_format::text::Text;
use report_format::write::{WriteError, Writer};

use super::machine::{Call, MOST_WATCHDOG_TICKS, Machine, Outcome};
use super::order;
use super::request::{Request, Work, kernel_parameters, seed_parameters};
use super::suite::{Entry, MOST_ENTRIES};
use crate::kernels;
use crate::kernels::counts::Counts;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::error::KernelError;
use crate::kernels::parameters::Parameters;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::Prepared;
use crate::pmu::group::Group;

/// Ticks the watchdog allows for an expected instruction: under `-icount shift=7` an
/// instruction is 3.2 ticks; a G4 that needs 100 clocks for one needs 2.5.
const WATCHDOG_TICKS_AN_INSTRUCTION: u64 = 16;
/// And for the window and a slow start.
const WATCHDOG_BASE_TICKS: u64 = 1_000_000;

/// Longest `name:value,...` of a kernel's parameters.
const MOST_PARAMETER_BYTES: usize = 96;

/// A kernel with everything decided.
struct Planned {
    kernel: &'static Descriptor,
    parameters: Parameters,
    schedule: Schedule,
}

/// Code in place.
struct Ready {
    kernel: Prepared,
    words: usize,
    crc: u32,
}

/// All of a request.
type Plan = Vec<Planned, MOST_ENTRIES>;

/// Runs the request.
///
/// # Errors
///
/// The report could not be written; nothing else stops a suite.
pub fn run<M: Machine, W: Write>(
    machine: &mut M,
    request: &Request<'_>,
    group: &Group,
    writer: &mut Writer<W>,
) -> Result<(), WriteError> {
    let mut plan = plan(request);
    order::shuffle(&mut plan, request.seed);
    writer.write(&Record::Suite(SuiteRecord {
        name: Text::new(match &request.work {
            Work::Suite(suite) => suite.name,
            Work::Kernel(..) => "-",
        }),
        preset: Text::new(request.preset.name()),
        seed: request.seed,
        kernels: plan.len() as u32,
        instructions: plan.iter().map(Planned::instructions).sum(),
    }))?;
    let mut run = 0;
    for planned in &plan {
        match planned.prepare(machine) {
            Ok(prepared) => {
                planned.run(machine, run, &prepared, group, writer)?;
                run += 1;
            }
            Err(error) => {
                let mut reason = heapless::String::<128>::new();
                // A reason that does not fit ends where the string is full.
                let _cut = write!(reason, "{error}");
                let skip = Skip { id: Text::new(planned.kernel.id), reason: Text::new(&reason) };
                writer.write(&Record::Skip(skip))?;
            }
        }
    }
    Ok(())
}

fn plan(request: &Request<'_>) -> Plan {
    match &request.work {
        Work::Kernel(kernel, words) => kernel_parameters(kernel, request.preset, request.seed, words)
            .ok()
            .map(|parameters| Planned::new(kernel, parameters, request))
            .into_iter()
            .collect(),
        Work::Suite(suite) => suite.entries.iter().filter_map(|entry| Planned::of_entry(entry, request)).collect(),
    }
}

impl Planned {
    fn new(kernel: &'static Descriptor, parameters: Parameters, request: &Request<'_>) -> Self {
        let preset = kernel.schedule(&parameters, request.preset);
        let most = kernel.most_iterations(&parameters);
        let schedule = Schedule {
            n: request.n.unwrap_or(preset.n).min(most),
            warmup: request.warmup.unwrap_or(preset.warmup).min(most),
            trials: request.trials.unwrap_or(preset.trials),
        };
        Self { kernel, parameters, schedule }
    }

    fn of_entry(entry: &Entry, request: &Request<'_>) -> Option<Self> {
        let kernel = kernels::find(entry.kernel)?;
        let mut parameters = Parameters::preset(kernel.parameters, request.preset);
        seed_parameters(&mut parameters, kernel, request.seed);
        for (name, value) in entry.settings {
            parameters.set(name, value).ok()?;
        }
        Some(Self::new(kernel, parameters, request))
    }

    /// Executed instructions of all trials, warm-up included.
    fn instructions(&self) -> u64 {
        let executed = |iterations| self.counts(iterations).executed;
        let Schedule { n, warmup, trials } = self.schedule;
        u64::from(trials) * (executed(n) + executed(2 * n) + 2 * executed(warmup))
    }

    fn counts(&self, iterations: u64) -> Counts {
        self.kernel.counts(&self.parameters, iterations)
    }

    /// Writes the kernel's code and data into the machine.
    fn prepare<M: Machine>(&self, machine: &mut M) -> Result<Ready, KernelError> {
        let mut workspace = machine.workspace();
        let kernel = (self.kernel.prepare)(&self.parameters, &mut workspace)?;
        let words = workspace.code().len();
        let crc = checksum::of_words(workspace.code());
        machine.publish_code(words);
        Ok(Ready { kernel, words, crc })
    }

    /// All trials, with their records.
    fn run<M: Machine, W: Write>(
        &self,
        machine: &mut M,
        run: u32,
        ready: &Ready,
        group: &Group,
        writer: &mut Writer<W>,
    ) -> Result<(), WriteError> {
        let mut parameters = heapless::String::<MOST_PARAMETER_BYTES>::new();
        let _fits = write!(parameters, "{}", self.parameters);
        let Schedule { n, warmup, trials } = self.schedule;
        writer.write(&Record::Kernel(Kernel {
            run,
            id: Text::new(self.kernel.id),
            parameters: Text::new(&parameters),
            warmup,
            trials,
            n,
            code: ready.kernel.entry,
            code_bytes: 4 * ready.words as u32,
            code_crc: ready.crc,
        }))?;
        for iterations in [n, 2 * n] {
            writer.write(&Record::Expect(self.expect(run, iterations)))?;
        }
        for pair in 0..trials {
            for (second, iterations) in [n, 2 * n].into_iter().enumerate() {
                let number = 2 * pair + second as u32;
                if !self.trial(machine, (run, number), ready.kernel, iterations, group, writer)? {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// One trial; false when an exception ended it.
    fn trial<M: Machine, W: Write>(
        &self,
        machine: &mut M,
        (run, trial): (u32, u32),
        kernel: Prepared,
        n: u64,
        group: &Group,
        writer: &mut Writer<W>,
    ) -> Result<bool, WriteError> {
        machine.start_state();
        let bus = machine.bus();
        group.arm(bus);
        let call = |iterations: u64, mmcr0_start| Call {
            kernel,
            iterations: iterations as u32,
            mmcr0_start,
            mmcr0_stop: group.frozen(),
            watchdog_ticks: watchdog(self.counts(iterations).executed),
        };
        if self.schedule.warmup > 0
            && let Outcome::Interrupted(interruption) = M::run(bus, &call(self.schedule.warmup, group.frozen()))
        {
            writer.write(&Record::Fault(interruption.record(run, self.schedule.warmup, Phase::Warmup)))?;
            return Ok(false);
        }
        group.arm(bus);
        let start = group.read(bus);
        match M::run(bus, &call(n, group.armed())) {
            Outcome::Interrupted(interruption) => {
                writer.write(&Record::Fault(interruption.record(run, n, Phase::Trial)))?;
                Ok(false)
            }
            Outcome::Returned { ticks } => {
                let stop = group.read(bus);
                writer.write(&Record::Trial(Trial {
                    run,
                    trial,
                    n,
                    mmcr0: group.armed(),
                    mmcr1: group.mmcr1(),
                    mmcr2: group.mmcr2(),
                    hid0: bus.read_raw::<Hid0>(),
                    start,
                    stop,
                    ticks,
                }))?;
                Ok(true)
            }
        }
    }

    fn expect(&self, run: u32, n: u64) -> Expect {
        let counts = self.counts(n);
        Expect {
            run,
            n,
            executed: counts.executed,
            completed_least: counts.completed_least(),
            completed_most: counts.completed_most(),
            branches: counts.branches,
            taken: counts.taken,
            loads: counts.loads,
            stores: counts.stores,
            float: counts.float,
            vector: counts.vector,
        }
    }
}

/// Ticks after which a kernel of so many instructions will not return any more.
#[must_use]
pub fn watchdog(instructions: u64) -> u32 {
    let ticks = instructions.saturating_mul(WATCHDOG_TICKS_AN_INSTRUCTION).saturating_add(WATCHDOG_BASE_TICKS);
    u32::try_from(ticks).map_or(MOST_WATCHDOG_TICKS, |ticks| ticks.min(MOST_WATCHDOG_TICKS))
}
