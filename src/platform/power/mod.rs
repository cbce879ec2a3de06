//! Ways to end: power off for "the report is complete", pvpanic for "it is not".
//!
//! Status 0 and 1 of QEMU tell the host which one it was; a host that sees
//! neither has its own deadline.

mod acpi;
mod cuda;
mod pmu;
mod pvpanic;
mod via;

use super::facts::PowerController;
use super::pci::Pci;

pub use acpi::off as off_by_acpi;

/// Switches a Mac off. Returns only when the controller did not act.
///
/// # Safety
///
/// mac-io must be at `mac_io`, mapped uncached and guarded.
pub unsafe fn off_by_via(controller: PowerController, mac_io: u32) {
    // SAFETY: the caller promises mac-io and its mapping.
    let via = unsafe { via::registers(mac_io) };
    match controller {
        PowerController::Cuda => cuda::power_down(via),
        PowerController::Pmu => pmu::shut_down(via),
    }
}

/// Reports failure to the emulator, if it has a pvpanic device. Returns when it
/// has none or does not act.
pub fn fail(pci: &mut Pci) {
    pvpanic::panic(pci);
}
