//! The configuration device of QEMU's mac99 as two registers.

use tock_registers::interfaces::{Readable, Writeable};
use tock_registers::register_structs;
use tock_registers::registers::{ReadOnly, WriteOnly};

use super::fw_cfg::ConfigDevice;
use super::mmio::{FW_CFG, eieio};

register_structs! {
    Registers {
        (0x00 => selector: WriteOnly<u16>),
        (0x02 => data: ReadOnly<u8>),
        (0x03 => @END),
    }
}

/// The device at its fixed address.
pub struct FwCfgPort {
    registers: &'static Registers,
}

impl FwCfgPort {
    /// The device.
    ///
    /// # Safety
    ///
    /// [`FW_CFG`] must be mapped uncached and guarded, and the device must be there.
    #[must_use]
    pub unsafe fn new() -> Self {
        // SAFETY: the caller promises the mapping; the structure has the device's
        // layout and all its fields allow shared volatile access.
        let registers = unsafe { &*(FW_CFG as *const Registers) };
        Self { registers }
    }
}

impl ConfigDevice for FwCfgPort {
    fn select(&mut self, key: u16) {
        self.registers.selector.set(key);
        eieio();
    }

    fn next(&mut self) -> u8 {
        let byte = self.registers.data.get();
        eieio();
        byte
    }
}
