//! The list against the kernels and the events that there are, and verdicts.

use super::knee::Reading;
use super::list::PROBES;
use super::measure::Manner;
use super::verdict::{Agreement, Measured, Verdict, agrees, judge};
use super::{Probe, Range, find};

fn exactly(value: f64) -> Measured {
    between(value, value)
}

fn between(low: f64, high: f64) -> Measured {
    Measured { value: Ok(Reading { median: low, low, high }), by: String::new() }
}

fn switch(probe: &Probe, measured: &[Measured]) -> Option<&'static str> {
    match judge(probe, measured) {
        Verdict::Answer(answer) => answer.switch,
        _ => None,
    }
}

#[test]
fn every_point_can_be_asked_for() {
    for preset in ["quick", "default"] {
        let manner = Manner { words: format!("preset={preset}"), trials: Some(5) };
        for figure in PROBES.iter().flat_map(|probe| probe.figures) {
            let points = figure.how.points(&manner).unwrap_or_else(|why| panic!("{}: {why}", figure.name));
            for point in points {
                let id = |slot: crate::plan::pass::Slot| slot.selector.event().map(|event| event.id);
                assert!(point.pass.slots().filter_map(id).any(|id| figure.how.counts(id)), "{}", point.request);
            }
        }
    }
}

#[test]
fn answers_have_a_range_a_figure_and_exclude_each_other() {
    let apart = |(one, other): (&Range, &Range)| one.1 < other.0 || other.1 < one.0 || *one == (other.1, other.0);
    let touch = |(one, other): (&Range, &Range)| one.1 <= other.0 || other.1 <= one.0;
    for probe in PROBES {
        assert!(!probe.answers.is_empty(), "{}", probe.name);
        for (place, answer) in probe.answers.iter().enumerate() {
            assert_eq!(answer.ranges.len(), probe.figures.len(), "{}", probe.name);
            assert!(answer.ranges.iter().all(|(least, most)| least <= most), "{}", probe.name);
            for other in &probe.answers[..place] {
                let mut pairs = answer.ranges.iter().zip(other.ranges);
                assert!(
                    pairs.any(|pair| apart(pair) || touch(pair)),
                    "{}: {} and {}",
                    probe.name,
                    answer.says,
                    other.says
                );
            }
        }
    }
    let mut names: Vec<&str> = PROBES.iter().map(|probe| probe.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), PROBES.len());
}

#[test]
fn switches_of_answers_are_the_models() {
    for answer in PROBES.iter().flat_map(|probe| probe.answers) {
        if let Some(switch) = answer.switch {
            assert!(switch.parse::<crate::plugin::Switch>().is_ok(), "{switch}");
        }
    }
}

#[test]
fn the_verdict_follows_the_figures() {
    let nop = find("nop").expect("a probe");
    assert_eq!(switch(nop, &[exactly(40.1)]), Some("nop=ordinary"));
    assert_eq!(switch(nop, &[exactly(14.1)]), Some("nop=free"));
    assert_eq!(switch(nop, &[exactly(25.0)]), None);
    assert!(matches!(judge(nop, &[between(14.0, 40.0)]), Verdict::Undecided), "as wide as both");
    let missing = Measured { value: Err("no".to_owned()), by: String::new() };
    assert!(matches!(judge(nop, &[missing]), Verdict::Unmeasured));
    assert!(matches!(judge(nop, &[]), Verdict::Unmeasured));
}

#[test]
fn a_figure_is_held_to_its_document() {
    let figure = &find("link-stack").expect("a probe").figures[0];
    let said = |low, high| agrees(figure, Reading { median: low, low, high });
    assert_eq!(said(8.0, 8.0), Some(Agreement::Agrees));
    assert_eq!(said(9.0, 16.0), Some(Agreement::Differs));
    assert_eq!(said(7.0, 9.0), Some(Agreement::Open));
    assert_eq!(agrees(&find("nop").expect("a probe").figures[0], Reading { median: 1.0, low: 1.0, high: 1.0 }), None);
}
