//! All registers in one space of small numbers, for one table of ready cycles.

use mpc7450::instruction::decode::{Resources, Special};

/// Places in a table of ready cycles: as many as a number can name.
pub(crate) const COUNT: usize = 256;

/// r0.
pub(crate) const GPR: u8 = 0;
const FPR: u8 = 32;
const VR: u8 = 64;
/// cr0. The branch unit's K and not the ready cycle stands there: whatever else reads the
/// condition register is execution-serialized and finds it ready.
pub(crate) const CR: u8 = 96;
const SPECIAL: u8 = 104;
/// LR, as `mfspr` finds it.
pub(crate) const LR: u8 = SPECIAL + 3;
/// CTR, as `mfspr` finds it.
pub(crate) const CTR: u8 = SPECIAL + 4;
/// LR, as the branch unit knows it.
pub(crate) const KNOWN_LR: u8 = 124;
/// CTR, as the branch unit knows it.
pub(crate) const KNOWN_CTR: u8 = 125;
/// Stands where there is nothing to read: always ready.
pub(crate) const NOTHING: u8 = 126;
/// Stands where there is nothing to write: nobody reads it.
pub(crate) const NOWHERE: u8 = 127;

/// The numbers of a set of registers, without the condition fields.
pub(super) fn without_condition(set: Resources) -> impl Iterator<Item = u8> {
    let files = [(GPR, set.gprs), (FPR, set.fprs), (VR, set.vrs), (SPECIAL, set.special.bits().into())];
    files.into_iter().flat_map(|(first, mask)| bits(mask).map(move |bit| first + bit))
}

/// The numbers of the condition fields in a mask.
pub(crate) fn condition(fields: u8) -> impl Iterator<Item = u8> {
    bits(fields.into()).map(|field| CR + field)
}

/// Whether the register is a condition field.
pub(crate) const fn is_condition(register: u8) -> bool {
    register / 8 == CR / 8
}

fn bits(mask: u32) -> impl Iterator<Item = u8> {
    (0..32).filter(move |bit| mask >> bit & 1 != 0)
}

const _: () = assert!(Special::LR.bits() == 1 << 3 && Special::CTR.bits() == 1 << 4);
