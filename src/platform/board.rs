//! Boards as values: everything by which they differ, in one table.
//!
//! Which board it is comes from the device tree, or, where nobody gives one, from
//! a look at the bridges that an image without firmware may meet. No other
//! module knows an address of a board's own. A trait with an implementation for each
//! board was rejected: they differ in addresses and numbers, not in what is done.

use super::pci::{ConfigPorts, Form};

/// A board.
#[derive(Debug, PartialEq, Eq)]
pub struct Board {
    /// Its family, for messages.
    pub name: &'static str,
    /// How strings of the root node's `compatible`, `model` or `CODEGEN,board` begin.
    signs: &'static [&'static str],
    /// PCI configuration space of the bus that has the I/O chip.
    pub ports: ConfigPorts,
    /// PCI vendor of that bus's bridge, which is the device with the smallest number.
    pub bridge: u16,
    /// The chip with the console and the way to power off.
    pub io: IoChip,
    /// What masks every interrupt at the board's controllers.
    pub masks: &'static [Mask],
}

/// A store that masks interrupts.
#[derive(Debug, PartialEq, Eq)]
pub struct Mask {
    /// Offset from the start of mac-io, or the address on a board without one.
    pub place: u32,
    /// The value.
    pub value: MaskValue,
}

/// What is stored, with its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MaskValue {
    /// 32 bits, little-endian.
    Word(u32),
    /// 8 bits.
    Byte(u8),
}

/// The chip with the console and the way to power off.
#[derive(Debug, PartialEq, Eq)]
pub enum IoChip {
    /// Apple's mac-io: a Zilog SCC, and CUDA or a PMU behind a VIA.
    MacIo {
        /// PCI device numbers under Apple's vendor number.
        devices: &'static [u16],
    },
    /// VIA's south bridge: a 16550, and ACPI power management.
    Vt8231 {
        /// Where the processor sees PCI I/O space.
        io: u32,
    },
}

const APPLE: u16 = 0x106b;
const MOTOROLA: u16 = 0x1057;
const MARVELL: u16 = 0x11ab;

/// Power Macs from the blue G3 on, and QEMU's mac99: mac-io behind UniNorth
/// [QEMU hw/ppc/mac_newworld.c; Linux include/linux/pci_ids.h].
static NEW_WORLD: Board = Board {
    name: "New World Power Mac",
    signs: &["PowerMac", "PowerBook", "RackMac", "iMac,"],
    ports: ConfigPorts { address: 0xf280_0000, data: 0xf2c0_0000, form: Form::OneBitADevice },
    bridge: APPLE,
    io: IoChip::MacIo { devices: &[0x0022, 0x0025, 0x003e] },
    // OpenPIC: the processor's task priority above every source's [QEMU hw/intc/openpic.c].
    masks: &[Mask { place: 0x6_0080, value: MaskValue::Word(0xf) }],
};

/// The same with a 970, mac-io behind U3: where a processor that nothing is measured on
/// says so. Found by its bridge alone, for in a tree it has the signs of [`NEW_WORLD`]
/// [QEMU hw/ppc/mac_newworld.c, hw/pci-host/uninorth.c].
static NEW_WORLD_U3: Board = Board {
    name: "New World Power Mac with U3",
    signs: &[],
    ports: ConfigPorts { address: 0xf080_0000, data: 0xf0c0_0000, form: Form::OneBitADevice },
    bridge: APPLE,
    io: IoChip::MacIo { devices: &[0x0022] },
    masks: NEW_WORLD.masks,
};

/// The beige G3, and QEMU's g3beige: mac-io behind Grackle, an MPC106 with map B
/// [QEMU hw/ppc/mac_oldworld.c].
static OLD_WORLD: Board = Board {
    name: "beige Power Mac G3",
    signs: &["AAPL,Gossamer", "AAPL,PowerMac G3"],
    ports: ConfigPorts { address: 0xfec0_0000, data: 0xfee0_0000, form: Form::Number },
    bridge: MOTOROLA,
    io: IoChip::MacIo { devices: &[0x0010, 0x0017] },
    // The two enable registers of mac-io itself [QEMU hw/intc/heathrow_pic.c].
    masks: &[Mask { place: 0x14, value: MaskValue::Word(0) }, Mask { place: 0x24, value: MaskValue::Word(0) }],
};

/// Pegasos II, and QEMU's pegasos2: south bridge on PCI bus 1 of a Discovery II
/// [QEMU hw/ppc/pegasos.c].
static PEGASOS_2: Board = Board {
    name: "Pegasos II",
    signs: &["Pegasos2"],
    ports: ConfigPorts { address: 0xf100_0c78, data: 0xf100_0c7c, form: Form::Number },
    bridge: MARVELL,
    io: IoChip::Vt8231 { io: 0xfe00_0000 },
    // First both 8259s of the south bridge, whose timer runs from reset on: a line that is
    // up goes down only while the processor's own mask lets it through. Then both halves of
    // that [QEMU hw/intc/i8259.c, hw/pci-host/mv64361.c; tried].
    masks: &[
        Mask { place: 0xfe00_0021, value: MaskValue::Byte(0xff) },
        Mask { place: 0xfe00_00a1, value: MaskValue::Byte(0xff) },
        Mask { place: 0xf100_0014, value: MaskValue::Word(0) },
        Mask { place: 0xf100_001c, value: MaskValue::Word(0) },
    ],
};

/// The boards that an image without firmware may be on, in the order in which their
/// bridges are looked for. A Power Mac with UniNorth has another bridge at U3's ports, so
/// UniNorth's come first. A Pegasos II always has its firmware.
pub static WITHOUT_FIRMWARE: [&Board; 3] = [&NEW_WORLD, &OLD_WORLD, &NEW_WORLD_U3];

/// All boards that a tree names. No sign of one begins like a sign of another.
static BOARDS: [&Board; 3] = [&NEW_WORLD, &OLD_WORLD, &PEGASOS_2];

impl Board {
    /// The board that NUL-separated strings of the root node name.
    #[must_use]
    pub fn named_by(strings: &[u8]) -> Option<&'static Self> {
        let known = |board: &&&'static Self| {
            strings
                .split(|byte| *byte == 0)
                .any(|text| board.signs.iter().any(|sign| text.starts_with(sign.as_bytes())))
        };
        BOARDS.iter().find(known).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::{Board, WITHOUT_FIRMWARE};

    fn name(strings: &str) -> Option<&'static str> {
        Board::named_by(strings.as_bytes()).map(|board| board.name)
    }

    #[test]
    fn the_root_node_names_the_board() {
        assert_eq!(name("PowerMac3,1\0MacRISC\0MacRISC2\0Power Macintosh\0"), Some("New World Power Mac"));
        assert_eq!(name("PowerMac10,1"), Some("New World Power Mac"));
        assert_eq!(name("AAPL,Gossamer\0MacRISC\0"), Some("beige Power Mac G3"));
        assert_eq!(name("AAPL,PowerMac G3\0MacRISC\0"), Some("beige Power Mac G3"));
        assert_eq!(name("Pegasos2\0"), Some("Pegasos II"));
    }

    /// Otherwise a look for one would find the other.
    #[test]
    fn boards_without_firmware_differ_in_their_ports() {
        for (position, board) in WITHOUT_FIRMWARE.iter().enumerate() {
            assert!(WITHOUT_FIRMWARE[..position].iter().all(|other| other.ports.address != board.ports.address));
        }
        assert_eq!(WITHOUT_FIRMWARE[0].name, "New World Power Mac");
    }

    #[test]
    fn another_board_is_no_board() {
        for strings in ["", "\0", "Pegasos", "fsl,MPC8641HPCN", "not a PowerMac3,1", "powermac3,1", "MacRISC\0"] {
            assert_eq!(name(strings), None, "{strings:?}");
        }
    }
}
