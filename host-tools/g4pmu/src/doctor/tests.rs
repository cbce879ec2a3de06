//! Faults planted in register words: each is found, by its check, and nothing is where there is none.

use super::Diagnosis;
use super::checks::CHECKS;
use super::finding::Severity;
use super::words::{WordError, Words};

fn words(text: &str) -> Words {
    Words::parse(text.split(' ')).expect("words of registers")
}

/// The findings as `check: about`, troubles only.
fn troubles(text: &str) -> Vec<String> {
    let findings = Diagnosis::of(&words(text)).findings;
    let troubles = findings.into_iter().filter(|finding| finding.severity == Severity::Trouble);
    troubles.map(|finding| format!("{}: {}", finding.check, finding.about)).collect()
}

/// Cause and cure of the only trouble.
fn only(text: &str) -> (String, String) {
    let mut findings = Diagnosis::of(&words(text)).findings;
    findings.retain(|finding| finding.severity == Severity::Trouble);
    assert_eq!(findings.len(), 1, "{text}: {findings:#?}");
    (findings[0].cause.clone(), findings[0].cure.clone())
}

/// A sound set: sampling on PMC1 cycles in marked user code, everything known.
const SOUND: &str = "mmcr0=0x0c00c042 mmcr1=0x970d6000 mmcr2=0 pmc1=0x7fff0000 pmc2=0 pmc3=0 pmc4=0 pmc5=0 pmc6=0 \
                     siar=0x1000 msr=0x0000d036 hid0=0x0410c0bc pvr=0x80010302 vector=0x7c3243a6";

/// The sound set with other words.
fn planted(changes: &str) -> String {
    let changed = |word: &&str| {
        let name = word.split('=').next();
        changes.split(' ').all(|change| change.split('=').next() != name)
    };
    let kept: Vec<&str> = SOUND.split_whitespace().filter(changed).collect();
    format!("{} {changes}", kept.join(" "))
}

#[test]
fn a_sound_set_is_judged_whole_and_has_no_trouble() {
    let sound = SOUND.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(troubles(&sound), [""; 0]);
    assert_eq!(Diagnosis::of(&words(&sound)).not_judged, []);
}

/// Each row plants one fault into the sound set.
#[test]
fn each_planted_fault_is_found_and_nothing_else() {
    let rows = [
        ("mmcr0=0x8c00c042", "frozen: PMC1 to PMC6"),
        ("mmcr0=0x6c00c042 msr=0x0000d036", "frozen: PMC1 to PMC6|state: PMC1 to PMC6"),
        ("mmcr0=0x1c00c042", "frozen: PMC1 to PMC6|state: PMC1 to PMC6"),
        ("mmcr0=0x2c00c042", "state: PMC1 to PMC6"),
        ("mmcr0=0x4c00c042 msr=0x00009036", "state: PMC1 to PMC6"),
        ("msr=0x0000d032", "state: PMC1 to PMC6"),
        ("mmcr0=0x1400c042", "state: PMC1 to PMC6"),
        ("mmcr0=0x0c00e002", "frozen: PMC2 to PMC6"),
        ("mmcr0=0x0c00c182", "code: PMC1"),
        ("mmcr1=0x918d6000", "code: PMC4"),
        ("pvr=0x80030102 mmcr1=0x970d8000", ""),
        ("pvr=0x80030102 mmcr1=0x97110000", "part: PMC6"),
        ("pvr=0x000c0209", "part: PMC5|part: PMC6"),
        ("pvr=0x00390202", "part: PMC1 to PMC6"),
        ("hid0=0x0510c0bc mmcr1=0x8dcd6000", "search: PMC3|search: PMC4"),
        ("mmcr0=0x0c000042 pmc1=0", "exception: the exception"),
        ("mmcr0=0x0800c042", "exception: the exception"),
        ("mmcr0=0x0800c042 pmc1=0x80000007", "exception: the exception"),
        ("mmcr0=0x0c008002", "exception: the exception"),
        ("mmcr0=0x0c004042", "exception: PMC1"),
        ("msr=0x00005036", "enable: the exception"),
        ("vector=0", "vector: the exception"),
        ("mmcr0=0x0800004a pmc1=0 pmc3=0xffffffff", "overflow: PMC3"),
        ("pmc1=0x80000000", "storm: PMC1"),
        ("pmc4=0xffffffff", "storm: PMC4"),
        ("pmc1=0x7fffffff", "storm: PMC1"),
        ("mmcr0=0x0c40c042", "ticks: the exception"),
        ("hid0=0x0010c0bc", "time-base: the time base"),
        ("mmcr1=0x970d6400", "reserved: MMCR1"),
        ("mmcr2=0x40000000", "reserved: MMCR2"),
    ];
    for (changes, found) in rows {
        let expected: Vec<&str> = found.split('|').filter(|one| !one.is_empty()).collect();
        assert_eq!(troubles(&planted(changes)), expected, "{changes}");
    }
    // No check is in the list that no row makes speak; the threshold only ever has notes.
    for check in CHECKS.iter().filter(|check| check.name != "threshold") {
        let speaks = |found: &str| found.split('|').any(|one| one.starts_with(&format!("{}: ", check.name)));
        assert!(rows.iter().any(|(_, found)| speaks(found)), "{}", check.name);
    }
}

#[test]
fn cures_are_words_to_write() {
    let (cause, cure) = only("mmcr0=0x80000042 mmcr1=0x970d6000");
    assert!(cause.contains("MMCR0[FC], bit 0") && cure.contains("MMCR0 = 0x00000042"), "{cause} {cure}");
    let (cause, cure) = only("mmcr0=0x8200c042 pmc2=0x80000001");
    assert!(cause.contains("FCECE") && cure.contains("MMCR0 = 0x0200c042"), "{cause} {cure}");
    // A counter whose condition is not enabled freezes nothing.
    let findings = Diagnosis::of(&words("mmcr0=0x82008042 pmc2=0x80000001")).findings;
    assert!(findings[0].check == "frozen" && !findings[0].cause.contains("FCECE"), "{findings:?}");
    let (_, cure) = only("mmcr0=0x04000042 mmcr1=0");
    assert!(cure.contains("MMCR0 = 0x0400c042"), "{cure}");
    let (_, cure) = only("hid0=0x0010c0bc");
    assert!(cure.contains("HID0 = 0x0410c0bc"), "{cure}");
}

/// The mistake of a well-known article: code 6 on PMC4 for misses of the L2.
#[test]
fn an_undefined_code_is_told_where_it_is_one() {
    let (cause, cure) = only("mmcr1=0x01800000");
    assert!(cause.contains("code 6 is in no list of the events of PMC4"), "{cause}");
    assert!(cure.contains("l2-data-cache-misses on PMC5, l2-data-cache-misses on PMC6"), "{cure}");
}

#[test]
fn a_cure_cures() {
    for (ill, cured) in [
        ("mmcr0=0x80000042 mmcr1=0x970d6000", "mmcr0=0x00000042 mmcr1=0x970d6000"),
        ("mmcr0=0x04000042 mmcr1=0", "mmcr0=0x0400c042 mmcr1=0x08000000"),
        ("mmcr0=0x00002000 mmcr1=0", "mmcr0=0x00000000 mmcr1=0"),
    ] {
        assert_eq!(troubles(ill).len(), 1, "{ill}");
        assert_eq!(troubles(cured), [""; 0], "{cured}");
    }
}

#[test]
fn levels_of_thresholds_are_told() {
    let notes = |text: &str| Diagnosis::of(&words(text)).findings.into_iter().map(|finding| finding.cause);
    let causes: Vec<String> = notes("mmcr0=0x000a0ac0 mmcr1=0 mmcr2=0x80000000").collect();
    assert_eq!(causes, ["counts what exceeds 320: THRESHOLD 10 times 32"]);
    let causes: Vec<String> = notes("mmcr0=0x000a0042 mmcr1=0 mmcr2=0").collect();
    assert_eq!(causes, ["MMCR0[THRESHOLD] is 10, but no counter counts a threshold event"]);
}

#[test]
fn a_word_that_is_not_known_is_not_taken_for_zero() {
    let diagnosis = Diagnosis::of(&words("mmcr0=0x0400c042"));
    assert_eq!(diagnosis.findings, []);
    let lacking: Vec<_> = diagnosis.not_judged.iter().map(|lacking| (lacking.check, lacking.words.join(" "))).collect();
    assert!(lacking.contains(&("enable", "msr".to_owned())), "{lacking:?}");
    assert!(lacking.contains(&("code", "mmcr1".to_owned())), "{lacking:?}");
    assert!(!lacking.iter().any(|(check, _)| *check == "frozen" || *check == "ticks"), "{lacking:?}");
}

#[test]
fn what_is_no_word_is_refused() {
    let refused = |text: &str| Words::parse([text]).expect_err("no word").to_string();
    assert!(refused("mmcr3=1").contains("no register `mmcr3`; did you mean mmcr0 or mmcr1 or mmcr2?"));
    for bad in ["mmcr0=", "mmcr0=0x", "mmcr0=0x1ffffffff", "mmcr0=-1", "mmcr0=+1", "mmcr0=0x+1", "mmcr0=1a"] {
        assert!(refused(bad).contains("write a number of 32 bits"), "{bad}");
    }
    assert!(refused("mmcr0").contains("write NAME=VALUE"));
    assert_eq!(Words::parse(["pmc1=1", "PMC1=1"]), Err(WordError::Twice("pmc1")));
}
