//! QEMU's pvpanic device: ends the emulator with status 1 under
//! `-action panic=exit-failure` [QEMU docs/specs/pvpanic.rst].

use tock_registers::interfaces::Writeable;
use tock_registers::registers::ReadWrite;

use crate::platform::mmio::{PVPANIC, eieio};
use crate::platform::pci::Pci;

const VENDOR: u16 = 0x1b36;
const DEVICE: u16 = 0x0011;
const PANICKED: u8 = 1;

/// Tells the device that the guest has panicked. The window is placed anew even
/// when firmware has placed it: OpenBIOS uses an address that the device cannot decode.
pub fn panic(pci: &mut Pci) {
    if let Some(device) = pci.find(VENDOR, &[DEVICE]) {
        let address = pci.place(device, PVPANIC);
        // SAFETY: the window was placed there just now, inside the region that the
        // image maps uncached and guarded.
        let events = unsafe { &*(address as usize as *const ReadWrite<u8>) };
        events.set(PANICKED);
        eieio();
    }
}
