//! Guests that do a bit of everything, drawn by lot.

use crate::assembler::*;
use crate::emulator::run_all;

/// Data, and functions.
const DATA: u32 = 0x0020_0000;
const FUNCTIONS: u32 = 0x0008_0000;
/// Bytes between functions, and how many there are.
const DISTANCE: u32 = 0x400;
const COUNT_OF_FUNCTIONS: u32 = 6;

const SPRG0: u32 = 272;
/// MSR[VEC], [EE], [FP], [IR] and [DR].
const STATE: u32 = 0x0200_a030;
/// MMCR0[PMXE, PMC1CE, PMCnCE].
const SAMPLES: u32 = 0x0400_c000;

/// HID0[ICE, DCE, SGE, BTIC, LRSTK, FOLD, BHT]: without them nothing is remembered.
const CACHES: u32 = 0x0000_c0bc;

/// `rlwinm a,s,shift,begin,end`.
const fn rlwinm(a: u32, s: u32, shift: u32, begin: u32, end: u32) -> u32 {
    21 << 26 | s << 21 | a << 16 | shift << 11 | begin << 6 | end << 1
}

/// The guests that are run: in these the model remembers blocks, most often in the first.
const SEEDS: [u32; 4] = [2, 14, 15, 23];

/// Random numbers by xorshift, of 32 bits.
struct Lot(u32);

impl Lot {
    fn below(&mut self, limit: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 4) % limit
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u32) as usize]
    }
}

/// A guest's registers: r4 points at the data, r28 changes at each pass, r30 adds up where
/// exceptions came, r5 to r12 hold anything, r14 an offset, r20 counts passes.
struct Guest {
    program: Program,
    lot: Lot,
}

impl Guest {
    fn any(&mut self) -> u32 {
        5 + self.lot.below(8)
    }

    /// Instructions that do not branch.
    fn plain(&mut self) {
        let (d, a, b) = (self.any(), self.any(), self.any());
        let offset = 4 * self.lot.below(64) as i32;
        let words: &[u32] = match self.lot.below(30) {
            0..6 => &[x_form(self.lot.of(&[266, 40, 10, 235, 75]), d, a, b)],
            6..9 => &[x_form(self.lot.of(&[28, 444, 316, 26, 24]), d, a, b)],
            9 => &[x_form(491, d, a, b)],
            10..13 => &[lwz(d, 4, offset)],
            13..16 => &[stw(d, 4, offset)],
            16 => &[rlwinm(14, 28, self.lot.below(32), 18, 29), x_form(self.lot.of(&[23, 151]), d, 4, 14)],
            17 => &[
                rlwinm(14, 28, self.lot.below(32), 22, 31),
                x_form(self.lot.of(&[87, 215, 279, 407, 23, 151]), d, 4, 14),
            ],
            18 => &[rlwinm(14, d, self.lot.below(32), 12, 29), x_form(self.lot.of(&[23, 151]), a, 4, 14)],
            19 => &[d_form(self.lot.of(&[46, 47]), 29, 4, offset as u32)],
            20 => {
                &[d_form(self.lot.of(&[50, 54]), 1, 4, 2 * offset as u32), 63 << 26 | 2 << 21 | 1 << 16 | 1 << 11 | 42]
            }
            21 => {
                &[rlwinm(14, 28, self.lot.below(32), 20, 27), x_form(self.lot.of(&[103, 231]), 3, 4, 14), 0x1022_1c84]
            }
            22 => &[rlwinm(14, 28, 3, 24, 29), x_form(20, d, 4, 14), x_form(150, d, 4, 14) | 1],
            23 => &[x_form(150, d, 0, 4) | 1],
            24 => &[
                rlwinm(14, 28, self.lot.below(32), 18, 26),
                x_form(self.lot.of(&[278, 246, 1014, 86, 54, 470]), 0, 4, 14),
            ],
            25 => &[self.lot.of(&[SYNC, ISYNC, EIEIO, SC, NOP])],
            26 => &[self.lot.of(&[
                mftb(d, TBL),
                mfspr(d, PMC1),
                mfspr(d, PMC2),
                mfspr(d, UPMC1),
                mfspr(d, SIAR),
                mfmsr(d),
            ])],
            // `tweqi a,n`, which seldom traps.
            27 => &[rlwinm(14, 28, self.lot.below(32), 29, 31), d_form(3, 4, 14, 5)],
            // A load that faults now and then: the offset is 0 or leads where nothing is.
            28 => &[rlwinm(14, 28, self.lot.below(32), 2, 2), x_form(23, d, 4, 14)],
            _ => &[x_form(597, 9, 4, self.lot.below(12))],
        };
        // `lmw` and `stmw` move r29 to r31: keep those.
        let kept = words[0] >> 26 == 46;
        if kept {
            self.program.extend([stw(29, 4, -12), stw(30, 4, -8), stw(31, 4, -4)]);
        }
        self.program.extend(words.iter().copied());
        if kept {
            self.program.extend([lwz(29, 4, -12), lwz(30, 4, -8), lwz(31, 4, -4)]);
        }
    }

    fn straight(&mut self, most: u32) {
        for _ in 0..self.lot.below(most) {
            self.plain();
        }
    }

    /// A branch over a few instructions, on a bit that changes, always the same, or on a
    /// register.
    fn fork(&mut self) {
        let shift = self.lot.below(32);
        // `rlwinm. r14,r28,shift,31,31`.
        let test = self.lot.of(&[rlwinm(14, 28, shift, 31, 31) | 1, x_form(0, 0, 9, 10)]);
        self.program.push(test);
        let from = self.program.here();
        self.program.push(NOP);
        self.straight(6);
        let options = self.lot.of(&[4, 12, 5, 13]);
        let bit = self.lot.below(3);
        let word = branch_if(options, bit, (self.program.here() - from) as i32);
        self.program.place(from, [word]);
    }

    fn function(&mut self, number: u32) {
        self.program.org(FUNCTIONS + DISTANCE * number);
        for _ in 0..1 + self.lot.below(4) {
            self.straight(10);
            if self.lot.below(2) == 0 {
                self.fork();
            }
        }
        self.program.push(BLR);
        assert!(self.program.here() < FUNCTIONS + DISTANCE * (number + 1));
    }

    /// A counted loop of a few instructions, with a call or without.
    fn inner(&mut self) {
        let calls = self.lot.below(3) == 0;
        let count = 1 + self.lot.below(30);
        self.program.load(21, count);
        if !calls {
            self.program.push(mtspr(9, 21));
        }
        let again = self.program.here();
        self.straight(8);
        if self.lot.below(3) == 0 {
            self.fork();
        }
        if calls {
            self.call();
            // `addic. r21,r21,-1`.
            self.program.push(d_form(13, 21, 21, 0xffff));
        }
        let distance = again.wrapping_sub(self.program.here()) as i32;
        self.program.push(if calls { branch_if(4, 2, distance) } else { bdnz(distance) });
    }

    fn call(&mut self) {
        let number = self.lot.below(COUNT_OF_FUNCTIONS);
        if self.lot.below(2) == 0 {
            // Two functions in turns, as a bit says.
            let shift = self.lot.below(32);
            self.program.load(15, FUNCTIONS + DISTANCE * (number & !1));
            self.program.extend([rlwinm(14, 28, shift, 21, 21), x_form(266, 15, 15, 14), mtspr(9, 15), 0x4e80_0421]);
        } else {
            let to = FUNCTIONS + DISTANCE * number;
            let distance = to.wrapping_sub(self.program.here());
            self.program.push(branch(distance as i32) | 1);
        }
    }

    /// Writes one of two words over the first of a function, when a bit says so.
    fn rewrite(&mut self) {
        let to = FUNCTIONS + DISTANCE * self.lot.below(COUNT_OF_FUNCTIONS);
        let shift = self.lot.below(32);
        let word = self.lot.of(&[addi(5, 5, 1), x_form(316, 6, 5, 7), stw(5, 4, 8), mftb(6, TBL), NOP]);
        self.program.load(16, to);
        self.program.load(15, word);
        self.program.push(rlwinm(14, 28, shift, 30, 31) | 1);
        self.program.push(branch_if(4, 2, 24));
        self.program.extend([stw(15, 16, 0), x_form(54, 0, 0, 16), SYNC, x_form(982, 0, 0, 16), ISYNC]);
    }

    /// Another way to count, or another control register's value.
    fn control(&mut self) {
        let (spr, value) = match self.lot.below(7) {
            0 => (HID0, TBEN | CACHES & !self.lot.of(&[0, 4, 8, 0x10, 0x20, 0x80, 0x4000])),
            1 => (HID0, TBEN | self.lot.of(&[0, 0x8000, 0x4000, 0xc000, 0xc0b4, 0xc4bc, 0xc8bc])),
            2 => (L2CR, self.lot.of(&[0, 0xc000_0000, 0x8000_0000])),
            3 => (MMCR1, self.lot.below(1 << 31) & 0xffff_f800),
            4 => (PMC2, 0x7fff_ff00 - self.lot.below(5000)),
            5 => (ICTRL, self.lot.of(&[0, 0x40, 0x100])),
            _ => (DEC, self.lot.below(3000)),
        };
        self.program.load(14, value);
        self.program.extend([SYNC, mtspr(spr, 14), ISYNC]);
    }
}

/// A handler that adds to r30 where it came from, through r3, may skip the instruction there, and
/// sets registers.
fn handler(program: &mut Program, vector: u32, skips: bool, sets: &[(u32, u32)]) {
    let back = program.here();
    program.org(vector);
    program.extend([mtspr(SPRG0, 3), mfspr(3, SRR0), x_form(266, 30, 30, 3)]);
    program.push(rlwinm(30, 30, 7, 0, 31));
    if skips {
        program.extend([addi(3, 3, 4), mtspr(SRR0, 3)]);
    }
    for &(spr, value) in sets {
        if spr == MMCR0 {
            program.extend([mfspr(3, SIAR), x_form(316, 30, 30, 3)]);
        }
        program.set(spr, value);
    }
    program.extend([mfspr(3, SPRG0), RFI]);
    assert!(program.here() <= vector + 0x100);
    program.org(back);
}

fn guest(seed: u32) -> Program {
    let mut lot = Lot(seed.wrapping_mul(0x9e37_79b9) | 1);
    let mut program = Program::new();
    let (event, period) = lot.of(&[(2, 30), (2, 777), (1, 1500), (1, 5000), (30, 900), (2, 20_000), (1, 0x7fff_0000)]);
    let events = SAMPLES | event << 6 | lot.of(&[1, 2, 12, 21]);
    handler(&mut program, 0x300, true, &[]);
    handler(&mut program, 0x700, true, &[]);
    handler(&mut program, 0xc00, false, &[]);
    handler(&mut program, 0x900, false, &[(DEC, 20_000)]);
    let again = [(PMC1, 0x8000_0000 - period), (PMC2, 0), (MMCR0, events)];
    handler(&mut program, 0xf00, false, &again);
    // The first 256 MB one to one, as code and as data.
    for pair in [528, 536] {
        program.set(pair, 0x1ffe);
        program.set(pair + 1, 0x12);
    }
    for segment in 0..16 {
        program.load(3, 0x100 + segment);
        program.push(x_form(210, 3, segment, 0));
    }
    program.set(SDR1, 0x00c0_0000);
    program.set(HID0, TBEN | CACHES);
    program.push(ISYNC);
    program.load(4, DATA);
    for register in 5..13 {
        let value = lot.0.rotate_left(register);
        program.load(register, value);
    }
    program.load(28, seed);
    program.load(30, 0);
    program.set(DEC, 9000);
    program.set(PMC1, 0x8000_0000 - period);
    program.set(MMCR0, events);
    program.enter(STATE);
    let mut guest = Guest { program, lot };
    let back = guest.program.here();
    for number in 0..COUNT_OF_FUNCTIONS {
        guest.function(number);
    }
    guest.program.org(back);
    guest.program.load(20, 120);
    let start = guest.program.here();
    // r28 = 1103 r28 + 12345, and its halves changed.
    guest.program.extend([7 << 26 | 28 << 21 | 28 << 16 | 1103, addi(28, 28, 12345), rlwinm(28, 28, 11, 0, 31)]);
    // What the functions compute with does not die out.
    guest.program.extend((5..13).map(|register| x_form(316, register, register, 28)));
    for _ in 0..3 + guest.lot.below(5) {
        match guest.lot.below(9) {
            0..4 => guest.inner(),
            4..6 => guest.call(),
            6 => guest.fork(),
            7 => guest.rewrite(),
            _ => guest.control(),
        }
    }
    guest.program.push(d_form(13, 20, 20, 0xffff));
    let over = branch_if(12, 2, 8);
    guest.program.push(over);
    guest.program.jump(start);
    let mut program = guest.program;
    // Real mode, nothing due any more.
    program.load(3, 0);
    program.extend([mtmsr(3), ISYNC]);
    program.set(MMCR0, 0x8000_0000);
    program.push(ISYNC);
    for register in 5..13 {
        program.result(register);
    }
    program.result(30);
    for spr in [PMC1, PMC2, PMC2 + 3, SIAR] {
        program.result_of(spr);
    }
    program.end();
    program
}

/// Loops, calls, forks, every kind of access, code that is written, faults, traps, system calls,
/// samples, and control registers that change.
#[test]
fn guests_drawn_by_lot_do_the_same_however_they_are_told() {
    for seed in SEEDS {
        assert_eq!(run_all(&guest(seed)).len(), 13, "seed {seed}");
    }
}
