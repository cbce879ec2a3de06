//! Lines that were asked for and arrive later.
//!
//! A directory holds a line from the moment it is asked for; here stands from when on it
//! can be used. A line asked for more than once has the latest of its arrivals.

/// Who asked for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Demand,
    Touch,
    Prefetch,
}

/// The last lines asked for, `N` at most: where all places are taken the line that
/// arrives first is forgotten. Each user's `N` is above what can be under way at once.
#[derive(Debug)]
pub(super) struct InFlight<const N: usize> {
    lines: [u32; N],
    arrivals: [u64; N],
    causes: [Cause; N],
    latest: u64,
}

impl<const N: usize> InFlight<N> {
    pub(super) const fn new() -> Self {
        Self { lines: [0; N], arrivals: [0; N], causes: [Cause::Demand; N], latest: 0 }
    }

    /// Notes a line.
    pub(super) fn ask(&mut self, line: u32, arrival: u64, cause: Cause) {
        let mut place = 0;
        for (index, known) in self.arrivals.iter().enumerate() {
            if *known < self.arrivals[place] {
                place = index;
            }
        }
        self.lines[place] = line;
        self.arrivals[place] = arrival;
        self.causes[place] = cause;
        self.latest = self.latest.max(arrival);
    }

    /// Arrival and cause of a line that is not there at `cycle`.
    #[inline]
    pub(super) fn behind(&self, line: u32, cycle: u64) -> Option<(u64, Cause)> {
        if self.latest <= cycle { None } else { self.search(line, cycle) }
    }

    fn search(&self, line: u32, cycle: u64) -> Option<(u64, Cause)> {
        (0..N)
            .filter(|index| self.lines[*index] == line && self.arrivals[*index] > cycle)
            .map(|index| (self.arrivals[index], self.causes[index]))
            .max_by_key(|(arrival, _)| *arrival)
    }
}

#[cfg(test)]
mod tests {
    use super::{Cause, InFlight};

    #[test]
    fn a_line_is_under_way_until_its_latest_arrival() {
        let mut lines = InFlight::<4>::new();
        lines.ask(7, 100, Cause::Demand);
        lines.ask(7, 90, Cause::Touch);
        assert_eq!(lines.behind(7, 99), Some((100, Cause::Demand)));
        assert_eq!(lines.behind(7, 100), None);
        assert_eq!(lines.behind(8, 10), None);
    }

    #[test]
    fn a_full_list_forgets_the_line_that_arrives_first() {
        let mut lines = InFlight::<2>::new();
        lines.ask(1, 500, Cause::Demand);
        for line in 2..10 {
            lines.ask(line, u64::from(line) * 10, Cause::Prefetch);
        }
        assert_eq!(lines.behind(1, 499), Some((500, Cause::Demand)));
        assert_eq!(lines.behind(9, 0), Some((90, Cause::Prefetch)));
        assert_eq!(lines.behind(8, 0), None);
    }
}
