//! Runs what was asked for and writes a record for everything that happens.
//!
//! Every trial starts from the machine's start state, then runs the kernel's
//! warm-up iterations unmeasured, then arms the counters and runs the kernel through
//! the window. Trials at n and 2n alternate: what drifts, drifts in both.

use core::fmt::Write;

use mpc7450::bus::SprBus;
use mpc7450::registers::Hid0;
use report_format::checksum;
use report_format::record::{Expect, Kernel, Phase, Record, Skip, State, Suite as SuiteRecord, Trial};
use report_format::text::Text;
use report_format::write::{WriteError, Writer};

use super::machine::{Call, MOST_WATCHDOG_TICKS, Machine, Outcome};
use super::obstacle::{Obstacle, may_execute};
use super::plan::{Plan, Planned};
use super::request::{Request, Work};
use super::sampling::{Iterations, Sampling, Subject};
use crate::kernels::parameters::MOST_PARAMETER_BYTES;
use crate::kernels::schedule::Schedule;
use crate::kernels::workspace::Prepared;
use crate::pmu::group::Group;

/// Ticks the watchdog allows for an expected instruction: under `-icount shift=7` an
/// instruction is 3.2 ticks; a G4 that needs 100 clocks for one needs 2.5.
const WATCHDOG_TICKS_AN_INSTRUCTION: u64 = 16;
/// And for the window and a slow start.
const WATCHDOG_BASE_TICKS: u64 = 1_000_000;

/// Code in place.
struct Ready {
    kernel: Prepared,
    /// Address of the first word; the entry may lie behind it.
    start: u32,
    words: usize,
    crc: u32,
    /// Address of the first word of data.
    data: u32,
}

/// Runs the request.
///
/// # Errors
///
/// The report could not be written; nothing else stops a suite.
pub fn run<M: Machine, W: Write>(
    machine: &mut M,
    request: &Request<'_>,
    group: &Group,
    sampling: Option<&Sampling>,
    writer: &mut Writer<W>,
) -> Result<(), WriteError> {
    let plan = Plan::new(request);
    writer.write(&Record::Suite(SuiteRecord {
        name: Text::new(match &request.work {
            Work::Suite(suite) => suite.name,
            Work::Kernel(..) => "-",
        }),
        preset: Text::new(request.preset.name()),
        seed: request.seed,
        kernels: plan.kernels().len() as u32,
        instructions: plan.instructions(),
    }))?;
    let mut run = 0;
    for planned in plan.kernels() {
        match planned.prepare(machine) {
            Ok(prepared) => {
                if planned.run(machine, run, &prepared, group, writer)?
                    && let Some(sampling) = sampling
                {
                    planned.sample(machine, run, &prepared, sampling, writer)?;
                }
                run += 1;
            }
            Err(obstacle) => {
                let mut reason = heapless::String::<128>::new();
                // A reason that does not fit ends where the string is full.
                let _cut = write!(reason, "{obstacle}");
                let skip = Skip { id: Text::new(planned.kernel.id), reason: Text::new(&reason) };
                writer.write(&Record::Skip(skip))?;
            }
        }
    }
    Ok(())
}

impl Planned {
    /// Writes the kernel's code and data into the machine.
    fn prepare<M: Machine>(&self, machine: &mut M) -> Result<Ready, Obstacle> {
        let asked = self.schedule.n.max(self.schedule.warmup);
        let most = self.kernel.most_iterations(&self.parameters);
        if asked > most {
            return Err(Obstacle::TooLong { asked, most });
        }
        if self.counts(1).vector > 0 && !machine.has_altivec() {
            return Err(Obstacle::NoAltivec);
        }
        if self.makes_system_calls() && self.mode.state == State::User {
            return Err(Obstacle::SystemCalls);
        }
        machine.offers(self.mode).map_err(Obstacle::Mode)?;
        let mut workspace = machine.workspace();
        let (start, data) = (workspace.code_here(), workspace.data_here());
        let kernel = (self.kernel.prepare)(&self.parameters, &mut workspace).map_err(Obstacle::Kernel)?;
        may_execute(workspace.code(), start, self.mode.state)?;
        let words = workspace.code().len();
        let crc = checksum::of_words(workspace.code());
        machine.publish_code(words);
        Ok(Ready { kernel, start, words, crc, data })
    }

    /// All trials, with their records; false when an exception ended one.
    fn run<M: Machine, W: Write>(
        &self,
        machine: &mut M,
        run: u32,
        ready: &Ready,
        group: &Group,
        writer: &mut Writer<W>,
    ) -> Result<bool, WriteError> {
        let Schedule { n, warmup, trials } = self.schedule;
        writer.write(&Record::Kernel(Kernel {
            run,
            id: Text::new(self.kernel.id),
            parameters: Text::new(&self.parameter_text()),
            translation: self.mode.translation,
            state: self.mode.state,
            warmup,
            trials,
            n,
            code: ready.start,
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
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The sampled call, with its records.
    fn sample<M: Machine, W: Write>(
        &self,
        machine: &mut M,
        run: u32,
        ready: &Ready,
        sampling: &Sampling,
        writer: &mut Writer<W>,
    ) -> Result<(), WriteError> {
        let iterations = |n| Iterations { n, executed: self.counts(n).executed };
        let subject = Subject {
            run,
            id: self.kernel.id,
            parameters: &self.parameter_text(),
            kernel: ready.kernel,
            mode: self.mode,
            system_calls_return: self.makes_system_calls(),
            code: ready.start,
            bytes: 4 * ready.words as u32,
            crc: ready.crc,
            data: ready.data,
            warmup: (self.schedule.warmup > 0).then(|| iterations(self.schedule.warmup)),
            call: iterations(self.schedule.n),
        };
        sampling.run(machine, &subject, writer)
    }

    fn makes_system_calls(&self) -> bool {
        self.counts(1).system_calls > 0
    }

    fn parameter_text(&self) -> heapless::String<MOST_PARAMETER_BYTES> {
        let mut text = heapless::String::new();
        let _fits = write!(text, "{}", self.parameters);
        text
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
            mode: self.mode,
            iterations: iterations as u32,
            mmcr0_start,
            mmcr0_stop: group.frozen(),
            system_calls_return: self.makes_system_calls(),
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
