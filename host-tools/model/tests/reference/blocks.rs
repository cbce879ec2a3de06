//! One model is told the random programs by blocks and remembers their timing, another one
//! instruction by instruction: nobody can tell them apart.

use std::collections::HashMap;

use model::code::NoCode;
use model::controls::Controls;
use model::instruction::Instruction;
use model::model::Model;
use model::record::{Access, AccessKind, Exception, Place, Ran, Retired};
use model::remembered::BlockNumber;
use model::settings::Settings;
use mpc7450::bus::Spr;
use mpc7450::instruction::decode::{Kind, decode};
use mpc7450::parts::Part;
use mpc7450::registers::{HID0, Hid0, MSR, Mmcr0, Mmcr1, Pmc1, Siar};

use crate::generator;
use crate::program::{Program, Step};
use crate::random::Random;

/// How often each program runs: what comes again is remembered from the fifth time on.
const ROUNDS: u32 = 12;

/// Programs that are told both ways unless the environment says otherwise.
const PROGRAMS: u64 = 60;

/// `mfspr r3` and `mtspr r3`.
const MFSPR: u32 = 0x7c60_02a6;
const MTSPR: u32 = 0x7c60_03a6;
/// `mtmsr r3`.
const MTMSR: u32 = 0x7c60_0124;

const EE: u32 = MSR::EE::SET.value;

struct Pair {
    single: Model,
    blocks: Model,
    numbers: HashMap<(u32, usize), Option<BlockNumber>>,
    random: Random,
}

impl Pair {
    fn new(program: &Program, seed: u64) -> Self {
        let model = || Model::new(program.settings.clone());
        Self { single: model(), blocks: model(), numbers: HashMap::new(), random: Random::new(seed ^ 0xb10c) }
    }

    /// One instruction told to both.
    fn both(&mut self, retired: &Retired<'_>) -> Option<u32> {
        let answers = [&mut self.single, &mut self.blocks].map(|model| model.retire(retired, &mut NoCode));
        assert_eq!(answers[0], answers[1], "{:#x} reads", retired.instruction.word);
        answers[0]
    }

    /// A move, standing where nothing else does.
    fn moves(&mut self, word: u32, spr: u16, value: u32) -> Option<u32> {
        let word = word | (u32::from(spr) & 31) << 16 | (u32::from(spr) >> 5) << 11;
        let (instruction, at) = (Instruction::new(word), Place::real(0x8000));
        let accesses = &[];
        let short_operand = false;
        self.both(&Retired {
            instruction: &instruction,
            at,
            next: 0x8004,
            taken: false,
            accesses,
            value,
            short_operand,
        })
    }

    /// The model goes on and counts.
    fn start(&mut self, hid0: u32) {
        self.moves(MTSPR, Hid0::NUMBER, hid0);
        for (spr, value) in [(Mmcr1::NUMBER, 29 << 27 | 28 << 22 | 6 << 17 | 4 << 11), (Mmcr0::NUMBER, 1 << 6 | 2)] {
            self.moves(MTSPR, spr, value);
        }
    }

    /// All that the monitor has.
    fn read_all(&mut self) {
        for spr in [952, 956, 953, 954, 957, 958, 945, 946, Siar::NUMBER] {
            self.moves(MFSPR, spr, 0);
        }
    }

    /// Something that is not a part of the program.
    fn interfere(&mut self) {
        let pmc = [Pmc1::NUMBER, 954, 957, 958, 945, 946][self.random.below(6) as usize];
        match self.random.below(8) {
            0 | 1 => drop(self.moves(MFSPR, pmc, 0)),
            2 | 3 => {
                let distance = self.random.pick(&[3, 40, 700, 20_000, 0x8000_0000]);
                let value = 0x8000_0000 - self.random.below(distance);
                self.moves(MTSPR, pmc, value);
            }
            4 | 5 => {
                let value = self.mmcr0();
                self.moves(MTSPR, Mmcr0::NUMBER, value);
            }
            6 => {
                let value = self.random.next() as u32;
                self.moves(MTSPR, Mmcr1::NUMBER, value);
            }
            _ => {
                let value = self.random.pick(&[0, EE, EE | 4, EE | 0x4000, 0x4004]);
                self.moves(MTMSR, 0, value);
            }
        }
    }

    fn mmcr0(&mut self) -> u32 {
        let flags =
            [0x8000_0000, 0x1000_0000, 0x0800_0000, 0x0400_0000, 0x0200_0000, 0x2000, 0x8000, 0x4000, 0x0040_0000];
        let chosen = flags.map(|flag| if self.random.chance(25) { flag } else { 0 });
        let selectors = self.random.pick(&[1 << 6 | 2, 2 << 6 | 1, 14 << 6 | 3, 0x1fff])
            & self.random.pick(&[0x1fff, 0x1fff, 0x1fc1]);
        chosen.iter().fold(0, |all, flag| all | flag) | selectors
    }

    /// What the model would raise is raised.
    fn due(&mut self, next: u32) {
        let due = [&mut self.single, &mut self.blocks].map(|model| model.due(next, EE));
        assert_eq!(due[0], due[1]);
        if let Some(due) = due[0] {
            self.moves(MFSPR, Siar::NUMBER, 0);
            self.exception(&Exception { vector: due.vector, handler: Place::real(due.vector), msr: due.msr });
        }
    }

    fn exception(&mut self, exception: &Exception) {
        self.single.exception(exception);
        self.blocks.exception(exception);
    }

    /// The steps of one block; one step where that is to be told alone.
    fn length(steps: &[Step]) -> usize {
        let page = steps[0].at.effective >> 12;
        let goes_on = |pair: &[Step]| {
            let branch = matches!(decode(pair[0].word).map(|decoded| decoded.kind()), Some(Kind::Branch(_)));
            !branch
                && pair[1].exception.is_none()
                && pair[1].at.effective == pair[0].at.effective + 4
                && pair[1].at.effective >> 12 == page
                && !pair[1].instruction.is_told_alone()
        };
        if steps[0].instruction.is_told_alone() {
            return 1;
        }
        1 + steps.windows(2).take_while(|pair| goes_on(pair)).count()
    }

    fn tell(&mut self, steps: &[Step]) {
        let key = (steps[0].at.effective, steps.len());
        let blocks = &mut self.blocks;
        let number = self.numbers.entry(key).or_insert_with(|| {
            let instructions: Vec<_> = steps.iter().map(|step| (step.instruction, step.at)).collect();
            blocks.block(&instructions)
        });
        let Some(number) = *number else {
            assert!(steps.len() == 1 && steps[0].instruction.is_told_alone());
            self.both(&steps[0].record());
            return;
        };
        for step in steps {
            self.single.retire(&step.record(), &mut NoCode);
        }
        let accesses: Vec<(u16, Access)> = (0..)
            .zip(steps)
            .flat_map(|(number, step)| step.accesses.iter().map(move |access| (number, *access)))
            .collect();
        let last = &steps[steps.len() - 1];
        let ran = Ran { next: last.next, taken: last.taken, accesses: &accesses };
        self.blocks.retire_block(number, &ran, &mut NoCode);
    }

    fn compare(&self, what: &str) {
        assert_eq!(self.single.now(), self.blocks.now(), "{what}");
        assert_eq!(self.single.stats(), self.blocks.stats(), "{what}");
        assert_eq!(self.single.is_on(), self.blocks.is_on(), "{what}");
    }
}

/// Runs a program; how many blocks, and for how many time was remembered.
fn run(seed: u64, interferes: u32) -> (u64, u64) {
    let program = generator::program(seed);
    let mut pair = Pair::new(&program, seed);
    let hid0 = program.steps[0].controls.hid0 | HID0::ICE::SET.value;
    pair.start(hid0);
    let mut told = 0;
    for round in 0..ROUNDS {
        let mut steps = &program.steps[..];
        while !steps.is_empty() {
            if let Some(exception) = &steps[0].exception {
                pair.exception(exception);
            }
            let (block, others) = steps.split_at(Pair::length(steps));
            pair.tell(block);
            told += 1;
            let what = format!("program {seed}, round {round}, step {}", program.steps.len() - others.len());
            pair.compare(&what);
            let last = &block[block.len() - 1];
            pair.due(last.next);
            if pair.random.below(1000) < interferes {
                pair.interfere();
                pair.compare(&what);
            }
            steps = others;
        }
    }
    pair.read_all();
    (told, pair.blocks.led())
}

#[test]
fn blocks_and_their_instructions_pass_alike() {
    let programs = std::env::var("G4PMU_REFERENCE_PROGRAMS").ok().and_then(|number| number.parse().ok());
    let (mut told, mut led) = (0, 0);
    for seed in 0..programs.unwrap_or(PROGRAMS) {
        for interferes in [0, 3, 30] {
            let (blocks, remembered) = run(seed, interferes);
            told += blocks;
            led += remembered;
        }
    }
    assert!(led > told / 20, "remembered {led} of {told} blocks");
}

/// A loop as it runs: words with what they access in a pass, and whether the branch is taken.
struct Loop {
    name: &'static str,
    words: &'static [u32],
    /// Where the access of a word goes in a pass.
    access: fn(u32, u32) -> u32,
}

/// `addi r3,r3,1`, `add r4,r3,r5`, `lwz r9,0(r10)`, `stw r9,0(r11)`, `bne` over one word,
/// `bdnz`.
const ADDI: u32 = 0x3863_0001;
const ADD: u32 = 0x7c83_2a14;
const LWZ: u32 = 0x812a_0000;
const STW: u32 = 0x912b_0000;
const BNE: u32 = 0x4082_0008;
const BDNZ: u32 = 0x4200_0000;

const LOOPS: [Loop; 5] = [
    Loop { name: "straight", words: &[ADDI, ADD, ADD, ADDI, ADD, BDNZ], access: |_, _| 0 },
    Loop { name: "a branch by turns", words: &[ADDI, ADD, BNE, ADDI, ADD, BDNZ], access: |_, _| 0 },
    Loop {
        name: "a copy",
        words: &[LWZ, ADDI, STW, ADDI, BDNZ],
        access: |pass, word| pass % 512 * 4 + word / 2 * 0x1000,
    },
    Loop { name: "one place", words: &[LWZ, ADDI, STW, BDNZ], access: |_, _| 0x80 },
    Loop { name: "a stack", words: &[STW, ADD, LWZ, ADD, STW, LWZ, BDNZ], access: |_, word| 0x100 + word / 4 * 4 },
];

impl Loop {
    fn steps(&self, passes: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        for pass in 0..passes {
            let skips = pass % 8 < 3;
            for (number, word) in (0..).zip(self.words) {
                if skips && number > 0 && self.words[number as usize - 1] == BNE {
                    continue;
                }
                let at = 0x1000 + 4 * number;
                let taken = *word == BDNZ || *word == BNE && skips;
                let next = match *word {
                    BDNZ => 0x1000,
                    BNE if skips => at + 8,
                    _ => at + 4,
                };
                let kind = match *word {
                    LWZ => Some(AccessKind::Load),
                    STW => Some(AccessKind::Store),
                    _ => None,
                };
                let place = Place::real(0x0010_0000 + (self.access)(pass, number));
                steps.push(Step {
                    word: *word,
                    instruction: Instruction::new(*word),
                    at: Place::real(at),
                    next,
                    taken,
                    accesses: kind.map(|kind| Access { place, bytes: 4, kind }).into_iter().collect(),
                    value: 0,
                    written: None,
                    short_operand: false,
                    exception: None,
                    controls: Controls::default(),
                });
            }
        }
        steps
    }
}

#[test]
fn loops_are_led_from_state_to_state() {
    for example in LOOPS {
        let steps = example.steps(20_000);
        let settings = Settings::new(Part::from_pvr(0x8000_0201));
        let mut pair = Pair::new(&Program { settings, steps: Vec::new(), start: 0, threshold: 0 }, 0);
        pair.start(0x0410_c0bc);
        let mut rest = &steps[..];
        let (mut told, mut led) = (0, 0);
        while !rest.is_empty() {
            let (block, others) = rest.split_at(Pair::length(rest));
            let before = pair.blocks.led();
            pair.tell(block);
            pair.compare(example.name);
            // Caches are cold at first, and learning may pause for 4096 blocks.
            if rest.len() < steps.len() / 2 {
                told += 1;
                led += pair.blocks.led() - before;
            }
            rest = others;
        }
        pair.read_all();
        assert!(led * 100 > told * 95, "{}: {led} of {told} blocks", example.name);
    }
}
