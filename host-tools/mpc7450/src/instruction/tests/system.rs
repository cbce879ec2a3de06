//! Synchronisation, special registers and the condition register.

use proptest::prelude::*;

use super::{check, cr, f, r, text, v};
use crate::instruction::CrBit;
use crate::instruction::condition_register::{crand, crxor, mcrf};
use crate::instruction::system::{
    eieio, isync, mcrfs_class, mcrxr, mfcr, mffs, mfmsr, mfspr, mfsr0, mftb, mfvscr, mfxer, mtcr, mtcrf, mtfs, mtmsr,
    mtspr, mtvscr, mtxer, rfi, sc, sync, tlbsync,
};
use crate::registers::{Dec, Hid0, Ibat0u, L2cr, Pmc1, Pvr, Sprg3, Srr0};

#[test]
fn synchronising_instructions_have_their_words() {
    check(&[
        (isync(), 0x4c00_012c, "isync"),
        (sync(), 0x7c00_04ac, "sync"),
        (eieio(), 0x7c00_06ac, "eieio"),
        (tlbsync(), 0x7c00_046c, "tlbsync"),
    ]);
}

#[test]
fn a_system_call_and_the_return_from_it_have_their_words() {
    check(&[(sc(), 0x4400_0002, "sc"), (rfi(), 0x4c00_0064, "rfi")]);
}

#[test]
fn special_registers_are_read_and_written_by_their_numbers() {
    check(&[
        (mfxer(r(3)), 0x7c61_02a6, "mfxer r3"),
        (mtxer(r(3)), 0x7c61_03a6, "mtxer r3"),
        (mfspr::<Dec>(r(3)), 0x7c76_02a6, "mfdec r3"),
        (mfspr::<Srr0>(r(3)), 0x7c7a_02a6, "mfsrr0 r3"),
        (mfspr::<Pvr>(r(3)), 0x7c7f_42a6, "mfspr r3, PVR"),
        (mfspr::<Ibat0u>(r(3)), 0x7c70_82a6, "mfibatu r3, 0"),
        (mfspr::<Pmc1>(r(3)), 0x7c79_eaa6, "mfspr r3, PMC1"),
        (mfspr::<Hid0>(r(31)), 0x7ff0_faa6, "mfspr r31, HID0"),
        (mfspr::<L2cr>(r(3)), 0x7c79_faa6, "mfspr r3, L2CR"),
        (mfspr::<Sprg3>(r(3)), 0x7c73_42a6, "mfsprg r3, 3"),
        (mtspr::<Sprg3>(r(3)), 0x7c73_43a6, "mtsprg 3, r3"),
    ]);
}

#[test]
fn other_system_registers_have_their_words() {
    check(&[
        (mftb(r(3)), 0x7c6c_42e6, "mftb r3, 268"),
        (mfmsr(r(3)), 0x7c60_00a6, "mfmsr r3"),
        (mtmsr(r(3)), 0x7c60_0124, "mtmsr r3"),
        (mfsr0(r(3)), 0x7c60_04a6, "mfsr r3, 0"),
        (mffs(f(1)), 0xfc20_048e, "mffs f1"),
        (mtfs(f(1)), 0xfdfe_0d8e, "mtfsf 255, f1"),
        (mfvscr(v(1)), 0x1020_0604, "mfvscr v1"),
        (mtvscr(v(3)), 0x1000_1e44, "mtvscr v3"),
        (mcrfs_class(cr(1)), 0xfc90_0080, "mcrfs cr1, cr4"),
    ]);
}

#[test]
fn condition_register_instructions_have_their_words() {
    let bit = |field| CrBit::equal(cr(field));
    check(&[
        (mfcr(r(3)), 0x7c60_0026, "mfcr r3"),
        (mtcr(r(3)), 0x7c6f_f120, "mtcrf 255, r3"),
        (mtcrf(cr(1), r(3)), 0x7c64_0120, "mtcrf 64, r3"),
        (mtcrf(cr(7), r(3)), 0x7c60_1120, "mtcrf 1, r3"),
        (mcrxr(cr(1)), 0x7c80_0400, "mcrxr cr1"),
        (crand(bit(1), bit(2), bit(3)), 0x4cca_7202, "crand cr1eq, cr2eq, cr3eq"),
        (crxor(bit(7), bit(0), bit(1)), 0x4fc2_3182, "crxor cr7eq, eq, cr1eq"),
        (mcrf(cr(1), cr(2)), 0x4c88_0000, "mcrf cr1, cr2"),
    ]);
}

proptest! {
    #[test]
    fn fields_and_registers_stay_apart(field in 0u8..8, s in 0u8..32) {
        prop_assert_eq!(text(mtcrf(cr(field), r(s)).bits()), format!("mtcrf {}, r{s}", 0x80 >> field));
        prop_assert_eq!(text(mcrf(cr(field), cr(7 - field)).bits()), format!("mcrf cr{field}, cr{}", 7 - field));
    }
}
