//! The devices of the board at hand: set up at start, and found again for the last
//! words, which have no other state.

use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use core::{hint, ptr};

use super::board::{Board, IoChip, Mask, MaskValue};
use super::console::{self, Port};
use super::facts::{Facts, PowerController};
use super::fw_cfg;
use super::fw_cfg_port::FwCfgPort;
use super::mmio::{MAC_IO_DEFAULT, eieio};
use super::pci::{Device, Pci};
use super::power;
use super::scc::{CHANNEL_A, Scc};
use super::uart::{COM2, Uart};

const APPLE: u16 = 0x106b;
const VIA: u16 = 0x1106;
const VT8231: u16 = 0x8231;

/// The board at hand; null before [`start`].
static BOARD: AtomicPtr<Board> = AtomicPtr::new(ptr::null_mut());

/// Where its mac-io was found.
static MAC_IO: AtomicU32 = AtomicU32::new(MAC_IO_DEFAULT);

/// Masks the board's interrupts, which firmware may have left pending, sets its
/// console up and returns the console's name for reports.
///
/// # Safety
///
/// The board must be this one, its device regions mapped by `arch::bat` or reached
/// untranslated, and nobody else may use its PCI configuration ports.
pub unsafe fn start(board: &'static Board) -> &'static str {
    BOARD.store(ptr::from_ref(board).cast_mut(), Ordering::Release);
    match board.io {
        IoChip::MacIo { .. } => {
            // SAFETY: the caller promises the board and the mapping.
            let mut pci = unsafe { Pci::new(&board.ports) };
            if let Some(device) = io_chip(board, &mut pci) {
                MAC_IO.store(pci.window(device, MAC_IO_DEFAULT), Ordering::Relaxed);
            }
            let mac_io = MAC_IO.load(Ordering::Relaxed);
            // SAFETY: mac-io answers at its window, which lies in the mapped PCI region.
            unsafe { mask_interrupts(mac_io, board.masks) }
            // SAFETY: as above.
            let channel = unsafe { Scc::new(mac_io + CHANNEL_A) };
            console::install(Port::Scc(channel));
            "scc-a"
        }
        IoChip::Vt8231 { io } => {
            // SAFETY: the board has the registers, in the mapped region of bridges.
            unsafe { mask_interrupts(0, board.masks) }
            // SAFETY: the south bridge decodes the port in the mapped PCI I/O region.
            let port = unsafe { Uart::new(io + COM2) };
            console::install(Port::Uart(port));
            "uart-com2"
        }
    }
}

/// # Safety
///
/// The registers must be there, mapped uncached and guarded.
unsafe fn mask_interrupts(base: u32, masks: &[Mask]) {
    for mask in masks {
        let register = (base + mask.place) as usize as *mut u8;
        match mask.value {
            MaskValue::Word(value) => {
                // SAFETY: the caller promises the register; the image uses no interrupt.
                unsafe { register.cast::<u32>().write_volatile(value.to_le()) }
            }
            MaskValue::Byte(value) => {
                // SAFETY: as above.
                unsafe { register.write_volatile(value) }
            }
        }
        eieio();
    }
}

/// Adds what the emulator lets one know. Nothing of an emulator's own is asked
/// before the board's I/O chip itself says that QEMU made it: a real board has
/// something else, or nothing, at the address of QEMU's configuration device.
///
/// # Safety
///
/// As for [`start`].
pub unsafe fn collect_emulator_facts(board: &'static Board, facts: &mut Facts) {
    // SAFETY: the caller promises the board and the mapping.
    let mut pci = unsafe { Pci::new(&board.ports) };
    if !io_chip(board, &mut pci).is_some_and(|device| pci.is_emulated(device)) {
        return;
    }
    facts.emulator = report_format::record::Emulator::Qemu;
    if let IoChip::MacIo { .. } = board.io {
        // SAFETY: as above; both of QEMU's Macs have the device there.
        let mut device = unsafe { FwCfgPort::new() };
        if fw_cfg::is_present(&mut device) {
            fw_cfg::collect(&mut device, facts);
        }
    }
}

fn io_chip(board: &Board, pci: &mut Pci) -> Option<Device> {
    match board.io {
        IoChip::MacIo { devices } => pci.find(APPLE, devices),
        IoChip::Vt8231 { .. } => pci.find(VIA, &[VT8231]),
    }
}

/// Whether the board's bridge answers at its ports.
///
/// # Safety
///
/// The region of the ports must be mapped or reached untranslated, and nobody else
/// may use them.
#[must_use]
pub unsafe fn is_here(board: &Board) -> bool {
    // SAFETY: the caller promises the mapping. Where no bridge is, an emulator
    // answers with zeros; a board without one at this address takes a machine check,
    // which ends the image.
    let mut pci = unsafe { Pci::new(&board.ports) };
    pci.bridge_vendor() == board.bridge
}

/// The board at hand, once [`start`] has run.
fn board() -> Option<&'static Board> {
    // SAFETY: the pointer is null or was made from a reference to a static.
    unsafe { BOARD.load(Ordering::Acquire).as_ref() }
}

/// Switches the machine off; QEMU ends with status 0.
pub fn power_off(controller: PowerController) -> ! {
    if let Some(board) = board() {
        match board.io {
            // SAFETY: `start` found mac-io, and its region is mapped.
            IoChip::MacIo { .. } => unsafe { power::off_by_via(controller, MAC_IO.load(Ordering::Relaxed)) },
            IoChip::Vt8231 { io } => {
                // SAFETY: `start` was promised the board; whoever used the ports never goes on.
                let mut pci = unsafe { Pci::new(&board.ports) };
                if let Some(bridge) = io_chip(board, &mut pci) {
                    // SAFETY: the bridge is there, and PCI I/O space is mapped.
                    unsafe { power::off_by_acpi(&mut pci, bridge, io) }
                }
            }
        }
    }
    halt()
}

/// Ends after a failure; QEMU with a pvpanic device ends with status 1.
pub fn fail() -> ! {
    if let Some(board) = board() {
        // SAFETY: `start` was promised the board; whoever used the ports never goes on.
        let mut pci = unsafe { Pci::new(&board.ports) };
        power::fail(&mut pci);
    }
    halt()
}

/// Stays here: no way of ending acted. The host's deadline ends the run.
pub fn halt() -> ! {
    loop {
        hint::spin_loop();
    }
}
