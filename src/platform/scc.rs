//! Serial channel of the Zilog 85C30 cell in mac-io, by polling.
#![expect(clippy::modulo_one, reason = "register_structs! checks the alignment of bytes by a remainder")]

use tock_registers::interfaces::{Readable, Writeable};
use tock_registers::registers::ReadWrite;
use tock_registers::{register_bitfields, register_structs};

use super::mmio::eieio;

/// Channel A's registers, from the start of mac-io.
pub const CHANNEL_A: u32 = 0x13020;

register_bitfields![u8,
    ReadRegister0 [
        /// Transmit buffer empty.
        TRANSMIT_EMPTY OFFSET(2) NUMBITS(1) [],
        /// A received character waits.
        RECEIVED OFFSET(0) NUMBITS(1) []
    ]
];

/// Framing, overrun and parity errors in read register 1 [Z85C30 product specification].
const RECEIVE_ERRORS: u8 = 0x70;

/// The command that clears them.
const ERROR_RESET: u8 = 0x30;

register_structs! {
    Registers {
        (0x00 => control: ReadWrite<u8, ReadRegister0::Register>),
        (0x01 => _reserved),
        (0x10 => data: ReadWrite<u8>),
        (0x11 => @END),
    }
}

/// Register number and value pairs: x16 clock, one stop bit, eight data bits,
/// no parity; baud rate generator from the 3.6864 MHz RTxC pin with time constant
/// 0, that is 3686400 / (2 x 16 x (0 + 2)) = 57600 baud [Z85C30 product specification].
const SET_UP: [(u8, u8); 11] = [
    (4, 0x44),
    (3, 0xc0),
    (5, 0xe2),
    (11, 0x50),
    (12, 0x00),
    (13, 0x00),
    (14, 0x01),
    (3, 0xc1),
    (5, 0xea),
    (1, 0x00),
    (15, 0x00),
];

/// One initialised channel.
pub struct Scc {
    registers: &'static Registers,
}

// SAFETY: the registers may be used from any context; the reference is shared only
// because `register_structs!` types give no unique one.
unsafe impl Send for Scc {}

impl Scc {
    /// Sets the channel at this address up for 57600 baud, eight data bits, no parity.
    ///
    /// # Safety
    ///
    /// The channel's registers must be at `address`, mapped uncached and guarded.
    /// Two values for one channel mix their output but break nothing else.
    #[must_use]
    pub unsafe fn new(address: u32) -> Self {
        // SAFETY: the caller promises the registers and their mapping.
        let registers = unsafe { &*(address as usize as *const Registers) };
        let channel = Self { registers };
        // Reading the control register resets its register pointer.
        let _status = channel.registers.control.get();
        eieio();
        for (number, value) in SET_UP {
            channel.registers.control.set(number);
            eieio();
            channel.registers.control.set(value);
            eieio();
        }
        // What came before the receiver was set up is not for this image. QEMU looks again
        // whether the channel takes input when its data register is read, and not when the
        // receiver is enabled [QEMU hw/char/escc.c].
        let _stale = channel.registers.data.get();
        eieio();
        channel
    }

    /// The next character that has come in. One that came in damaged, or behind
    /// one that was lost, is NUL instead.
    pub fn receive(&mut self) -> Option<u8> {
        let received = self.registers.control.is_set(ReadRegister0::RECEIVED);
        eieio();
        if !received {
            return None;
        }
        // Its errors stand in read register 1 until the character is read.
        self.registers.control.set(1);
        eieio();
        let errors = self.registers.control.get() & RECEIVE_ERRORS;
        eieio();
        let character = self.registers.data.get();
        eieio();
        if errors == 0 {
            return Some(character);
        }
        self.registers.control.set(ERROR_RESET);
        eieio();
        Some(0)
    }

    /// Sends the byte if the port has room for it now; false when it has not.
    pub fn send(&mut self, byte: u8) -> bool {
        let empty = self.registers.control.is_set(ReadRegister0::TRANSMIT_EMPTY);
        eieio();
        if empty {
            self.registers.data.set(byte);
            eieio();
        }
        empty
    }
}
