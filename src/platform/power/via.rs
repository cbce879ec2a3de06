//! The VIA 6522 through which CUDA and the PMU are spoken to.
#![expect(clippy::modulo_one, reason = "register_structs! checks the alignment of bytes by a remainder")]

use tock_registers::interfaces::{Readable, Writeable};
use tock_registers::registers::ReadWrite;
use tock_registers::{register_bitfields, register_structs};

use crate::platform::mmio::eieio;

/// The VIA's place in mac-io; its registers lie 0x200 apart.
const OFFSET: u32 = 0x16000;

/// Polls before a handshake is given up. The controllers answer within a few
/// milliseconds.
const MOST_POLLS: u32 = 1 << 22;

register_bitfields![u8,
    /// Port B. The meaning of bits 4 and 5 differs between CUDA and PMU.
    pub PortB [
        /// CUDA: transfer in progress, active low.
        TIP OFFSET(5) NUMBITS(1) [],
        /// CUDA: byte acknowledge, active low. PMU: transfer request, active low.
        HANDSHAKE_OUT OFFSET(4) NUMBITS(1) [],
        /// CUDA: transfer request. PMU: transfer acknowledge. Active low.
        HANDSHAKE_IN OFFSET(3) NUMBITS(1) []
    ],
    /// Auxiliary control register.
    pub AuxiliaryControl [
        /// Direction and clock of the shift register.
        SHIFT OFFSET(2) NUMBITS(3) [
            InExternalClock = 0b011,
            OutExternalClock = 0b111
        ]
    ],
    /// Interrupt flags; writing 1 clears.
    pub InterruptFlags [
        /// The shift register is done.
        SHIFT_DONE OFFSET(2) NUMBITS(1) []
    ]
];

register_structs! {
    /// Registers of the VIA.
    pub Registers {
        (0x0000 => pub port_b: ReadWrite<u8, PortB::Register>),
        (0x0001 => _reserved0),
        (0x0400 => pub direction_b: ReadWrite<u8, PortB::Register>),
        (0x0401 => _reserved1),
        (0x1400 => pub shift: ReadWrite<u8>),
        (0x1401 => _reserved2),
        (0x1600 => pub auxiliary_control: ReadWrite<u8, AuxiliaryControl::Register>),
        (0x1601 => _reserved3),
        (0x1a00 => pub interrupt_flags: ReadWrite<u8, InterruptFlags::Register>),
        (0x1a01 => @END),
    }
}

/// The VIA of the mac-io at this address.
///
/// # Safety
///
/// mac-io must be at `mac_io`, mapped uncached and guarded.
pub unsafe fn registers(mac_io: u32) -> &'static Registers {
    // SAFETY: the caller promises the registers and their mapping.
    unsafe { &*((mac_io + OFFSET) as usize as *const Registers) }
}

/// Waits until the condition holds or the controller has had all the time it may need.
pub fn wait(mut condition: impl FnMut() -> bool) {
    for _ in 0..MOST_POLLS {
        let holds = condition();
        eieio();
        if holds {
            return;
        }
    }
}

/// Waits for the end of a shift and clears its flag.
pub fn wait_for_shift(via: &Registers) {
    wait(|| via.interrupt_flags.is_set(InterruptFlags::SHIFT_DONE));
    via.interrupt_flags.write(InterruptFlags::SHIFT_DONE::SET);
    eieio();
}
