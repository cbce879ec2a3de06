//! One threshold for several threshold events: [`Threshold::serving`].
//!
//! A threshold event counts the clocks in which a queue holds more entries, or
//! the misses that last longer, than a level. The level stands in
//! `MMCR0[THRESHOLD]`, six bits, once for the whole unit. Events that compare
//! entries use it as it is; events that compare clocks multiply it by 2 or 32,
//! which `MMCR2[THRESHMULT]` selects, once for the whole unit too [LINUX-PMU].
//!
//! So two threshold events can run together exactly when one pair of fields
//! gives each its level. That is looked for, among the two multipliers there
//! are. Refusing any second threshold event was the simpler rule; it refuses
//! pairs that the chip can count.
//!
//! Which events these are is also in the catalogue of `mpc7450`. It is not asked,
//! because with it the names and descriptions of 289 events would come into the
//! image; a test holds [`scale`] to it.
//!
//! Open: PMC3 code 13, entries of the floating-point issue queue. [LINUX-PMU],
//! with a question mark, and \[SHARK\] have it as a threshold event, [FREEBSD-PMC]
//! and \[PAPI\] without a threshold. It is taken to have one: if that is wrong, a
//! pair is refused that the chip can count; the other mistake would count
//! something else in silence.

use mpc7450::counter::Counter;
use mpc7450::events::Selector;
use mpc7450::registers::MMCR2::THRESHMULT::Value as Multiplier;

/// What a threshold event does with `MMCR0[THRESHOLD]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Compares entries with it directly: levels 0 to 63.
    Unscaled,
    /// Compares clocks with it times 2 or 32: levels 0 to 126 in steps of 2, 0
    /// to 2016 in steps of 32.
    Scaled,
}

/// How this event uses the threshold; `None` for an event without one.
#[must_use]
pub const fn scale(selector: Selector) -> Option<Scale> {
    match (selector.counter(), selector.code()) {
        (Counter::Pmc1, 30 | 31) | (Counter::Pmc2, 32) | (Counter::Pmc3, 12 | 13) | (Counter::Pmc4, 16) => {
            Some(Scale::Unscaled)
        }
        (Counter::Pmc1, 40 | 43) | (Counter::Pmc3, 17) => Some(Scale::Scaled),
        _ => None,
    }
}

/// The level one event is to be compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// How the event uses the threshold.
    pub scale: Scale,
    /// Entries for [`Scale::Unscaled`], core clocks for [`Scale::Scaled`]. The
    /// event counts what exceeds it.
    pub level: u32,
}

/// The two fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threshold {
    field: u32,
    multiplier: Multiplier,
}

impl Threshold {
    /// The value of both fields when no event uses them.
    pub const UNUSED: Self = Self { field: 0, multiplier: Multiplier::Times2 };

    const MOST: u32 = 63;

    /// The setting that gives every event its level; the smaller multiplier
    /// where both do. `None` when no setting does.
    #[must_use]
    pub fn serving(demands: impl Iterator<Item = Demand> + Clone) -> Option<Self> {
        [Multiplier::Times2, Multiplier::Times32].into_iter().find_map(|multiplier| {
            let mut fields = demands.clone().map(|demand| Self::field_for(demand, multiplier));
            let Some(first) = fields.next() else { return Some(Self::UNUSED) };
            let field = first?;
            fields.all(|other| other == Some(field)).then_some(Self { field, multiplier })
        })
    }

    /// Value of `MMCR0[THRESHOLD]`, 0 to 63.
    #[must_use]
    pub const fn field(self) -> u32 {
        self.field
    }

    /// What `MMCR2[THRESHMULT]` selects.
    #[must_use]
    pub const fn multiplier(self) -> Multiplier {
        self.multiplier
    }

    /// THRESHOLD that gives this level under this multiplier, if there is one.
    fn field_for(demand: Demand, multiplier: Multiplier) -> Option<u32> {
        let factor = match (demand.scale, multiplier) {
            (Scale::Unscaled, _) => 1,
            (Scale::Scaled, Multiplier::Times2) => 2,
            (Scale::Scaled, Multiplier::Times32) => 32,
        };
        let field = demand.level / factor;
        (demand.level.is_multiple_of(factor) && field <= Self::MOST).then_some(field)
    }
}

#[cfg(test)]
mod tests {
    use mpc7450::counter::Counter;
    use mpc7450::events::Selector;
    use mpc7450::registers::MMCR2::THRESHMULT::Value as Multiplier;
    use proptest::prelude::*;

    use super::{Demand, Scale, Threshold, scale};

    fn entries(level: u32) -> Demand {
        Demand { scale: Scale::Unscaled, level }
    }

    fn clocks(level: u32) -> Demand {
        Demand { scale: Scale::Scaled, level }
    }

    /// THRESHOLD and the factor, or `None`.
    fn serving(demands: &[Demand]) -> Option<(u32, u32)> {
        Threshold::serving(demands.iter().copied()).map(|found| {
            let factor = match found.multiplier() {
                Multiplier::Times2 => 2,
                Multiplier::Times32 => 32,
            };
            (found.field(), factor)
        })
    }

    #[test]
    fn one_event_gets_its_level() {
        assert_eq!(serving(&[]), Some((0, 2)));
        assert_eq!(serving(&[entries(63)]), Some((63, 2)));
        assert_eq!(serving(&[clocks(126)]), Some((63, 2)));
        assert_eq!(serving(&[clocks(128)]), Some((4, 32)));
        assert_eq!(serving(&[clocks(2016)]), Some((63, 32)));
    }

    #[test]
    fn levels_that_no_field_expresses_are_refused() {
        assert_eq!(serving(&[entries(64)]), None);
        assert_eq!(serving(&[clocks(3)]), None);
        assert_eq!(serving(&[clocks(130)]), None);
        assert_eq!(serving(&[clocks(2048)]), None);
    }

    #[test]
    fn two_events_conflict_only_where_no_setting_serves_both() {
        assert_eq!(serving(&[entries(5), entries(5)]), Some((5, 2)));
        assert_eq!(serving(&[entries(5), entries(6)]), None);
        assert_eq!(serving(&[entries(2), clocks(4)]), Some((2, 2)));
        assert_eq!(serving(&[entries(2), clocks(64)]), Some((2, 32)));
        assert_eq!(serving(&[entries(2), clocks(32)]), None);
        assert_eq!(serving(&[entries(0), clocks(0)]), Some((0, 2)));
    }

    #[test]
    fn the_events_with_a_threshold_are_the_catalogues() {
        let mut thresholds = 0;
        for counter in Counter::ALL {
            for code in 0..1 << counter.selector_width() {
                let selector = Selector::raw(counter, code).unwrap();
                let expected = selector.event().and_then(|event| event.threshold).map(|threshold| match threshold {
                    mpc7450::events::Threshold::Unscaled | mpc7450::events::Threshold::Open => Scale::Unscaled,
                    mpc7450::events::Threshold::Scaled => Scale::Scaled,
                });
                assert_eq!(scale(selector), expected, "{selector}");
                thresholds += u32::from(expected.is_some());
            }
        }
        assert_eq!(thresholds, 9);
    }

    proptest! {
        /// Whatever is found gives every event its level, and nothing is missed
        /// that an exhaustive search finds.
        #[test]
        fn a_setting_is_found_exactly_when_there_is_one(
            demands in proptest::collection::vec((any::<bool>(), 0_u32..4, prop::sample::select(vec![1, 2, 32, 63])), 0..4),
        ) {
            let demands: Vec<_> = demands
                .into_iter()
                .map(|(direct, level, factor)| if direct { entries(level * factor) } else { clocks(level * factor) })
                .collect();
            let level = |demand: &Demand, field, factor| field * if demand.scale == Scale::Unscaled { 1 } else { factor };
            let serves = |(field, factor)| demands.iter().all(|demand| level(demand, field, factor) == demand.level);
            let exists = (0..=63).flat_map(|field| [(field, 2), (field, 32)]).any(serves);
            let found = serving(&demands);
            prop_assert_eq!(found.is_some(), exists);
            prop_assert!(found.is_none_or(serves));
        }
    }
}
