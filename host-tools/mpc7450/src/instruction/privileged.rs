//! Which instructions user state may not execute [PEM 4.4, 8].
//!
//! Told from the word, so that code of any origin can be looked at: what a generator
//! says about itself could be wrong. Words that are no instruction at all are not
//! privileged; they raise another exception in either state.

/// Primary opcode of `rfi` among others.
const BRANCH_UNIT: u32 = 19;
/// Primary opcode of most instructions with a 10-bit extended opcode.
const EXTENDED: u32 = 31;

/// `rfi`.
const RFI: u32 = 50;

/// Extended opcodes of `mfspr` and `mtspr`.
const SPR_MOVES: [u32; 2] = [339, 467];

/// The bit of an SPR's number that makes it the supervisor's, where the field with
/// its exchanged halves has it.
const SUPERVISOR_SPR: u32 = 0x0010_0000;

/// `mfmsr`, `mtmsr`, `mtsr`, `mtsrin`, `tlbie`, `dcbi`, `tlbsync`, `mfsr`, `mfsrin`,
/// `tlbld`, `tlbli`.
const PRIVILEGED: [u32; 11] = [83, 146, 210, 242, 306, 470, 566, 595, 659, 978, 1010];

/// Whether a word is an instruction that raises a program exception in user state
/// because it is the supervisor's.
#[must_use]
pub fn is_privileged(word: u32) -> bool {
    let extended = word >> 1 & 0x3ff;
    match word >> 26 {
        BRANCH_UNIT => extended == RFI,
        EXTENDED if SPR_MOVES.contains(&extended) => word & SUPERVISOR_SPR != 0,
        EXTENDED => PRIVILEGED.contains(&extended),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_privileged;

    /// Raw words as GNU as makes them.
    #[test]
    fn the_supervisors_instructions_are_told_apart() {
        for (word, text) in [
            (0x7c60_00a6, "mfmsr r3"),
            (0x7c60_0124, "mtmsr r3"),
            (0x7c60_01a4, "mtsr 0, r3"),
            (0x7c60_21e4, "mtsrin r3, r4"),
            (0x7c60_04a6, "mfsr r3, 0"),
            (0x7c60_2526, "mfsrin r3, r4"),
            (0x7c00_1a64, "tlbie r3"),
            (0x7c00_046c, "tlbsync"),
            (0x7c03_23ac, "dcbi r3, r4"),
            (0x4c00_0064, "rfi"),
            (0x7c76_02a6, "mfdec r3"),
            (0x7c70_fba6, "mtspr 1008, r3"),
            (0x7c79_eaa6, "mfspr r3, 953"),
        ] {
            assert!(is_privileged(word), "{text}");
        }
    }

    #[test]
    fn everybodys_instructions_are_not() {
        for (word, text) in [
            (0x7c68_02a6, "mflr r3"),
            (0x7c69_03a6, "mtctr r3"),
            (0x7c6c_42e6, "mftb r3"),
            (0x7c69_eaa6, "mfspr r3, 937"),
            (0x7c68_eba6, "mtspr 936, r3"),
            (0x7c60_0026, "mfcr r3"),
            (0x7c00_04ac, "sync"),
            (0x7c00_1fac, "icbi 0, r3"),
            (0x4c00_012c, "isync"),
            (0x4400_0002, "sc"),
            (0x7c64_2a14, "add r3, r4, r5"),
            (0x8123_0000, "lwz r9, 0(r3)"),
            (0, "no instruction"),
        ] {
            assert!(!is_privileged(word), "{text}");
        }
    }
}
