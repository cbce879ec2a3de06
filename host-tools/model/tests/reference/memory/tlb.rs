//! A translation lookaside buffer (M11): 64 sets, each a list of at most two pages, the
//! most recently used first.

use std::collections::HashMap;

/// Effective and physical page number.
pub type Page = (u32, u64);

#[derive(Default)]
pub struct Tlb {
    sets: HashMap<u32, Vec<Page>>,
}

impl Tlb {
    /// Whether the page was there; afterwards it is. `by_entry`: uses do not count.
    pub fn look(&mut self, page: Page, by_entry: bool) -> bool {
        let set = self.sets.entry(page.0 & 63).or_default();
        let held = set.iter().position(|held| *held == page);
        if let Some(place) = held {
            if !by_entry {
                set.remove(place);
                set.insert(0, page);
            }
            return true;
        }
        set.insert(0, page);
        set.truncate(2);
        false
    }

    pub fn forget(&mut self, page: u32) {
        self.sets.remove(&(page & 63));
    }
}
