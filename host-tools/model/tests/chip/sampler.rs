//! A program that is sampled: [`Sampled`].
//!
//! Only code with MSR[PMM] = 1 is counted (MMCR0[FCM0]), so that the handler is not: the
//! exception clears the mark, and `rfi` restores it.

use crate::machine::{Machine, Ran};
use crate::words::*;

/// Where the program stands: `mtmsr`, `isync`, the body, `mtmsr`, `isync`.
const ENTRY: u32 = 0x0001_0000;
/// Where the body stands.
pub const BODY: u32 = 0x0001_0008;
/// What the program executes marked besides its body: `isync` and `mtmsr`.
pub const AROUND: u64 = 2;

const HANDLER: u32 = 0xf00;
const SAMPLES: u32 = 0x0020_0000;

/// What one exception saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    pub siar: u32,
    pub srr0: u32,
    /// PMC1 when the handler ran.
    pub counter: u32,
}

/// What the handler does with PMC1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reload {
    /// Takes the period off: no event is lost.
    Subtract,
    /// Writes the same value each time.
    Write,
}

pub struct Sampled {
    pub machine: Machine,
    pub samples: Vec<Sample>,
}

/// What is armed: PMC1 counts completed instructions and raises the exception.
pub const ARMED: u32 = FCM0 | PMXE | PMC1CE | 2 << 6;

/// Runs a body that is sampled by completed instructions, once in `period`, with CTR at
/// first `ctr`.
pub fn sample(body: &[u32], ctr: u32, period: u32, reload: Reload) -> Sampled {
    sample_with(Machine::new(), body, ctr, period, reload, ARMED)
}

pub fn sample_with(mut machine: Machine, body: &[u32], ctr: u32, period: u32, reload: Reload, mmcr0: u32) -> Sampled {
    handler(&mut machine, reload);
    let end = program(&mut machine, body);
    let first = 0x8000_0000_u32.wrapping_sub(period);
    machine.mtspr(HID0, HID0_ON);
    machine.mtspr(MMCR0, FC);
    machine.mtspr(MMCR1, 0);
    machine.mtspr(PMC[0], first);
    machine.mtspr(MMCR0, mmcr0);
    (machine.r[20], machine.r[21]) = (MSR_EE | MSR_PMM, 0);
    machine.r[24] = if reload == Reload::Write { first } else { period.wrapping_neg() };
    (machine.r[25], machine.r[27], machine.ctr) = (mmcr0, SAMPLES, ctr);
    machine.run(ENTRY, end);
    // What was signalled at the end waits for MSR[EE].
    machine.place(end, &[ISYNC; 64]);
    for _ in 0..1 << 20 {
        let before = machine.taken.len();
        machine.set_interrupts(true);
        machine.run(end, end + 4);
        if machine.taken.len() == before {
            break;
        }
    }
    let samples = (SAMPLES..machine.r[27]).step_by(12);
    let samples =
        samples.map(|at| Sample { siar: machine.word(at), srr0: machine.word(at + 4), counter: machine.word(at + 8) });
    Sampled { samples: samples.collect(), machine }
}

/// Answers the address behind.
fn program(machine: &mut Machine, body: &[u32]) -> u32 {
    machine.place(ENTRY, &[mtmsr(20), ISYNC]);
    let behind = machine.place(BODY, body);
    machine.place(behind, &[mtmsr(21), ISYNC])
}

fn handler(machine: &mut Machine, reload: Reload) {
    let next = match reload {
        Reload::Subtract => add(26, 26, 24),
        Reload::Write => add(26, 24, 23),
    };
    let words = [
        mfspr(SIAR, 26),
        stw(26, 27, 0),
        mfspr(SRR0, 26),
        stw(26, 27, 4),
        mfspr(PMC[0], 26),
        stw(26, 27, 8),
        addi(27, 27, 12),
        next,
        mtspr(PMC[0], 26),
        mtspr(MMCR0, 25),
        ISYNC,
        RFI,
    ];
    machine.place(HANDLER, &words);
}

/// A loop of `words` with `bdnz` behind them.
pub fn looped(words: &[u32]) -> Vec<u32> {
    let mut words = words.to_vec();
    words.push(bdnz(-4 * words.len() as i32));
    words
}

/// What was counted, in order: marked instructions that completed, but `mtmsr` that set
/// the mark.
pub fn counted(log: &[Ran]) -> Vec<(u32, u64)> {
    log.iter().filter(|ran| ran.marked).filter_map(|ran| Some((ran.at, ran.complete?))).collect()
}
