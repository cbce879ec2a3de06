//! Four guests, word by word: [`Guest::all`].

/// Where code begins.
pub const START: u32 = 0x4000;
/// Where a guest that makes code puts it.
const CHAIN: u32 = 0x0010_0000;

/// A loop, entered with CTR set.
pub struct Guest {
    /// What it is heavy in.
    pub name: &'static str,
    /// Instructions that one round executes, whatever way it goes.
    pub instructions: u64,
    /// The loop, without the branch that closes it.
    body: Vec<u32>,
    /// What stands behind the end.
    functions: Vec<u32>,
}

const fn d_form(primary: u32, d: u32, a: u32, immediate: u32) -> u32 {
    primary << 26 | d << 21 | a << 16 | immediate & 0xffff
}

const fn x_form(extended: u32, d: u32, a: u32, b: u32) -> u32 {
    31 << 26 | d << 21 | a << 16 | b << 11 | extended << 1
}

const fn addi(d: u32, a: u32, immediate: u32) -> u32 {
    d_form(14, d, a, immediate)
}

const fn add(d: u32, a: u32, b: u32) -> u32 {
    x_form(266, d, a, b)
}

/// `rlwinm a,s,shift,begin,end`.
const fn rotate(a: u32, s: u32, shift: u32, begin: u32, end: u32) -> u32 {
    21 << 26 | s << 21 | a << 16 | shift << 11 | begin << 6 | end << 1
}

const fn mtspr(spr: u32, s: u32) -> u32 {
    31 << 26 | s << 21 | (spr & 31) << 16 | (spr >> 5) << 11 | 467 << 1
}

fn load(register: u32, value: u32) -> [u32; 2] {
    [d_form(15, register, 0, value >> 16), d_form(24, register, register, value)]
}

const fn bdnz(distance: i32) -> u32 {
    16 << 26 | 16 << 21 | distance as u32 & 0xfffc
}

/// `lwzx`, `stwx`, `eieio`, `stwbrx`, `dcbst`, `icbi`.
const LWZX: u32 = 23;
const STWX: u32 = 151;
const EIEIO: u32 = 854;
const STWBRX: u32 = 662;
const DCBST: u32 = 54;
const ICBI: u32 = 982;
const STWU: u32 = 37;
const BRANCH: u32 = 18 << 26;
const BLR: u32 = 0x4e80_0020;
const BCTRL: u32 = 0x4e80_0421;
const SYNC: u32 = 0x7c00_04ac;
const NOP: u32 = 0x6000_0000;
const ISYNC: u32 = 0x4c00_012c;

const CTR: u32 = 9;
const MMCR0: u32 = 952;
const MMCR1: u32 = 956;
const HID0: u32 = 1008;

impl Guest {
    /// Straight lines, branches, calls, memory.
    pub fn all() -> [Self; 4] {
        [straight(), branchy(), calls(), memory()]
    }

    /// The guest's memory from address 0 on, for so many rounds; `counting` with the six
    /// counters running.
    pub fn code(&self, rounds: u32, counting: bool) -> Vec<u8> {
        let mut words = prepare(counting);
        for (register, value) in [(5, 1), (8, 0x9e37_79b9), (10, 0), (11, 0x0020_0000)] {
            words.extend(load(register, value));
        }
        words.extend(load(3, rounds));
        words.extend([mtspr(CTR, 3), ISYNC]);
        words.extend(&self.body);
        words.push(bdnz(-4 * self.body.len() as i32));
        words.extend(end());
        let functions = words.len() as u32;
        words.extend(&self.functions);
        // `bl` to a function, whose index stands in the place of the distance.
        for index in 0..words.len() as u32 {
            let word = &mut words[index as usize];
            if *word >> 26 == 18 && *word & 1 != 0 {
                let to = functions + (*word >> 2 & 0xff_ffff);
                *word = 18 << 26 | (to.wrapping_sub(index) << 2) & 0x03ff_fffc | 1;
            }
        }
        image(words)
    }

    fn new(name: &'static str, instructions: u64, body: Vec<u32>) -> Self {
        Self { name, instructions, body, functions: Vec::new() }
    }
}

/// A guest's memory from address 0 on, for what stands at [`START`].
fn image(words: Vec<u32>) -> Vec<u8> {
    std::iter::repeat_n(NOP, START as usize / 4).chain(words).flat_map(u32::to_be_bytes).collect()
}

/// Caches, branch prediction, folding; `counting` with the six counters running.
fn prepare(counting: bool) -> Vec<u32> {
    let mut words = Vec::new();
    words.extend(load(3, 0x0410_c0bc));
    words.push(mtspr(HID0, 3));
    for (spr, value) in [(MMCR1, 0x720d_2800), (MMCR0, 0x42)] {
        words.extend(load(3, value));
        words.push(if counting { mtspr(spr, 3) } else { NOP });
    }
    words
}

/// Makes the largest chain of `branch/chain` so many times and runs each once: 16384 blocks of 64 additions and a branch to the
/// next. The additions differ from generation to generation.
pub fn generations(count: u32, counting: bool) -> Vec<u8> {
    const BLOCKS: u32 = 16_384;
    const ADDITIONS: u32 = 64;
    let mut words = prepare(counting);
    words.extend(load(20, count));
    words.extend(load(23, addi(3, 3, 0)));
    words.extend(load(24, BRANCH | 4));
    words.extend(load(25, BLR));
    let again = words.len();
    words.push(addi(23, 23, 1));
    words.extend(load(22, CHAIN - 4));
    words.extend(load(3, BLOCKS));
    words.push(mtspr(CTR, 3));
    words.extend((0..ADDITIONS).map(|_| d_form(STWU, 23, 22, 4)));
    words.push(d_form(STWU, 24, 22, 4));
    words.push(bdnz(-4 * (ADDITIONS as i32 + 1)));
    words.push(d_form(STWU, 25, 22, 4));
    // A line is 32 bytes.
    words.extend(load(22, CHAIN));
    words.extend(load(3, BLOCKS * (ADDITIONS + 1) / 8 + 1));
    words.push(mtspr(CTR, 3));
    words.extend([x_form(DCBST, 0, 0, 22), addi(22, 22, 32), bdnz(-8), SYNC]);
    words.extend(load(22, CHAIN));
    words.push(mtspr(CTR, 3));
    words.extend([x_form(ICBI, 0, 0, 22), addi(22, 22, 32), bdnz(-8), SYNC, ISYNC]);
    words.extend(load(3, CHAIN));
    words.extend([mtspr(CTR, 3), BCTRL]);
    // `addic. 20,20,-1; bne`.
    words.push(d_form(13, 20, 20, 0xffff));
    let distance = 4 * (again as i32 - words.len() as i32);
    words.push(16 << 26 | 4 << 21 | 2 << 16 | distance as u32 & 0xfffc);
    words.extend(end());
    image(words)
}

/// Shuts down by the device in slot 15: BAR0 at 0x80800000, memory on.
fn end() -> Vec<u32> {
    let mut words = Vec::new();
    for (register, data, value) in [(0x10, 0xf2c0_0000, 0x8080_0000), (0, 0xf2c0_0004, 2)] {
        for (address, value) in [(0xf280_0000, 1 << 15 | register), (data, value)] {
            words.extend(load(5, value));
            words.extend(load(4, address));
            words.extend([x_form(STWBRX, 5, 0, 4), x_form(EIEIO, 0, 0, 0)]);
        }
    }
    words.extend(load(4, 0x8080_0000));
    words.extend([addi(5, 0, 4), d_form(38, 5, 4, 0), 18 << 26]);
    words
}

/// 256 integer instructions and `bdnz`.
fn straight() -> Guest {
    let work = [addi(3, 3, 1), add(4, 3, 5), rotate(6, 4, 3, 0, 31), add(7, 6, 4)];
    Guest::new("straight-line", 257, work.into_iter().cycle().take(256).collect())
}

/// 16 times: a bit that looks random, and two instructions on either way.
fn branchy() -> Guest {
    let andi = d_form(28, 5, 6, 0x10);
    let bne = 16 << 26 | 4 << 21 | 2 << 16 | 12;
    let element =
        [add(5, 5, 8), rotate(5, 5, 7, 0, 31), andi, bne, addi(9, 9, 1), 18 << 26 | 12, addi(9, 9, 2), addi(9, 9, 3)];
    Guest::new("branchy", 16 * 6 + 1, element.into_iter().cycle().take(16 * 8).collect())
}

/// Eight calls of functions of four instructions.
fn calls() -> Guest {
    let bl = |function: u32| 18 << 26 | (5 * function) << 2 | 1;
    let body = (0..8).flat_map(|function| [addi(3, 3, 1), bl(function)]).collect();
    let function = [add(4, 4, 3), rotate(6, 4, 3, 0, 31), add(7, 6, 4), addi(7, 7, 1), BLR];
    let functions = function.into_iter().cycle().take(8 * 5).collect();
    Guest { functions, ..Guest::new("call-heavy", 8 * 7 + 1, body) }
}

/// Eight times: a load, a store and a load over 512 KB.
fn memory() -> Guest {
    let element = [
        addi(10, 10, 72),
        rotate(10, 10, 0, 13, 29),
        x_form(LWZX, 9, 11, 10),
        x_form(STWX, 9, 11, 10),
        d_form(32, 12, 11, 64),
    ];
    Guest::new("memory-heavy", 8 * 5 + 1, element.into_iter().cycle().take(40).collect())
}
