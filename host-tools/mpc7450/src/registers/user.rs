//! User aliases: UMMCR0-2, UPMC1-6 and USIAR, read-only, for code without privilege.
//!
//! Each shows the supervisor register whose number is larger by 16: the bit of
//! value 0x10 in an SPR number says *supervisor only*. They can be read in
//! either state, no enable bit exists, and writing one raises a program
//! exception in either state [MPC7400UM 11; QEMU].
//!
//! UBAMR (935) has no type: only the MPC7400's manual and some QEMU models know
//! it.

use super::{Mmcr0, Mmcr1, Mmcr2, Pmc1, Pmc2, Pmc3, Pmc4, Pmc5, Pmc6, Siar};
use crate::bus::{Access, Spr};

/// Reads [`Mmcr0`] from user state.
pub enum Ummcr0 {}

/// Reads [`Mmcr1`] from user state.
pub enum Ummcr1 {}

/// Reads [`Mmcr2`] from user state.
pub enum Ummcr2 {}

/// Reads [`Pmc1`] from user state.
pub enum Upmc1 {}

/// Reads [`Pmc2`] from user state.
pub enum Upmc2 {}

/// Reads [`Pmc3`] from user state.
pub enum Upmc3 {}

/// Reads [`Pmc4`] from user state.
pub enum Upmc4 {}

/// Reads [`Pmc5`] from user state.
pub enum Upmc5 {}

/// Reads [`Pmc6`] from user state.
pub enum Upmc6 {}

/// Reads [`Siar`] from user state.
pub enum Usiar {}

impl Spr for Ummcr0 {
    const NUMBER: u16 = 936;
    const NAME: &'static str = "UMMCR0";
    const ACCESS: Access = Access::ReadOnly;
    const STORAGE: u16 = Mmcr0::NUMBER;
    type Layout = <Mmcr0 as Spr>::Layout;
}

impl Spr for Ummcr1 {
    const NUMBER: u16 = 940;
    const NAME: &'static str = "UMMCR1";
    const ACCESS: Access = Access::ReadOnly;
    const STORAGE: u16 = Mmcr1::NUMBER;
    type Layout = <Mmcr1 as Spr>::Layout;
}

impl Spr for Ummcr2 {
    const NUMBER: u16 = 928;
    const NAME: &'static str = "UMMCR2";
    const ACCESS: Access = Access::ReadOnly;
    const STORAGE: u16 = Mmcr2::NUMBER;
    type Layout = <Mmcr2 as Spr>::Layout;
}

impl Spr for Upmc1 {
    const NUMBER: u16 = 937;
    const NAME: &'static str = "UPMC1";
    const ACCESS: Access = Access::ReadOnly;
    const STORAGE: u16 = Pmc1::NUMBER;
    type Layout = <Pmc1 as Spr>::Layout;
}

impl Spr for Upmc2 {
    const NUMBER: u16 = 938;
    const NAME: &'static str = "UPMC2";
    const ACCESS: Access = Access::ReadOnly;
    const STORAGE: u16 = Pmc2::NUMBER;
    type Layout = <Pmc2 as Spr>::Layout;
}

impl Spr for Upmc3 {
    const NUMBER: u16 = 941;
    const NAME: &'static str = "UPMC3";
    const ACCESS: Access = Access::ReadOnly;
    const STORAGE: u16 = Pmc3::NUMBER;
    type Layout = <Pmc3 as Spr>::Layout;
}

impl Spr for Upmc4 {
    const NUMBER: u16 = 942;
    const NAME: &'static str = "UPMC4";
    const ACCESS: Access = Access::ReadOnly;
    const STORAGE: u16 = Pmc4::NUMBER;
    type Layout = <Pmc4 as Spr>::Layout;
}

impl Spr for Upmc5 {
    const NUMBER: u16 = 929;
    const NAME: &'static str = "UPMC5";
    const ACCESS: Access = Access::ReadOnly;
    const STORAGE: u16 = Pmc5::NUMBER;
    type Layout = <Pmc5 as Spr>::Layout;
}

impl Spr for Upmc6 {
    const NUMBER: u16 = 930;
    const NAME: &'static str = "UPMC6";
    const ACCESS: Access = Access::ReadOnly;
    const STORAGE: u16 = Pmc6::NUMBER;
    type Layout = <Pmc6 as Spr>::Layout;
}

impl Spr for Usiar {
    const NUMBER: u16 = 939;
    const NAME: &'static str = "USIAR";
    const ACCESS: Access = Access::ReadOnly;
    const STORAGE: u16 = Siar::NUMBER;
    type Layout = <Siar as Spr>::Layout;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row<R: Spr>() -> (&'static str, u16, u16, Access) {
        (R::NAME, R::NUMBER, R::STORAGE, R::ACCESS)
    }

    #[test]
    fn every_alias_is_sixteen_below_its_register_and_read_only() {
        let aliases = [
            (row::<Ummcr0>(), row::<Mmcr0>()),
            (row::<Ummcr1>(), row::<Mmcr1>()),
            (row::<Ummcr2>(), row::<Mmcr2>()),
            (row::<Upmc1>(), row::<Pmc1>()),
            (row::<Upmc2>(), row::<Pmc2>()),
            (row::<Upmc3>(), row::<Pmc3>()),
            (row::<Upmc4>(), row::<Pmc4>()),
            (row::<Upmc5>(), row::<Pmc5>()),
            (row::<Upmc6>(), row::<Pmc6>()),
            (row::<Usiar>(), row::<Siar>()),
        ];
        for ((name, number, storage, access), (supervisor_name, supervisor, ..)) in aliases {
            assert_eq!(name.strip_prefix('U'), Some(supervisor_name));
            assert_eq!((number + 16, storage), (supervisor, supervisor), "{name}");
            assert_eq!(access, Access::ReadOnly, "{name}");
        }
    }
}
