//! What an exception means, in one word for a report.

use bitflags::bitflags;

bitflags! {
    /// SRR1 after a program exception [MPC7450UM, from memory].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct ProgramCause: u32 {
        /// An enabled floating-point exception.
        const FLOATING_POINT = 0x0010_0000;
        /// An encoding that is no instruction.
        const ILLEGAL = 0x0008_0000;
        /// A supervisor instruction or register in user state.
        const PRIVILEGED = 0x0004_0000;
        /// A trap instruction whose condition held.
        const TRAP = 0x0002_0000;
    }
}

bitflags! {
    /// DSISR after a data storage exception [MPC7450UM, from memory].
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct DataCause: u32 {
        /// No block and no page maps the address.
        const NO_TRANSLATION = 0x4000_0000;
        /// The mapping forbids the access.
        const PROTECTION = 0x0800_0000;
        /// The access was a store.
        const STORE = 0x0200_0000;
        /// A data address breakpoint.
        const BREAKPOINT = 0x0040_0000;
    }
}

/// Vector offsets [MPC7450UM, from memory].
pub mod vector {
    /// Machine check.
    pub const MACHINE_CHECK: u32 = 0x200;
    /// Data storage.
    pub const DATA_STORAGE: u32 = 0x300;
    /// Instruction storage.
    pub const INSTRUCTION_STORAGE: u32 = 0x400;
    /// External interrupt.
    pub const EXTERNAL: u32 = 0x500;
    /// Alignment.
    pub const ALIGNMENT: u32 = 0x600;
    /// Program.
    pub const PROGRAM: u32 = 0x700;
    /// Floating point unavailable.
    pub const FLOAT_UNAVAILABLE: u32 = 0x800;
    /// Decrementer.
    pub const DECREMENTER: u32 = 0x900;
    /// System call.
    pub const SYSTEM_CALL: u32 = 0xc00;
    /// Trace.
    pub const TRACE: u32 = 0xd00;
    /// Performance monitor.
    pub const PERFORMANCE_MONITOR: u32 = 0xf00;
    /// AltiVec unavailable.
    pub const VECTOR_UNAVAILABLE: u32 = 0xf20;
}

/// The cause of an exception in one lower-case word.
#[must_use]
pub fn name(vector: u32, srr1: u32, dsisr: u32) -> &'static str {
    match vector {
        0x100 => "system-reset",
        vector::MACHINE_CHECK => "machine-check",
        vector::DATA_STORAGE => data(DataCause::from_bits_truncate(dsisr)),
        vector::INSTRUCTION_STORAGE => "instruction-storage",
        vector::EXTERNAL => "external-interrupt",
        vector::ALIGNMENT => "alignment",
        vector::PROGRAM => program(ProgramCause::from_bits_truncate(srr1)),
        vector::FLOAT_UNAVAILABLE => "floating-point-unavailable",
        vector::DECREMENTER => "decrementer",
        vector::SYSTEM_CALL => "system-call",
        vector::TRACE => "trace",
        vector::PERFORMANCE_MONITOR => "performance-monitor",
        vector::VECTOR_UNAVAILABLE => "altivec-unavailable",
        0x1000 => "instruction-tlb-miss",
        0x1100 => "data-load-tlb-miss",
        0x1200 => "data-store-tlb-miss",
        0x1300 => "instruction-breakpoint",
        0x1400 => "system-management",
        0x1600 => "altivec-assist",
        _ => "reserved-vector",
    }
}

fn program(cause: ProgramCause) -> &'static str {
    if cause.contains(ProgramCause::ILLEGAL) {
        "program-illegal"
    } else if cause.contains(ProgramCause::PRIVILEGED) {
        "program-privileged"
    } else if cause.contains(ProgramCause::TRAP) {
        "program-trap"
    } else if cause.contains(ProgramCause::FLOATING_POINT) {
        "program-floating-point"
    } else {
        "program-unknown"
    }
}

fn data(cause: DataCause) -> &'static str {
    if cause.contains(DataCause::BREAKPOINT) {
        "data-breakpoint"
    } else if cause.contains(DataCause::PROTECTION) {
        "data-protection"
    } else if cause.contains(DataCause::NO_TRANSLATION) {
        "data-no-translation"
    } else {
        "data-unknown"
    }
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn program_exceptions_say_which_kind() {
        assert_eq!(name(0x700, 0x0008_b032, 0), "program-illegal");
        assert_eq!(name(0x700, 0x0004_b032, 0), "program-privileged");
        assert_eq!(name(0x700, 0x0002_b032, 0), "program-trap");
        assert_eq!(name(0x700, 0x0000_b032, 0), "program-unknown");
    }

    #[test]
    fn data_exceptions_say_why() {
        assert_eq!(name(0x300, 0, 0x4200_0000), "data-no-translation");
        assert_eq!(name(0x300, 0, 0x0a00_0000), "data-protection");
        assert_eq!(name(0x300, 0, 0), "data-unknown");
    }

    #[test]
    fn vectors_that_lie_0x20_apart_are_told_apart() {
        assert_eq!(name(0xf00, 0, 0), "performance-monitor");
        assert_eq!(name(0xf20, 0, 0), "altivec-unavailable");
    }
}
