//! The instructions that the calibration loops repeat.

use mpc7450::instruction::float::{fadd, fmadd, fmul};
use mpc7450::instruction::integer::{Amount, add, addi, nop, or, rotlwi, subf, xor};
use mpc7450::instruction::memory::{lfd, lwz, stw};
use mpc7450::instruction::vector::{vaddubm, vmaddfp, vmuloub, vperm, vxor};
use mpc7450::instruction::{Fpr, Gpr, Vr, Word};

/// First argument: address of the data.
const DATA: Gpr = Gpr::at::<4>();
/// Any value.
const ANY: Gpr = Gpr::at::<5>();
/// First of the registers that take results.
const FIRST_RESULT: u8 = 14;

/// Words of data that loads read and stores write: one cache block.
pub const DATA_WORDS: usize = 8;

/// Sources that are only read, results that are only written, six kinds in turn.
pub const INTEGERS: [Word; 24] = {
    let mut words = [nop(); 24];
    let mut index = 0;
    while index < words.len() {
        let result = result(index % 12);
        words[index] = match index % 6 {
            0 => add(result, DATA, ANY),
            1 => subf(result, DATA, ANY),
            2 => xor(result, DATA, ANY),
            3 => rotlwi(result, DATA, Amount::of::<5>()),
            4 => addi(result, DATA, 1),
            _ => or(result, DATA, ANY),
        };
        index += 1;
    }
    words
};

pub const LOADS_OF_A_BLOCK: [Word; DATA_WORDS] = {
    let mut words = [nop(); DATA_WORDS];
    let mut index = 0;
    while index < words.len() {
        words[index] = lwz(result(index), DATA, 4 * index as i16);
        index += 1;
    }
    words
};

pub const STORES_TO_A_BLOCK: [Word; DATA_WORDS] = {
    let mut words = [nop(); DATA_WORDS];
    let mut index = 0;
    while index < words.len() {
        words[index] = stw(ANY, DATA, 4 * index as i16);
        index += 1;
    }
    words
};

/// Normal numbers whose sums and products are normal and exact: no operation takes
/// the slower path of a denormal or sets the inexact flag.
pub const FLOAT_DATA: [u32; 6] = [0x3ff8_0000, 0, 0x3fe0_0000, 0, 0x3fd0_0000, 0];
const F9: Fpr = Fpr::at::<9>();
const F10: Fpr = Fpr::at::<10>();
const F11: Fpr = Fpr::at::<11>();
pub const FLOAT_OPERANDS: [Word; 3] = [lfd(F9, DATA, 0), lfd(F10, DATA, 8), lfd(F11, DATA, 16)];
pub const FLOATS: [Word; 8] = [
    fadd(Fpr::at::<1>(), F9, F10),
    fmul(Fpr::at::<2>(), F9, F10),
    fmadd(Fpr::at::<3>(), F9, F10, F11),
    fadd(Fpr::at::<4>(), F10, F11),
    fmul(Fpr::at::<5>(), F10, F11),
    fmadd(Fpr::at::<6>(), F10, F11, F9),
    fadd(Fpr::at::<7>(), F11, F9),
    fmul(Fpr::at::<8>(), F11, F9),
];

const V16: Vr = Vr::at::<16>();
/// Zero is a normal operand for all four units.
pub const VECTOR_ZERO: Word = vxor(V16, V16, V16);
pub const VECTORS: [Word; 8] = [
    vaddubm(Vr::at::<0>(), V16, V16),
    vperm(Vr::at::<1>(), V16, V16, V16),
    vmuloub(Vr::at::<2>(), V16, V16),
    vmaddfp(Vr::at::<3>(), V16, V16, V16),
    vaddubm(Vr::at::<4>(), V16, V16),
    vperm(Vr::at::<5>(), V16, V16, V16),
    vmuloub(Vr::at::<6>(), V16, V16),
    vmaddfp(Vr::at::<7>(), V16, V16, V16),
];

/// The register with this number among those that take results.
const fn result(index: usize) -> Gpr {
    Gpr::new(FIRST_RESULT + index as u8).expect("results are in r14 to r31")
}
