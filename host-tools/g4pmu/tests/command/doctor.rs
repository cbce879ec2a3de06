//! What `g4pmu doctor` prints and how it ends.

use serde_json::Value;

use crate::tool::Place;

#[test]
fn json_has_registers_findings_and_what_was_not_judged() {
    let done = Place::new().g4pmu("doctor -j --words mmcr0=0x80000042 mmcr1=0x970d6000");
    assert_eq!((done.code, done.err.as_str()), (13, ""));
    let diagnosis: Value = serde_json::from_str(&done.out).expect("JSON");
    let selector = &diagnosis["registers"][1]["fields"][1];
    assert_eq!((&selector["name"], &selector["value"]), (&"PMC4SEL".into(), &28.into()));
    assert_eq!((&selector["first"], &selector["last"]), (&5.into(), &9.into()));
    assert_eq!(diagnosis["findings"][0]["check"], "frozen");
    assert_eq!(diagnosis["findings"][0]["severity"], "trouble");
    assert_eq!(diagnosis["not_judged"][0]["words"][0], "msr");
}

#[test]
fn without_a_trouble_the_status_is_0() {
    let done = Place::new().g4pmu("doctor --words mmcr0=0x00000042 mmcr1=0x970d6000");
    assert_eq!((done.code, done.err.as_str()), (0, ""));
    assert!(done.out.ends_with("\n0 troubles, 0 notes\n"), "{}", done.out);
}

#[test]
fn what_cannot_be_judged_is_refused_with_what_can() {
    for (line, told) in [
        ("doctor --words mmcr9=1", "there is no register `mmcr9`; did you mean mmcr0 or mmcr1 or mmcr2?"),
        ("doctor --words mmcr0=0x80000042 --target stock", "cannot be used with"),
        ("doctor --words mmcr0=1 --timeout 5", "cannot be used with"),
        ("doctor --target log:run.log", "give their words with --words, or a live target"),
    ] {
        let done = Place::new().g4pmu(line);
        assert_eq!((done.code, done.out.as_str()), (2, ""), "{line}");
        assert!(done.err.contains(told), "{line}: {}", done.err);
    }
}
