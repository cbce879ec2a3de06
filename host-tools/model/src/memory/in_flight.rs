//! Lines that were asked for and arrive later.
//!
//! A directory holds a line from the moment it is asked for; here stands from when on it
//! can be used. A line asked for more than once has the latest of its arrivals.

/// Who asked for a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    Demand,
    Prefetch,
}

/// The last `N` lines asked for, and older ones that have not arrived. Each user's `N` is
/// above what can be under way at once.
#[derive(Debug)]
pub(super) struct InFlight<const N: usize> {
    lines: [u32; N],
    arrivals: [u64; N],
    causes: [Cause; N],
    next: usize,
    latest: u64,
}

impl<const N: usize> InFlight<N> {
    pub(super) const fn new() -> Self {
        Self { lines: [0; N], arrivals: [0; N], causes: [Cause::Demand; N], next: 0, latest: 0 }
    }

    /// Notes a line. No access that is told from now on lies before `now`.
    pub(super) fn ask(&mut self, line: u32, now: u64, arrival: u64, cause: Cause) {
        let arrived = (0..N).map(|step| (self.next + step) % N).find(|index| self.arrivals[*index] <= now);
        let index = arrived.unwrap_or(self.next);
        self.lines[index] = line;
        self.arrivals[index] = arrival;
        self.causes[index] = cause;
        self.next = (index + 1) % N;
        self.latest = self.latest.max(arrival);
    }

    /// Arrival and cause of a line that is not there at `cycle`.
    #[inline]
    pub(super) fn behind(&self, line: u32, cycle: u64) -> Option<(u64, Cause)> {
        if self.latest <= cycle { None } else { self.search(line, cycle) }
    }

    fn search(&self, line: u32, cycle: u64) -> Option<(u64, Cause)> {
        let mut found = None;
        let mut latest = cycle;
        for (index, known) in self.lines.iter().enumerate() {
            if *known == line && self.arrivals[index] > latest {
                latest = self.arrivals[index];
                found = Some((latest, self.causes[index]));
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::{Cause, InFlight};

    #[test]
    fn a_line_is_under_way_until_its_latest_arrival() {
        let mut lines = InFlight::<4>::new();
        lines.ask(7, 0, 100, Cause::Demand);
        lines.ask(7, 0, 90, Cause::Prefetch);
        assert_eq!(lines.behind(7, 99), Some((100, Cause::Demand)));
        assert_eq!(lines.behind(7, 100), None);
        assert_eq!(lines.behind(8, 10), None);
    }

    #[test]
    fn a_full_list_forgets_a_line_that_has_arrived() {
        let mut lines = InFlight::<2>::new();
        lines.ask(1, 0, 500, Cause::Demand);
        for line in 2..10 {
            lines.ask(line, u64::from(line) * 10, u64::from(line) * 10 + 9, Cause::Prefetch);
        }
        assert_eq!(lines.behind(1, 499), Some((500, Cause::Demand)));
        assert_eq!(lines.behind(9, 0), Some((99, Cause::Prefetch)));
        assert_eq!(lines.behind(8, 0), None);
    }
}
