//! Reads and writes of PCI configuration registers.

use tock_registers::interfaces::{Readable, Writeable};
use tock_registers::registers::ReadWrite;

use super::{ConfigPorts, Device, Form};
use crate::platform::mmio::eieio;

const ID: u8 = 0x00;
const COMMAND: u8 = 0x04;
const BAR0: u8 = 0x10;
const SUBSYSTEM: u8 = 0x2c;
/// Subsystem 0x1100 of vendor 0x1af4: what QEMU gives every device that has none of
/// its own [QEMU hw/pci/pci.c, docs/specs/pci-ids.rst].
const SUBSYSTEM_OF_QEMU: u32 = 0x1100_1af4;
const COMMAND_MEMORY_AND_MASTER: u32 = 0x6;

/// Access to the configuration registers of a bridge's own bus.
pub struct Pci {
    form: Form,
    address: &'static ReadWrite<u32>,
    /// One word, two where the form chooses between them.
    data: [&'static ReadWrite<u32>; 2],
}

impl Pci {
    /// The bus behind these ports.
    ///
    /// # Safety
    ///
    /// The board must have the ports, mapped uncached and guarded, and nobody else
    /// may use them while this value lives.
    #[must_use]
    pub unsafe fn new(ports: &ConfigPorts) -> Self {
        // SAFETY: the caller promises the mapping of the address port.
        let address = unsafe { &*(ports.address as *const ReadWrite<u32>) };
        // SAFETY: the caller promises the mapping of the data port.
        let low = unsafe { &*(ports.data as *const ReadWrite<u32>) };
        // SAFETY: as above; where the form uses only one word, this one is never read.
        let high = unsafe { &*((ports.data + 4) as *const ReadWrite<u32>) };
        Self { form: ports.form, address, data: [low, high] }
    }

    /// The first device with this vendor and one of these device numbers.
    pub fn find(&mut self, vendor: u16, devices: &[u16]) -> Option<Device> {
        self.form.devices().map(Device::new).find(|device| {
            let id = self.read(*device, ID);
            id & 0xffff == u32::from(vendor) && devices.contains(&((id >> 16) as u16))
        })
    }

    /// Vendor of the device with the smallest number, the bridge itself.
    pub fn bridge_vendor(&mut self) -> u16 {
        self.read(Device::new(*self.form.devices().start()), ID) as u16
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

    /// Reads the 32-bit register at a multiple of four.
    pub fn read(&mut self, device: Device, register: u8) -> u32 {
        let raw = self.select(device, register).get();
        eieio();
        u32::from_le(raw)
    }

    /// Writes the 32-bit register at a multiple of four.
    pub fn write(&mut self, device: Device, register: u8, value: u32) {
        self.select(device, register).set(value.to_le());
        eieio();
    }

    fn select(&mut self, device: Device, register: u8) -> &'static ReadWrite<u32> {
        let (word, offset) = self.form.select(device, register);
        self.address.set(word.to_le());
        eieio();
        self.data[offset / 4]
    }
}
