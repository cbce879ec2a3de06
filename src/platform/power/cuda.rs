//! CUDA's power-down packet [QEMU hw/misc/macio/cuda.c, Linux drivers/macintosh/via-cuda.c].

use tock_registers::interfaces::{ReadWriteable, Readable, Writeable};

use super::via::{AuxiliaryControl, PortB, Registers, wait_for_shift};
use crate::platform::mmio::eieio;

const PACKET_TYPE_CUDA: u8 = 1;
const POWER_DOWN: u8 = 0x0a;

/// Sends the packet. A working CUDA does not let this return.
pub fn power_down(via: &Registers) {
    via.direction_b.modify(PortB::TIP::SET + PortB::HANDSHAKE_OUT::SET + PortB::HANDSHAKE_IN::CLEAR);
    eieio();
    idle(via);
    let _stale = via.shift.get();
    eieio();
    via.auxiliary_control.write(AuxiliaryControl::SHIFT::OutExternalClock);
    eieio();
    via.shift.set(PACKET_TYPE_CUDA);
    eieio();
    via.port_b.modify(PortB::TIP::CLEAR);
    eieio();
    wait_for_shift(via);
    via.shift.set(POWER_DOWN);
    eieio();
    let toggled = via.port_b.get() ^ PortB::HANDSHAKE_OUT::SET.value;
    via.port_b.set(toggled);
    eieio();
    wait_for_shift(via);
    via.auxiliary_control.write(AuxiliaryControl::SHIFT::InExternalClock);
    eieio();
    idle(via);
}

fn idle(via: &Registers) {
    via.port_b.modify(PortB::TIP::SET + PortB::HANDSHAKE_OUT::SET);
    eieio();
}
