//! Counters for the events of one pass: a matching of events and counters.
//!
//! Kuhn's algorithm [Kuhn 1955]: an event takes a free counter, or one whose event can move on.

use mpc7450::counter::Counter;
use mpc7450::events::Matches;

/// A counter for each event, all different; `None` where that cannot be. Events that come
/// first have the lowest counters, unless they must make room.
pub fn counters(events: &[Matches]) -> Option<Vec<Counter>> {
    let taken = most(events);
    (0..events.len())
        .map(|event| taken.iter().position(|holder| *holder == Some(event)).map(|at| Counter::ALL[at]))
        .collect()
}

/// Which event each counter has when as many events as possible have one.
pub fn most(events: &[Matches]) -> [Option<usize>; 6] {
    let mut taken = [None; 6];
    for event in 0..events.len() {
        place(event, events, &mut taken, &mut [false; 6]);
    }
    taken
}

/// Finds a counter for an event, moving others where needed.
fn place(event: usize, events: &[Matches], taken: &mut [Option<usize>; 6], seen: &mut [bool; 6]) -> bool {
    let counters: Vec<usize> = events[event].iter().map(|selector| selector.counter().index()).collect();
    if let Some(free) = counters.iter().copied().find(|counter| taken[*counter].is_none()) {
        taken[free] = Some(event);
        return true;
    }
    let moved = counters.into_iter().find(|counter| {
        let unseen = !std::mem::replace(&mut seen[*counter], true);
        unseen && taken[*counter].is_some_and(|other| place(other, events, taken, seen))
    });
    if let Some(counter) = moved {
        taken[counter] = Some(event);
    }
    moved.is_some()
}

#[cfg(test)]
mod tests {
    use mpc7450::events::{CATALOGUE, Matches, find};
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::counters;

    fn fit(names: &[&str]) -> bool {
        let events: Vec<Matches> = names.iter().map(|name| find(name).expect(name)).collect();
        counters(&events).is_some()
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
            prop_assert_eq!(counters(&events).is_some(), some_way(&events, 0));
        }
    }
}
