//! Counters for the events of one pass: a matching of events and counters.
//!
//! Kuhn's algorithm: an event takes a free counter, or one whose event can move on.

use mpc7450::counter::Counter;
use mpc7450::events::Matches;

/// A counter for each event, all different; `None` where that cannot be. Events that come
/// first have the lowest counters, unless they must make room.
pub(super) fn counters(events: &[Matches]) -> Option<Vec<Counter>> {
    let taken = most(events);
    (0..events.len())
        .map(|event| taken.iter().position(|holder| *holder == Some(event)).map(|at| Counter::ALL[at]))
        .collect()
}

/// Which event each counter has when as many events as possible have one.
pub(super) fn most(events: &[Matches]) -> [Option<usize>; 6] {
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
