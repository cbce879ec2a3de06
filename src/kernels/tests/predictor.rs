//! The predictor that the predictions assume: one saturating two-bit counter a branch.

use std::collections::HashMap;

/// How often the counters are wrong about branches (address, taken), each counter
/// starting in a state from 0, surely not taken, to 3, surely taken.
pub fn mispredictions(decisions: &[(u32, bool)], start: u8) -> usize {
    let mut states: HashMap<u32, u8> = HashMap::new();
    let wrong = decisions.iter().filter(|(address, taken)| {
        let state = states.entry(*address).or_insert(start);
        let predicted = *state >= 2;
        *state = if *taken { (*state + 1).min(3) } else { state.saturating_sub(1) };
        predicted != *taken
    });
    wrong.count()
}
