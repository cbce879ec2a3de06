//! The second and third level (M9, M10): 8 ways of lines that hold several sectors of
//! 32 bytes.

use std::collections::HashMap;

use model::settings::Replacement;

use super::tree::Tree;

#[derive(Clone)]
struct Line {
    number: u64,
    sectors: Vec<bool>,
}

#[derive(Clone, Default)]
struct Set {
    ways: [Option<Line>; 8],
    tree: Tree,
}

pub struct SectorCache {
    sets: HashMap<u64, Set>,
    number_of_sets: u64,
    sectors: u64,
    replacement: Replacement,
    register: u16,
}

impl SectorCache {
    pub fn new(number_of_sets: u64, sectors: u64, replacement: Replacement) -> Self {
        Self { sets: HashMap::new(), number_of_sets, sectors, replacement, register: 0xace1 }
    }

    /// Other numbers of sectors are another cache: empty.
    pub fn shape(&mut self, sectors: u64) {
        if self.sectors != sectors {
            self.sectors = sectors;
            self.sets.clear();
        }
    }

    fn place(&self, sector: u64) -> (u64, usize) {
        (sector / self.sectors, (sector % self.sectors) as usize)
    }

    /// Uses the 32 bytes, if they are there.
    pub fn find(&mut self, sector: u64) -> bool {
        let (number, place) = self.place(sector);
        let set = self.sets.entry(number % self.number_of_sets).or_default();
        let held = |line: &Option<Line>| line.as_ref().is_some_and(|line| line.number == number && line.sectors[place]);
        let Some(way) = set.ways.iter().position(held) else { return false };
        set.tree.used(way);
        true
    }

    pub fn holds(&self, sector: u64) -> bool {
        let (number, place) = self.place(sector);
        self.sets
            .get(&(number % self.number_of_sets))
            .is_some_and(|set| set.ways.iter().flatten().any(|line| line.number == number && line.sectors[place]))
    }

    /// Fills 32 bytes; gives the sectors of the line that had to go.
    pub fn fill(&mut self, sector: u64) -> Vec<u64> {
        let (number, place) = self.place(sector);
        let set = self.sets.entry(number % self.number_of_sets).or_default();
        let held = set.ways.iter().position(|line| line.as_ref().is_some_and(|line| line.number == number));
        if let Some(way) = held {
            set.tree.used(way);
            let line = set.ways[way].as_mut().expect("found");
            line.sectors[place] = true;
            return Vec::new();
        }
        let invalid = set.ways.iter().position(Option::is_none);
        let way = invalid.unwrap_or_else(|| match self.replacement {
            Replacement::Plru => set.tree.victim(0).expect("nothing is locked"),
            Replacement::Random => {
                let one_falls_out = self.register & 1 != 0;
                self.register >>= 1;
                if one_falls_out {
                    self.register ^= 0xb400;
                }
                usize::from(self.register & 7)
            }
        });
        let mut sectors = vec![false; self.sectors as usize];
        sectors[place] = true;
        set.tree.used(way);
        let old = set.ways[way].replace(Line { number, sectors });
        let first = |line: &Line| line.number * self.sectors;
        old.map_or(Vec::new(), |line| {
            let held = line.sectors.iter().enumerate().filter(|(_, sector)| **sector);
            held.map(|(place, _)| first(&line) + place as u64).collect()
        })
    }

    pub fn drop_sector(&mut self, sector: u64) {
        let (number, place) = self.place(sector);
        let Some(set) = self.sets.get_mut(&(number % self.number_of_sets)) else { return };
        for held in &mut set.ways {
            if let Some(line) = held
                && line.number == number
            {
                line.sectors[place] = false;
                if line.sectors.iter().all(|sector| !sector) {
                    *held = None;
                }
            }
        }
    }
}
