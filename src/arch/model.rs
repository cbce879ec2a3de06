//! The word with which a timing model behind the processor is asked.

use core::arch::asm;

/// What stands in r3 after the question: `magic` as it was, unless a model answers.
#[must_use]
pub fn ask(magic: u32, index: u32) -> u32 {
    let answer;
    // SAFETY: `xoris r3,r3,0` leaves r3 as it is and changes nothing else [PEM 8, xoris];
    // a model that takes it for its question writes r3 alone, which is an output. As a
    // word, so that no assembler spells it another way.
    unsafe {
        asm!(".long 0x6c630000", inout("r3") magic => answer, in("r4") index, options(nostack, preserves_flags));
    }
    answer
}
