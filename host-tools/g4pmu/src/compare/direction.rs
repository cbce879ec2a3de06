//! Which way is better: [`Better`].

use serde::Serialize;

/// Which way is better, one line for each.
const WAYS: &str = include_str!("data/better.txt");

/// Which way an event is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Better {
    /// The fewer the better.
    Less,
    /// The more the better.
    More,
    /// Neither: it follows from the code.
    Neither,
}

impl Better {
    /// The way of an event.
    #[must_use]
    pub fn of(event: &str) -> Self {
        let line = WAYS.lines().filter_map(|line| line.split_once(": "));
        match line.clone().find(|(_, events)| events.split(' ').any(|own| own == event)) {
            Some(("less", _)) => Self::Less,
            Some(("more", _)) => Self::More,
            _ => Self::Neither,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Better, WAYS};
    use crate::results::TICKS;

    #[test]
    fn every_event_with_a_way_exists_and_has_one() {
        let mut seen = HashSet::new();
        for line in WAYS.lines().filter(|line| !line.starts_with('#')) {
            let (way, events) = line.split_once(": ").expect("a way");
            assert!(["less", "more"].contains(&way), "{line}");
            for event in events.split(' ') {
                assert!(seen.insert(event), "{event} twice");
                assert!(event == TICKS || mpc7450::events::alternatives(event).next().is_some(), "{event}");
            }
        }
    }

    #[test]
    fn cycles_and_misses_are_better_fewer_and_work_neither() {
        assert_eq!(Better::of("processor-cycles"), Better::Less);
        assert_eq!(Better::of("l1-data-load-hit"), Better::More);
        assert_eq!(Better::of("instructions-completed"), Better::Neither);
        assert_eq!(Better::of("raw-17f"), Better::Neither);
    }
}
