//! The New World Power Mac, as QEMU's mac99 models it: finds its devices, sets the
//! console up, ends the machine.

use core::sync::atomic::{AtomicU32, Ordering};

use super::console;
use super::facts::{Facts, PowerController};
use super::fw_cfg;
use super::fw_cfg_port::FwCfgPort;
use super::mmio::MAC_IO_DEFAULT;
use super::pci::Pci;
use super::power;
use super::scc::{CHANNEL_A, Scc};

/// Vendor and device of mac-io as QEMU has it: KeyLargo [QEMU hw/misc/macio/macio.c].
const APPLE: u16 = 0x106b;
const KEY_LARGO: u16 = 0x0022;

/// Name of the console in reports.
pub const CONSOLE_NAME: &str = "scc-a";

/// Where mac-io was found: kept for the last words, which have no other state.
static MAC_IO: AtomicU32 = AtomicU32::new(MAC_IO_DEFAULT);

/// Finds mac-io and makes channel A of its serial cell the console.
///
/// # Safety
///
/// The board must be a mac99, its device regions mapped by `arch::bat`, and
/// nobody else may use its PCI configuration ports.
pub unsafe fn start_console() {
    // SAFETY: the caller promises the board and the mapping.
    let mut pci = unsafe { Pci::new() };
    if let Some(device) = pci.find(APPLE, KEY_LARGO) {
        MAC_IO.store(pci.window(device, MAC_IO_DEFAULT), Ordering::Relaxed);
    }
    // SAFETY: mac-io answers at its window, which lies in the mapped PCI region.
    let channel = unsafe { Scc::new(MAC_IO.load(Ordering::Relaxed) + CHANNEL_A) };
    console::install(channel);
}

/// Adds what QEMU's configuration device knows. It is asked only when mac-io itself
/// says that QEMU made it: a real Mac has something else at the device's address.
///
/// # Safety
///
/// As for [`start_console`].
pub unsafe fn collect_emulator_facts(facts: &mut Facts) {
    // SAFETY: the caller promises the board and the mapping.
    let mut pci = unsafe { Pci::new() };
    let emulated = pci.find(APPLE, KEY_LARGO).is_some_and(|device| pci.is_emulated(device));
    if emulated {
        // SAFETY: as above; on QEMU's board the device is there.
        let mut device = unsafe { FwCfgPort::new() };
        if fw_cfg::is_present(&mut device) {
            fw_cfg::collect(&mut device, facts);
        }
    }
}

/// Switches the machine off; QEMU ends with status 0.
///
/// # Safety
///
/// [`start_console`] must have run.
pub unsafe fn power_off(controller: PowerController) -> ! {
    // SAFETY: start_console found mac-io and its region is mapped.
    unsafe { power::off(controller, MAC_IO.load(Ordering::Relaxed)) }
    halt()
}

/// Ends after a failure; QEMU with a pvpanic device ends with status 1.
///
/// # Safety
///
/// As for [`start_console`].
pub unsafe fn fail() -> ! {
    // SAFETY: the caller promises the board; whoever used the ports never goes on.
    let mut pci = unsafe { Pci::new() };
    power::fail(&mut pci);
    halt()
}

/// Stays here: neither way of ending acted. The host's deadline ends the run.
fn halt() -> ! {
    loop {
        core::hint::spin_loop();
    }
}
