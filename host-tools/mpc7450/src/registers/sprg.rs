//! SPRG0 to SPRG7, registers for the use of system software, SPR 272 to 279.
//!
//! SPRG4 to SPRG7 exist from the 7455 on, not on 7450, 7451 and 7441 [QEMU].
//! One type with a parameter serves all eight: they differ in nothing else.
//!
//! Not `WriteIsSafe`: exception handlers keep what they trust here, the stack
//! pointer among it.

use crate::bus::Spr;

const NAMES: [&str; 8] = ["SPRG0", "SPRG1", "SPRG2", "SPRG3", "SPRG4", "SPRG5", "SPRG6", "SPRG7"];

/// System software register N, 0 to 7; any other N does not compile.
pub enum Sprg<const N: usize> {}

/// SPRG0, under its manual name.
pub type Sprg0 = Sprg<0>;
/// SPRG1, under its manual name.
pub type Sprg1 = Sprg<1>;
/// SPRG2, under its manual name.
pub type Sprg2 = Sprg<2>;
/// SPRG3, under its manual name.
pub type Sprg3 = Sprg<3>;
/// SPRG4, under its manual name.
pub type Sprg4 = Sprg<4>;
/// SPRG5, under its manual name.
pub type Sprg5 = Sprg<5>;
/// SPRG6, under its manual name.
pub type Sprg6 = Sprg<6>;
/// SPRG7, under its manual name.
pub type Sprg7 = Sprg<7>;

impl<const N: usize> Spr for Sprg<N> {
    const NUMBER: u16 = {
        assert!(N < NAMES.len(), "there are SPRG0 to SPRG7");
        272 + N as u16
    };
    const NAME: &'static str = NAMES[N];
    type Layout = ();
}

#[cfg(test)]
mod tests {
    use super::Sprg;
    use crate::bus::Spr;

    #[test]
    fn numbers_are_those_of_the_headers() {
        assert_eq!((Sprg::<0>::NAME, Sprg::<0>::NUMBER), ("SPRG0", 0x110));
        assert_eq!((Sprg::<3>::NAME, Sprg::<3>::NUMBER), ("SPRG3", 0x113));
        assert_eq!((Sprg::<4>::NAME, Sprg::<4>::NUMBER), ("SPRG4", 0x114));
        assert_eq!((Sprg::<7>::NAME, Sprg::<7>::NUMBER), ("SPRG7", 0x117));
    }
}
