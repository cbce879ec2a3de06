//! How fast the pipeline is; run by hand:
//! `cargo test --release -p model --test pipeline -- --ignored --nocapture speed`.

use model::code::NoCode;
use model::instruction::Instruction;
use model::record::{Place, Retired};
use model::signal::Signal;
use model::sink::Sink;
use mpc7450::instruction::branch::{Jump, blr};
use mpc7450::instruction::integer::{add, addi, cmpwi, or, rlwinm, xor};
use mpc7450::instruction::{Condition, CrField};

use crate::calibration::{R3, R4, R5, bdnz, counted};
use crate::guest::{Guest, Ignored, Stream, settings};

/// Six signals, as many as there are counters.
struct Six([u64; 6]);

const SIX: [Signal; 6] = [
    Signal::InstructionsCompleted,
    Signal::CompletedBranchInstructions,
    Signal::FoldedBranches,
    Signal::MispredictedBranches,
    Signal::L1InstructionCacheMisses,
    Signal::Dispatching0Instructions,
];

impl Sink for Six {
    #[inline]
    fn count(&mut self, signal: Signal, _cycle: u64, amount: u32) {
        if let Some(place) = SIX.iter().position(|known| *known == signal) {
            self.0[place] += u64::from(amount);
        }
    }
    #[inline]
    fn span(&mut self, signal: Signal, from: u64, to: u64) {
        if let Some(place) = SIX.iter().position(|known| *known == signal) {
            self.0[place] += to.saturating_sub(from);
        }
    }
    fn wants(&self, signal: Signal) -> bool {
        SIX.contains(&signal)
    }
    fn threshold(&self) -> u32 {
        0
    }
    fn scaled_threshold(&self) -> u32 {
        0
    }
}

/// 24 instructions of integer code with a call, a return and a conditional branch.
fn calls() -> Stream {
    let amount = mpc7450::instruction::integer::Amount::of::<3>();
    let work = [add(R3, R4, R5), xor(R4, R3, R5), rlwinm(R5, R4, amount, amount, amount), or(R3, R3, R4)];
    let call = Jump::Call.over(0x1000).expect("near");
    let skip = Jump::When(Condition::NotEqual(CrField::CR0)).over(8).expect("near");
    Stream::new()
        .run(0x1000, &work)
        .goes(0x1010, call, 0x2010)
        .run(0x2010, &work)
        .run(0x2020, &[addi(R3, R3, 1), addi(R4, R4, 1)])
        .goes(0x2028, blr(), 0x1014)
        .run(0x1014, &work)
        .one(0x1024, cmpwi(CrField::CR0, R3, 4))
        .one(0x1028, skip)
        .run(0x102c, &work)
        .goes(0x103c, bdnz(0x103c, 0x1000), 0x1000)
}

/// Seconds that this thread has run, whatever else the machine does.
fn cpu_seconds() -> f64 {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    let nanoseconds: f64 = times.split(' ').next().expect("a field").parse().expect("a number");
    nanoseconds / 1e9
}

fn measure<S: Sink>(name: &str, stream: &Stream, mut sink: S) {
    const PASSES: usize = 2_000_000;
    let mut guest = Guest::new(&settings());
    guest.warm(stream);
    guest.pipeline.listen(&sink);
    let instructions: Vec<_> = stream.steps.iter().map(|step| Instruction::new(step.word)).collect();
    let first = stream.steps[0].at;
    let nexts: Vec<_> = stream.steps.iter().skip(1).map(|step| step.at).chain([first]).collect();
    let records: Vec<_> = (stream.steps.iter().zip(&instructions).zip(&nexts))
        .map(|((step, instruction), next)| Retired {
            instruction,
            at: Place::real(step.at),
            next: *next,
            taken: step.goes.is_some(),
            accesses: &[],
            value: 0,
            short_operand: false,
        })
        .collect();
    let passes = PASSES * 16 / records.len();
    let start = cpu_seconds();
    for _ in 0..passes {
        for retired in &records {
            guest.pipeline.retire(retired, &mut guest.memory, &guest.controls, &mut NoCode, &mut sink);
        }
    }
    let instructions = passes * records.len();
    let seconds = cpu_seconds() - start;
    let cycles = guest.pipeline.completed() as f64 / passes as f64;
    println!(
        "{name}: {:.1} M instructions/s, {:.2} ns each, {cycles:.1} cycles a pass",
        instructions as f64 / seconds / 1e6,
        seconds * 1e9 / instructions as f64
    );
}

#[test]
#[ignore = "takes seconds, and measures only in a release build"]
fn speed() {
    let adds: Vec<_> = (0..32).map(|_| addi(R4, R3, 1)).collect();
    for (name, stream) in [("calls", calls()), ("adds", counted(0x1000, &adds))] {
        measure(&format!("{name}, nothing counted"), &stream, Ignored);
        measure(&format!("{name}, six signals"), &stream, Six([0; 6]));
    }
}
