//! The static code of a program: functions of loops, conditions, calls and switches, each
//! word with what it does when it is reached.

use std::collections::HashMap;

use super::words::{SORTS, Sort, Words, spr, x};
use crate::random::Random;

/// How a conditional branch behaves.
#[derive(Clone, Copy, Debug)]
pub enum Direction {
    /// Taken that often in a hundred.
    Random(u32),
    /// Taken but once in that many times.
    Loop(u32),
    /// Taken, not taken, and so on, each that many times.
    Alternating(u32),
}

#[derive(Clone, Debug)]
pub enum Deed {
    Plain,
    /// Its direction.
    Branch(Direction),
    /// Where it goes is in the word.
    Jump,
    /// `mtctr`: one of these values.
    SetCount(Vec<u32>),
    /// LR goes to the stack (`stw` behind `mflr`).
    SaveLink,
    /// `mtlr` of the value on the stack.
    RestoreLink,
}

pub struct Code {
    pub words: HashMap<u32, (u32, Deed)>,
    pub functions: Vec<u32>,
    /// A few instructions and `rfi`.
    pub handler: u32,
}

/// What a program is like.
pub struct Style {
    pub words: Words,
    /// A weight for each sort.
    pub weights: Vec<u32>,
    /// Weights of straight code, counted loop, tested loop, condition, call, call through
    /// CTR, switch, own address, system call, jump.
    pub shapes: [u32; 10],
    pub run: u32,
    pub functions: u32,
    /// Bytes between functions.
    pub spread: u32,
    /// Each function saves LR and calls the next: deeper than the link stack.
    pub chain: bool,
}

pub struct Builder<'a> {
    style: &'a Style,
    random: &'a mut Random,
    code: Code,
    at: u32,
    function: u32,
}

const BLR: u32 = 0x4e80_0020;
const BCTR: u32 = 0x4e80_0420;
const RFI: u32 = 0x4c00_0064;
const SC: u32 = 0x4400_0002;

/// `bc`: condition options and bit, distance from the branch.
const fn bc(options: u32, bit: u32, distance: i32) -> u32 {
    16 << 26 | options << 21 | bit << 16 | distance as u32 & 0xfffc
}

impl<'a> Builder<'a> {
    pub fn build(style: &'a Style, random: &'a mut Random) -> Code {
        let code = Code { words: HashMap::new(), functions: Vec::new(), handler: 0x300 };
        let mut builder = Self { style, random, code, at: 0x300, function: 0 };
        builder.straight(3);
        builder.put(RFI, Deed::Plain);
        let mut next = 0x1_0000;
        // The last function first, so that the addresses of those called are known.
        for function in (0..style.functions).rev() {
            builder.at = next + if style.chain { 0 } else { 4 * builder.random.below(8) };
            builder.function = function;
            builder.code.functions.insert(0, builder.at);
            builder.whole_function();
            // From start to start, so that branches of functions share table entries.
            next = (next + style.spread).max((builder.at + 31) & !31);
        }
        builder.code
    }

    fn put(&mut self, word: u32, deed: Deed) {
        self.code.words.insert(self.at, (word, deed));
        self.at += 4;
    }

    fn register(&mut self) -> u32 {
        1 + self.random.below(self.style.words.pool)
    }

    fn straight(&mut self, most: u32) {
        for _ in 0..self.random.within(1, most) {
            let sort: Sort = SORTS[self.random.weighted(&self.style.weights)];
            let word = self.style.words.draw(sort, self.random);
            self.put(word, Deed::Plain);
        }
    }

    fn whole_function(&mut self) {
        let saves = self.style.chain || self.random.chance(60);
        if saves {
            self.put(spr(339, 0, 8), Deed::Plain);
            self.put(36 << 26 | 1 << 16 | 8, Deed::SaveLink);
        }
        if self.style.chain && self.function + 1 < self.style.functions {
            self.call(false);
        }
        let shapes = if self.style.chain { self.random.below(2) } else { self.random.within(1, 5) };
        for _ in 0..shapes {
            self.shape(2, saves && !self.style.chain);
            if !saves && self.random.chance(15) {
                let (word, direction) = (BLR & !(20 << 21) | 12 << 21 | self.random.below(32) << 16, self.direction());
                self.put(word, Deed::Branch(direction));
            }
        }
        if saves {
            self.put(32 << 26 | 1 << 16 | 8, Deed::Plain);
            if self.random.chance(40) {
                self.straight(8);
            }
            self.put(spr(467, 0, 8), Deed::RestoreLink);
            if self.random.chance(30) {
                self.straight(6);
            }
        }
        self.put(BLR, Deed::Jump);
    }

    fn direction(&mut self) -> Direction {
        match self.random.below(4) {
            0 => Direction::Random(50),
            1 => Direction::Random(self.random.pick(&[0, 5, 10, 90, 95, 100])),
            2 => Direction::Alternating(self.random.within(1, 4)),
            _ => Direction::Loop(self.random.within(2, 12)),
        }
    }

    /// One shape, up to that many more inside each other. A call needs LR to be saved.
    fn shape(&mut self, depth: u32, saves: bool) {
        let mut weights = self.style.shapes;
        if depth == 0 {
            weights[1..3].fill(0);
            weights[6] = 0;
        }
        if !saves || self.function + 1 >= self.style.functions {
            weights[4] = 0;
            weights[5] = 0;
        }
        if !saves {
            weights[7] = 0;
        }
        weights[0] += 1;
        match self.random.weighted(&weights) {
            0 => self.straight(self.style.run),
            1 => self.counted_loop(depth),
            2 => self.tested_loop(depth),
            3 => self.condition(depth, saves),
            4 => self.call(false),
            5 => self.call(true),
            6 => self.switch(),
            7 => {
                self.put(0x429f_0005, Deed::Jump);
                let register = self.register();
                self.put(spr(339, register, 8), Deed::Plain);
            }
            8 => self.put(SC, Deed::Plain),
            _ => self.jump(),
        }
    }

    fn counted_loop(&mut self, depth: u32) {
        let register = self.register();
        let trips = vec![self.random.within(1, 12)];
        self.put(spr(467, register, 9), Deed::SetCount(trips));
        if self.random.chance(50) {
            self.straight(4);
        }
        let top = self.at;
        self.straight(self.style.run);
        // No calls inside: they could use CTR.
        if depth > 0 && self.random.chance(30) {
            self.condition(0, false);
        }
        let distance = top as i32 - self.at as i32;
        let options = if self.random.chance(15) { 8 } else { 16 };
        let deed =
            if options == 8 { Deed::Branch(Direction::Random(90)) } else { Deed::Branch(Direction::Random(100)) };
        let bit = self.random.below(32);
        self.put(bc(options, if options == 16 { 0 } else { bit }, distance), deed);
    }

    fn tested_loop(&mut self, depth: u32) {
        let top = self.at;
        self.straight(self.style.run);
        if depth > 0 && self.random.chance(40) {
            self.condition(depth - 1, false);
        }
        let field = self.random.below(8);
        if self.random.chance(70) {
            let register = self.register();
            self.put(11 << 26 | field << 23 | register << 16 | 5, Deed::Plain);
        }
        let distance = top as i32 - self.at as i32;
        let trips = self.random.within(2, 9);
        let hint = self.random.below(2);
        let bit = 4 * field + self.random.below(4);
        self.put(bc(12 | hint, bit, distance), Deed::Branch(Direction::Loop(trips)));
    }

    fn condition(&mut self, depth: u32, saves: bool) {
        let field = self.random.below(8);
        match self.random.below(4) {
            0 => self.put(63 << 26 | field << 23 | 2 << 16 | 3 << 11, Deed::Plain),
            1 => {}
            _ => {
                let register = self.register();
                self.put(x(0, field << 2, register, 3), Deed::Plain);
            }
        }
        if self.random.chance(30) {
            self.straight(3);
        }
        let branch = self.at;
        self.put(0, Deed::Plain);
        if depth > 0 {
            self.shape(depth - 1, saves);
        } else {
            self.straight(self.style.run.min(9));
        }
        let distance = self.at as i32 - branch as i32;
        let options = self.random.pick(&[4, 12]) | self.random.below(2);
        let link = u32::from(saves && self.random.chance(3));
        let word = bc(options, 4 * field + self.random.below(4), distance) | link;
        let direction = self.direction();
        self.code.words.insert(branch, (word, Deed::Branch(direction)));
    }

    fn callee(&mut self) -> u32 {
        // Often the next one: deep chains of calls.
        let place = if self.style.chain || self.random.chance(60) {
            0
        } else {
            self.random.below(self.code.functions.len() as u32 - 1)
        };
        self.code.functions[1..][place as usize]
    }

    fn call(&mut self, through_ctr: bool) {
        let target = self.callee();
        if through_ctr {
            let register = self.register();
            let mut targets = vec![target];
            if self.random.chance(50) {
                targets.push(self.callee());
            }
            self.put(spr(467, register, 9), Deed::SetCount(targets));
            if self.random.chance(50) {
                self.straight(10);
            }
            self.put(BCTR | 1, Deed::Jump);
        } else {
            let distance = target.wrapping_sub(self.at);
            self.put(18 << 26 | distance & 0x03ff_fffc | 1, Deed::Jump);
        }
    }

    /// `mtctr`, `bctr` to one of several pieces, each with a jump to the end.
    fn switch(&mut self) {
        let register = self.register();
        let set = self.at;
        self.put(0, Deed::Plain);
        if self.random.chance(30) {
            self.straight(8);
        }
        self.put(BCTR, Deed::Jump);
        let (mut pieces, mut jumps) = (Vec::new(), Vec::new());
        for _ in 0..self.random.within(2, 5) {
            pieces.push(self.at);
            self.straight(4);
            jumps.push(self.at);
            self.put(0, Deed::Plain);
        }
        for jump in jumps {
            let distance = self.at - jump;
            self.code.words.insert(jump, (18 << 26 | distance, Deed::Jump));
        }
        self.code.words.insert(set, (spr(467, register, 9), Deed::SetCount(pieces)));
    }

    fn jump(&mut self) {
        let distance = 4 + 4 * self.random.below(12);
        let target = self.at + distance;
        self.put(18 << 26 | distance, Deed::Jump);
        self.at = target;
    }
}
