//! PCI configuration space behind UniNorth, bus 0.
//!
//! The address word has one bit a device (type 0 cycles); address and data are
//! little-endian [QEMU hw/pci-host/uninorth.c].

use tock_registers::interfaces::{Readable, Writeable};
use tock_registers::register_structs;
use tock_registers::registers::ReadWrite;

use super::mmio::{PCI_CONFIG_ADDRESS, PCI_CONFIG_DATA, eieio};

register_structs! {
    Address {
        (0x00 => word: ReadWrite<u32>),
        (0x04 => @END),
    }
}

register_structs! {
    Data {
        (0x00 => low: ReadWrite<u32>),
        (0x04 => high: ReadWrite<u32>),
        (0x08 => @END),
    }
}

/// Devices on bus 0 start here on UniNorth.
const FIRST_DEVICE: u8 = 11;
const LAST_DEVICE: u8 = 31;

const ID: u8 = 0x00;
const COMMAND: u8 = 0x04;
const BAR0: u8 = 0x10;
const SUBSYSTEM: u8 = 0x2c;
/// Subsystem 0x1100 of vendor 0x1af4: what QEMU gives every device that has none of
/// its own [QEMU hw/pci/pci.c, docs/specs/pci-ids.rst].
const SUBSYSTEM_OF_QEMU: u32 = 0x1100_1af4;
const COMMAND_MEMORY_AND_MASTER: u32 = 0x6;

/// Access to the configuration registers of bus 0.
pub struct Pci {
    address: &'static Address,
    data: &'static Data,
}

/// A device on bus 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device(u8);

impl Pci {
    /// The configuration ports.
    ///
    /// # Safety
    ///
    /// The board must have UniNorth's ports at [`PCI_CONFIG_ADDRESS`] and
    /// [`PCI_CONFIG_DATA`], mapped uncached and guarded, and nobody else may use
    /// them while this value lives.
    #[must_use]
    pub unsafe fn new() -> Self {
        // SAFETY: the caller promises the mapping of the address port.
        let address = unsafe { &*(PCI_CONFIG_ADDRESS as *const Address) };
        // SAFETY: the caller promises the mapping of the data port.
        let data = unsafe { &*(PCI_CONFIG_DATA as *const Data) };
        Self { address, data }
    }

    /// The first device with this vendor and device number.
    pub fn find(&mut self, vendor: u16, device: u16) -> Option<Device> {
        let id = u32::from(device) << 16 | u32::from(vendor);
        (FIRST_DEVICE..=LAST_DEVICE).map(Device).find(|candidate| self.read(*candidate, ID) == id)
    }

    /// Whether QEMU made the device.
    pub fn is_emulated(&mut self, device: Device) -> bool {
        self.read(device, SUBSYSTEM) == SUBSYSTEM_OF_QEMU
    }

    /// The address of the device's first memory window; assigns `address` when it
    /// has none, and switches memory access and bus mastering on.
    pub fn window(&mut self, device: Device, address: u32) -> u32 {
        let assigned = self.read(device, BAR0) & !0xf;
        if assigned == 0 { self.place(device, address) } else { self.enable(device, assigned) }
    }

    /// Puts the device's first memory window at `address`, whatever it was before.
    pub fn place(&mut self, device: Device, address: u32) -> u32 {
        self.write(device, BAR0, address);
        self.enable(device, address)
    }

    fn enable(&mut self, device: Device, address: u32) -> u32 {
        let command = self.read(device, COMMAND) & 0xffff;
        self.write(device, COMMAND, command | COMMAND_MEMORY_AND_MASTER);
        address
    }

    fn read(&mut self, device: Device, register: u8) -> u32 {
        self.select(device, register);
        let raw = if register & 4 == 0 { self.data.low.get() } else { self.data.high.get() };
        eieio();
        u32::from_le(raw)
    }

    fn write(&mut self, device: Device, register: u8, value: u32) {
        self.select(device, register);
        let raw = value.to_le();
        if register & 4 == 0 {
            self.data.low.set(raw)
        } else {
            self.data.high.set(raw)
        }
        eieio();
    }

    fn select(&mut self, device: Device, register: u8) {
        let word = 1_u32 << device.0 | u32::from(register & 0xf8);
        self.address.word.set(word.to_le());
        eieio();
    }
}
