//! The unit between measurements: [`rest`].

use mpc7450::bus::SprBus;
use mpc7450::registers::{Mmcr0, Mmcr1};

use super::control::Control;
use super::present::Present;

/// Freezes the unit and lets no counter select anything. Time that passes so shows in
/// nothing that is measured later: a timing model behind the unit is off meanwhile and
/// starts the next measurement cold.
pub fn rest<B: SprBus>(bus: &mut B, present: Present) {
    if present != Present::None {
        bus.set_raw::<Mmcr0>(Control::FC.bits());
        bus.set_raw::<Mmcr1>(0);
    }
}

#[cfg(test)]
mod tests {
    use super::rest;
    use crate::pmu::foreign::foreign_state;
    use crate::pmu::present::Present;

    #[test]
    fn only_what_is_present_rests() {
        for (present, writes) in [
            (Present::None, &[][..]),
            (Present::Four, &[(952, 0x8000_0000), (956, 0)]),
            (Present::Six, &[(952, 0x8000_0000), (956, 0)]),
        ] {
            let mut bus = foreign_state();
            rest(&mut bus, present);
            assert_eq!(bus.writes(), writes);
        }
    }
}
