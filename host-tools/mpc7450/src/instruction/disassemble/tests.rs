//! Text to the column; `tests/sweep` compares what it says with objdump at large.

use crate::instruction::decode;

fn at(word: u32, address: u32) -> String {
    decode(word).expect("an instruction").at(address).to_string()
}

#[test]
fn operands_stand_in_the_ninth_column_or_behind_a_space() {
    for (word, text) in [
        (0x34ff_b801, "addic.  r7,r31,-18431"),
        (0x7c00_0590, "subfzeo r0,r0"),
        (0x7c00_0591, "subfzeo. r0,r0"),
        (0x1000_0021, "vmhraddshs v0,v0,v0,v0"),
        (0x4c00_0064, "rfi"),
        (0x6000_0000, "nop"),
        (0x8060_0000, "lwz     r3,0(0)"),
        (0x4082_ffd8, "bne+    0xffffffd8"),
    ] {
        assert_eq!(at(word, 0), text);
    }
}

#[test]
fn targets_need_an_address_or_are_told_from_the_branch() {
    assert_eq!(at(0x4bff_ffe1, 0x1000), "bl      0xfe0");
    let text = |word| decode(word).expect("a branch").to_string();
    assert_eq!(text(0x4bff_ffe1), "bl      .-32");
    assert_eq!(text(0x4800_0008), "b       .+8");
    assert_eq!(text(0x4800_0102), "ba      0x100");
}

#[test]
fn what_is_looked_at_while_debugging_has_its_word() {
    assert_eq!(format!("{:?}", decode(0x4e80_0020)), "Some(0x4e800020 blr)");
}
