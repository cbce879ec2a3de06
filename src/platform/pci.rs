//! PCI configuration space: how an access is addressed, and the accesses.

#[cfg(target_arch = "powerpc")]
mod access;

#[cfg(target_arch = "powerpc")]
pub use access::Pci;

/// The two ports of a host bridge. Both are little-endian on every bridge here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfigPorts {
    /// Physical address of the address port.
    pub address: usize,
    /// Physical address of the data port.
    pub data: usize,
    /// What the address port takes.
    pub form: Form,
}

/// What the address port takes for a device on the bridge's own bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// UniNorth: the word of a type 0 cycle, one bit a device from bit 11 on; the low
    /// three bits of the register choose the byte at the data port
    /// [QEMU hw/pci-host/uninorth.c].
    OneBitADevice,
    /// MPC106, Discovery: enable bit, device number, and the register without its
    /// low two bits, which choose the byte at the data port
    /// [QEMU hw/pci-host/grackle.c, hw/pci-host/mv64361.c].
    Number,
}

/// A device on the bridge's own bus, and one of its functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    number: u8,
    function: u8,
}

impl Device {
    /// Function 0 of a device number, 0 to 31.
    #[must_use]
    pub const fn new(number: u8) -> Self {
        Self { number, function: 0 }
    }

    /// Another function, 0 to 7, of the same device.
    #[must_use]
    pub const fn function(self, function: u8) -> Self {
        Self { function, ..self }
    }
}

impl Form {
    /// Numbers that devices can have: UniNorth's own devices begin at 11.
    #[must_use]
    pub const fn devices(self) -> core::ops::RangeInclusive<u8> {
        match self {
            Self::OneBitADevice => 11..=31,
            Self::Number => 0..=31,
        }
    }

    /// Word for the address port and byte offset at the data port of an aligned
    /// 32-bit register.
    #[must_use]
    pub const fn select(self, device: Device, register: u8) -> (u32, usize) {
        let function = (device.function as u32) << 8;
        match self {
            Self::OneBitADevice => (1 << device.number | function | (register & 0xf8) as u32, (register & 4) as usize),
            Self::Number => (1 << 31 | (device.number as u32) << 11 | function | (register & 0xfc) as u32, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Device, Form};

    #[test]
    fn a_register_is_addressed_as_the_bridge_wants_it() {
        let device = Device::new(12);
        assert_eq!(Form::OneBitADevice.select(device, 0x10), (0x0000_1010, 0));
        assert_eq!(Form::OneBitADevice.select(device.function(4), 0x04), (0x0000_1400, 4));
        assert_eq!(Form::Number.select(device, 0x04), (0x8000_6004, 0));
        assert_eq!(Form::Number.select(device.function(4), 0x48), (0x8000_6448, 0));
        assert_eq!(Form::Number.select(Device::new(31), 0xfc), (0x8000_f8fc, 0));
    }
}
