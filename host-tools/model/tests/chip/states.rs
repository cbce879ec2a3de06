//! The monitor in the states an operating system brings it into.

use model::settings::{TimeBaseRuns, Withdrawn};

use crate::machine::{Machine, settings};
use crate::window::{machine, selectors};
use crate::words::*;

const AT: u32 = 0x0004_0000;
/// PMC1 and PMC3 count completed instructions.
const BOTH: [u32; 6] = [2, 0, 2, 0, 0, 0];

fn armed(machine: &mut Machine, pmc: &[(usize, u32)]) {
    let (mmcr0, mmcr1) = selectors(BOTH);
    machine.place(0xf00, &[ISYNC; 8]);
    machine.place(0x900, &[ISYNC; 8]);
    machine.place(AT, &[addi(3, 3, 1); 400]);
    machine.mtspr(MMCR0, FC);
    machine.mtspr(MMCR1, mmcr1);
    for (counter, value) in pmc {
        machine.mtspr(PMC[*counter], *value);
    }
    machine.mtspr(MMCR0, mmcr0 | PMXE | PMC1CE | PMCNCE);
}

#[test]
fn a_masked_exception_waits_and_keeps_siar() {
    let mut machine = machine();
    armed(&mut machine, &[(0, 0x8000_0000 - 100)]);
    machine.run(AT, AT + 4 * 300);
    assert!(machine.taken.is_empty());
    assert_eq!(machine.mfspr(MMCR0) & PMXE, 0, "cleared by the signal");
    let siar = machine.mfspr(SIAR);
    assert_eq!(siar, AT + 4 * 99, "the hundredth; adds complete one a cycle");
    machine.set_interrupts(true);
    machine.run(AT + 4 * 300, 0xf04);
    let taken: Vec<_> = machine.taken.iter().map(|(vector, srr0, _)| (*vector, *srr0)).collect();
    assert_eq!(taken, [(0xf00, AT + 4 * 300)]);
    assert_eq!(machine.mfspr(SIAR), siar);
}

#[test]
fn counters_that_overflow_together_raise_one_exception_until_all_are_rewritten() {
    let mut machine = machine();
    armed(&mut machine, &[(0, 0x8000_0000 - 100), (2, 0x8000_0000 - 100)]);
    machine.set_interrupts(true);
    machine.run(AT, 0xf04);
    assert_eq!(machine.taken.len(), 1);
    let counters = [0, 2].map(|counter| machine.mfspr(PMC[counter]));
    assert!(counters.iter().all(|value| *value > 0x8000_0000), "{counters:x?}");
    machine.mtspr(MMCR0, FC);
    machine.mtspr(PMC[0], 0);
    machine.mtspr(MMCR0, FC | PMXE | PMC1CE | PMCNCE);
    machine.set_interrupts(true);
    machine.run(AT, 0xf04);
    assert_eq!(machine.taken.len(), 2, "PMC3 is still negative, frozen or not");
    machine.mtspr(PMC[2], 0);
    machine.mtspr(MMCR0, FC | PMXE | PMC1CE | PMCNCE);
    machine.set_interrupts(true);
    machine.run(AT, AT + 400);
    assert_eq!(machine.taken.len(), 2);
}

#[test]
fn a_withdrawn_exception_is_delivered_or_dropped_by_the_switch() {
    for (withdrawn, taken) in [(Withdrawn::Delivered, 1), (Withdrawn::Dropped, 0)] {
        let mut machine = Machine::with(model::settings::Settings { withdrawn, ..settings() });
        machine.mtspr(HID0, HID0_ON);
        armed(&mut machine, &[(0, 0x8000_0000 - 10)]);
        machine.run(AT, AT + 400);
        machine.mtspr(PMC[0], 0);
        machine.once(ISYNC);
        machine.set_interrupts(true);
        machine.pc = AT;
        (0..4).for_each(|_| machine.step());
        assert_eq!(machine.taken.len(), taken, "{withdrawn:?}");
    }
}

#[test]
fn fcece_freezes_in_the_cycle_of_the_overflow() {
    let mut machine = machine();
    let (mmcr0, mmcr1) = selectors(BOTH);
    machine.place(AT, &[addi(3, 3, 1); 400]);
    machine.mtspr(MMCR0, FC);
    machine.mtspr(MMCR1, mmcr1);
    machine.mtspr(PMC[0], 0x8000_0000 - 100);
    machine.mtspr(MMCR0, mmcr0 | FCECE | PMC1CE);
    machine.run(AT, AT + 1600);
    assert_eq!(machine.mfspr(PMC[0]), 0x8000_0000);
    assert_eq!(machine.mfspr(PMC[2]), 100, "and nothing before it was lost");
    assert_ne!(machine.mfspr(MMCR0) & FC, 0);
}

#[test]
fn user_state_is_counted_alone_under_fcs() {
    let mut machine = machine();
    machine.place(AT, &[addi(3, 3, 1); 50]);
    machine.place(AT + 200, &[SC]);
    machine.place(0xc00, &[addi(3, 3, 1), ISYNC]);
    machine.place(0x1000, &[mtspr(SRR0, 22), mtspr(SRR1, 23), RFI]);
    (machine.r[22], machine.r[23]) = (AT, MSR_PR);
    let (mmcr0, mmcr1) = selectors([2, 61, 0, 0, 0, 0]);
    machine.mtspr(MMCR1, mmcr1);
    machine.mtspr(MMCR0, mmcr0 | FCS);
    machine.run(0x1000, 0xc08);
    assert_eq!(machine.mfspr(PMC[0]), 51, "50 and sc");
    assert_eq!(machine.mfspr(PMC[1]), 1, "the way back, which began in user state");
}

#[test]
fn the_aliases_show_what_the_supervisor_sees() {
    let mut machine = machine();
    armed(&mut machine, &[(0, 0x8000_0000 - 100), (1, 17), (3, 18), (4, 19), (5, 20)]);
    machine.mtspr(MMCR2, 0x8000_0000);
    machine.run(AT, AT + 1200);
    let (mmcr0, _) = selectors(BOTH);
    machine.mtspr(MMCR0, FC | mmcr0);
    for spr in [MMCR0, MMCR1, MMCR2, SIAR].into_iter().chain(PMC) {
        let value = machine.mfspr(spr);
        assert_eq!(machine.mfspr(spr - 16), value, "{spr}");
        assert_ne!(value, 0, "{spr}");
    }
    assert_eq!([UMMCR0, UPMC1, USIAR].map(|spr| spr + 16), [MMCR0, PMC[0], SIAR]);
}

#[test]
fn the_model_is_off_but_while_something_is_selected_or_not_frozen() {
    let mut machine = Machine::new();
    machine.place(AT, &[addi(3, 3, 1); 360]);
    let begin = machine.mfspr(TBL);
    machine.run(AT, AT + 4 * 359);
    assert_eq!(machine.mfspr(TBL) - begin, 10, "one cycle an instruction, 36 a tick");
    let (mmcr0, mmcr1) = selectors(BOTH);
    let mut on = Vec::new();
    for (spr, value) in [(PMC[0], 0), (MMCR0, FC), (MMCR1, mmcr1), (MMCR1, 0), (MMCR0, FC | mmcr0), (MMCR0, FC)] {
        machine.mtspr(spr, value);
        on.push(machine.model.is_on());
    }
    assert_eq!(on, [true, false, true, false, true, false]);
}

#[test]
fn each_time_it_goes_on_it_is_cold() {
    let mut machine = machine();
    let (mmcr0, _) = selectors([1, 0, 0, 0, 0, 0]);
    machine.place(AT, &[addi(3, 3, 1); 400]);
    let cycles: Vec<u32> = (0..4)
        .map(|round| {
            machine.mtspr(MMCR0, FC | mmcr0);
            machine.mtspr(PMC[0], 0);
            machine.mtspr(MMCR0, mmcr0);
            machine.run(AT, AT + 1600);
            machine.mtspr(MMCR0, FC | mmcr0);
            let cycles = machine.mfspr(PMC[0]);
            if round != 2 {
                machine.mtspr(MMCR0, FC);
            }
            cycles
        })
        .collect();
    assert_eq!(cycles[0], cycles[1]);
    assert_eq!(cycles[1], cycles[2]);
    assert!(cycles[3] < cycles[2], "not switched off before: warm");
}

#[test]
fn how_long_it_was_off_shows_in_nothing_that_comes_then() {
    let (mmcr0, _) = selectors([1, 2, 0, 0, 0, 0]);
    let run = |off: u32, times: usize| -> Vec<u32> {
        let mut machine = machine();
        machine.place(AT, &[addi(3, 3, 1); 400]);
        machine.place(AT + 1600, &[addi(3, 3, 1); 400]);
        let mut seen = Vec::new();
        for _ in 0..times {
            machine.mtspr(MMCR0, FC);
            machine.run(AT, AT + 4 * off);
            machine.mtspr(MMCR0, FC | mmcr0);
            machine.mtspr(DEC, 1000);
            let begin = machine.mfspr(TBL);
            seen.clear();
            for end in [37, 150, 399] {
                machine.mtspr(PMC[0], 0);
                machine.mtspr(PMC[1], 0);
                machine.mtspr(MMCR0, mmcr0);
                machine.run(AT + 1600, AT + 1600 + 4 * end);
                machine.mtspr(MMCR0, FC | mmcr0);
                let ticks = machine.mfspr(TBL).wrapping_sub(begin);
                seen.extend([ticks, machine.mfspr(DEC), machine.mfspr(PMC[0]), machine.mfspr(PMC[1])]);
            }
        }
        seen
    };
    let first = run(0, 1);
    assert!(first[8] >= 8 && first[9] < 1000, "{first:?}");
    for off in 1..40 {
        assert_eq!(run(off, 1), first, "{off} instructions before");
    }
    assert_eq!(run(7, 2), first, "the second time");
}

#[test]
fn the_time_base_ticks_with_the_counted_cycles() {
    let mut machine = machine();
    let (mmcr0, _) = selectors([1, 0, 0, 0, 0, 0]);
    machine.place(AT, &[addi(3, 3, 1); 4000]);
    machine.mtspr(MMCR0, mmcr0);
    let read = |machine: &mut Machine| (machine.mfspr(TBL), machine.mfspr(PMC[0]));
    let first = read(&mut machine);
    machine.run(AT, AT + 16_000);
    let second = read(&mut machine);
    let (ticks, cycles) = (second.0 - first.0, second.1 - first.1);
    assert!(ticks.abs_diff(cycles / 36) <= 1, "{ticks} {cycles}");
    assert!(cycles > 4000);
}

#[test]
fn the_decrementer_comes_behind_the_monitor() {
    let mut machine = machine();
    machine.mtspr(DEC, 1);
    armed(&mut machine, &[(0, 0x8000_0000 - 100)]);
    machine.run(AT, AT + 1600);
    machine.set_interrupts(true);
    machine.run(AT, 0xf04);
    machine.set_interrupts(true);
    machine.run(AT, 0x904);
    let vectors: Vec<u32> = machine.taken.iter().map(|taken| taken.0).collect();
    assert_eq!(vectors, [0xf00, 0x900]);
    machine.set_interrupts(true);
    machine.run(AT, AT + 400);
    assert_eq!(machine.taken.len(), 2, "taken once");
}

#[test]
fn a_nap_lasts_until_the_decrementer_and_is_counted() {
    let mut machine = machine();
    let (mmcr0, _) = selectors([1, 2, 0, 0, 0, 0]);
    machine.mtspr(MMCR0, mmcr0);
    machine.mtspr(DEC, 1000);
    let before = [TBL, PMC[0], PMC[1]].map(|spr| machine.mfspr(spr));
    assert!(machine.model.nap());
    let after = [TBL, PMC[0], PMC[1]].map(|spr| machine.mfspr(spr));
    let passed: Vec<u32> = before.iter().zip(after).map(|(before, after)| after - before).collect();
    assert!((1000..1030).contains(&passed[0]), "{passed:?}");
    assert!(passed[1].abs_diff(36 * passed[0]) <= 72, "{passed:?}");
    assert!(passed[2] <= 6, "{passed:?}");
}

/// A nap with PMC1 `pmc1` short of negative and the decrementer 1000 ticks away; the cycles it
/// lasts, and what is taken then.
fn nap_with(mmcr0: u32, pmc1: u32) -> (u32, Vec<u32>) {
    let mut machine = machine();
    machine.place(0xf00, &[ISYNC; 8]);
    machine.place(0x900, &[ISYNC; 8]);
    machine.place(AT, &[addi(3, 3, 1); 10]);
    machine.mtspr(MMCR0, FC | 1 << 6);
    machine.mtspr(PMC[0], 0x8000_0000 - pmc1);
    machine.mtspr(DEC, 1000);
    machine.mtspr(MMCR0, mmcr0);
    machine.set_interrupts(true);
    let before = machine.model.now();
    assert!(machine.model.nap());
    let lasted = (machine.model.now() - before) as u32;
    machine.pc = AT;
    machine.step();
    (lasted, machine.taken.iter().map(|taken| taken.0).collect())
}

#[test]
fn a_monitor_exception_that_arises_in_a_nap_ends_it() {
    let cycles = PMXE | PMC1CE | 1 << 6;
    let (lasted, taken) = nap_with(cycles, 5000);
    assert!((4900..=5000).contains(&lasted), "{lasted}");
    assert_eq!(taken, [0xf00]);
    // A change of the time base's bit 23: 256 ticks at the most are 9216 cycles.
    let (lasted, taken) = nap_with(PMXE | TBEE | 1 << 23, 5000);
    assert!((1..=9216).contains(&lasted), "{lasted}");
    assert_eq!(taken, [0xf00]);
}

#[test]
fn what_cannot_count_or_signal_in_a_nap_does_not_end_it() {
    for (name, mmcr0) in [
        ("not enabled", PMXE | 1 << 6),
        ("no exception", PMC1CE | 1 << 6),
        ("unmarked code", FCM0 | PMXE | PMC1CE | 1 << 6),
        ("supervisor", FCS | PMXE | PMC1CE | 1 << 6),
        ("frozen", FC | PMXE | PMC1CE | 1 << 6),
        ("completed instructions", PMXE | PMC1CE | 2 << 6),
        ("a later signal", PMXE | PMC1CE | 1 << 6),
    ] {
        let (lasted, taken) = nap_with(mmcr0, if name == "a later signal" { 40_000 } else { 5000 });
        assert!((35_000..37_000).contains(&lasted), "{name}: {lasted}");
        assert_eq!(taken, [0x900], "{name}");
    }
}

#[test]
fn a_counter_of_cycles_ends_a_nap_while_time_stands() {
    let mut machine = Machine::with(model::settings::Settings { time_base: TimeBaseRuns::Enabled, ..settings() });
    machine.mtspr(MMCR0, FC | 1 << 6);
    machine.mtspr(PMC[0], 0x8000_0000 - 1_000_000);
    machine.mtspr(MMCR0, 1 << 6);
    assert!(!machine.model.nap(), "without PMXE");
    machine.mtspr(MMCR0, PMXE | PMC1CE | 1 << 6);
    assert!(machine.model.nap());
    assert!((0x8000_0000..0x8000_0100).contains(&machine.mfspr(PMC[0])));
}

#[test]
fn nothing_of_the_model_wakes_a_nap_while_time_stands() {
    let mut machine = Machine::with(model::settings::Settings { time_base: TimeBaseRuns::Enabled, ..settings() });
    machine.mtspr(DEC, 1000);
    assert!(!machine.model.nap());
    machine.mtspr(HID0, HID0_ON);
    assert!(machine.model.nap(), "HID0[TBEN]");
}

#[test]
fn the_longest_period_ends_with_its_last_event() {
    let mut machine = machine();
    let (mmcr0, _) = selectors([1, 0, 0, 0, 0, 0]);
    machine.place(0xf00, &[ISYNC; 8]);
    machine.place(0x900, &[ISYNC; 8]);
    machine.place(AT, &[addi(3, 3, 1); 100_000]);
    machine.mtspr(MMCR0, FC);
    machine.mtspr(PMC[0], 0x8000_0000 - 0x7fff_ffff);
    machine.mtspr(MMCR0, mmcr0 | PMXE | PMC1CE);
    machine.mtspr(DEC, (0x7fff_ffff_u32 - 50_000) / 36);
    assert!(machine.model.nap());
    assert!(machine.mfspr(PMC[0]) < 0x8000_0000);
    machine.mtspr(DEC, 0x7fff_ffff);
    machine.set_interrupts(true);
    // The decrementer is due first.
    machine.run(AT, 0x904);
    machine.set_interrupts(true);
    machine.run(AT, 0xf04);
    let vectors: Vec<u32> = machine.taken.iter().map(|taken| taken.0).collect();
    assert_eq!(vectors, [0x900, 0xf00]);
    let beyond = machine.mfspr(PMC[0]);
    assert!((0x8000_0000..0x8000_0100).contains(&beyond), "{beyond:#x}");
}
