//! Every row of the calibration table: code whose timing the vendor published [AN2203].

use mpc7450::instruction::branch::Jump;
use mpc7450::instruction::integer::{add, addi};
use mpc7450::instruction::memory::lwzu;
use mpc7450::instruction::{Condition, Gpr, Word};

use crate::guest::{Stream, cycles};

pub const R3: Gpr = Gpr::at::<3>();
pub const R4: Gpr = Gpr::at::<4>();
pub const R5: Gpr = Gpr::at::<5>();

pub fn bdnz(at: u32, to: u32) -> Word {
    Jump::When(Condition::CountLeft).over(i64::from(to) - i64::from(at)).expect("near")
}

/// Words, then `bdnz` to `to`.
pub fn counted(at: u32, words: &[Word]) -> Stream {
    let branch = at + 4 * words.len() as u32;
    Stream::new().run(at, words).goes(branch, bdnz(branch, at), at)
}

fn lwzu_add() -> [Word; 2] {
    [lwzu(R4, R3, 0).expect("another base"), add(R5, R5, R4)]
}

#[test]
fn load_update_add_and_branch_take_2_cycles_in_one_block_and_3_in_two() {
    assert_eq!(cycles(&counted(0x1000, &lwzu_add())), 2.0);
    assert_eq!(cycles(&counted(0x1018, &lwzu_add())), 3.0);
}

#[test]
fn ninety_six_adds_and_a_branch() {
    let adds: Vec<_> = (0..96).map(|n| addi(Gpr::new(4 + n % 16).expect("register"), R3, 1)).collect();
    println!("{}", cycles(&counted(0x1000, &adds)));
}
