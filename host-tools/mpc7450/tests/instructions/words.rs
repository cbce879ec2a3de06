//! Which words are compared: every opcode with several patterns of operands, and the
//! operands that choose among extended mnemonics.

/// Operand patterns beneath an extended opcode: none, all ones, r3 r4 r5, a record of
/// its own register, and two without a pattern.
const PATTERNS: [u32; 6] = [0, 0x03ff_f800, 0x0064_2800, 0x0063_1800, 0x0295_7000, 0x01bc_d000];

/// Patterns beneath a primary opcode alone.
const WHOLE_PATTERNS: [u32; 8] = [0, 2, 0x03ff_ffff, 0x0064_0008, 0x0064_fff8, 0x0060_7fff, 0x0295_7123, 0x01bc_d0fe];

/// Primary opcodes whose extended opcode stands in bits 21-30.
const EXTENDED: [u32; 4] = [19, 31, 59, 63];

/// A generator whose numbers stay the same for ever (xorshift, 32 bits).
struct Numbers(u32);

impl Iterator for Numbers {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        Some(self.0)
    }
}

/// The words of `data/objdump.txt`.
pub fn recorded() -> Vec<u32> {
    let mut words = Vec::new();
    for primary in (0..64).filter(|primary| *primary != 4 && !EXTENDED.contains(primary)) {
        words.extend(WHOLE_PATTERNS.map(|pattern| primary << 26 | pattern));
    }
    for extended in 0..1 << 11 {
        words.extend(PATTERNS.map(|pattern| 4 << 26 | pattern | extended));
        for primary in EXTENDED {
            let patterns = if primary > 31 && extended >> 6 > 2 && extended >> 6 < 16 { 2 } else { PATTERNS.len() };
            words.extend(PATTERNS[..patterns].iter().map(|pattern| primary << 26 | pattern | extended));
        }
    }
    words.extend(special_registers());
    words.extend(branches());
    words.extend(rotations());
    words.extend((0..32).flat_map(|to| [3 << 26 | to << 21 | 0x0003_0007, 31 << 26 | to << 21 | 0x0003_2008]));
    words.push(0x7c70_1026);
    words.extend(Numbers(7450).take(4000));
    words
}

/// Words without any pattern.
pub fn random(count: usize) -> Vec<u32> {
    let mut numbers = Numbers(2203);
    let mut next = || numbers.next().expect("endless");
    // Half of them have an extended opcode, which chance alone makes rare.
    (0..count)
        .map(|place| match place % 2 {
            0 => next(),
            _ => [4, 19, 31, 59, 63][next() as usize % 5] << 26 | next() & 0x03ff_ffff,
        })
        .collect()
}

fn special_registers() -> impl Iterator<Item = u32> {
    let numbers = (0..32).chain(256..300).chain(528..576).chain(928..1024);
    numbers.flat_map(|number: u32| {
        let field = (number & 31) << 16 | number >> 5 << 11;
        [339, 371, 467].map(|extended| 31 << 26 | 3 << 21 | field | extended << 1)
    })
}

fn branches() -> impl Iterator<Item = u32> {
    let options = (0..32).flat_map(|option: u32| [0, 1, 2, 3, 6, 31].map(|bit: u32| option << 21 | bit << 16));
    options.flat_map(|fields| {
        [
            16 << 26 | fields | 0x0008,
            16 << 26 | fields | 0xfff8,
            16 << 26 | fields | 0x0009,
            16 << 26 | fields | 0xfff6,
            16 << 26 | fields | 0x0013,
            19 << 26 | fields | 16 << 1,
            19 << 26 | fields | 16 << 1 | 1,
            19 << 26 | fields | 528 << 1,
            19 << 26 | fields | 528 << 1 | 1,
        ]
    })
}

fn rotations() -> impl Iterator<Item = u32> {
    const PLACES: [u32; 6] = [0, 1, 2, 15, 30, 31];
    let fields = PLACES.iter().flat_map(|shift| {
        PLACES.iter().flat_map(move |begin| PLACES.iter().map(move |end| shift << 11 | begin << 6 | end << 1))
    });
    fields.flat_map(|fields| [20, 21, 23].map(|primary| primary << 26 | 0x00a4_0000 | fields | fields >> 11 & 1))
}
