//! Whether six counters can count some events at once.

use mpc7450::counter::Counter;
use mpc7450::events::Matches;

/// Whether each event can have a counter of its own: a matching by augmenting paths
/// [Kuhn 1955].
#[must_use]
pub fn fits(events: &[&Matches]) -> bool {
    let mut holder: [Option<usize>; 6] = [None; 6];
    (0..events.len()).all(|event| place(event, events, &mut holder, &mut [false; 6]))
}

fn place(event: usize, events: &[&Matches], holder: &mut [Option<usize>; 6], tried: &mut [bool; 6]) -> bool {
    for counter in Counter::ALL.into_iter().filter(|counter| events[event].on(*counter).is_some()) {
        let index = counter.index();
        if !std::mem::replace(&mut tried[index], true) {
            let free = holder[index].is_none_or(|other| place(other, events, holder, tried));
            if free {
                holder[index] = Some(event);
                return true;
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use mpc7450::events::{CATALOGUE, Matches, find};
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::fits;

    fn fit(names: &[&str]) -> bool {
        let events: Vec<Matches> = names.iter().map(|name| find(name).expect(name)).collect();
        fits(&events.iter().collect::<Vec<_>>())
    }

    #[test]
    fn what_shares_its_only_counter_does_not_fit() {
        assert!(!fit(&["l1-data-cache-reloads", "l1-data-cache-castouts-to-l2"]));
        // Instructions must leave the counters on which the others depend.
        assert!(fit(&["cycles", "instructions", "r122", "r219", "r31d"]));
        assert!(!fit(&["instructions", "r122", "r219", "r31d", "r41c"]), "instructions are on PMC1 to PMC4 only");
        assert!(fit(&[]));
    }

    /// Every way to give counters out, one after the other.
    fn some_way(events: &[Matches], taken: u8) -> bool {
        let Some((first, rest)) = events.split_first() else { return true };
        first.iter().any(|selector| {
            let bit = 1 << selector.counter().index();
            taken & bit == 0 && some_way(rest, taken | bit)
        })
    }

    proptest! {
        #[test]
        fn the_answer_is_that_of_trying_everything(places in vec(0_usize..289, 0..8)) {
            let events: Vec<Matches> =
                places.iter().map(|place| find(CATALOGUE[*place].id).expect("an event")).collect();
            prop_assert_eq!(fits(&events.iter().collect::<Vec<_>>()), some_way(&events, 0));
        }
    }
}
