//! Streams through the model: [`run`].

use model::code::NoCode;
use model::instruction::Instruction;
use model::model::Model;
use model::pipeline::Stages;
use model::record::{Access, AccessKind, Place, Retired};
use model::settings::Settings;
use mpc7450::instruction::decode::{Kind, decode};
use mpc7450::parts::Part;

/// Where streams stand: the start of a block.
const AT: u32 = 0x0002_0000;
const DATA: u32 = 0x0010_0000;

/// One instruction of a stream.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    pub word: u32,
    /// A multiplication with a second operand of 16 bits.
    pub short: bool,
    /// Goes to the next instruction as a taken branch.
    pub taken: bool,
    /// The data stand so many bytes behind an 8-byte boundary.
    pub offset: u32,
}

/// An instruction that is nothing special.
pub fn step(word: u32) -> Step {
    Step { word, short: false, taken: false, offset: 0 }
}

/// `b .+4` at the end: from there the stream starts again.
const BACK: u32 = 0x4800_0004;

/// Runs the stream twice and answers when each step of the second pass was where: code and
/// data are in the caches then.
pub fn run(steps: &[Step]) -> Vec<Stages> {
    let mut model = Model::new(Settings::new(Part::from_pvr(0x8001_0201)));
    // HID0 with caches, branch units and store gathering; MMCR0 = 0 switches the model on.
    tell(&mut model, AT - 8, step(0x7c70_fba6), AT - 4, 0x0400_c0bc);
    tell(&mut model, AT - 4, step(0x7c78_eba6), AT, 0);
    let mut stages = Vec::new();
    for _ in 0..2 {
        stages.clear();
        for (step, at) in steps.iter().zip((AT..).step_by(4)) {
            stages.push(tell(&mut model, at, *step, at + 4, 0));
        }
        let end = AT + 4 * steps.len() as u32;
        tell(&mut model, end, Step { taken: true, ..step(BACK) }, AT, 0);
        // The next pass begins with nothing under way.
        tell(&mut model, end + 4, step(0x4c00_012c), AT, 0);
    }
    stages.into_iter().map(|stages| stages.expect("the model is on")).collect()
}

fn tell(model: &mut Model, at: u32, step: Step, next: u32, value: u32) -> Option<Stages> {
    let instruction = Instruction::new(step.word);
    let kind = decode(step.word).map(|decoded| decoded.kind());
    let access = match kind {
        Some(Kind::Load(transfer)) => Some((AccessKind::Load, transfer.bytes, 0)),
        Some(Kind::Store(transfer)) => Some((AccessKind::Store, transfer.bytes, 0x40)),
        _ => None,
    };
    // lmw
    let pieces = if step.word >> 26 == 46 { 32 - (step.word >> 21 & 31) } else { 1 };
    let accesses: Vec<Access> = access
        .into_iter()
        .flat_map(|(kind, bytes, base)| {
            let place = move |piece| Place::real(DATA + base + step.offset + 4 * piece);
            (0..pieces).map(move |piece| Access { place: place(piece), bytes, kind })
        })
        .collect();
    let retired = Retired {
        instruction: &instruction,
        at: Place::real(at),
        next,
        taken: step.taken,
        accesses: &accesses,
        value,
        short_operand: step.short,
    };
    model.retire(&retired, &mut NoCode);
    model.stages()
}
