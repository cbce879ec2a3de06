//! The second and third level (M9, M10): 8 ways of lines that hold several sectors of
//! 32 bytes.

use std::collections::HashMap;

use model::settings::Replacement;

use super::tree::Tree;

/// A sector that is there: whether it is modified.
type Sector = Option<bool>;

#[derive(Clone)]
struct Line {
    number: u64,
    sectors: Vec<Sector>,
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
            self.empty();
        }
    }

    pub fn empty(&mut self) {
        self.sets.clear();
    }

    fn place(&self, sector: u64) -> (u64, usize) {
        (sector / self.sectors, (sector % self.sectors) as usize)
    }

    fn set(&mut self, number: u64) -> &mut Set {
        self.sets.entry(number % self.number_of_sets).or_default()
    }

    /// Uses the 32 bytes, if they are there.
    pub fn find(&mut self, sector: u64) -> bool {
        let (number, place) = self.place(sector);
        let set = self.set(number);
        let held = |line: &Option<Line>| {
            line.as_ref().is_some_and(|line| line.number == number && line.sectors[place].is_some())
        };
        let Some(way) = set.ways.iter().position(held) else { return false };
        set.tree.used(way);
        true
    }

    pub fn holds(&mut self, sector: u64) -> bool {
        let (number, place) = self.place(sector);
        let lines = self.set(number).ways.iter().flatten();
        lines.into_iter().any(|line| line.number == number && line.sectors[place].is_some())
    }

    /// Fills 32 bytes; gives the sectors of the line that had to go.
    pub fn fill(&mut self, sector: u64, modified: bool) -> Vec<(u64, bool)> {
        let (number, place) = self.place(sector);
        let sectors = self.sectors;
        let set = self.sets.entry(number % self.number_of_sets).or_default();
        let held = set.ways.iter().position(|line| line.as_ref().is_some_and(|line| line.number == number));
        if let Some(way) = held {
            set.tree.used(way);
            let line = set.ways[way].as_mut().expect("found");
            let was = line.sectors[place].unwrap_or(false);
            line.sectors[place] = Some(was || modified);
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
        let mut line = Line { number, sectors: vec![None; sectors as usize] };
        line.sectors[place] = Some(modified);
        set.tree.used(way);
        set.ways[way].replace(line).map_or(Vec::new(), |line| {
            let held = line.sectors.iter().enumerate();
            held.filter_map(|(place, sector)| Some((line.number * sectors + place as u64, (*sector)?))).collect()
        })
    }

    /// Whether the sector was modified; it is not any more.
    pub fn clean(&mut self, sector: u64) -> bool {
        let (number, place) = self.place(sector);
        let line = self.set(number).ways.iter_mut().flatten().find(|line| line.number == number);
        line.and_then(|line| line.sectors[place].as_mut()).is_some_and(|modified| std::mem::replace(modified, false))
    }

    /// Whether the sector was modified; it is gone, and the line with the last one.
    pub fn drop_sector(&mut self, sector: u64) -> bool {
        let was = self.clean(sector);
        let (number, place) = self.place(sector);
        for held in &mut self.set(number).ways {
            if let Some(line) = held
                && line.number == number
            {
                line.sectors[place] = None;
                if line.sectors.iter().all(Option::is_none) {
                    *held = None;
                }
            }
        }
        was
    }
}
