//! The pseudo-random choice of a way (M9): a 16-bit linear feedback shift register.

/// Galois form of x^16 + x^14 + x^13 + x^11 + 1, which passes through all 65535 states.
const POLYNOMIAL: u16 = 0xb400;
const SEED: u16 = 0xace1;

/// The register.
#[derive(Clone, Debug)]
pub(super) struct Random(u16);

impl Random {
    pub(super) const fn new() -> Self {
        Self(SEED)
    }

    /// One step; the lowest three bits.
    pub(super) const fn way(&mut self) -> usize {
        let out = self.0 & 1;
        self.0 >>= 1;
        if out != 0 {
            self.0 ^= POLYNOMIAL;
        }
        (self.0 & 7) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::{Random, SEED};

    #[test]
    fn the_first_steps_are_those_worked_out_by_hand() {
        // 1010110011100001 -> 0101011001110000 ^ 1011010000000000 = 1110001001110000, then shifts.
        let mut random = Random::new();
        random.way();
        assert_eq!(random.0, 0xe270);
        random.way();
        assert_eq!(random.0, 0x7138);
    }

    #[test]
    fn every_way_comes_equally_often_in_a_period() {
        let mut random = Random::new();
        let mut ways = [0; 8];
        for _ in 0..65535 {
            ways[random.way()] += 1;
        }
        assert_eq!(random.0, SEED, "all states but 0 have passed");
        assert_eq!(ways, [8191, 8192, 8192, 8192, 8192, 8192, 8192, 8192]);
    }
}
