//! Windows: counters unfrozen and frozen again by `mtspr` MMCR0 around a few instructions.

use crate::machine::Machine;
use crate::words::*;

/// What a window counts besides its body: `isync` behind the opening, and the `mtspr` that
/// closes it, which is in force behind its own completion.
pub const AROUND: u32 = 2;

/// Where the word that opens the window stands; the body is two words behind.
const AT: u32 = 0x0003_0000;

/// A window as an operating system writes it: `mtspr`, `isync`, the body, `mtspr`, `isync`,
/// `mfspr`.
///
/// `codes` are the events of PMC1 to PMC6, `offset` moves the window by so many words.
pub fn count(machine: &mut Machine, body: &[u32], codes: [u32; 6], offset: u32) -> [u32; 6] {
    let at = AT + 4 * offset;
    let (mmcr0, mmcr1) = selectors(codes);
    machine.mtspr(MMCR0, FC | mmcr0);
    machine.mtspr(MMCR1, mmcr1);
    PMC.iter().for_each(|pmc| machine.mtspr(*pmc, 0));
    (machine.r[20], machine.r[21]) = (mmcr0, FC | mmcr0);
    let behind = machine.place(at, &[mtspr(MMCR0, 20), ISYNC]);
    let behind = machine.place(behind, body);
    let mut close = vec![mtspr(MMCR0, 21), ISYNC];
    close.extend(PMC.iter().zip(12..).map(|(pmc, d)| mfspr(*pmc, d)));
    let end = machine.place(behind, &close);
    machine.run(at, end);
    std::array::from_fn(|counter| machine.r[12 + counter])
}

/// MMCR0 and MMCR1 with these codes for PMC1 to PMC6.
pub fn selectors([one, two, three, four, five, six]: [u32; 6]) -> (u32, u32) {
    (one << 6 | two, three << 27 | four << 22 | five << 17 | six << 11)
}

/// A machine with everything on.
pub fn machine() -> Machine {
    let mut machine = Machine::new();
    machine.mtspr(HID0, HID0_ON);
    machine
}

#[test]
fn a_window_counts_exactly_the_instructions_between() {
    let mut machine = machine();
    for offset in 0..8 {
        for length in 0..=20 {
            let body: Vec<u32> = (0..length).map(|i| addi(3 + i % 6, 2, 1)).collect();
            let [completed, refetches, again, simple, ..] = count(&mut machine, &body, [2, 31, 2, 18, 0, 0], offset);
            assert_eq!(completed, length + AROUND, "offset {offset}");
            assert_eq!([refetches, again, simple], [1, length + AROUND, length], "offset {offset}, {length}");
        }
    }
}

#[test]
fn it_does_so_whatever_stands_in_it() {
    let dependent = addi(3, 3, 1);
    let load = lwz(4, 1, 0);
    let store = stw(4, 1, 64);
    let divide = 0x7ce3_23d6;
    for word in [dependent, load, store, divide, ISYNC, mfspr(SPRG0, 9), mtspr(SPRG0, 9), mftb(9)] {
        let mut machine = machine();
        machine.r[1] = 0x0010_0000;
        for length in 0..=20 {
            let body = vec![word; length];
            let completed = count(&mut machine, &body, [2, 0, 0, 0, 0, 0], 3)[0];
            assert_eq!(completed, length as u32 + AROUND, "{word:#010x}");
        }
    }
}

#[test]
fn all_six_count_the_same_cycles() {
    let mut machine = machine();
    for length in [0, 1, 7, 20] {
        let counts = count(&mut machine, &vec![addi(3, 3, 1); length], [1; 6], 0);
        assert!(counts[0] as usize > length && counts == [counts[0]; 6], "{counts:?}");
    }
}

#[test]
fn two_tasks_that_take_turns_keep_their_own_counts() {
    let mut machine = machine();
    let (mmcr0, _) = selectors([2, 0, 0, 0, 0, 0]);
    let mut saved = [0; 2];
    let mut expected = [0; 2];
    for turn in 0..40_u32 {
        let task = (turn % 2) as usize;
        let length = turn * 7 % 19;
        machine.mtspr(MMCR0, FC | mmcr0);
        machine.mtspr(PMC[0], saved[task]);
        (machine.r[20], machine.r[21]) = (mmcr0, FC | mmcr0);
        let behind = machine.place(AT, &[mtspr(MMCR0, 20), ISYNC]);
        let behind = machine.place(behind, &vec![addi(3, 3, 1); length as usize]);
        let end = machine.place(behind, &[mtspr(MMCR0, 21), ISYNC, mfspr(PMC[0], 12)]);
        machine.run(AT, end);
        saved[task] = machine.r[12];
        expected[task] += length + AROUND;
    }
    assert_eq!(saved, expected);
}
