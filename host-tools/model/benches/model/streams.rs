//! Four streams of retired instructions, about 64 Ki each, that lead back to their start:
//! [`Stream::all`].
//!
//! A step is small, as what a producer knows of an instruction is one record an address.

use model::code::NoCode;
use model::instruction::Instruction;
use model::model::Model;
use model::record::{Access, AccessKind, Place, Ran, Retired};
use model::remembered::BlockNumber;
use mpc7450::instruction::decode::{Kind, decode};

/// Where every stream begins.
const START: u32 = 0x0100_0000;
/// Where functions stand.
const FUNCTIONS: u32 = 0x0100_8000;
/// Where data stand, and how many bytes: more than the second level holds.
const DATA: u32 = 0x0190_0000;
const DATA_BYTES: u32 = 512 * 1024;
/// Steps of a stream, at the least.
const STEPS: usize = 1 << 16;

/// `addi r3,r3,1`, `add r4,r3,r5`, `xor r6,r4,r3`, `rlwinm r7,r6,3,0,31`, `or r8,r7,r8`.
const WORK: [u32; 5] = [0x3863_0001, 0x7c83_2a14, 0x7c86_1a78, 0x54c7_183e, 0x7ce8_4378];
/// `cmpwi r3,0`, `bne`, `b`, `bl`, `blr`, `bdnz`; displacements make no difference to the
/// model, which is told where each branch went.
const CMPWI: u32 = 0x2c03_0000;
const BNE: u32 = 0x4082_0010;
const BL: u32 = 0x4800_0001;
const BLR: u32 = 0x4e80_0020;
const BDNZ: u32 = 0x4200_0000;
/// `lwz r9,0(r10)`, `stw r9,0(r11)`, `lfd f1,0(r10)`, `lhz r12,0(r10)`.
const LWZ: u32 = 0x812a_0000;
const STW: u32 = 0x912b_0000;
const LFD: u32 = 0xc82a_0000;
const LHZ: u32 = 0xa18a_0000;

/// What ran at an address.
struct Code {
    at: u32,
    instruction: Instruction,
    access: Option<(AccessKind, u8)>,
    ends_block: bool,
}

/// One instruction as it ran.
pub struct Step {
    /// Index of its code.
    code: u32,
    next: u32,
    /// Address of its access.
    data: u32,
    taken: bool,
}

/// Steps that stand behind each other up to a branch, as a producer that translates has them.
pub struct Run {
    number: BlockNumber,
    next: u32,
    taken: bool,
    accesses: Vec<(u16, Access)>,
}

/// A stream of steps.
pub struct Stream {
    /// What it is heavy in.
    pub name: &'static str,
    codes: Vec<Code>,
    /// The steps.
    pub steps: Vec<Step>,
}

impl Run {
    /// Tells it.
    #[inline]
    pub fn tell(&self, model: &mut Model) {
        let Self { number, next, taken, accesses } = self;
        model.retire_block(*number, &Ran { next: *next, taken: *taken, accesses }, &mut NoCode);
    }
}

/// Numbers that look random and are always the same [Marsaglia, xorshift].
struct Random(u32);

impl Random {
    const fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }
}

impl Stream {
    /// Straight lines, branches, calls, memory.
    pub fn all() -> [Self; 4] {
        [straight(), branchy(), calls(), memory()]
    }

    /// Tells every step.
    #[inline]
    pub fn tell(&self, mut user: impl FnMut(&Retired<'_>)) {
        for step in &self.steps {
            let code = &self.codes[step.code as usize];
            let place = Place::real(step.data);
            let access = code.access.map(|(kind, bytes)| Access { place, bytes, kind });
            user(&Retired {
                instruction: &code.instruction,
                at: Place::real(code.at),
                next: step.next,
                taken: step.taken,
                accesses: access.as_slice(),
                value: 0,
                short_operand: false,
            });
        }
    }

    /// The stream in blocks that a model knows.
    pub fn runs(&self, model: &mut Model) -> Vec<Run> {
        let mut known: Vec<((u32, usize), BlockNumber)> = Vec::new();
        let mut runs = Vec::new();
        let mut steps = &self.steps[..];
        while let Some(first) = steps.first() {
            let is_last = |step: &Step| self.codes[step.code as usize].ends_block;
            let length = steps.iter().position(is_last).map_or(steps.len(), |last| last + 1);
            let (block, others) = steps.split_at(length);
            let key = (first.code, length);
            let number = known.iter().find(|(other, _)| *other == key).map(|(_, number)| *number);
            let number = number.unwrap_or_else(|| {
                let instruction = |step: &Step| {
                    let code = &self.codes[step.code as usize];
                    (code.instruction, Place::real(code.at))
                };
                let instructions: Vec<_> = block.iter().map(instruction).collect();
                let number = model.block(&instructions).expect("instructions in a row");
                known.push(((first.code, length), number));
                number
            });
            let accesses = (0..).zip(block).filter_map(|(number, step)| {
                let access = self.codes[step.code as usize].access;
                access.map(|(kind, bytes)| (number, Access { place: Place::real(step.data), bytes, kind }))
            });
            let last = &block[length - 1];
            runs.push(Run { number, next: last.next, taken: last.taken, accesses: accesses.collect() });
            steps = others;
        }
        runs
    }

    fn new(name: &'static str) -> Self {
        Self { name, codes: Vec::new(), steps: Vec::new() }
    }

    fn step(&mut self, at: u32, word: u32, next: u32, data: u32) {
        let code = self.codes.iter().position(|code| code.at == at).unwrap_or_else(|| {
            let access = match decode(word).map(|decoded| decoded.kind()) {
                Some(Kind::Load(transfer)) => Some((AccessKind::Load, transfer.bytes)),
                Some(Kind::Store(transfer)) => Some((AccessKind::Store, transfer.bytes)),
                _ => None,
            };
            let branch = matches!(decode(word).map(|decoded| decoded.kind()), Some(Kind::Branch(_)));
            // A page ends here, or a branch.
            let ends_block = branch || at & 0xffc == 0xffc;
            self.codes.push(Code { at, instruction: Instruction::new(word), access, ends_block });
            self.codes.len() - 1
        });
        self.steps.push(Step { code: code as u32, next, data, taken: next != at + 4 });
    }

    /// Words in a row; gives the address behind them.
    fn run(&mut self, mut at: u32, words: impl IntoIterator<Item = u32>) -> u32 {
        for word in words {
            self.step(at, word, at + 4, 0);
            at += 4;
        }
        at
    }

    /// Loops until there are enough steps.
    fn repeat(mut self, mut body: impl FnMut(&mut Self) -> u32) -> Self {
        while self.steps.len() < STEPS {
            let at = body(&mut self);
            self.step(at, BDNZ, START, 0);
        }
        self
    }
}

/// 256 integer instructions and `bdnz`.
fn straight() -> Stream {
    Stream::new("straight-line").repeat(|stream| stream.run(START, WORK.into_iter().cycle().take(256)))
}

/// 64 times: compare, branch over three instructions or not, by chance for one in four and
/// in turns of eight for the rest.
fn branchy() -> Stream {
    let mut random = Random(0x2545_f491);
    let mut turn = 0_u32;
    Stream::new("branchy").repeat(|stream| {
        let mut at = START;
        turn += 1;
        for place in 0..64 {
            let over = if place % 4 == 0 { random.next() & 1 != 0 } else { (turn + place) % 8 < 4 };
            at = stream.run(at, [WORK[0], CMPWI]);
            stream.step(at, BNE, if over { at + 16 } else { at + 4 }, 0);
            if !over {
                stream.run(at + 4, WORK.into_iter().take(3));
            }
            at += 16;
        }
        at
    })
}

/// Eight functions that each call another, four instructions apart.
fn calls() -> Stream {
    Stream::new("call-heavy").repeat(|stream| {
        let mut at = START;
        for place in 0..8 {
            at = stream.run(at, WORK.into_iter().take(2));
            let outer = FUNCTIONS + 128 * place;
            stream.step(at, BL, outer, 0);
            let call = stream.run(outer, WORK.into_iter().take(4));
            let inner = FUNCTIONS + 64 * 128 + 64 * (place % 3);
            stream.step(call, BL, inner, 0);
            let inner = stream.run(inner, WORK);
            stream.step(inner, BLR, call + 4, 0);
            let end = stream.run(call + 4, WORK.into_iter().take(3));
            stream.step(end, BLR, at + 4, 0);
            at += 4;
        }
        at
    })
}

/// Two loads that walk, one that jumps about, a store behind each, and a little work.
fn memory() -> Stream {
    let mut random = Random(0x9e37_79b9);
    let mut walk = 0_u32;
    Stream::new("memory-heavy").repeat(|stream| {
        let mut at = START;
        for _ in 0..8 {
            walk = (walk + 8) % DATA_BYTES;
            let anywhere = (random.next() % DATA_BYTES) & !7;
            for (word, data) in
                [(LWZ, walk), (STW, walk), (LFD, (walk + 64) % DATA_BYTES), (LHZ, anywhere), (STW, anywhere)]
            {
                stream.step(at, word, at + 4, DATA + data);
                at += 4;
            }
            at = stream.run(at, WORK.into_iter().take(3));
        }
        at
    })
}
