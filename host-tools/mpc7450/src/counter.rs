//! The six performance-monitor counters as a type that holds nothing else.

/// One of PMC1 to PMC6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Counter {
    /// PMC1, selector MMCR0[19-25].
    Pmc1,
    /// PMC2, selector MMCR0[26-31].
    Pmc2,
    /// PMC3, selector MMCR1[0-4].
    Pmc3,
    /// PMC4, selector MMCR1[5-9].
    Pmc4,
    /// PMC5, selector MMCR1[10-14].
    Pmc5,
    /// PMC6, selector MMCR1[15-20].
    Pmc6,
}

impl Counter {
    /// All six, in the order in which they are read and reported.
    pub const ALL: [Self; 6] = [Self::Pmc1, Self::Pmc2, Self::Pmc3, Self::Pmc4, Self::Pmc5, Self::Pmc6];

    /// The counter with the manual's number 1 to 6; `None` for any other.
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        match number {
            1..=6 => Some(Self::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// The manual's number, 1 to 6.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// Position in [`Counter::ALL`], 0 to 5.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Width of the counter's event selector in bits: 7, 6, 5, 5, 5, 6
    /// [LINUX-PMU; UNISIM].
    #[must_use]
    pub const fn selector_width(self) -> u32 {
        [7, 6, 5, 5, 5, 6][self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::Counter;

    #[test]
    fn numbers_outside_one_to_six_are_refused() {
        assert_eq!(Counter::new(0), None);
        assert_eq!(Counter::new(7), None);
        assert_eq!(Counter::new(6), Some(Counter::Pmc6));
    }
}
