//! States and what leads from one to another: [`Table`].

use std::collections::HashMap;
use std::sync::Arc;

use super::Transition;

/// States that are kept at the most.
const STATES: usize = 1 << 13;
/// Transitions that are kept at the most.
const TRANSITIONS: usize = 1 << 15;
/// Places of the index: a power of two that is never more than half full.
const PLACES: usize = 2 * TRANSITIONS;

/// Stands in the index where there is nothing.
const EMPTY: u32 = u32::MAX;
const NOTHING: (Key, u32) = (Key { block: 0, relations: 0 }, EMPTY);

/// The number of a state, until all are forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StateNumber(u32);

/// A state, as it was written.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) words: Arc<[u16]>,
    /// C of the last taker, relative to the base.
    pub(crate) completed: i64,
    /// The first cycle that the monitor has not processed, likewise.
    pub(crate) done: i64,
}

/// What makes a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    /// State, block, and what the predictors say.
    block: u64,
    /// How its loads lie to stores.
    relations: u64,
}

/// Bits of what the predictors say.
const PREDICTORS: u32 = 5;

/// What predictors and directories say of a block that is to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outlook {
    /// Below 32: see `pipeline::learned`.
    pub(crate) predictors: u32,
    /// See [`crate::memory::Memory::relations`].
    pub(crate) relations: u64,
}

impl Key {
    #[inline]
    fn new(state: StateNumber, block: u32, outlook: Outlook) -> Self {
        let Outlook { predictors, relations } = outlook;
        Self { block: u64::from(state.0) << 40 | u64::from(block) << PREDICTORS | u64::from(predictors), relations }
    }

    #[inline]
    const fn place(self) -> usize {
        let mixed = self.block ^ self.relations.wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % PLACES
    }
}

/// States by what they are, transitions by state, block and outlook.
#[derive(Debug, Default)]
pub(crate) struct Table {
    states: Vec<State>,
    numbers: HashMap<Arc<[u16]>, StateNumber>,
    transitions: Vec<Transition>,
    /// Keys with the numbers of their transitions; a place that is taken leads to the next.
    index: Box<[(Key, u32)]>,
}

impl Table {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.numbers.clear();
        self.transitions.clear();
        self.index.fill(NOTHING);
    }

    /// Whether there is no room for another state or transition.
    pub(crate) fn is_full(&self) -> bool {
        self.states.len() >= STATES || self.transitions.len() >= TRANSITIONS
    }

    /// The number of a state, which is kept if it is new.
    pub(crate) fn state(&mut self, words: &[u16], completed: i64, done: i64) -> StateNumber {
        if let Some(number) = self.numbers.get(words) {
            return *number;
        }
        let number = StateNumber(self.states.len() as u32);
        let words: Arc<[u16]> = words.into();
        self.states.push(State { words: Arc::clone(&words), completed, done });
        self.numbers.insert(words, number);
        number
    }

    /// A state.
    pub(crate) fn get(&self, number: StateNumber) -> &State {
        &self.states[number.0 as usize]
    }

    /// Keeps a transition.
    pub(crate) fn insert(&mut self, state: StateNumber, block: u32, outlook: Outlook, transition: Transition) {
        if self.index.is_empty() {
            self.index = vec![NOTHING; PLACES].into();
        }
        let key = Key::new(state, block, outlook);
        let mut place = key.place();
        while self.index[place].1 != EMPTY {
            place = (place + 1) % PLACES;
        }
        self.index[place] = (key, self.transitions.len() as u32);
        self.transitions.push(transition);
    }

    /// The transition of a block in a state, and its number.
    #[inline]
    pub(crate) fn find(&self, state: StateNumber, block: u32, outlook: Outlook) -> Option<(u32, &Transition)> {
        let key = Key::new(state, block, outlook);
        let mut place = key.place();
        loop {
            let (found, number) = *self.index.get(place)?;
            if number == EMPTY {
                return None;
            }
            if found == key {
                return Some((number, &self.transitions[number as usize]));
            }
            place = (place + 1) % PLACES;
        }
    }

    /// A transition by its number.
    pub(crate) fn transition(&self, number: u32) -> &Transition {
        &self.transitions[number as usize]
    }
}
