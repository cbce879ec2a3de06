//! A cache as one would draw it, against the model, on random accesses: L1 lists of ways
//! with a tree of booleans, L2 and L3 sets of tags that are searched from the left.

use model::controls::Actions;
use model::memory::CacheOperation;
use model::settings::{Replacement, Settings};
use model::signal::Signal;
use mpc7450::parts::Part;
use proptest::prelude::*;

use crate::support::{L3E, MPC7457, Machine};

/// A binary tree over eight leaves: `true` means the left half was used last.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(usize),
    Node(bool, Box<Tree>, Box<Tree>),
}

impl Tree {
    fn over(from: usize, to: usize) -> Self {
        if to - from == 1 {
            return Self::Leaf(from);
        }
        let middle = usize::midpoint(from, to);
        Self::Node(false, Box::new(Self::over(from, middle)), Box::new(Self::over(middle, to)))
    }

    fn leaves(&self) -> Vec<usize> {
        match self {
            Self::Leaf(way) => vec![*way],
            Self::Node(_, left, right) => [left.leaves(), right.leaves()].concat(),
        }
    }

    fn use_way(&mut self, way: usize) {
        if let Self::Node(left_last, left, right) = self {
            *left_last = left.leaves().contains(&way);
            if *left_last { left } else { right }.use_way(way);
        }
    }

    fn victim(&self, may: &dyn Fn(usize) -> bool) -> usize {
        match self {
            Self::Leaf(way) => *way,
            Self::Node(left_last, left, right) => {
                let (first, second) = if *left_last { (right, left) } else { (left, right) };
                let side = if first.leaves().into_iter().any(may) { first } else { second };
                side.victim(may)
            }
        }
    }
}

#[derive(Clone)]
struct Set {
    ways: [Option<u32>; 8],
    tree: Tree,
}

/// A cache of lines with `sectors` 32-byte sectors.
struct Cache {
    sets: Vec<Set>,
    sectors: u32,
    here: std::collections::BTreeSet<u32>,
    modified: std::collections::BTreeSet<u32>,
}

impl Cache {
    fn new(bytes: u32, sectors: u32) -> Self {
        let sets = (bytes / 8 / sectors / 32) as usize;
        let set = Set { ways: [None; 8], tree: Tree::over(0, 8) };
        Self { sets: vec![set; sets], sectors, here: [].into(), modified: [].into() }
    }

    fn hit(&mut self, line: u32) -> bool {
        if !self.here.contains(&line) {
            return false;
        }
        let tag = line / self.sectors;
        let index = tag as usize % self.sets.len();
        let set = &mut self.sets[index];
        let way = set.ways.iter().position(|held| *held == Some(tag)).expect("a sector has its tag");
        set.tree.use_way(way);
        true
    }

    /// The lines that had to go, and whether modified.
    fn fill(&mut self, line: u32, modified: bool, locked: u32) -> Vec<(u32, bool)> {
        let tag = line / self.sectors;
        let index = tag as usize % self.sets.len();
        let set = &mut self.sets[index];
        let may = |way: usize| locked & (1 << way) == 0;
        if !(0..8).any(may) {
            return Vec::new();
        }
        let way = set
            .ways
            .iter()
            .position(|held| *held == Some(tag))
            .or_else(|| (0..8).find(|way| set.ways[*way].is_none() && may(*way)))
            .unwrap_or_else(|| set.tree.victim(&may));
        let mut gone = Vec::new();
        if let Some(old) = set.ways[way].filter(|old| *old != tag) {
            for sector in old * self.sectors..(old + 1) * self.sectors {
                let was_modified = self.modified.remove(&sector);
                if self.here.remove(&sector) {
                    gone.push((sector, was_modified));
                }
            }
        }
        set.ways[way] = Some(tag);
        set.tree.use_way(way);
        self.here.insert(line);
        if modified {
            self.modified.insert(line);
        }
        gone
    }

    fn remove(&mut self, line: u32) {
        self.modified.remove(&line);
        if self.here.remove(&line) {
            let tag = line / self.sectors;
            if !(tag * self.sectors..(tag + 1) * self.sectors).any(|sector| self.here.contains(&sector)) {
                let index = tag as usize % self.sets.len();
                for held in &mut self.sets[index].ways {
                    *held = held.filter(|held| *held != tag);
                }
            }
        }
    }
}

/// Where an access found its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    L1,
    L2,
    L3,
    Memory,
}

struct Naive {
    instructions: Cache,
    data: Cache,
    l2: Cache,
    l3: Cache,
    locked: u32,
    writes: u64,
}

impl Naive {
    fn new(locked: u32) -> Self {
        let [instructions, data] = [(); 2].map(|()| Cache::new(32 << 10, 1));
        Self { instructions, data, l2: Cache::new(512 << 10, 2), l3: Cache::new(1 << 20, 2), locked, writes: 0 }
    }

    fn put_in_l3(&mut self, line: u32, modified: bool) {
        for (_, modified) in self.l3.fill(line, modified, 0) {
            self.writes += u64::from(modified);
        }
    }

    fn put_in_l2(&mut self, line: u32, modified: bool) {
        for (gone, modified) in self.l2.fill(line, modified, 0) {
            self.put_in_l3(gone, modified);
        }
    }

    fn below(&mut self, line: u32) -> Level {
        if self.l2.hit(line) {
            return Level::L2;
        }
        let level = if self.l3.hit(line) {
            Level::L3
        } else {
            self.put_in_l3(line, false);
            Level::Memory
        };
        self.put_in_l2(line, false);
        level
    }

    fn data(&mut self, line: u32, store: bool) -> Level {
        let mut level = Level::L1;
        if !self.data.hit(line) {
            level = self.below(line);
            for (gone, modified) in self.data.fill(line, false, self.locked) {
                if modified {
                    self.put_in_l2(gone, true);
                }
            }
        }
        if store {
            self.data.modified.insert(line);
        }
        level
    }

    fn fetch(&mut self, line: u32) -> Level {
        if self.instructions.hit(line) {
            return Level::L1;
        }
        let level = self.below(line);
        self.instructions.fill(line, false, 0);
        level
    }

    fn flush(&mut self, line: u32) {
        let caches = [&mut self.data, &mut self.l2, &mut self.l3];
        self.writes += u64::from(caches.iter().any(|cache| cache.modified.contains(&line)));
        caches.into_iter().for_each(|cache| cache.remove(line));
    }
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Load(u32),
    Store(u32),
    Fetch(u32),
    Flush(u32),
    Zero(u32),
    ForgetData,
}

/// Few sets, many tags: everything overflows.
fn line() -> impl Strategy<Value = u32> {
    (0_u32..2, 0_u32..24, 0_u32..2).prop_map(|(set, tag, sector)| tag * 4096 + set * 2 + sector)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => line().prop_map(Step::Load),
        6 => line().prop_map(Step::Store),
        3 => line().prop_map(Step::Fetch),
        1 => line().prop_map(Step::Flush),
        1 => line().prop_map(Step::Zero),
        1 => Just(Step::ForgetData),
    ]
}

fn level(cycles: u64, [l1, l2, l3]: [u64; 3]) -> Level {
    match cycles {
        cycles if cycles == l1 => Level::L1,
        cycles if cycles == l2 => Level::L2,
        cycles if cycles == l3 => Level::L3,
        _ => Level::Memory,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_access_finds_its_line_where_the_drawing_has_it(
        steps in proptest::collection::vec(step(), 1..600),
        locked in prop_oneof![3 => Just(0_u32), 1 => 0_u32..255],
    ) {
        let mut settings = Settings::new(Part::from_pvr(MPC7457));
        settings.replacement = Replacement::Plru;
        let mut machine = Machine::with(&settings);
        machine.controls.l3cr = L3E;
        machine.controls.ldstcr = locked;
        let mut naive = Naive::new(locked);
        for step in steps {
            machine.settle();
            let hits = |machine: &Machine| [Signal::L1DataStoreHit, Signal::L2StoreHits, Signal::L3StoreHits].map(|signal| machine.total(signal));
            match step {
                Step::Load(line) => {
                    let expected = naive.data(line, false);
                    prop_assert_eq!(level(machine.load(line * 32), [3, 9, 30]), expected);
                }
                Step::Fetch(line) => {
                    let expected = naive.fetch(line);
                    prop_assert_eq!(level(machine.fetch(line * 32), [2, 13, 32]), expected);
                }
                Step::Store(line) => {
                    let before = hits(&machine);
                    machine.store(line * 32);
                    let after = hits(&machine);
                    let found = (0..3).find(|index| after[*index] > before[*index]);
                    let found = found.map_or(Level::Memory, |index| [Level::L1, Level::L2, Level::L3][index]);
                    prop_assert_eq!(found, naive.data(line, true));
                }
                Step::Flush(line) => {
                    machine.operate(CacheOperation::Flush, line * 32);
                    naive.flush(line);
                }
                Step::Zero(line) => {
                    machine.operate(CacheOperation::Zero, line * 32);
                    if !naive.data.hit(line) {
                        for (gone, modified) in naive.data.fill(line, true, locked) {
                            if modified {
                                naive.put_in_l2(gone, true);
                            }
                        }
                    }
                    naive.data.modified.insert(line);
                }
                Step::ForgetData => {
                    machine.memory.act(&Actions { invalidate_data: true, ..Actions::default() });
                    naive.data = Cache::new(32 << 10, 1);
                }
            }
        }
        prop_assert_eq!(machine.total(Signal::BusWritesNotRetried), naive.writes);
    }
}
