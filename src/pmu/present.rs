//! Which counters a part has: [`Present`].

use core::fmt;

use mpc7450::counter::Counter;

/// The counters that exist on the part at hand.
///
/// An absent counter is never touched: a part may raise an exception, and QEMU
/// drops the write and leaves the target register of the read as it was
/// \[QEMU\], so that the "value" is whatever the compiler had in that register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Present {
    /// No performance monitor that this code knows how to reach.
    None,
    /// PMC1 to PMC4: MPC7400 and MPC7410 [MPC7400UM 11; LINUX-CPUTABLE].
    Four,
    /// PMC1 to PMC6: the MPC7450 family.
    Six,
}

impl Present {
    /// The counters of a part that has `count` of them, as
    /// [`Part::counters`](mpc7450::parts::Part::counters) tells; any number but 4
    /// and 6 means a unit unlike this family's, which is left alone.
    #[must_use]
    pub const fn of(count: Option<u8>) -> Self {
        match count {
            Some(6) => Self::Six,
            Some(4) => Self::Four,
            _ => Self::None,
        }
    }

    /// Tells whether the part has this counter.
    #[must_use]
    pub const fn has(self, counter: Counter) -> bool {
        counter.index() < self.count()
    }

    /// How many there are.
    #[must_use]
    pub const fn count(self) -> usize {
        match self {
            Self::None => 0,
            Self::Four => 4,
            Self::Six => 6,
        }
    }
}

/// Names the counters, as in `PMC1 to PMC4`.
impl fmt::Display for Present {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::None => "no counter",
            Self::Four => "PMC1 to PMC4",
            Self::Six => "PMC1 to PMC6",
        })
    }
}

#[cfg(test)]
mod tests {
    use mpc7450::counter::Counter;

    use super::Present;

    #[test]
    fn an_older_part_lacks_pmc5_and_pmc6() {
        let four = Counter::ALL.map(|counter| Present::of(Some(4)).has(counter));
        assert_eq!(four, [true, true, true, true, false, false]);
        assert_eq!(Counter::ALL.map(|counter| Present::of(Some(6)).has(counter)), [true; 6]);
    }

    #[test]
    fn an_unknown_number_of_counters_is_left_alone() {
        for count in [0, 1, 2, 3, 5, 7, 8] {
            assert_eq!(Present::of(Some(count)), Present::None, "{count} counters");
        }
        assert_eq!(Present::of(None), Present::None);
    }
}
