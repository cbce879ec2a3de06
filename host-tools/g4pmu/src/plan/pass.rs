//! What one run of a kernel counts: [`Pass`].

use std::fmt;

use mpc7450::counter::Counter;
use mpc7450::events::Selector;

use super::{Anchors, CYCLES, INSTRUCTIONS};
use crate::catalogue;

/// Six counters, some of them with an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pass {
    slots: [Option<Slot>; 6],
    /// What threshold events compare with, where it is not 0.
    level: Option<u32>,
}

/// A counter with its event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    /// The counter and the code.
    pub selector: Selector,
    /// Place of the wish that it serves; `None` for an anchor that nobody asked for.
    pub wish: Option<usize>,
}

impl Pass {
    /// Puts each slot on its counter.
    pub(super) fn of(slots: impl IntoIterator<Item = Slot>, level: Option<u32>) -> Self {
        let mut pass = Self { level, ..Self::default() };
        for slot in slots {
            pass.slots[slot.selector.counter().index()] = Some(slot);
        }
        pass
    }

    /// The counters that count something, PMC1 first.
    pub fn slots(&self) -> impl Iterator<Item = Slot> {
        self.slots.into_iter().flatten()
    }

    /// The slot of a counter.
    #[must_use]
    pub const fn on(&self, counter: Counter) -> Option<Slot> {
        self.slots[counter.index()]
    }

    /// What threshold events compare with, where it is not 0.
    #[must_use]
    pub const fn level(&self) -> Option<u32> {
        self.level
    }

    /// The words of a request that ask for it: `pmc1=1 pmc4=28`.
    #[must_use]
    pub fn words(&self) -> String {
        let selected =
            self.slots().map(|slot| format!("pmc{}={}", slot.selector.counter().number(), slot.selector.code()));
        selected.chain(self.level.map(|level| format!("threshold={level}"))).collect::<Vec<_>>().join(" ")
    }

    /// The same with the wishes that the anchors serve.
    pub(super) fn with_anchors(&self, anchors: &Anchors) -> Self {
        let slots = self.slots().map(|slot| {
            let id = catalogue::event_id(slot.selector.counter(), slot.selector.code());
            let wish = match (slot.wish, id.as_str()) {
                (None, CYCLES) => anchors.cycles,
                (None, INSTRUCTIONS) => anchors.instructions,
                (wish, _) => wish,
            };
            Slot { wish, ..slot }
        });
        Self::of(slots, self.level)
    }
}

/// `PMC1 processor-cycles, PMC4 mispredicted-branches`.
impl fmt::Display for Pass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, slot) in self.slots().enumerate() {
            let counter = slot.selector.counter();
            let comma = if place == 0 { "" } else { ", " };
            let id = catalogue::event_id(counter, slot.selector.code());
            write!(f, "{comma}PMC{} {id}", counter.number())?;
        }
        match self.level {
            Some(level) => write!(f, ", threshold {level}"),
            None => Ok(()),
        }
    }
}
