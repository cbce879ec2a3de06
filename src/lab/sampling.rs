//! A sampled call: where a kernel is when events happen.
//!
//! With `sample=` every kernel is called once more behind its trials, with n
//! iterations and exceptions that take samples. The trials stay what they are, so
//! the report holds the undisturbed counts of the very code that was sampled, and
//! the ticks of both together tell what a sample costs.
//!
//! The records of a sampled call are `code`, which says how to make the same words
//! again, a `sample` for each, written when the call is over and nothing is measured
//! any more, and `sampling` with the totals. A call without samples states the
//! reason, and where a counter does not count that is the reason: a profile of
//! nothing must not look like a kernel without hot spots.
//!
//! The unit belongs to the trials. It is saved before the call and restored after
//! it, hence what a sampled call does with it cannot show in anything else.

pub mod request;

#[cfg(target_arch = "powerpc")]
pub mod exception;
#[cfg(test)]
mod tests;

use core::fmt::{self, Write};

use report_format::record::{Calls, Code, Error, Phase, Record, Sample, SampleSource, Sampling as Summary, State};
use report_format::text::Text;
use report_format::word::Word;
use report_format::write::{WriteError, Writer};

use super::machine::{Call, MOST_WATCHDOG_TICKS, Machine, Outcome};
use super::runner::watchdog;
use crate::arch::mmu::Mode;
use crate::kernels::workspace::Prepared;
use crate::pmu::group::{Group, GroupError};
use crate::pmu::present::Present;
use crate::pmu::programming::Programming;
use crate::pmu::sampler::settings::{Settings, Source};
use crate::pmu::sampler::{Sampler, Storm, sample};
use crate::pmu::saved::Saved;

/// How much longer a sampled call may take than the same call unsampled. The storm
/// guard leaves the code more than half of the time in the image, and a tenth of it
/// in an image built without optimisation.
const PATIENCE: u32 = 16;

/// How kernels are sampled.
#[derive(Clone, Copy, Debug)]
pub struct Sampling {
    settings: Settings,
    group: Group,
    /// Whether each counter counts, PMC1 first.
    counts: [bool; 6],
}

/// The kernel to be sampled, in place.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// Number of its run.
    pub run: u32,
    /// Its id.
    pub id: &'a str,
    /// Its parameters, `name:value,...` or `-`.
    pub parameters: &'a str,
    /// Entry and arguments.
    pub kernel: Prepared,
    /// How it runs.
    pub mode: Mode,
    /// See [`Call::system_calls_return`].
    pub system_calls_return: bool,
    /// Address of its first word.
    pub code: u32,
    /// Its length in bytes.
    pub bytes: u32,
    /// CRC-32 of its words.
    pub crc: u32,
    /// Address of its first word of data.
    pub data: u32,
    /// The warm-up, if there is one.
    pub warmup: Option<Iterations>,
    /// The call itself.
    pub call: Iterations,
}

/// How often a kernel's loop runs: 1 at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iterations {
    /// Iterations.
    pub n: u64,
    /// Executed instructions.
    pub executed: u64,
}

impl Sampling {
    /// Sampling with these settings on top of the request's programming.
    ///
    /// # Errors
    ///
    /// [`GroupError`], as for the trials.
    pub fn new(
        settings: Settings,
        programming: Programming,
        present: Present,
        state: State,
        counts: [bool; 6],
    ) -> Result<Self, GroupError> {
        let group = Group::new(&settings.program(programming), present, state)?;
        Ok(Self { settings, group, counts })
    }

    /// Calls the kernel and writes the records.
    ///
    /// # Errors
    ///
    /// The report could not be written.
    pub fn run<M: Machine, W: Write>(
        &self,
        machine: &mut M,
        subject: &Subject<'_>,
        writer: &mut Writer<W>,
    ) -> Result<(), WriteError> {
        let Subject { run, warmup, call, .. } = *subject;
        let saved = Saved::take(machine.bus(), self.group.present());
        machine.start_state();
        if let Some(warmup) = warmup
            && let Outcome::Interrupted(interruption) = M::run(machine.bus(), &self.call(subject, warmup, 1))
        {
            saved.restore(machine.bus());
            return writer.write(&Record::Fault(interruption.record(run, warmup.n, Phase::Warmup)));
        }
        writer.write(&Record::Code(subject.record()))?;
        let sampled = Call { mmcr0_start: self.group.armed(), ..self.call(subject, call, PATIENCE) };
        let outcome = machine.sample(&sampled, &self.settings, &self.group);
        let counters = self.group.read(machine.bus());
        saved.restore(machine.bus());

        let mut samples = 0;
        while let Some(sample) = machine.sampler().take() {
            writer.write(&Record::Sample(record(run, samples, &sample)))?;
            samples += 1;
        }
        let mut reason = heapless::String::<128>::new();
        // A reason that does not fit ends where the string is full.
        let _cut = write!(reason, "{}", self.why_none(samples, counters, &outcome));
        let ticks = match outcome {
            Outcome::Returned { ticks } => Some(ticks),
            Outcome::Interrupted(_) => None,
        };
        let reason = Text::new(&reason);
        let summary = Summary { ticks, samples, reason, ..self.summary(machine.sampler(), run, call.n) };
        writer.write(&Record::Sampling(summary))?;
        if let Outcome::Interrupted(interruption) = outcome {
            writer.write(&Record::Fault(interruption.record(run, call.n, Phase::Sample)))?;
        }
        machine.sampler().totals().storm.map_or(Ok(()), |storm| self.tell(storm, writer))
    }

    /// The finding that samples left the kernel no time.
    fn tell<W: Write>(&self, storm: Storm, writer: &mut Writer<W>) -> Result<(), WriteError> {
        let (source, period) = (source(self.settings.source()).word(), self.settings.source().period());
        let mut text = heapless::String::<256>::new();
        // A text that does not fit ends where the string is full.
        let _cut = write!(
            text,
            "sample={source}:{period} was ended: {storm}; ask for a longer period, or for storm=on, which lengthens it"
        );
        writer.write(&Record::Error(Error { text: Text::new(&text) }))
    }

    /// A call that counts nothing.
    fn call(&self, subject: &Subject<'_>, iterations: Iterations, patience: u32) -> Call {
        Call {
            kernel: subject.kernel,
            mode: subject.mode,
            iterations: iterations.n as u32,
            mmcr0_start: self.group.frozen(),
            mmcr0_stop: self.group.frozen(),
            system_calls_return: subject.system_calls_return,
            watchdog_ticks: watchdog(iterations.executed).saturating_mul(patience).min(MOST_WATCHDOG_TICKS),
        }
    }

    /// Settings, and the totals that the sampler keeps.
    fn summary(&self, sampler: &Sampler<'_>, run: u32, n: u64) -> Summary<'static> {
        let totals = sampler.totals();
        Summary {
            run,
            n,
            source: source(self.settings.source()),
            mmcr0: self.group.armed(),
            mmcr1: self.group.mmcr1(),
            mmcr2: self.group.mmcr2(),
            period: self.settings.source().period(),
            jitter: self.settings.jitter(),
            seed: self.settings.seed(),
            floor: totals.floor,
            ticks: None,
            samples: 0,
            lost: sampler.lost(),
            spurious: totals.spurious,
            storms: totals.storms,
            reason: Text::new("-"),
        }
    }

    fn why_none(&self, samples: u32, counters: [u32; 6], outcome: &Outcome) -> WhyNone {
        if samples > 0 {
            return WhyNone::ThereAreSome;
        }
        match (self.settings.source(), outcome) {
            (Source::Counter { counter, .. }, _) if !self.counts[counter.index()] => WhyNone::DoesNotCount,
            (Source::Counter { counter, .. }, _) if counters[counter.index()] >> 31 == 1 => WhyNone::NotRaised,
            (Source::Counter { .. }, _) => WhyNone::TooFew("events"),
            (Source::TimeBase(_) | Source::Decrementer { .. }, Outcome::Returned { ticks })
                if *ticks < u64::from(self.settings.source().period()) =>
            {
                WhyNone::TooFew("ticks")
            }
            (Source::TimeBase(_) | Source::Decrementer { .. }, _) => WhyNone::NotRaised,
        }
    }
}

/// Why a sampled call has no samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WhyNone {
    /// It has.
    ThereAreSome,
    /// The known loop did not move the counter.
    DoesNotCount,
    /// The condition came and the exception did not.
    NotRaised,
    /// The call was over before the first period.
    TooFew(&'static str),
}

impl fmt::Display for WhyNone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ThereAreSome => f.write_str("-"),
            Self::DoesNotCount => f.write_str("counter does not count"),
            Self::NotRaised => f.write_str("the condition raised no exception"),
            Self::TooFew(unit) => write!(f, "fewer {unit} than a period"),
        }
    }
}

impl<'a> Subject<'a> {
    fn record(&self) -> Code<'a> {
        Code {
            run: self.run,
            generator: Text::new(self.id),
            parameters: Text::new(self.parameters),
            address: self.code,
            bytes: self.bytes,
            crc: self.crc,
            entry: self.kernel.entry,
            data: self.data,
        }
    }
}

fn record(run: u32, number: u32, sample: &sample::Sample) -> Sample {
    let sample::Sample { ticks, period, late, siar, at, chain } = sample;
    Sample {
        run,
        sample: number,
        ticks: *ticks,
        period: *period,
        late: *late,
        siar: *siar,
        srr0: at.srr0,
        srr1: at.srr1,
        lr: at.lr,
        calls: Calls::new(chain),
    }
}

fn source(source: Source) -> SampleSource {
    match source {
        Source::Counter { counter, .. } => [
            SampleSource::Pmc1,
            SampleSource::Pmc2,
            SampleSource::Pmc3,
            SampleSource::Pmc4,
            SampleSource::Pmc5,
            SampleSource::Pmc6,
        ][counter.index()],
        Source::TimeBase(_) => SampleSource::TimeBase,
        Source::Decrementer { .. } => SampleSource::Decrementer,
    }
}
