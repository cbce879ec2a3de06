//! A first-level cache (M1): 128 sets of 8 lines, each set a plain list.

use std::collections::HashMap;

use super::tree::Tree;

#[derive(Clone, Copy)]
struct Line {
    number: u64,
    modified: bool,
}

#[derive(Clone, Default)]
struct Set {
    ways: [Option<Line>; 8],
    tree: Tree,
}

/// What a fill replaced.
pub enum Filled {
    /// No way may be filled.
    Refused,
    /// The line that was there before, and whether it was modified.
    Instead(Option<(u64, bool)>),
}

#[derive(Default)]
pub struct LineCache {
    sets: HashMap<u64, Set>,
}

impl LineCache {
    fn set(&mut self, line: u64) -> &mut Set {
        self.sets.entry(line & 127).or_default()
    }

    /// Uses a line, if it is there.
    pub fn touch(&mut self, line: u64) -> bool {
        let set = self.set(line);
        let Some(way) = set.ways.iter().position(|held| held.is_some_and(|held| held.number == line)) else {
            return false;
        };
        set.tree.used(way);
        true
    }

    pub fn holds(&mut self, line: u64) -> bool {
        self.set(line).ways.iter().flatten().any(|held| held.number == line)
    }

    pub fn empty(&mut self) {
        self.sets.clear();
    }

    /// Whether it is there; if so, whether it was modified before.
    pub fn mark(&mut self, line: u64, modified: bool) -> Option<bool> {
        let held = self.set(line).ways.iter_mut().flatten().find(|held| held.number == line)?;
        Some(std::mem::replace(&mut held.modified, modified))
    }

    pub fn fill(&mut self, line: u64, modified: bool, locked: u8) -> Filled {
        let set = self.set(line);
        let open = |way: usize| locked >> way & 1 == 0;
        let invalid = (0..8).find(|way| set.ways[*way].is_none() && open(*way));
        let Some(way) = invalid.or_else(|| set.tree.victim(locked)) else { return Filled::Refused };
        let old = set.ways[way].replace(Line { number: line, modified });
        set.tree.used(way);
        Filled::Instead(old.map(|old| (old.number, old.modified)))
    }

    /// Whether it was there; if so, whether it was modified.
    pub fn drop_line(&mut self, line: u64) -> Option<bool> {
        let held = self.set(line).ways.iter_mut().find(|held| held.is_some_and(|held| held.number == line))?;
        held.take().map(|held| held.modified)
    }
}
