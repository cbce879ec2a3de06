//! Tiny guests, word by word: [`Program`].
//!
//! The encodings here are the test's own, by the instruction forms of the manual [PEM 8],
//! so that a mistake in the project's tables cannot hide in them.

/// Where a program's code begins; below stand the vectors.
pub const START: u32 = 0x4000;
/// Where results are written.
pub const RESULTS: u32 = 0x0010_0000;
/// Where the number of the exception that nobody expected is written, the end of the
/// results, and the time base at the end.
pub const FAULT: u32 = 0x000f_fff0;
pub const COUNT: u32 = 0x000f_fff4;
pub const TIME: u32 = 0x000f_fff8;

/// HID0[TBEN]: time runs.
pub const TBEN: u32 = 0x0400_0000;

/// Special-purpose registers.
pub const DEC: u32 = 22;
pub const SDR1: u32 = 25;
pub const SRR0: u32 = 26;
pub const SRR1: u32 = 27;
pub const TBL: u32 = 268;
pub const TBU: u32 = 269;
pub const TBL_WRITE: u32 = 284;
pub const TBU_WRITE: u32 = 285;
pub const USIAR: u32 = 939;
pub const UPMC1: u32 = 937;
pub const MMCR0: u32 = 952;
pub const PMC1: u32 = 953;
pub const PMC2: u32 = 954;
pub const SIAR: u32 = 955;
pub const MMCR1: u32 = 956;
pub const HID0: u32 = 1008;
pub const ICTRL: u32 = 1011;
pub const MSSCR0: u32 = 1014;
pub const LDSTCR: u32 = 1016;
pub const L2CR: u32 = 1017;
pub const L3CR: u32 = 1018;

/// Code and data of a guest, loaded at physical address 0 and entered at [`START`]; r31
/// points at the results, and time runs.
#[derive(Clone, Debug)]
pub struct Program {
    words: Vec<u32>,
    at: u32,
}

/// Instructions by form.
pub const fn d_form(primary: u32, d: u32, a: u32, immediate: u32) -> u32 {
    primary << 26 | d << 21 | a << 16 | immediate & 0xffff
}
pub const fn x_form(extended: u32, d: u32, a: u32, b: u32) -> u32 {
    31 << 26 | d << 21 | a << 16 | b << 11 | extended << 1
}
pub const fn spr_form(extended: u32, d: u32, spr: u32) -> u32 {
    31 << 26 | d << 21 | (spr & 31) << 16 | (spr >> 5) << 11 | extended << 1
}
pub const fn addi(d: u32, a: u32, immediate: i32) -> u32 {
    d_form(14, d, a, immediate as u32)
}
pub const fn stw(s: u32, a: u32, displacement: i32) -> u32 {
    d_form(36, s, a, displacement as u32)
}
pub const fn lwz(d: u32, a: u32, displacement: i32) -> u32 {
    d_form(32, d, a, displacement as u32)
}
pub const fn mfspr(d: u32, spr: u32) -> u32 {
    spr_form(339, d, spr)
}
pub const fn mtspr(spr: u32, s: u32) -> u32 {
    spr_form(467, s, spr)
}
pub const fn mftb(d: u32, half: u32) -> u32 {
    spr_form(371, d, half)
}
pub const fn mtmsr(s: u32) -> u32 {
    x_form(146, s, 0, 0)
}
pub const fn mfmsr(d: u32) -> u32 {
    x_form(83, d, 0, 0)
}
pub const fn branch(distance: i32) -> u32 {
    18 << 26 | distance as u32 & 0x03ff_fffc
}
pub const fn branch_if(options: u32, bit: u32, distance: i32) -> u32 {
    16 << 26 | options << 21 | bit << 16 | distance as u32 & 0xfffc
}
pub const fn bdnz(distance: i32) -> u32 {
    branch_if(16, 0, distance)
}

/// `stwbrx r5,0,r4`.
pub const STWBRX: u32 = x_form(662, 5, 0, 4);
pub const EIEIO: u32 = x_form(854, 0, 0, 0);
pub const NOP: u32 = 0x6000_0000;
pub const ISYNC: u32 = 0x4c00_012c;
pub const SYNC: u32 = 0x7c00_04ac;
pub const RFI: u32 = 0x4c00_0064;
pub const SC: u32 = 0x4400_0002;
pub const TRAP: u32 = 0x7fe0_0008;
pub const BLR: u32 = 0x4e80_0020;

impl Program {
    /// A program whose vectors all tell their number and end the guest.
    pub fn new() -> Self {
        let mut program = Self { words: Vec::new(), at: 0 };
        program.push(branch(START as i32));
        for vector in (0x100..0x3000).step_by(0x100) {
            program.org(vector);
            program.load(3, vector);
            program.load(4, FAULT);
            program.push(stw(3, 4, 0));
            let distance = 0x3000 - program.at;
            program.push(branch(distance as i32));
        }
        program.org(0x3000);
        program.end();
        program.org(START);
        // MSR[IP] = 0: vectors below.
        program.load(3, 0);
        program.push(mtmsr(3));
        program.push(ISYNC);
        program.load(31, RESULTS);
        program.set(DEC, 0x7fff_ffff);
        program.set(HID0, TBEN);
        program
    }

    /// Goes on at an address.
    pub fn org(&mut self, at: u32) {
        self.at = at;
    }

    /// Where the next word goes.
    pub const fn here(&self) -> u32 {
        self.at
    }

    /// Adds a word.
    pub fn push(&mut self, word: u32) {
        let index = (self.at / 4) as usize;
        if self.words.len() <= index {
            self.words.resize(index + 1, 0);
        }
        self.words[index] = word;
        self.at += 4;
    }

    /// Adds words.
    pub fn extend(&mut self, words: impl IntoIterator<Item = u32>) {
        for word in words {
            self.push(word);
        }
    }

    /// Puts words at an address without going there.
    pub fn place(&mut self, at: u32, words: impl IntoIterator<Item = u32>) {
        let back = std::mem::replace(&mut self.at, at);
        self.extend(words);
        self.at = back;
    }

    /// Loads a constant; always two instructions.
    pub fn load(&mut self, register: u32, value: u32) {
        self.push(d_form(15, register, 0, value >> 16));
        self.push(d_form(24, register, register, value));
    }

    /// Writes a constant to a special-purpose register, through r3.
    pub fn set(&mut self, spr: u32, value: u32) {
        self.load(3, value);
        self.push(mtspr(spr, 3));
    }

    /// Writes a register down as a result.
    pub fn result(&mut self, register: u32) {
        self.push(stw(register, 31, 0));
        self.push(addi(31, 31, 4));
    }

    /// Writes a special-purpose register down as a result, through r3.
    pub fn result_of(&mut self, spr: u32) {
        self.push(mfspr(3, spr));
        self.result(3);
    }

    /// Goes on behind with another MSR, by `rfi`.
    pub fn enter(&mut self, msr: u32) {
        let behind = self.here() + 4 * 7;
        self.set(SRR0, behind);
        self.set(SRR1, msr);
        self.push(RFI);
        assert_eq!(self.here(), behind);
    }

    /// Branches to an address.
    pub fn jump(&mut self, to: u32) {
        let distance = to.wrapping_sub(self.at) as i32;
        self.push(branch(distance));
    }

    /// Ends the guest, in supervisor state with data translation off or one to one.
    pub fn end(&mut self) {
        self.push(mftb(3, TBL));
        self.load(4, COUNT);
        self.push(stw(31, 4, 0));
        self.push(stw(3, 4, (TIME - COUNT) as i32));
        self.push(SYNC);
        // The device in slot 15 shuts down.
        self.map(15, 0x8080_0000);
        self.load(4, 0x8080_0000);
        self.push(addi(5, 0, 4));
        self.push(d_form(38, 5, 4, 0));
        self.push(branch(0));
    }

    /// Maps a device: BAR0 of the one in a slot at an address, memory on.
    pub fn map(&mut self, slot: u32, base: u32) {
        for (register, data, value) in [(0x10, 0xf2c0_0000, base), (0, 0xf2c0_0004, 2)] {
            self.write_device(0xf280_0000, 1 << slot | register);
            self.write_device(data, value);
        }
    }

    /// Writes a device's little-endian register, through r4 and r5.
    pub fn write_device(&mut self, address: u32, value: u32) {
        self.load(5, value);
        self.load(4, address);
        self.extend([STWBRX, EIEIO]);
    }

    /// The program in memory.
    pub fn bytes(&self) -> Vec<u8> {
        self.words.iter().flat_map(|word| word.to_be_bytes()).collect()
    }
}
