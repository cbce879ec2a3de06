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
    Nothing,
    /// A modified line, which is cast out.
    CastOut(u64),
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

    pub fn mark(&mut self, line: u64, modified: bool) {
        for held in self.set(line).ways.iter_mut().flatten().filter(|held| held.number == line) {
            held.modified = modified;
        }
    }

    pub fn fill(&mut self, line: u64, modified: bool, locked: u8) -> Filled {
        let set = self.set(line);
        let open = |way: usize| locked >> way & 1 == 0;
        let invalid = (0..8).find(|way| set.ways[*way].is_none() && open(*way));
        let Some(way) = invalid.or_else(|| set.tree.victim(locked)) else { return Filled::Nothing };
        let old = set.ways[way].replace(Line { number: line, modified });
        set.tree.used(way);
        match old {
            Some(old) if old.modified => Filled::CastOut(old.number),
            _ => Filled::Nothing,
        }
    }

    pub fn drop_line(&mut self, line: u64) {
        for held in &mut self.set(line).ways {
            if held.is_some_and(|held| held.number == line) {
                *held = None;
            }
        }
    }
}
