//! When to do without an indirect call: each way measured, and the one that wins.

use serde::Serialize;

use super::measured::Measurements;
use super::ratios::{FOUR, ONE};

/// How much of the virtual call's time a way must save to be worth the code: a tenth.
const WORTH: f64 = 0.1;

/// What is known about the classes at a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Condition {
    /// How many there are.
    pub classes: u32,
    /// The order in which they come.
    pub order: &'static str,
}

/// Ways to dispatch under one condition.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Decision {
    /// The condition.
    pub condition: Condition,
    /// Cycles of the virtual call.
    pub virtual_call: Option<f64>,
    /// Of a ladder of compares and direct calls.
    pub ladder: Option<f64>,
    /// Of a direct call that is tried first.
    pub guarded: Option<f64>,
    /// Of an array and a loop for each class.
    pub split: Option<f64>,
    /// What to do.
    pub advice: String,
}

/// The conditions: with one class there is one order.
const CONDITIONS: [Condition; 7] = [
    Condition { classes: 1, order: "random" },
    Condition { classes: 2, order: "random" },
    Condition { classes: 2, order: "turn" },
    Condition { classes: 2, order: "sorted" },
    Condition { classes: 4, order: "random" },
    Condition { classes: 4, order: "turn" },
    Condition { classes: 4, order: "sorted" },
];

/// The conditions of which anything was measured; none where no way to do without was.
pub(super) fn of(measured: &Measurements) -> Vec<Decision> {
    CONDITIONS.iter().filter_map(|condition| decision(measured, *condition)).collect()
}

fn decision(measured: &Measurements, condition: Condition) -> Option<Decision> {
    let Condition { classes, order } = condition;
    let own = |kernel: &str| {
        let all = measured.iter().filter(move |measured| measured.kernel == kernel);
        let fits = all.filter(|measured| measured.parameter("classes") == Some(classes.to_string().as_str()));
        // One class comes in one order, and arrays of their own have none.
        let fits = fits.filter(|own| classes == 1 || own.parameter("order").is_none_or(|own| own == order));
        fits.filter_map(|measured| measured.value("cycles-per-operation")).next()
    };
    let (ladder, guarded, split) = (own("dispatch/ladder"), own("dispatch/guarded"), own("dispatch/split"));
    if ladder.is_none() && guarded.is_none() {
        return None;
    }
    // The order of targets plays no role in a virtual call here, so that one and four
    // classes stand for the others.
    let virtual_call =
        measured.kernel(if classes == 1 { ONE } else { FOUR }).and_then(|own| own.value("cycles-per-operation"));
    let advice = advice(
        virtual_call,
        [("a ladder of compares", ladder), ("a guarded direct call", guarded), ("an array for each class", split)],
    );
    Some(Decision { condition, virtual_call, ladder, guarded, split, advice })
}

/// The fastest way and what it saves; the fastest that keeps the order besides, where that
/// is another.
fn advice(virtual_call: Option<f64>, ways: [(&str, Option<f64>); 3]) -> String {
    let Some(cycles) = virtual_call else { return "the virtual call was not measured".to_owned() };
    let fastest = |ways: &[(&'_ str, Option<f64>)]| {
        let measured = ways.iter().filter_map(|(name, own)| Some(((*name).to_owned(), (*own)?)));
        measured.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, own)| *own <= (1.0 - WORTH) * cycles)
    };
    let saves = |own: f64| format!("{:.0} % less", 100.0 * (1.0 - own / cycles));
    match (fastest(&ways), fastest(&ways[..2])) {
        (None, _) => "keep the virtual call".to_owned(),
        (Some((name, own)), Some((in_order, other))) if name != in_order => {
            format!("{name}: {}; {in_order}, if the order must stay: {}", saves(own), saves(other))
        }
        (Some((name, own)), Some(_)) => format!("{name}: {}", saves(own)),
        (Some((name, own)), None) => format!("{name}: {}; if the order must stay, the virtual call", saves(own)),
    }
}

#[cfg(test)]
mod tests {
    use super::advice;

    fn advised(virtual_call: f64, ladder: f64, guarded: f64, split: f64) -> String {
        advice(Some(virtual_call), [("ladder", Some(ladder)), ("guard", Some(guarded)), ("split", Some(split))])
    }

    #[test]
    fn the_fastest_way_is_advised_where_it_saves_a_tenth() {
        assert_eq!(advised(20.0, 19.0, 21.0, 18.5), "keep the virtual call");
        assert_eq!(advised(20.0, 10.0, 12.0, 11.0), "ladder: 50 % less");
        assert_eq!(advised(20.0, 15.0, 12.0, 7.0), "split: 65 % less; guard, if the order must stay: 40 % less");
        assert_eq!(advised(20.0, 22.0, 24.0, 7.0), "split: 65 % less; if the order must stay, the virtual call");
        assert_eq!(advice(None, [("a", None), ("b", None), ("c", None)]), "the virtual call was not measured");
    }
}
