//! Synthetic reports, written by the same writer as the image's.

use report_format::record::{
    ArgumentSource, Arguments, Clock, ClockSource, CounterCheck, Cpu, Emulator, Error, Expect, Fault, Kernel, Memory,
    Model, Phase, Record, Register, Report, Skip, Start, State, Suite, TimeBaseCheck, Translation, Trial,
};
use report_format::text::Text;
use report_format::write::Writer;

/// Instructions of the window in every sample.
const fn overhead(state: State) -> u32 {
    match state {
        State::Supervisor => 17,
        State::User => 9,
    }
}

/// PMC1 counts processor cycles, PMC4 mispredicted branches, the others nothing.
pub const MMCR0: u32 = 0x0800_0040;
/// PMC2 counts instructions completed besides.
pub const WITH_COMPLETED: u32 = MMCR0 | 2;
/// See [`MMCR0`].
pub const MMCR1: u32 = 28 << 22;

/// A report in the making: facts that a test may change before the text is made.
#[derive(Clone, Debug)]
pub struct Sample {
    pub emulator: Emulator,
    pub core_hz: Option<u32>,
    pub icount_shift: Option<u32>,
    pub exact: bool,
    /// Boot arguments, and the suite as the report names it.
    pub start: Start,
    pub pvr: u32,
    pub arguments: &'static str,
    pub suite: &'static str,
    pub counts: bool,
    /// Switches of the timing model, where one has shown its signature.
    pub model: Option<&'static str>,
    pub kernels: Vec<Part>,
    pub errors: Vec<&'static str>,
}

/// What stands where a kernel stands.
#[derive(Clone, Debug)]
pub enum Part {
    Run(Run),
    Skip(&'static str, &'static str),
}

/// One kernel's run.
#[derive(Clone, Debug)]
pub struct Run {
    pub id: &'static str,
    pub parameters: &'static str,
    pub translation: Translation,
    pub state: State,
    pub n: u64,
    /// Instructions of n iterations: `once + n * each`.
    pub once: u64,
    pub each: u64,
    /// Instructions that the measurement has too many, by trial.
    pub surplus: Vec<i64>,
    /// Whether an exception ends the run after its first trial.
    pub faults: bool,
    /// What PMC1 and PMC4 read before and after.
    pub start: [u32; 6],
    pub stop: [u32; 6],
    /// What PMC1 counts more for each iteration.
    pub cycles: u32,
    /// MMCR0 and MMCR1 as written.
    pub mmcr0: u32,
    pub mmcr1: u32,
    /// Branches that are folded.
    pub folded: u64,
    /// Branches of an iteration that may be removed before they complete.
    pub fall_through: u64,
    /// Instructions that PMC2 finds completed in each iteration, and in the window.
    pub completed: (u64, u64),
    /// What PMC4 counts more for each iteration.
    pub mispredicted: u32,
    /// Floating-point arithmetic of an iteration.
    pub float: u64,
}

impl Run {
    pub fn new(id: &'static str, parameters: &'static str, n: u64, once: u64, each: u64) -> Self {
        Self {
            id,
            parameters,
            translation: Translation::Bat,
            state: State::Supervisor,
            n,
            once,
            each,
            surplus: vec![0; 4],
            faults: false,
            start: [0; 6],
            stop: [0; 6],
            cycles: 0,
            mmcr0: MMCR0,
            mmcr1: MMCR1,
            folded: 0,
            fall_through: 0,
            completed: (0, 0),
            mispredicted: 0,
            float: 0,
        }
    }

    pub fn executed(&self, n: u64) -> u64 {
        self.once + n * self.each
    }
}

/// A report of stock QEMU: one kernel without and one with parameters, one skipped.
pub fn report() -> Sample {
    Sample {
        emulator: Emulator::Qemu,
        core_hz: Some(900_000_000),
        icount_shift: Some(7),
        exact: true,
        start: Start::Loader,
        pvr: 0x8000_0201,
        arguments: "suite=quick icount=7",
        suite: "quick",
        counts: false,
        model: None,
        kernels: vec![
            Part::Run(Run::new("calibrate/empty", "-", 1000, 0, 0)),
            Part::Run(Run::new("branch/chain", "branches:128,nops:7,fill:nop", 500, 3, 1026)),
            Part::Skip("calibrate/vector", "the part has no AltiVec unit"),
        ],
        errors: Vec::new(),
    }
}

/// Ticks between two readings that enclose so many instructions, the first one
/// taken after `before` of them: 3.2 ticks each, both readings truncated.
fn ticks(before: u64, instructions: u64) -> u64 {
    let reading = |count: u64| count * 16 / 5;
    reading(before + instructions) - reading(before)
}

impl Sample {
    /// A report of a chip whose counters count.
    pub fn hardware() -> Self {
        let mut sample = report();
        sample.emulator = Emulator::NoneFound;
        sample.icount_shift = None;
        sample.exact = false;
        sample.counts = true;
        sample.core_hz = Some(1_000_000_000);
        for part in &mut sample.kernels {
            if let Part::Run(run) = part {
                run.start = [0xffff_ff00, 0, 0, 7, 0, 0];
                run.stop = [0x0000_0100, 0, 0, 10, 0, 0];
            }
        }
        sample
    }

    /// A report of QEMU with the timing model: PMC2 counts completed instructions, of which
    /// one an iteration of the chain may be missing.
    pub fn model() -> Self {
        let mut sample = report();
        (sample.arguments, sample.icount_shift, sample.exact) = ("suite=quick", None, false);
        (sample.counts, sample.model) = (true, Some("nop:ordinary,clocks:900000000/100000000/25000000"));
        for part in &mut sample.kernels {
            if let Part::Run(run) = part {
                (run.mmcr0, run.completed) = (WITH_COMPLETED, (run.each, 5));
            }
        }
        let chain = sample.run(1);
        (chain.fall_through, chain.completed, chain.cycles) = (1, (1025, 8), 2000);
        sample
    }

    /// The run with this position among the kernels.
    pub fn run(&mut self, position: usize) -> &mut Run {
        match &mut self.kernels[position] {
            Part::Run(run) => run,
            Part::Skip(..) => panic!("a skipped kernel stands at {position}"),
        }
    }

    /// The report as it comes over the line.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut writer = Writer::new(&mut text);
        let mut write = |record: Record<'_>| writer.write(&record).expect("text takes all");
        self.header(&mut write);
        let mut number = 0;
        for part in &self.kernels {
            match part {
                Part::Skip(id, reason) => {
                    write(Record::Skip(Skip { id: Text::new(id), reason: Text::new(reason) }));
                }
                Part::Run(run) => {
                    run.write(number, &mut write);
                    number += 1;
                }
            }
        }
        for error in &self.errors {
            write(Record::Error(Error { text: Text::new(error) }));
        }
        writer.finish().expect("text takes all");
        text
    }

    fn header(&self, write: &mut impl FnMut(Record<'_>)) {
        write(Record::Report(Report {
            version: report_format::VERSION,
            image: Text::new("0.1.0"),
            build: 0x1c29_1ca3,
            start: self.start,
            emulator: self.emulator,
            console: Text::new("scc-a"),
        }));
        write(Record::Cpu(Cpu { pvr: self.pvr, part: Text::new("MPC7450"), counters: 6 }));
        if let Some(switches) = self.model {
            let (version, part) = (Text::new("0.1.0"), Text::new("7450"));
            write(Record::Model(Model { version, part, switches: Text::new(switches) }));
        }
        write(Record::Clock(Clock {
            tb_hz: 25_000_000,
            core_hz: self.core_hz,
            bus_hz: Some(100_000_000),
            source: ClockSource::FwCfg,
            icount_shift: self.icount_shift,
        }));
        write(Record::Memory(Memory {
            ram: Some(134_217_728),
            image: 0x0100_0000,
            image_bytes: 65_536,
            code: 0x0200_0000,
            code_bytes: 4_194_304,
            data: 0x0300_0000,
            data_bytes: 1_048_576,
        }));
        write(Record::Arguments(Arguments { source: ArgumentSource::FwCfg, text: Text::new(self.arguments) }));
        write(Record::Register(Register {
            name: Text::new("hid0"),
            found: 0,
            set: Some(0x8410_c0cc),
            back: 0x8410_c0cc,
        }));
        for pmc in 1..=6 {
            let advanced = if self.counts { 100_020 } else { 0 };
            write(Record::Counter(CounterCheck { pmc, code: 1, expected: 100_000, advanced, counts: self.counts }));
        }
        for state in [State::Supervisor, State::User] {
            write(Record::TimeBase(TimeBaseCheck {
                state,
                instructions: 100_001,
                ticks: if self.exact { ticks(0, 100_001 + u64::from(overhead(state))) } else { 1 },
                overhead: overhead(state),
                exact: self.exact,
            }));
        }
        write(Record::Suite(Suite {
            name: Text::new(self.suite),
            preset: Text::new("quick"),
            seed: 42,
            kernels: self.kernels.len() as u32,
            instructions: 4_000_000,
        }));
    }
}

impl Run {
    fn write(&self, number: u32, write: &mut impl FnMut(Record<'_>)) {
        write(Record::Kernel(Kernel {
            run: number,
            id: Text::new(self.id),
            parameters: Text::new(self.parameters),
            translation: self.translation,
            state: self.state,
            warmup: 100,
            trials: 2,
            n: self.n,
            code: 0x0200_0000,
            code_bytes: 64,
            code_crc: 0x1234_5678,
        }));
        for n in [self.n, 2 * self.n] {
            let executed = self.executed(n);
            write(Record::Expect(Expect {
                run: number,
                n,
                executed,
                completed_least: executed - self.folded - n * self.fall_through,
                completed_most: executed - self.folded,
                branches: n,
                taken: n,
                loads: 0,
                stores: 0,
                float: n * self.float,
                vector: 0,
            }));
        }
        for (trial, surplus) in self.surplus.iter().enumerate() {
            if self.faults && trial == 1 {
                write(Record::Fault(Fault {
                    run: number,
                    n: 2 * self.n,
                    phase: Phase::Trial,
                    vector: 0x700,
                    cause: Text::new("program-illegal"),
                    srr0: 0x0200_0010,
                    srr1: 0x0008_1032,
                    dsisr: 0,
                    dar: 0,
                }));
                return;
            }
            let n = if trial % 2 == 0 { self.n } else { 2 * self.n };
            let executed = (self.executed(n) + u64::from(overhead(self.state)))
                .checked_add_signed(*surplus)
                .expect("not negative");
            let mut stop = self.stop;
            stop[0] = stop[0].wrapping_add(self.cycles * n as u32);
            stop[3] = stop[3].wrapping_add(self.mispredicted * n as u32);
            if self.mmcr0 & 0x3f == WITH_COMPLETED & 0x3f {
                stop[1] = stop[1].wrapping_add((n * self.completed.0 + self.completed.1) as u32);
            }
            write(Record::Trial(Trial {
                run: number,
                trial: trial as u32,
                n,
                mmcr0: self.mmcr0,
                mmcr1: self.mmcr1,
                mmcr2: 0,
                hid0: 0x8410_c0cc,
                start: self.start,
                stop,
                ticks: ticks(1_000_003 * u64::from(number + 1) + trial as u64, executed),
            }));
        }
    }
}

/// A run of a chip that takes so many cycles an iteration.
pub fn chip_run(id: &'static str, parameters: &'static str, each: u64, cycles: u32) -> Part {
    let run = Run::new(id, parameters, 1000, 3, each);
    Part::Run(Run { start: [0xffff_ff00, 0, 0, 7, 0, 0], stop: [0x0000_0100, 0, 0, 10, 0, 0], cycles, ..run })
}

/// A report of a chip with these kernels.
pub fn chip(kernels: Vec<Part>) -> Sample {
    Sample { kernels, ..Sample::hardware() }
}
