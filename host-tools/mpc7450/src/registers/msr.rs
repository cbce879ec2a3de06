//! MSR, the machine state register. Not a special-purpose register.
//!
//! `mfmsr` and `mtmsr` reach it, so it is a layout without an
//! [`Spr`](crate::bus::Spr). Writing it moves memory (IR, DR, IP), lets
//! exceptions in (EE, ME) or drops privilege (PR): only `arch` code writes it.
//!
//! The bits are the architecture's, those of the performance monitor confirmed
//! by drivers and by execution [UNISIM; LINUX-REG; LINUX-OPROF; QEMU]. One
//! sentence of MPC7400UM 4.3.1 says that MSR[PM] enables the performance monitor
//! exception; its chapters 2 and 11 and every driver say that EE and
//! MMCR0[PMXE] do, and PMM only marks code.

use tock_registers::register_bitfields;

register_bitfields! {u32,
    /// Fields of the machine state register.
    pub MSR [
        /// `MSR[6]`, AltiVec available.
        VEC OFFSET(25) NUMBITS(1) [],
        /// `MSR[13]`, power management: enters the mode HID0 selects.
        POW OFFSET(18) NUMBITS(1) [],
        /// `MSR[15]`, LE after an exception.
        ILE OFFSET(16) NUMBITS(1) [],
        /// `MSR[16]`, external interrupt enable; masks the decrementer and the
        /// performance monitor exception too.
        EE OFFSET(15) NUMBITS(1) [],
        /// `MSR[17]`, privilege; selects between MMCR0[FCS] and MMCR0[FCP].
        PR OFFSET(14) NUMBITS(1) [
            /// All instructions are allowed.
            Supervisor = 0,
            /// Privileged instructions raise a program exception.
            User = 1
        ],
        /// `MSR[18]`, floating point available.
        FP OFFSET(13) NUMBITS(1) [],
        /// `MSR[19]`, machine check enable; 0 turns a machine check into a
        /// checkstop.
        ME OFFSET(12) NUMBITS(1) [],
        /// `MSR[20]`, floating-point exception mode 0.
        FE0 OFFSET(11) NUMBITS(1) [],
        /// `MSR[21]`, single-step trace.
        SE OFFSET(10) NUMBITS(1) [],
        /// `MSR[22]`, branch trace.
        BE OFFSET(9) NUMBITS(1) [],
        /// `MSR[23]`, floating-point exception mode 1.
        FE1 OFFSET(8) NUMBITS(1) [],
        /// `MSR[25]`, exception prefix.
        IP OFFSET(6) NUMBITS(1) [
            /// Vectors at 0x000n_nnnn.
            Low = 0,
            /// Vectors at 0xfffn_nnnn.
            High = 1
        ],
        /// `MSR[26]`, instruction address translation.
        IR OFFSET(5) NUMBITS(1) [],
        /// `MSR[27]`, data address translation.
        DR OFFSET(4) NUMBITS(1) [],
        /// `MSR[29]`, performance monitor mark. Manuals also write PM. Cleared
        /// on entry to every exception, so counting under MMCR0[FCM0] stops
        /// before the handler's first instruction.
        PMM OFFSET(2) NUMBITS(1) [],
        /// `MSR[30]`, the state in SRR0 and SRR1 is recoverable.
        RI OFFSET(1) NUMBITS(1) [],
        /// `MSR[31]`, little-endian mode.
        LE OFFSET(0) NUMBITS(1) []
    ]
}

#[cfg(test)]
mod tests {
    use super::MSR;
    use crate::registers::table;

    #[test]
    fn fields_stand_where_the_manual_says() {
        table::check::<MSR::Register>(&[
            ("VEC", 6, 6, 0x0200_0000),
            ("POW", 13, 13, 0x0004_0000),
            ("ILE", 15, 15, 0x0001_0000),
            ("EE", 16, 16, 0x0000_8000),
            ("PR", 17, 17, 0x0000_4000),
            ("FP", 18, 18, 0x0000_2000),
            ("ME", 19, 19, 0x0000_1000),
            ("FE0", 20, 20, 0x0000_0800),
            ("SE", 21, 21, 0x0000_0400),
            ("BE", 22, 22, 0x0000_0200),
            ("FE1", 23, 23, 0x0000_0100),
            ("IP", 25, 25, 0x0000_0040),
            ("IR", 26, 26, 0x0000_0020),
            ("DR", 27, 27, 0x0000_0010),
            ("PMM", 29, 29, 0x0000_0004),
            ("RI", 30, 30, 0x0000_0002),
            ("LE", 31, 31, 0x0000_0001),
        ]);
    }
}
