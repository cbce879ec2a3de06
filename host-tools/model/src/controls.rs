//! The registers besides the monitor's that act on the model: [`Controls`].

use mpc7450::bus::Spr;
use mpc7450::registers::{Hid0, Ictrl, L2cr, L3cr, Ldstcr, Msscr0};

/// HID0, ICTRL, LDSTCR, MSSCR0, L2CR and L3CR as the guest wrote them, all 0 at reset.
///
/// Bits that start an action and clear themselves (HID0[ICFI], [DCFI] and [BHTCLR],
/// L2CR[L2I], L3CR[L3I] and both [HWF] bits) read as 0 at once: the action takes no time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Controls {
    /// HID0.
    pub hid0: u32,
    /// ICTRL.
    pub ictrl: u32,
    /// LDSTCR.
    pub ldstcr: u32,
    /// MSSCR0.
    pub msscr0: u32,
    /// L2CR.
    pub l2cr: u32,
    /// L3CR; parts without one never write it.
    pub l3cr: u32,
}

/// What a write to a control register starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Actions {
    /// HID0[ICFI]: forget all lines of the L1 instruction cache.
    pub invalidate_instructions: bool,
    /// HID0[DCFI]: forget all lines of the L1 data cache.
    pub invalidate_data: bool,
    /// HID0[BHTCLR]: clear the branch history table.
    pub clear_history: bool,
    /// L2CR[L2I] or [L2HWF]: empty the L2.
    pub invalidate_l2: bool,
    /// L3CR[L3I] or [L3HWF]: empty the L3.
    pub invalidate_l3: bool,
}

/// HID0[BHTCLR], manual bit 13 [UNISIM].
const BHTCLR: u32 = 1 << (31 - 13);
/// HID0[ICFI], manual bit 20.
const ICFI: u32 = 1 << (31 - 20);
/// HID0[DCFI], manual bit 21.
const DCFI: u32 = 1 << (31 - 21);
/// L2CR[L2I], manual bit 10, and L2CR[L2HWF], manual bit 20.
const L2_EMPTY: u32 = 1 << (31 - 10) | 1 << (31 - 20);
/// L3CR[L3I], manual bit 21, and L3CR[L3HWF], manual bit 20.
const L3_EMPTY: u32 = 1 << (31 - 21) | 1 << (31 - 20);

impl Controls {
    /// Whether the register with that number is one of these.
    #[must_use]
    pub const fn owns(spr: u16) -> bool {
        matches!(spr, Hid0::NUMBER | Ictrl::NUMBER | Ldstcr::NUMBER | Msscr0::NUMBER | L2cr::NUMBER | L3cr::NUMBER)
    }

    /// The register with that number, `None` where it is not one of these.
    #[must_use]
    pub const fn read(&self, spr: u16) -> Option<u32> {
        match spr {
            Hid0::NUMBER => Some(self.hid0),
            Ictrl::NUMBER => Some(self.ictrl),
            Ldstcr::NUMBER => Some(self.ldstcr),
            Msscr0::NUMBER => Some(self.msscr0),
            L2cr::NUMBER => Some(self.l2cr),
            L3cr::NUMBER => Some(self.l3cr),
            _ => None,
        }
    }

    /// Writes the register with that number and says what that starts; `None` where it
    /// is not one of these.
    pub const fn write(&mut self, spr: u16, value: u32) -> Option<Actions> {
        let mut actions = Actions {
            invalidate_instructions: false,
            invalidate_data: false,
            clear_history: false,
            invalidate_l2: false,
            invalidate_l3: false,
        };
        match spr {
            Hid0::NUMBER => {
                actions.invalidate_instructions = value & ICFI != 0;
                actions.invalidate_data = value & DCFI != 0;
                actions.clear_history = value & BHTCLR != 0;
                self.hid0 = value & !(ICFI | DCFI | BHTCLR);
            }
            Ictrl::NUMBER => self.ictrl = value,
            Ldstcr::NUMBER => self.ldstcr = value,
            Msscr0::NUMBER => self.msscr0 = value,
            L2cr::NUMBER => {
                actions.invalidate_l2 = value & L2_EMPTY != 0;
                self.l2cr = value & !L2_EMPTY;
            }
            L3cr::NUMBER => {
                actions.invalidate_l3 = value & L3_EMPTY != 0;
                self.l3cr = value & !L3_EMPTY;
            }
            _ => return None,
        }
        Some(actions)
    }
}
