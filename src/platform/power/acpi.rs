//! Soft off by the power-management function of VIA's south bridge
//! [VT8231 data sheet, function 4; QEMU hw/isa/vt82c686.c, hw/acpi/core.c].

use tock_registers::interfaces::Writeable;
use tock_registers::registers::ReadWrite;
use tock_registers::{register_bitfields, register_structs};

use crate::platform::mmio::eieio;
use crate::platform::pci::{Device, Pci};

/// The function of the south bridge that has power management.
const FUNCTION: u8 = 4;
/// Its general configuration; bit 7 of the byte at 0x41 lets the I/O block answer.
const CONFIGURATION: u8 = 0x40;
const ANSWER: u32 = 0x8000;
/// Its I/O block's address, bits 7 to 15.
const BASE: u8 = 0x48;
const BASE_MASK: u32 = 0xff80;
/// Where the block goes when firmware gave it no address.
const BASE_DEFAULT: u32 = 0xf00;

register_bitfields![u16,
    /// Power management 1 control.
    Control [
        /// Starts the transition.
        SLEEP_ENABLE OFFSET(13) NUMBITS(1) [],
        /// Where to.
        SLEEP_TYPE OFFSET(10) NUMBITS(3) [
            SoftOff = 2
        ]
    ]
];

register_structs! {
    Registers {
        (0x00 => status: ReadWrite<u16>),
        (0x02 => enable: ReadWrite<u16>),
        (0x04 => control: ReadWrite<u16, Control::Register>),
        (0x06 => @END),
    }
}

/// Switches the power off. Returns only when the bridge did not act.
///
/// The block's address is taken from the bridge, not from what one firmware
/// happens to write there.
///
/// # Safety
///
/// `bridge` must be function 0 of the south bridge, and its PCI I/O space must be at
/// `io`, mapped uncached and guarded.
pub unsafe fn off(pci: &mut Pci, bridge: Device, io: u32) {
    let function = bridge.function(FUNCTION);
    let mut base = pci.read(function, BASE) & BASE_MASK;
    if base == 0 {
        base = BASE_DEFAULT;
        pci.write(function, BASE, base);
    }
    let configuration = pci.read(function, CONFIGURATION);
    pci.write(function, CONFIGURATION, configuration | ANSWER);
    // SAFETY: the caller promises the I/O space, and the block answers at its base.
    let registers = unsafe { &*((io + base) as usize as *const Registers) };
    // The field's value in the order of a little-endian register.
    let soft_off = (Control::SLEEP_ENABLE::SET + Control::SLEEP_TYPE::SoftOff).value;
    registers.control.set(soft_off.to_le());
    eieio();
}
