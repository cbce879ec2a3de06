//! Labels that do not lie on one another.

/// Least distance between two labels in pixels.
const GAP: f64 = 6.0;

/// Where a label stands on a line: from here to there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// Its start.
    pub from: f64,
    /// Its end.
    pub to: f64,
}

impl Span {
    /// A label with its middle here, moved as little as it takes to stay within the limits.
    #[must_use]
    pub fn around(middle: f64, width: f64, limits: Self) -> Self {
        let from = (middle - width / 2.0).min(limits.to - width).max(limits.from);
        Self { from, to: from + width }
    }

    /// The middle.
    #[must_use]
    pub fn middle(self) -> f64 {
        f64::midpoint(self.from, self.to)
    }

    fn collides(self, other: Self) -> bool {
        self.from < other.to + GAP && other.from < self.to + GAP
    }
}

/// The rows in which labels stand so that none of a row touches another: each the first with
/// room, in the order given.
#[must_use]
pub fn rows(spans: &[Span]) -> Vec<usize> {
    let mut taken: Vec<Vec<Span>> = Vec::new();
    spans
        .iter()
        .map(|span| {
            let free = taken.iter().position(|row| !row.iter().any(|other| other.collides(*span)));
            let row = free.unwrap_or_else(|| {
                taken.push(Vec::new());
                taken.len() - 1
            });
            taken[row].push(*span);
            row
        })
        .collect()
}

/// Which labels of one line are written: every one that touches none before it.
#[must_use]
pub fn kept(spans: &[Span]) -> Vec<bool> {
    let mut last: Option<Span> = None;
    spans
        .iter()
        .map(|span| {
            let keeps = !last.is_some_and(|last| last.collides(*span));
            if keeps {
                last = Some(*span);
            }
            keeps
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::{Span, kept, rows};

    const LIMITS: Span = Span { from: 0.0, to: 100.0 };

    #[test]
    fn a_label_stays_within_its_limits() {
        assert_eq!(Span::around(50.0, 20.0, LIMITS), Span { from: 40.0, to: 60.0 });
        assert_eq!(Span::around(2.0, 20.0, LIMITS), Span { from: 0.0, to: 20.0 });
        assert_eq!(Span::around(99.0, 20.0, LIMITS), Span { from: 80.0, to: 100.0 });
        assert_eq!(Span::around(99.0, 120.0, LIMITS).from, 0.0, "what is too wide starts at the start");
    }

    #[test]
    fn labels_that_touch_stand_in_rows() {
        let span = |from, to| Span { from, to };
        let spans = [span(0.0, 30.0), span(20.0, 50.0), span(40.0, 60.0), span(25.0, 45.0)];
        assert_eq!(rows(&spans), [0, 1, 0, 2]);
        assert_eq!(kept(&spans), [true, false, true, false]);
        assert_eq!(rows(&[]), [0_usize; 0]);
    }

    proptest! {
        #[test]
        fn no_two_of_a_row_touch(starts in vec((0.0_f64..500.0, 1.0_f64..80.0), 0..30)) {
            let spans: Vec<Span> = starts.iter().map(|(from, width)| Span { from: *from, to: from + width }).collect();
            let found = rows(&spans);
            for (at, span) in spans.iter().enumerate() {
                for other in 0..at {
                    prop_assert!(found[at] != found[other] || !span.collides(spans[other]));
                }
            }
        }
    }
}
