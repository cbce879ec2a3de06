//! What a kernel executes, counted in closed form.
//!
//! A kernel describes its pieces by a [`Tally`]: what the piece executes and which of
//! its branches behave in a special way. From tallies a [`ClosedForm`] is put
//! together: a part that runs once, a part an iteration, and parts that repeat as
//! often as parameters say. [`Counts`] are computed from it. The form is data and not
//! a function, so that documentation and host tools print the very numbers that the
//! report compares with; as a function it could only be evaluated.

use super::factor::Factor;
use super::parameters::Parameters;

/// What one call of a kernel executes.
///
/// All numbers are of executed instructions, from the kernel's first instruction up
/// to but without its final `blr`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Executed instructions.
    pub executed: u64,
    /// Of these, all branches of any kind.
    pub branches: u64,
    /// Of the branches, those taken.
    pub taken: u64,
    /// Of the taken ones, those that the branch unit folds: they reach neither
    /// dispatch nor the completion queue, so they are not counted as completed.
    /// A taken branch folds when it updates neither LR nor CTR [AN2203 2.3.3.8].
    pub folded: u64,
    /// Not-taken branches that update neither LR nor CTR. Such a branch completes
    /// like any instruction when it executes in the three dispatch entries of the
    /// instruction queue, and is removed before when it executes above them
    /// [AN2203 2.3.3.8, 3.1].
    pub fall_through: u64,
    /// Load instructions.
    pub loads: u64,
    /// Store instructions.
    pub stores: u64,
    /// Scalar floating-point arithmetic instructions.
    pub float: u64,
    /// AltiVec arithmetic, logical and permute instructions.
    pub vector: u64,
    /// System calls, each with the `rfi` at the vector that returns behind it: two
    /// executed instructions and no branch, for neither is the branch unit's. The
    /// exception clears MSR\[PMM\], so the `rfi` is executed in unmarked code and not
    /// counted as completed [MPC7400UM 4].
    pub system_calls: u64,
}

impl Counts {
    /// Fewest instructions that "instructions completed" may show: every foldable
    /// branch folded and every fall-through branch removed early, no `rfi` counted.
    #[must_use]
    pub const fn completed_least(&self) -> u64 {
        self.completed_most() - self.fall_through
    }

    /// Most instructions that "instructions completed" may show with folding on:
    /// every foldable branch folded, every fall-through branch completed, no `rfi` counted.
    #[must_use]
    pub const fn completed_most(&self) -> u64 {
        self.executed - self.folded - self.system_calls
    }
}

/// What one piece of a kernel executes.
///
/// Only sums that never shrink stand here; "taken" and "folded" follow by subtraction
/// when all pieces are added up, so that the one not-taken exit of a loop can be
/// written beside the loop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally<N = u32> {
    /// Executed instructions.
    pub executed: N,
    /// Of these, all branches.
    pub branches: N,
    /// Of the branches, those that update LR or CTR, taken or not: never folded.
    pub updating: N,
    /// Of the branches, those not taken that update neither.
    pub fall_through: N,
    /// Of the branches, those not taken that count CTR down: the exits of `bdnz` loops.
    pub count_exits: N,
    /// Loads.
    pub loads: N,
    /// Stores.
    pub stores: N,
    /// Scalar floating-point arithmetic.
    pub float: N,
    /// AltiVec arithmetic, logical and permute instructions.
    pub vector: N,
    /// System calls that an `rfi` at the vector returns from; both are executed.
    pub system_calls: N,
}

/// A tally of a whole call. Tables are made of the narrow kind, of which the image
/// holds hundreds.
pub type Total = Tally<u64>;

impl Tally {
    /// Nothing.
    pub const NONE: Self = Self {
        executed: 0,
        branches: 0,
        updating: 0,
        fall_through: 0,
        count_exits: 0,
        loads: 0,
        stores: 0,
        float: 0,
        vector: 0,
        system_calls: 0,
    };

    /// Both pieces, one after the other.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            executed: self.executed + other.executed,
            branches: self.branches + other.branches,
            updating: self.updating + other.updating,
            fall_through: self.fall_through + other.fall_through,
            count_exits: self.count_exits + other.count_exits,
            loads: self.loads + other.loads,
            stores: self.stores + other.stores,
            float: self.float + other.float,
            vector: self.vector + other.vector,
            system_calls: self.system_calls + other.system_calls,
        }
    }

    /// The piece repeated.
    #[must_use]
    pub const fn times(self, times: u32) -> Self {
        Self {
            executed: self.executed * times,
            branches: self.branches * times,
            updating: self.updating * times,
            fall_through: self.fall_through * times,
            count_exits: self.count_exits * times,
            loads: self.loads * times,
            stores: self.stores * times,
            float: self.float * times,
            vector: self.vector * times,
            system_calls: self.system_calls * times,
        }
    }
}

impl Total {
    /// This and a piece that is repeated.
    #[must_use]
    fn plus(self, piece: Tally, times: u64) -> Self {
        let sum = |sum: u64, each: u32| sum + u64::from(each) * times;
        Self {
            executed: sum(self.executed, piece.executed),
            branches: sum(self.branches, piece.branches),
            updating: sum(self.updating, piece.updating),
            fall_through: sum(self.fall_through, piece.fall_through),
            count_exits: sum(self.count_exits, piece.count_exits),
            loads: sum(self.loads, piece.loads),
            stores: sum(self.stores, piece.stores),
            float: sum(self.float, piece.float),
            vector: sum(self.vector, piece.vector),
            system_calls: sum(self.system_calls, piece.system_calls),
        }
    }

    /// The counts that follow.
    #[must_use]
    pub const fn counts(self) -> Counts {
        Counts {
            executed: self.executed,
            branches: self.branches,
            taken: self.branches - self.fall_through - self.count_exits,
            folded: self.branches - self.updating - self.fall_through,
            fall_through: self.fall_through,
            loads: self.loads,
            stores: self.stores,
            float: self.float,
            vector: self.vector,
            system_calls: self.system_calls,
        }
    }
}

/// A piece that repeats in every iteration as often as parameters say.
#[derive(Debug)]
pub struct Term {
    /// The factors whose product says how often.
    pub factors: &'static [Factor],
    /// The piece.
    pub piece: Tally,
}

/// What a kernel executes: `once + n * (iteration + sum of factors * piece)`.
#[derive(Debug)]
pub struct ClosedForm {
    /// Executed once a call.
    pub once: Tally,
    /// Executed once an iteration.
    pub iteration: Tally,
    /// Repeated within every iteration.
    pub terms: &'static [Term],
}

impl ClosedForm {
    /// What one iteration executes.
    #[must_use]
    pub fn an_iteration(&self, parameters: &Parameters) -> Total {
        self.iterations(parameters, 1)
    }

    /// What a call with `iterations`, at least 1, executes.
    #[must_use]
    pub fn counts(&self, parameters: &Parameters, iterations: u64) -> Counts {
        self.iterations(parameters, iterations).plus(self.once, 1).counts()
    }

    fn iterations(&self, parameters: &Parameters, iterations: u64) -> Total {
        let total = Total::default().plus(self.iteration, iterations);
        self.terms
            .iter()
            .fold(total, |sum, term| sum.plus(term.piece, iterations * Factor::product(term.factors, parameters)))
    }
}
