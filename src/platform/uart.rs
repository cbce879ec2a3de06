//! A 16550 serial port, by polling.
#![expect(clippy::modulo_one, reason = "register_structs! checks the alignment of bytes by a remainder")]

use tock_registers::interfaces::{Readable, Writeable};
use tock_registers::registers::ReadWrite;
use tock_registers::{register_bitfields, register_structs};

use super::mmio::eieio;

/// Second serial port of a PC in I/O space, the only one that a Pegasos II has
/// [QEMU hw/ppc/pegasos.c].
pub const COM2: u32 = 0x2f8;

register_bitfields![u8,
    LineControl [
        /// Registers 0 and 1 are the divisor.
        DIVISOR OFFSET(7) NUMBITS(1) [],
        /// Data bits.
        BITS OFFSET(0) NUMBITS(2) [
            Eight = 3
        ]
    ],
    FifoControl [
        CLEAR_SENT OFFSET(2) NUMBITS(1) [],
        CLEAR_RECEIVED OFFSET(1) NUMBITS(1) [],
        ENABLE OFFSET(0) NUMBITS(1) []
    ],
    ModemControl [
        REQUEST_TO_SEND OFFSET(1) NUMBITS(1) [],
        TERMINAL_READY OFFSET(0) NUMBITS(1) []
    ],
    LineStatus [
        /// The transmit holding register is empty.
        TRANSMIT_EMPTY OFFSET(5) NUMBITS(1) [],
        /// Break, framing, parity and overrun errors; reading clears them.
        ERRORS OFFSET(1) NUMBITS(4) [],
        /// A received character waits.
        RECEIVED OFFSET(0) NUMBITS(1) []
    ]
];

register_structs! {
    Registers {
        (0x00 => data: ReadWrite<u8>),
        (0x01 => interrupt_enable: ReadWrite<u8>),
        (0x02 => fifo_control: ReadWrite<u8, FifoControl::Register>),
        (0x03 => line_control: ReadWrite<u8, LineControl::Register>),
        (0x04 => modem_control: ReadWrite<u8, ModemControl::Register>),
        (0x05 => line_status: ReadWrite<u8, LineStatus::Register>),
        (0x06 => @END),
    }
}

/// Divisor of the 1.8432 MHz clock for 115200 baud: 1843200 / (16 x 115200).
const DIVISOR: u8 = 1;

/// One initialised port.
pub struct Uart {
    registers: &'static Registers,
}

// SAFETY: the registers may be used from any context; the reference is shared only
// because `register_structs!` types give no unique one.
unsafe impl Send for Uart {}

impl Uart {
    /// Sets the port at this address up for 115200 baud, eight data bits, no parity.
    ///
    /// # Safety
    ///
    /// The port's registers must be at `address`, mapped uncached and guarded. Two
    /// values for one port mix their output but break nothing else.
    #[must_use]
    pub unsafe fn new(address: u32) -> Self {
        // SAFETY: the caller promises the registers and their mapping.
        let registers = unsafe { &*(address as usize as *const Registers) };
        registers.line_control.write(LineControl::DIVISOR::SET + LineControl::BITS::Eight);
        eieio();
        registers.data.set(DIVISOR);
        eieio();
        registers.interrupt_enable.set(0);
        eieio();
        registers.line_control.write(LineControl::BITS::Eight);
        eieio();
        // The same register, no longer the divisor: no interrupts.
        registers.interrupt_enable.set(0);
        eieio();
        registers
            .fifo_control
            .write(FifoControl::ENABLE::SET + FifoControl::CLEAR_SENT::SET + FifoControl::CLEAR_RECEIVED::SET);
        eieio();
        registers.modem_control.write(ModemControl::TERMINAL_READY::SET + ModemControl::REQUEST_TO_SEND::SET);
        eieio();
        Self { registers }
    }

    /// The next character that has come in. One that came in damaged, or behind
    /// one that was lost, is NUL instead.
    pub fn receive(&mut self) -> Option<u8> {
        let status = self.registers.line_status.extract();
        eieio();
        if !status.is_set(LineStatus::RECEIVED) {
            return None;
        }
        let character = self.registers.data.get();
        eieio();
        Some(if status.read(LineStatus::ERRORS) == 0 { character } else { 0 })
    }

    /// Sends the byte if the port has room for it now; false when it has not.
    pub fn send(&mut self, byte: u8) -> bool {
        let empty = self.registers.line_status.is_set(LineStatus::TRANSMIT_EMPTY);
        eieio();
        if empty {
            self.registers.data.set(byte);
            eieio();
        }
        empty
    }
}
