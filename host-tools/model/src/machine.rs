//! Machines by name: the clock rates that go with them.
//!
//! A machine's name sets [`Clocks`] and nothing else; the part is what the guest's
//! processor version says. The time base ticks once in four bus clocks on all of them.

use crate::settings::Clocks;

const fn clocks(core: u64, bus: u64) -> Clocks {
    Clocks { core, bus, time_base: bus / 4 }
}

/// Name and clocks.
///
/// What QEMU tells its guests was read there; the rates of the real ones are general
/// knowledge, that of the evaluation board's core is an assumption.
pub const MACHINES: [(&str, Clocks); 8] = [
    ("mac99", Clocks::MAC99),
    ("pegasos2-qemu", Clocks { core: 999_999_997, bus: 133_333_333, time_base: 33_333_333 }),
    ("pegasos2", clocks(1_000_000_000, 133_333_333)),
    ("mac-mini-1.25", clocks(1_250_000_000, 166_666_666)),
    ("mac-mini-1.42", clocks(1_416_666_666, 166_666_666)),
    ("power-mac-733", clocks(733_333_333, 133_333_333)),
    ("power-mac-1.25", clocks(1_250_000_000, 166_666_666)),
    ("hpc2", clocks(1_333_333_333, 133_333_333)),
];

/// The names, as an error lists them.
pub const LEGAL: &str =
    "mac99, pegasos2-qemu, pegasos2, mac-mini-1.25, mac-mini-1.42, power-mac-733, power-mac-1.25 or hpc2";

/// The clocks of a machine.
#[must_use]
pub fn find(name: &str) -> Option<Clocks> {
    MACHINES.iter().find(|(known, _)| *known == name).map(|(_, clocks)| *clocks)
}

#[cfg(test)]
mod tests {
    use super::{LEGAL, MACHINES, find};

    #[test]
    fn every_machine_is_found_and_listed() {
        for (name, clocks) in MACHINES {
            assert_eq!(find(name), Some(clocks));
            assert!(LEGAL.split([',', ' ']).any(|legal| legal == name), "{name}");
            assert!(clocks.core > clocks.bus && clocks.bus > clocks.time_base);
        }
        assert_eq!(find("imac"), None);
    }

    #[test]
    fn the_time_base_of_a_mini_is_that_of_its_bus() {
        assert_eq!(find("mac-mini-1.42").map(|clocks| clocks.time_base), Some(41_666_666));
    }
}
