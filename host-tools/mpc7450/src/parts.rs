//! Family members by processor version: [`Part`].
//!
//! The PVR names a design, not a product: a part and its twin without an L3
//! carry the same one, so an answer about the L3 is *possible* rather than a guess. What
//! differs inside one design (revisions, errata) is left to those who need it;
//! here stands only what programs decide by [LINUX-PMU; LINUX-CPUTABLE;
//! PERFCTR; QEMU].

use core::fmt;

/// A design with a version of its own in the upper half of the PVR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Model {
    /// MPC7450, or its twin without an L3, the MPC7440 [SYLIXOS].
    Mpc7450,
    /// MPC7451 or MPC7441: the MPC7450's version, later revisions.
    Mpc7451,
    /// MPC7455 or MPC7445.
    Mpc7455,
    /// MPC7457 or MPC7447.
    Mpc7457,
    /// MPC7447A.
    Mpc7447A,
    /// MPC7448.
    Mpc7448,
    /// e600 core of the MPC86xx: the MPC7448's version. QEMU's model of it
    /// reports revision 0x0010; whether it keeps the six counters and their
    /// events was not verified.
    E600,
    /// MPC7400: a G4, but no member of this family.
    Mpc7400,
    /// MPC7410: a G4, but no member of this family.
    Mpc7410,
    /// MPC740, MPC750 and IBM's later ones of that design: a G3, before AltiVec.
    Mpc750,
    /// Any other processor.
    Unknown,
}

/// What the PVR says about an L3 controller. That there is one it never says:
/// every design with an L3 has a twin without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum L3 {
    /// No product with this PVR has one; L3CR does not exist.
    Absent,
    /// There may be one.
    Possible,
}

/// What a processor version register says about the part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pvr: u32,
}

const KIB: u32 = 1024;

impl Part {
    /// Reads a PVR.
    #[must_use]
    pub const fn from_pvr(pvr: u32) -> Self {
        Self { pvr }
    }

    /// The PVR as it was read.
    #[must_use]
    pub const fn pvr(&self) -> u32 {
        self.pvr
    }

    /// The design.
    #[must_use]
    pub const fn model(&self) -> Model {
        match (self.pvr >> 16, self.pvr & 0xffff) {
            (0x8000, ..0x0203) => Model::Mpc7450,
            (0x8000, _) => Model::Mpc7451,
            (0x8001, _) => Model::Mpc7455,
            (0x8002, _) => Model::Mpc7457,
            (0x8003, _) => Model::Mpc7447A,
            (0x8004, ..0x0100) => Model::E600,
            (0x8004, _) => Model::Mpc7448,
            (0x000c, _) => Model::Mpc7400,
            (0x800c, _) => Model::Mpc7410,
            (0x0008 | 0x7000 | 0x7002, _) => Model::Mpc750,
            _ => Model::Unknown,
        }
    }

    /// Whether it belongs to the MPC7450 family, with its six counters and
    /// their events.
    #[must_use]
    pub const fn is_member(&self) -> bool {
        !matches!(self.model(), Model::Mpc7400 | Model::Mpc7410 | Model::Mpc750 | Model::Unknown)
    }

    /// How many performance monitor counters there are; `None` for a processor
    /// whose unit this crate does not know: the MPC750 has four, of another kind. The MPC7400 and MPC7410 have four, with events
    /// of their own [MPC7400UM 11; SHARK].
    #[must_use]
    pub const fn counters(&self) -> Option<u8> {
        match self.model() {
            Model::Mpc750 | Model::Unknown => None,
            Model::Mpc7400 | Model::Mpc7410 => Some(4),
            _ => Some(6),
        }
    }

    /// Bytes of L2 cache on the chip; `None` where it has none (the MPC7400 and
    /// MPC7410 have theirs outside) or is not known.
    #[must_use]
    pub const fn l2_bytes(&self) -> Option<u32> {
        match self.model() {
            Model::Mpc7450 | Model::Mpc7451 | Model::Mpc7455 => Some(256 * KIB),
            Model::Mpc7457 | Model::Mpc7447A => Some(512 * KIB),
            Model::Mpc7448 | Model::E600 => Some(1024 * KIB),
            Model::Mpc7400 | Model::Mpc7410 | Model::Mpc750 | Model::Unknown => None,
        }
    }

    /// Whether there can be an L3 controller, and with it L3CR.
    #[must_use]
    pub const fn l3(&self) -> L3 {
        match self.model() {
            Model::Mpc7447A | Model::Mpc7448 | Model::E600 | Model::Mpc7400 | Model::Mpc7410 | Model::Mpc750 => {
                L3::Absent
            }
            Model::Mpc7450 | Model::Mpc7451 | Model::Mpc7455 | Model::Mpc7457 | Model::Unknown => L3::Possible,
        }
    }

    /// Whether there are vector registers. All that this crate knows have them but
    /// the MPC750; of an unknown processor nothing is assumed.
    #[must_use]
    pub const fn has_altivec(&self) -> bool {
        !matches!(self.model(), Model::Mpc750 | Model::Unknown)
    }

    /// Whether BAT pairs 4 to 7, and with them SPRG4 to SPRG7, are known to
    /// exist: from the 7455 on [LINUX-REG; QEMU].
    #[must_use]
    pub const fn has_high_bats(&self) -> bool {
        self.is_member() && !matches!(self.model(), Model::Mpc7450 | Model::Mpc7451)
    }
}

impl fmt::Display for Part {
    /// Writes the product names that the PVR leaves open.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.model() {
            Model::Mpc7450 => "MPC7450 or MPC7440",
            Model::Mpc7451 => "MPC7451 or MPC7441",
            Model::Mpc7455 => "MPC7455 or MPC7445",
            Model::Mpc7457 => "MPC7457 or MPC7447",
            Model::Mpc7447A => "MPC7447A",
            Model::Mpc7448 => "MPC7448",
            Model::E600 => "e600 core",
            Model::Mpc7400 => "MPC7400 (not of the MPC7450 family)",
            Model::Mpc7410 => "MPC7410 (not of the MPC7450 family)",
            Model::Mpc750 => "MPC750 or MPC740 (not of the MPC7450 family)",
            Model::Unknown => "unknown processor",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{L3, Model, Part};

    /// PVR, model, L2 KiB, L3, high BATs, counters. The revisions are those that
    /// QEMU's list of models and the MPC7448's errata document name.
    type Row = (u32, Model, Option<u32>, L3, bool, Option<u8>);

    #[test]
    fn every_revision_seen_is_told_apart() {
        use L3::{Absent, Possible as Open};
        use Model::*;
        let rows: [Row; 35] = [
            (0x8000_0100, Mpc7450, Some(256), Open, false, Some(6)),
            (0x8000_0101, Mpc7450, Some(256), Open, false, Some(6)),
            (0x8000_0102, Mpc7450, Some(256), Open, false, Some(6)),
            (0x8000_0200, Mpc7450, Some(256), Open, false, Some(6)),
            (0x8000_0201, Mpc7450, Some(256), Open, false, Some(6)),
            (0x8000_0203, Mpc7451, Some(256), Open, false, Some(6)),
            (0x8000_0210, Mpc7451, Some(256), Open, false, Some(6)),
            (0x8001_0100, Mpc7455, Some(256), Open, true, Some(6)),
            (0x8001_0201, Mpc7455, Some(256), Open, true, Some(6)),
            (0x8001_0302, Mpc7455, Some(256), Open, true, Some(6)),
            (0x8001_0303, Mpc7455, Some(256), Open, true, Some(6)),
            (0x8001_0304, Mpc7455, Some(256), Open, true, Some(6)),
            (0x8002_0100, Mpc7457, Some(512), Open, true, Some(6)),
            (0x8002_0101, Mpc7457, Some(512), Open, true, Some(6)),
            (0x8002_0102, Mpc7457, Some(512), Open, true, Some(6)),
            (0x8003_0100, Mpc7447A, Some(512), Absent, true, Some(6)),
            (0x8003_0101, Mpc7447A, Some(512), Absent, true, Some(6)),
            (0x8003_0102, Mpc7447A, Some(512), Absent, true, Some(6)),
            (0x8004_0010, E600, Some(1024), Absent, true, Some(6)),
            (0x8004_0100, Mpc7448, Some(1024), Absent, true, Some(6)),
            (0x8004_0200, Mpc7448, Some(1024), Absent, true, Some(6)),
            (0x8004_0201, Mpc7448, Some(1024), Absent, true, Some(6)),
            (0x8004_0202, Mpc7448, Some(1024), Absent, true, Some(6)),
            (0x000c_0100, Mpc7400, None, Absent, false, Some(4)),
            (0x000c_0209, Mpc7400, None, Absent, false, Some(4)),
            (0x800c_1100, Mpc7410, None, Absent, false, Some(4)),
            (0x800c_1104, Mpc7410, None, Absent, false, Some(4)),
            (0x0008_0200, Mpc750, None, Absent, false, None),
            (0x7000_0201, Mpc750, None, Absent, false, None),
            (0x0039_0202, Unknown, None, Open, false, None),
            (0x8005_0100, Unknown, None, Open, false, None),
            (0x7fff_ffff, Unknown, None, Open, false, None),
            (0x8021_0010, Unknown, None, Open, false, None),
            (0x0000_0000, Unknown, None, Open, false, None),
            (0xffff_ffff, Unknown, None, Open, false, None),
        ];
        for (pvr, model, l2_kib, l3, high_bats, counters) in rows {
            let part = Part::from_pvr(pvr);
            assert_eq!(part.model(), model, "{pvr:#010x}");
            assert_eq!(part.l2_bytes(), l2_kib.map(|kib| kib << 10), "{pvr:#010x}");
            assert_eq!(part.l3(), l3, "{pvr:#010x}");
            assert_eq!(part.has_high_bats(), high_bats, "{pvr:#010x}");
            assert_eq!(part.counters(), counters, "{pvr:#010x}");
            assert_eq!(part.is_member(), counters == Some(6), "{pvr:#010x}");
            assert_eq!(part.has_altivec(), counters.is_some(), "{pvr:#010x}");
        }
    }
}
