//! Closed forms as text, for people.

use core::fmt;

use super::counts::{ClosedForm, Counts, Tally};
use super::factor::Factor;
use super::parameters::Parameter;

/// One of the numbers in [`Counts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// [`Counts::executed`].
    Executed,
    /// [`Counts::branches`].
    Branches,
    /// [`Counts::taken`].
    Taken,
    /// [`Counts::folded`].
    Folded,
    /// [`Counts::fall_through`].
    FallThrough,
    /// [`Counts::loads`].
    Loads,
    /// [`Counts::stores`].
    Stores,
    /// [`Counts::float`].
    Float,
    /// [`Counts::vector`].
    Vector,
    /// [`Counts::system_calls`].
    SystemCalls,
}

impl Kind {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Executed,
        Self::Branches,
        Self::Taken,
        Self::Folded,
        Self::FallThrough,
        Self::Loads,
        Self::Stores,
        Self::Float,
        Self::Vector,
        Self::SystemCalls,
    ];

    /// Its name, in words joined by hyphens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Executed => "executed",
            Self::Branches => "branches",
            Self::Taken => "taken",
            Self::Folded => "folded",
            Self::FallThrough => "fall-through",
            Self::Loads => "loads",
            Self::Stores => "stores",
            Self::Float => "float",
            Self::Vector => "vector",
            Self::SystemCalls => "system-calls",
        }
    }

    /// Its value in counts.
    #[must_use]
    pub const fn of(self, counts: &Counts) -> u64 {
        match self {
            Self::Executed => counts.executed,
            Self::Branches => counts.branches,
            Self::Taken => counts.taken,
            Self::Folded => counts.folded,
            Self::FallThrough => counts.fall_through,
            Self::Loads => counts.loads,
            Self::Stores => counts.stores,
            Self::Float => counts.float,
            Self::Vector => counts.vector,
            Self::SystemCalls => counts.system_calls,
        }
    }

    /// Its share in one piece: negative where the piece takes away, as the exit of a
    /// loop does from the taken branches.
    const fn in_piece(self, piece: &Tally) -> i64 {
        match self {
            Self::Executed => piece.executed as i64,
            Self::Branches => piece.branches as i64,
            Self::Taken => piece.branches as i64 - piece.fall_through as i64 - piece.count_exits as i64,
            Self::Folded => piece.branches as i64 - piece.updating as i64 - piece.fall_through as i64,
            Self::FallThrough => piece.fall_through as i64,
            Self::Loads => piece.loads as i64,
            Self::Stores => piece.stores as i64,
            Self::Float => piece.float as i64,
            Self::Vector => piece.vector as i64,
            Self::SystemCalls => piece.system_calls as i64,
        }
    }
}

/// The closed form of one kind, for instance `5 + n * (3 + 11 * objects)`.
#[derive(Clone, Copy, Debug)]
pub struct Formula {
    /// The kind.
    pub kind: Kind,
    /// The kernel's form.
    pub form: &'static ClosedForm,
    /// The parameters that the form's factors are of.
    pub parameters: &'static [Parameter],
}

impl Formula {
    /// What n multiplies: how often each piece is in an iteration, and what multiplies
    /// it; pieces that add nothing left out.
    fn pieces(&self) -> impl Iterator<Item = Piece> {
        let Self { kind, form, parameters } = *self;
        let iteration = core::iter::once((kind.in_piece(&form.iteration), [].as_slice()));
        let terms = form.terms.iter().map(move |term| (kind.in_piece(&term.piece), term.factors));
        let pieces = iteration.chain(terms).filter(|(times, _)| *times != 0);
        pieces.map(move |(times, factors)| Piece { times, factors, parameters })
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let once = self.kind.in_piece(&self.form.once);
        let mut pieces = self.pieces();
        let (first, more) = (pieces.next(), pieces.next().is_some());
        let Some(first) = first else {
            return write!(f, "{once}");
        };
        if once != 0 {
            write!(f, "{once} + ")?;
        }
        if !more && first.is_one() {
            return f.write_str("n");
        }
        if !more && first.times > 0 {
            return write!(f, "n * {}", first.magnitude());
        }
        f.write_str("n * (")?;
        for (position, piece) in self.pieces().enumerate() {
            let sign = match (position, piece.times > 0) {
                (0, true) => "",
                (0, false) => "-",
                (_, true) => " + ",
                (_, false) => " - ",
            };
            write!(f, "{sign}{}", piece.magnitude())?;
        }
        f.write_str(")")
    }
}

/// One piece of what n multiplies.
#[derive(Clone, Copy)]
struct Piece {
    times: i64,
    factors: &'static [Factor],
    parameters: &'static [Parameter],
}

impl Piece {
    fn is_one(self) -> bool {
        self.times == 1 && self.factors.is_empty()
    }

    const fn magnitude(self) -> Magnitude {
        Magnitude(self)
    }
}

/// A piece without its sign; a number of 1 is written only where nothing else is.
struct Magnitude(Piece);

impl fmt::Display for Magnitude {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Piece { times, factors, parameters } = self.0;
        let number = times.unsigned_abs();
        let mut separator = "";
        if number != 1 || factors.is_empty() {
            write!(f, "{number}")?;
            separator = " * ";
        }
        for factor in factors {
            write!(f, "{separator}{}", factor.named(parameters))?;
            separator = " * ";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Formula, Kind};
    use crate::kernels::find;

    #[test]
    fn formulas_read_like_arithmetic() {
        let text = |id, kind| {
            let kernel = find(id).unwrap();
            Formula { kind, form: &kernel.closed_form, parameters: kernel.parameters }.to_string()
        };
        assert_eq!(text("calibrate/empty", Kind::Executed), "0");
        assert_eq!(text("calibrate/integer", Kind::Executed), "1 + n * 25");
        assert_eq!(text("calibrate/integer", Kind::Taken), "-1 + n");
        assert_eq!(text("calibrate/integer", Kind::Loads), "0");
        assert_eq!(text("calibrate/float", Kind::Loads), "3");
        assert_eq!(text("dispatch/mono", Kind::Executed), "5 + n * (3 + 11 * objects)");
        assert_eq!(text("dispatch/mono", Kind::Taken), "-1 + n * 3 * objects");
        assert_eq!(text("branch/chain", Kind::Executed), "3 + n * (1 + branches + branches * nops)");
    }
}
