//! Random programs: what follows from the executed instructions alone is counted to the
//! unit, however they overlap.

use std::collections::BTreeMap;

use crate::window::{AROUND, count, machine};
use crate::words::*;

/// A word, and the events (counter, code) that its completion is, with amounts.
pub struct Item {
    pub word: u32,
    events: &'static [(u32, u32, u32)],
}

const fn item(word: u32, events: &'static [(u32, u32, u32)]) -> Item {
    Item { word, events }
}

/// Written by hand from the names of events.csv; data stand at r5.
pub const ITEMS: [Item; 26] = [
    item(0x3863_0001, &[(4, 18, 1)]),                                     // addi r3,r3,1
    item(0x7c83_2214, &[(4, 18, 1)]),                                     // add r4,r3,r4
    item(0x5464_083c, &[(4, 18, 1)]),                                     // rlwinm r4,r3,1,0,30
    item(0x1cc3_0003, &[(1, 33, 1)]),                                     // mulli r6,r3,3
    item(0x7ce3_23d6, &[(1, 33, 1)]),                                     // divw r7,r3,r4
    item(0x8105_0000, &[(2, 25, 1), (2, 26, 1)]),                         // lwz r8,0(r5)
    item(0x8125_0400, &[(2, 25, 1), (2, 26, 1)]),                         // lwz r9,1024(r5)
    item(0x9105_0040, &[(2, 25, 1), (1, 20, 1)]),                         // stw r8,64(r5)
    item(0xc825_0000, &[(2, 25, 1), (2, 26, 1), (1, 79, 1), (1, 81, 1)]), // lfd f1,0(r5)
    item(0xc045_0000, &[(2, 25, 1), (2, 26, 1), (1, 79, 1), (1, 80, 1)]), // lfs f2,0(r5)
    item(0xd825_0008, &[(2, 25, 1), (1, 20, 1), (1, 65, 1), (4, 30, 1)]), // stfd f1,8(r5)
    item(0xd045_0008, &[(2, 25, 1), (1, 20, 1), (1, 65, 1), (2, 62, 1)]), // stfs f2,8(r5)
    item(0xfc61_102a, &[(3, 14, 1)]),                                     // fadd f3,f1,f2
    item(0x7c20_28ce, &[(2, 25, 1), (2, 26, 1), (1, 64, 1)]),             // lvx v1,0,r5
    item(0x1041_0800, &[(1, 10, 1)]),                                     // vaddubm v2,v1,v1
    item(0x1061_0808, &[(1, 11, 1)]),                                     // vmuloub v3,v1,v1
    item(0x1081_080a, &[(1, 9, 1)]),                                      // vaddfp v4,v1,v1
    item(0x10a1_10eb, &[(1, 8, 1)]),                                      // vperm v5,v1,v2,v3
    item(0x7c00_04ac, &[(2, 25, 1), (4, 21, 1)]),                         // sync
    item(0x7c00_06ac, &[(2, 25, 1), (1, 35, 1)]),                         // eieio
    item(0x4c00_012c, &[(2, 31, 1)]),                                     // isync
    item(0xbba5_0000, &[(2, 25, 1), (2, 26, 1), (1, 38, 1), (3, 16, 3)]), // lmw r29,0(r5)
    item(0xbfa5_0020, &[(2, 25, 1), (1, 20, 1), (2, 27, 1), (4, 22, 3)]), // stmw r29,32(r5)
    item(0x7d20_2828, &[(2, 25, 1), (2, 26, 1), (2, 29, 1)]),             // lwarx r9,0,r5
    item(0x7d20_292d, &[(2, 25, 1), (1, 20, 1), (3, 15, 1), (4, 25, 1)]), // stwcx. r9,0,r5
    item(0x7d30_42a6, &[(1, 33, 1), (2, 30, 1)]),                         // mfspr r9,SPRG0
];

/// What the window's own `isync` and `mtspr` are.
const OWN: [(u32, u32); 3] = [(2, 31), (1, 33), (1, 36)];

/// A xorshift generator: the same programs in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

fn program(random: &mut Random) -> Vec<&'static Item> {
    let length = random.below(150);
    (0..length).map(|_| &ITEMS[random.below(ITEMS.len() as u64) as usize]).collect()
}

fn expected(program: &[&Item]) -> BTreeMap<(u32, u32), u32> {
    let mut counts = BTreeMap::new();
    for item in &ITEMS {
        item.events.iter().for_each(|(counter, code, _)| _ = counts.insert((*counter, *code), 0));
    }
    for (counter, code, amount) in program.iter().flat_map(|item| item.events) {
        *counts.entry((*counter, *code)).or_default() += amount;
    }
    for place in OWN {
        *counts.entry(place).or_default() += 1;
    }
    counts
}

#[test]
fn exact_events_equal_the_closed_form() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..24 {
        let mut machine = machine();
        machine.r[5] = 0x0010_0000;
        let program = program(&mut random);
        let words: Vec<u32> = program.iter().map(|item| item.word).collect();
        let mut left: Vec<_> = expected(&program).into_iter().collect();
        while !left.is_empty() {
            // One event for each counter at a time, the rest in another run.
            let mut codes = [0; 6];
            let now: Vec<_> = left
                .extract_if(.., |((counter, code), _)| {
                    let free = codes[*counter as usize - 1] == 0;
                    codes[*counter as usize - 1] = if free { *code } else { codes[*counter as usize - 1] };
                    free
                })
                .collect();
            machine.r[5] = 0x0010_0000;
            let counts = count(&mut machine, &words, codes, random.below(8) as u32);
            for ((counter, code), amount) in now {
                assert_eq!(counts[counter as usize - 1], amount, "PMC{counter} code {code}");
            }
        }
    }
}

#[test]
fn counts_of_split_windows_add_up() {
    let mut random = Random(0x0123_4567_89ab_cdef);
    let codes = [33, 25, 14, 18, 0, 0];
    for _ in 0..24 {
        let mut machine = machine();
        machine.r[5] = 0x0010_0000;
        let words: Vec<u32> = program(&mut random).iter().map(|item| item.word).collect();
        let whole = count(&mut machine, &words, codes, 0);
        let cut = random.below(words.len() as u64 + 1) as usize;
        let parts = [&words[..cut], &words[cut..]].map(|words| count(&mut machine, words, codes, 5));
        let sum: Vec<u32> = parts[0].iter().zip(parts[1]).map(|(one, other)| one + other).collect();
        // Each window has an `mtspr` of its own, which the IU2 executes.
        assert_eq!(sum, [whole[0] + 1, whole[1], whole[2], whole[3], 0, 0]);
    }
}

#[test]
fn completed_folded_and_removed_are_all_that_ran() {
    let mut random = Random(0xfeed_beef_1234_5678);
    for round in 0..60 {
        let mut machine = machine();
        machine.r[5] = 0x0010_0000;
        let mut words = Vec::new();
        for _ in 0..random.below(30) {
            words.extend(program(&mut random).iter().take(9).map(|item| item.word));
            words.push(match random.below(4) {
                0 => b(4),
                1 => bne(4),
                2 => bl(4),
                _ => 0x4182_0004, // beq .+4
            });
        }
        words.push(bdnz(-4 * words.len() as i32));
        machine.ctr = 1 + random.below(3) as u32;
        let before = (machine.model.stats(), machine.ran);
        let [completed, ..] = count(&mut machine, &words, [2, 0, 0, 29, 0, 0], 0);
        let stats = machine.model.stats();
        let folded = stats.folded - before.0.folded;
        let removed = stats.removed - before.0.removed;
        assert_eq!(stats.completed + stats.folded + stats.removed, stats.executed, "round {round}");
        assert_eq!(machine.r[15], folded as u32, "round {round}");
        // Around the window: writes of 2 control registers and 6 counters, the opening,
        // and behind it `isync` and 6 readings.
        let outside = 8 + 1 + 7;
        let ran = (machine.ran - before.1) as u32;
        assert_eq!(completed + folded as u32 + removed as u32 + outside, ran, "round {round}");
        assert!(completed >= AROUND);
    }
}
