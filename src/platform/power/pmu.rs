//! The power manager's shut-down command [QEMU hw/misc/macio/pmu.c, Linux drivers/macintosh/via-pmu.c].

use tock_registers::interfaces::{ReadWriteable, Readable, Writeable};

use super::via::{AuxiliaryControl, PortB, Registers, wait};
use crate::platform::mmio::eieio;

/// Command and the word that guards against accidents.
const SHUT_DOWN: [u8; 5] = [0x7e, b'M', b'A', b'T', b'T'];

/// Sends the command. A working power manager does not let this return.
pub fn shut_down(via: &Registers) {
    for byte in SHUT_DOWN {
        via.auxiliary_control.modify(AuxiliaryControl::SHIFT::OutExternalClock);
        eieio();
        via.shift.set(byte);
        eieio();
        via.port_b.modify(PortB::HANDSHAKE_OUT::CLEAR);
        eieio();
        wait(|| !via.port_b.is_set(PortB::HANDSHAKE_IN));
        via.port_b.modify(PortB::HANDSHAKE_OUT::SET);
        eieio();
        wait(|| via.port_b.is_set(PortB::HANDSHAKE_IN));
    }
}
