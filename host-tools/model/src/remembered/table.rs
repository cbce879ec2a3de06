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

/// What makes a transition, in one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key(u64);

/// Bits of an outlook.
const OUTLOOK: u32 = 5;

impl Key {
    #[inline]
    fn new(state: StateNumber, block: u32, outlook: u32) -> Self {
        Self(u64::from(state.0) << 40 | u64::from(block) << OUTLOOK | u64::from(outlook))
    }

    #[inline]
    const fn place(self) -> usize {
        (self.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize % PLACES
    }
}

/// States by what they are, transitions by state, block and outlook.
#[derive(Debug, Default)]
pub(crate) struct Table {
    states: Vec<State>,
    numbers: HashMap<Arc<[u16]>, StateNumber>,
    transitions: Vec<Transition>,
    /// Keys with the numbers of their transitions; a place that is taken leads to the next.
    index: Box<[(u64, u32)]>,
}

impl Table {
    /// Forgets all.
    pub(crate) fn clear(&mut self) {
        self.states.clear();
        self.numbers.clear();
        self.transitions.clear();
        self.index.fill((0, EMPTY));
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
    pub(crate) fn insert(&mut self, state: StateNumber, block: u32, outlook: u32, transition: Transition) {
        if self.index.is_empty() {
            self.index = vec![(0, EMPTY); PLACES].into();
        }
        let key = Key::new(state, block, outlook);
        let mut place = key.place();
        while self.index[place].1 != EMPTY {
            place = (place + 1) % PLACES;
        }
        self.index[place] = (key.0, self.transitions.len() as u32);
        self.transitions.push(transition);
    }

    /// The transition of a block in a state, and its number.
    #[inline]
    pub(crate) fn find(&self, state: StateNumber, block: u32, outlook: u32) -> Option<(u32, &Transition)> {
        let key = Key::new(state, block, outlook);
        let mut place = key.place();
        loop {
            let (found, number) = *self.index.get(place)?;
            if number == EMPTY {
                return None;
            }
            if found == key.0 {
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
