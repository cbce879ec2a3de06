//! What a target says about itself: its registers, and whether its counters count.

use mpc7450::parts::Part;
use mpc7450::registers::MMCR0;
use report_format::log::parse;
use report_format::record::Record;

use super::Diagnosis;
use super::finding::{Finding, note, trouble};
use super::words::{Word, Words};
use crate::results::Header;

/// The commands that read every register of the part that the image can read. MSR is none, and
/// the vector belongs to the image.
#[must_use]
pub fn commands(header: &Header) -> Vec<String> {
    let counters = header.cpu.as_ref().map_or(0, |cpu| cpu.counters);
    let there = |word: &Word| match word {
        Word::Pmc(counter) => u32::from(counter.number()) <= counters,
        Word::Mmcr2 => header.cpu.as_ref().is_some_and(|cpu| Part::from_pvr(cpu.pvr.0).has_altivec()),
        Word::Mmcr0 | Word::Mmcr1 | Word::Siar | Word::Hid0 | Word::Pvr => counters > 0 || *word == Word::Pvr,
        Word::Msr | Word::Vector => false,
    };
    Word::ALL.iter().filter(|word| there(word)).map(|word| format!("spr {}", word.name())).collect()
}

/// Takes the registers out of an answer.
pub fn take(answer: &[u8], words: &mut Words) {
    let log = parse(answer);
    for entry in log.boots.iter().flat_map(|boot| &boot.entries) {
        if let Record::Spr(register) = &entry.record {
            let name = register.name.to_string();
            if let Some(word) = Word::ALL.into_iter().find(|word| word.name() == name) {
                words.set(word, register.value);
            }
        }
    }
}

/// The diagnosis of a target that rests between two commands.
#[must_use]
pub fn diagnose(header: &Header, words: &Words) -> Diagnosis {
    let mut diagnosis = Diagnosis::of(words);
    let rest = MMCR0::FC.val(1).value;
    if words.get(Word::Mmcr0) == Some(rest) && words.get(Word::Mmcr1) == Some(0) {
        // What FC and empty selectors say is what rest means.
        diagnosis.findings.retain(|finding| !matches!(finding.check, "frozen" | "code"));
        let cause = "MMCR0 = FC and MMCR1 = 0: the image rests the unit between two commands";
        let cure = "none is needed: a measurement writes its own words, which its `trial` records show";
        diagnosis.add(vec![Finding { check: "rest", ..note("PMC1 to PMC6", cause, cure) }]);
    } else if words.get(Word::Mmcr0).is_some() {
        let cause = "MMCR0 is not FC or MMCR1 is not 0, which the image leaves between two commands";
        let cure = "see whether something else writes them, and whether the target keeps what is written";
        diagnosis.add(vec![Finding { check: "rest", ..trouble("MMCR0 and MMCR1", cause, cure) }]);
    }
    diagnosis.add(counting(header).into_iter().map(|finding| Finding { check: "counting", ..finding }).collect());
    diagnosis.add(ticking(header));
    diagnosis
}

/// What the image's known loop says of each counter.
fn counting(header: &Header) -> Vec<Finding> {
    let still: Vec<_> = header.counters.iter().filter(|check| !check.counts).collect();
    let emulated = header.model.is_none() && !header.is_on_a_chip();
    if header.counters.is_empty() {
        let cause = "the image did not try the counters: it touches those of known parts only";
        return vec![trouble("the counters", cause, "measure on a G4, or in QEMU with --cpu of a G4")];
    }
    if emulated && still.len() == header.counters.len() && still.iter().all(|check| check.advanced == 0) {
        let cause = "no counter is modelled: QEMU alone keeps these registers as storage and never counts";
        let cure = "run with --target model, QEMU with the timing model; `cargo xtask run` makes its library";
        return vec![trouble("PMC1 to PMC6", cause, cure)];
    }
    still
        .into_iter()
        .map(|check| {
            let about = format!("PMC{}", check.pmc);
            let cause = format!(
                "a known loop has at least {} events of code {}, and the counter advanced by {}",
                check.expected, check.code, check.advanced
            );
            trouble(about, cause, "take no count of it; see whether the registers below keep what is written")
        })
        .collect()
}

/// Whether the time base moved.
fn ticking(header: &Header) -> Vec<Finding> {
    let stands = !header.time_base.is_empty() && header.time_base.iter().all(|check| check.ticks == 0);
    if !stands {
        return Vec::new();
    }
    let cause = "it did not move while the image executed a known loop";
    let cure = "set HID0[TBEN]; on a board see whether its enable pin is driven";
    vec![Finding { check: "time-base", ..trouble("the time base", cause, cure) }]
}

#[cfg(test)]
mod tests {
    use super::{commands, diagnose, take};
    use crate::doctor::finding::Severity;
    use crate::doctor::words::Words;
    use crate::results::{CounterCheck, Cpu, Header, Hex, Model, TimeBaseCheck};

    const REST: [&str; 4] = ["mmcr0=0x80000000", "mmcr1=0", "hid0=0x0410c0bc", "pmc1=0"];

    /// A sound target with the model: each counter advances as the known loop makes it.
    fn header() -> Header {
        let check = |pmc| CounterCheck { pmc, code: 1, expected: 33_334, advanced: 200_168, counts: true };
        let ticks =
            TimeBaseCheck { state: "supervisor", instructions: 100_001, ticks: 5_560, overhead: 18, exact: false };
        Header {
            cpu: Some(Cpu { pvr: Hex(0x8000_0201), part: String::new(), counters: 6 }),
            model: Some(Model { version: String::new(), part: String::new(), switches: "-".to_owned() }),
            counters: (1..=6).map(check).collect(),
            time_base: vec![ticks],
            ..Header::default()
        }
    }

    fn troubles(header: &Header, words: [&str; 4]) -> Vec<String> {
        let findings = diagnose(header, &Words::parse(words).expect("words of registers")).findings;
        let troubles = findings.into_iter().filter(|finding| finding.severity == Severity::Trouble);
        troubles.map(|finding| format!("{}: {}: {}", finding.check, finding.about, finding.cause)).collect()
    }

    #[test]
    fn a_target_at_rest_that_counts_has_no_trouble() {
        assert_eq!(troubles(&header(), REST), [""; 0]);
    }

    #[test]
    fn a_unit_that_does_not_rest_is_a_trouble_beside_its_own() {
        let found = troubles(&header(), ["mmcr0=0x80000042", "mmcr1=0", "hid0=0x0410c0bc", "pmc1=0"]);
        assert!(found.len() == 2 && found[0].starts_with("frozen: ") && found[1].starts_with("rest: "), "{found:?}");
    }

    #[test]
    fn counters_that_nobody_models_are_one_trouble_and_one_that_lags_is_its_own() {
        let mut stock = Header { model: None, ..header() };
        for check in &mut stock.counters {
            (check.advanced, check.counts) = (0, false);
        }
        let found = troubles(&stock, REST);
        assert!(found.len() == 1 && found[0].contains("no counter is modelled"), "{found:?}");
        let mut slow = header();
        (slow.counters[2].advanced, slow.counters[2].counts) = (7, false);
        let found = troubles(&slow, REST);
        assert!(
            found.len() == 1 && found[0].starts_with("counting: PMC3: ") && found[0].ends_with("by 7"),
            "{found:?}"
        );
        let untried = Header { counters: Vec::new(), ..header() };
        assert!(troubles(&untried, REST)[0].contains("did not try the counters"));
    }

    #[test]
    fn a_time_base_that_stands_is_found_by_its_bit_and_by_its_ticks() {
        let mut still = header();
        still.time_base[0].ticks = 0;
        assert!(troubles(&still, REST)[0].starts_with("time-base: the time base: it did not move"));
        let found = troubles(&header(), ["mmcr0=0x80000000", "mmcr1=0", "hid0=0x0010c0bc", "pmc1=0"]);
        assert!(found.len() == 1 && found[0].contains("HID0[TBEN], bit 5, is 0"), "{found:?}");
    }

    #[test]
    fn only_registers_of_the_part_are_asked_for() {
        assert_eq!(commands(&header()).len(), 12);
        let older = Cpu { pvr: Hex(0x000c_0209), part: String::new(), counters: 4 };
        let asked = commands(&Header { cpu: Some(older), ..header() });
        assert!(asked.contains(&"spr pmc4".to_owned()) && !asked.contains(&"spr pmc5".to_owned()), "{asked:?}");
        let mut words = Words::default();
        take(include_bytes!("../../tests/command/doctor.log"), &mut words);
        assert_eq!(words, Words::parse(RECORDED).expect("words of registers"));
    }

    const RECORDED: [&str; 12] = [
        "mmcr0=0x80000000",
        "mmcr1=0",
        "mmcr2=0",
        "pmc1=0",
        "pmc2=0",
        "pmc3=0",
        "pmc4=0",
        "pmc5=0",
        "pmc6=0",
        "siar=0",
        "hid0=0x0410c0bc",
        "pvr=0x80000201",
    ];
}
