//! Registers put into a row's word.

use mpc7450::instruction::decode::decode;

use crate::row::Row;

/// What a result goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    General,
    Float,
    Vector,
    Condition,
    Nothing,
}

/// Kind of register that an instruction writes, by unit and name.
pub fn result(row: &Row) -> Result {
    let name = row.mnemonic;
    match row.unit {
        "FPU" if name.starts_with("fcmp") => Result::Condition,
        "FPU" => Result::Float,
        "VIU1" | "VIU2" | "VPU" | "VFPU" => Result::Vector,
        "LSU" if row.is_store() => Result::Nothing,
        "LSU" if name.starts_with("lf") => Result::Float,
        "LSU" if name.starts_with("lv") => Result::Vector,
        "IU1" if name.starts_with("cmp") => Result::Condition,
        "IU2" if name.starts_with("mt") => Result::Nothing,
        "IU1" | "IU2" | "LSU" => Result::General,
        _ => Result::Nothing,
    }
}

/// The word with register 5 in each field that holds a register, and `target` in that of
/// the result.
pub fn with_registers(row: &Row, target: u32) -> u32 {
    let special = row.mnemonic.starts_with("mt");
    let condition = result(row) == Result::Condition;
    let immediate = matches!(row.mnemonic, "li" | "lis");
    let fields: &[u32] = match () {
        () if special => &[21],
        () if condition => &[16, 11],
        () if immediate => &[21],
        () => &[21, 16, 11, 6],
    };
    let mut word = row.word;
    for field in fields {
        word = replaced(word, *field, 5);
    }
    if matches!(result(row), Result::Nothing | Result::Condition) {
        return word;
    }
    replaced(word, if writes_second_field(word) { 16 } else { 21 }, target)
}

/// A register in a field, where the word stays the same instruction.
fn replaced(word: u32, field: u32, register: u32) -> u32 {
    let name = |word| decode(word).map(|decoded| decoded.mnemonic());
    let candidate = word & !(31 << field) | register << field;
    if name(candidate) == name(word) { candidate } else { word }
}

/// Logical operations, rotations, shifts and extensions write rA [PEM 8].
fn writes_second_field(word: u32) -> bool {
    const EXTENDED: [u32; 15] = [28, 60, 444, 412, 316, 476, 124, 284, 954, 922, 26, 24, 536, 792, 824];
    match word >> 26 {
        20..=29 => true,
        31 => EXTENDED.contains(&(word >> 1 & 0x3ff)),
        _ => false,
    }
}

#[test]
fn registers_go_where_the_manual_has_them() {
    let rows = crate::row::certain();
    let word = |name| with_registers(rows.iter().find(|row| row.mnemonic == name).expect("a row"), 9);
    assert_eq!(word("add"), 0x7d25_2a14, "add r9,r5,r5");
    assert_eq!(word("and"), 0x7ca9_2838, "and r9,r5,r5");
    assert_eq!(word("fmadd"), 0xfd25_297a, "fmadd f9,f5,f5,f5");
    assert_eq!(word("vperm"), 0x1125_296b, "vperm v9,v5,v5,v5");
    assert_eq!(word("stfd") >> 16, 0xd8a5, "stfd f5,..(r5)");
}
