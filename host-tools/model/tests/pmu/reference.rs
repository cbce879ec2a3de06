//! The monitor once more, as a plain loop over cycles: slow, and without a wheel.

use std::collections::BTreeMap;

use model::signal::Signal;

/// The signals that the random streams tell.
pub const SIGNALS: [Signal; 6] = [
    Signal::InstructionsCompleted,
    Signal::LoadInstructions,
    Signal::FpuInstructions,
    Signal::Iu1Instructions,
    Signal::L2LoadHits,
    Signal::L2CacheHits,
];

/// What a counter (0 to 5) counts by a code.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counts {
    Nothing,
    Cycles,
    Edges,
    Exceptions,
    Switches,
    Told(usize),
}

fn counts(counter: usize, code: u32) -> Counts {
    match (counter, code) {
        (_, 1) => Counts::Cycles,
        (0..=3, 2) => Counts::Told(0),
        (0..=3, 3) => Counts::Edges,
        (0..=3, 5) => Counts::Exceptions,
        (1, 26) => Counts::Told(1),
        (1, 61) => Counts::Switches,
        (2, 14) => Counts::Told(2),
        (3, 18) => Counts::Told(3),
        (4, 8) => Counts::Told(4),
        (4 | 5, 2) => Counts::Told(5),
        _ => Counts::Nothing,
    }
}

/// Something made by the program in a cycle.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    Write(u16, u32),
    Msr(u32),
    /// The lower half of the time base.
    TimeBase(u32),
    Running(bool),
}

#[derive(Default)]
pub struct Reference {
    mmcr: [u32; 3],
    pmc: [u32; 6],
    siar: u32,
    msr: u32,
    pub pending: bool,
    pending_for_edge: bool,
    drops_withdrawn: bool,
    ended_trigger: [bool; 6],
    written_from: [u64; 6],
    /// The cycle to come.
    pub now: u64,
    /// Of each cycle that has passed: which counters counted, and their codes.
    passed: Vec<([bool; 6], [u32; 6])>,
    events: BTreeMap<u64, [u32; 6]>,
    changes: Vec<(u64, Change)>,
    last_change: u64,
    completed: Vec<(u64, u32)>,
    ticks: (u64, u64),
    time_base: u64,
    shown: u64,
    running: bool,
    pub signals: Vec<u64>,
}

impl Reference {
    /// One tick of the time base in `ticks.1 / ticks.0` cycles.
    pub fn new(ticks: (u64, u64), drops_withdrawn: bool) -> Self {
        Self { ticks, drops_withdrawn, ..Self::default() }
    }

    fn codes_of(mmcr: [u32; 3]) -> [u32; 6] {
        [
            (mmcr[0] & 0x0000_1fc0) / 0x40,
            mmcr[0] & 0x0000_003f,
            mmcr[1] / 0x0800_0000,
            mmcr[1] % 0x0800_0000 / 0x0040_0000,
            mmcr[1] % 0x0040_0000 / 0x0002_0000,
            mmcr[1] % 0x0002_0000 / 0x0000_0800,
        ]
    }

    /// The codes in `cycle` by all writes known.
    fn codes_in(&self, cycle: u64) -> [u32; 6] {
        if cycle < self.now {
            return self.passed[cycle as usize].1;
        }
        let mut mmcr = self.mmcr;
        for (made, change) in &self.changes {
            if let Change::Write(spr, value) = change
                && *made < cycle
                && let Some(index) = [952, 956, 944].iter().position(|number| number == spr)
            {
                mmcr[index] = *value;
            }
        }
        Self::codes_of(mmcr)
    }

    fn counting(&self) -> [bool; 6] {
        let (user, marked) = (self.msr & 0x4000 != 0, self.msr & 4 != 0);
        let on = |mask| self.mmcr[0] & mask != 0;
        let mut counting = [true; 6];
        if on(0x8000_0000) || on(0x4000_0000) && !user || on(0x2000_0000) && user {
            counting = [false; 6];
        }
        if on(0x1000_0000) && marked || on(0x0800_0000) && !marked {
            counting = [false; 6];
        }
        if on(0x0000_2000) {
            counting[1..].fill(false);
        }
        counting
    }

    /// Events of a signal (an index of [`SIGNALS`]), one number for each cycle from `from` on.
    pub fn tell(&mut self, signal: usize, from: u64, cycles: u64, amount: u32) {
        let mut late = false;
        for cycle in from..from + cycles {
            for (counter, code) in self.codes_in(cycle).into_iter().enumerate() {
                if counts(counter, code) != Counts::Told(signal) {
                    continue;
                }
                if cycle >= self.now {
                    self.events.entry(cycle).or_default()[counter] += amount;
                } else if self.passed[cycle as usize].0[counter] && cycle >= self.written_from[counter] {
                    self.pmc[counter] = self.pmc[counter].wrapping_add(amount);
                    late = true;
                }
            }
        }
        if late {
            self.settle(self.now - 1, false);
        }
    }

    pub fn complete(&mut self, effective: u32, cycle: u64) {
        self.completed.push((cycle, effective));
    }

    pub fn change(&mut self, change: Change, cycle: u64) {
        let cycle = cycle.max(self.last_change).max(self.now.max(1) - 1);
        self.last_change = cycle;
        let before = self.codes_in(u64::MAX);
        self.changes.push((cycle, change));
        let after = self.codes_in(u64::MAX);
        for (_, amounts) in self.events.range_mut(cycle + 1..) {
            for counter in 0..6 {
                if before[counter] != after[counter] {
                    amounts[counter] = 0;
                }
            }
        }
        if cycle + 1 == self.now {
            self.make_changes(cycle);
        }
    }

    pub fn read(&mut self, spr: u16, cycle: u64) -> u32 {
        self.advance(cycle.max(self.last_change) + 1);
        match spr {
            952 => self.mmcr[0],
            956 => self.mmcr[1],
            944 => self.mmcr[2],
            955 => self.siar,
            _ => self.pmc[[953, 954, 957, 958, 945, 946].iter().position(|number| *number == spr).unwrap()],
        }
    }

    /// Whether a signal is counted by the selectors as last written.
    pub fn selected(&self, signal: usize) -> bool {
        let codes = self.codes_in(u64::MAX);
        (0..6).any(|counter| counts(counter, codes[counter]) == Counts::Told(signal))
    }

    pub fn advance(&mut self, to: u64) {
        while self.now < to {
            self.cycle();
        }
    }

    fn cycle(&mut self) {
        let cycle = self.now;
        let before = self.shown;
        if cycle > 0 && cycle * self.ticks.0 / self.ticks.1 != (cycle - 1) * self.ticks.0 / self.ticks.1 && self.running
        {
            self.time_base = self.time_base.wrapping_add(1);
        }
        self.shown = self.time_base;
        let bit = self.selected_bit();
        let edge = cycle > 0 && before >> bit & 1 == 0 && self.shown >> bit & 1 == 1;

        let (counting, codes) = (self.counting(), Self::codes_of(self.mmcr));
        let told = self.events.remove(&cycle).unwrap_or_default();
        for counter in 0..6 {
            if counting[counter] {
                let own = match counts(counter, codes[counter]) {
                    Counts::Cycles => 1,
                    Counts::Edges => u32::from(edge),
                    _ => 0,
                };
                self.pmc[counter] = self.pmc[counter].wrapping_add(told[counter] + own);
            }
        }
        self.passed.push((counting, codes));
        self.now += 1;
        self.settle(cycle, edge && self.mmcr[0] & 0x0040_0000 != 0);
        self.make_changes(cycle);
    }

    fn selected_bit(&self) -> u32 {
        [0, 8, 12, 16][(self.mmcr[0] >> 23 & 3) as usize]
    }

    fn negative(&self) -> [bool; 6] {
        self.pmc.map(|value| value >= 0x8000_0000)
    }

    /// Which counters are an enabled condition.
    fn conditions(&self) -> [bool; 6] {
        let mut conditions = self.negative();
        conditions[0] &= self.mmcr[0] & 0x8000 != 0;
        for condition in &mut conditions[1..] {
            *condition &= self.mmcr[0] & 0x4000 != 0;
        }
        conditions
    }

    fn settle(&mut self, cycle: u64, edge: bool) {
        let mut edge = edge;
        loop {
            for counter in 0..6 {
                self.ended_trigger[counter] &= self.negative()[counter];
            }
            let (negative, conditions) = (self.negative(), self.conditions());
            let happened = edge || conditions.contains(&true);
            let freezes = edge || (0..6).any(|counter| conditions[counter] && !self.ended_trigger[counter]);
            let trigger = self.mmcr[0] & 0x2000 != 0;
            let mut again = false;
            let counting = self.counting();
            let frozen = self.mmcr[0] & 0x8000_0000 != 0;

            if happened && self.mmcr[0] & 0x0400_0000 != 0 {
                self.mmcr[0] &= !0x0400_0000;
                self.pending_for_edge = edge || self.pending && self.pending_for_edge;
                self.pending = true;
                self.signals.push(cycle);
                let last = self.completed.iter().rev().find(|(completed, _)| *completed <= cycle);
                if let (Some((_, effective)), false) = (last, frozen) {
                    self.siar = *effective;
                }
                let codes = Self::codes_of(self.mmcr);
                for counter in 0..6 {
                    if counting[counter] && counts(counter, codes[counter]) == Counts::Exceptions {
                        self.pmc[counter] = self.pmc[counter].wrapping_add(1);
                    }
                }
                again = true;
            }
            if trigger && (happened || negative[0]) {
                self.mmcr[0] &= !0x2000;
                self.ended_trigger = negative;
                again = true;
            }
            if !trigger && freezes && self.mmcr[0] & 0x0200_0000 != 0 {
                self.mmcr[0] |= 0x8000_0000;
            }
            edge = false;
            if !again {
                break;
            }
        }
        if self.drops_withdrawn
            && !self.pending_for_edge
            && self.msr & 0x8000 == 0
            && !self.conditions().contains(&true)
        {
            self.pending = false;
        }
    }

    fn make_changes(&mut self, cycle: u64) {
        while self.changes.first().is_some_and(|(made, _)| *made == cycle) {
            let (_, change) = self.changes.remove(0);
            let mut edge = false;
            match change {
                Change::Write(952, value) => {
                    let shows = |word: u32| self.shown >> [0, 8, 12, 16][(word >> 23 & 3) as usize] & 1 == 1;
                    edge = self.mmcr[0] & value & 0x0040_0000 != 0 && !shows(self.mmcr[0]) && shows(value);
                    self.mmcr[0] = value;
                    self.ended_trigger = [false; 6];
                }
                Change::Write(956, value) => self.mmcr[1] = value & 0xffff_f800,
                Change::Write(944, value) => self.mmcr[2] = value & 0x8000_0000,
                Change::Write(spr, value) => {
                    let counter = [953, 954, 957, 958, 945, 946].iter().position(|number| *number == spr).unwrap();
                    self.pmc[counter] = value;
                    self.written_from[counter] = cycle + 1;
                }
                Change::Msr(msr) => {
                    let switched = (msr ^ self.msr) & 0x4000 != 0;
                    self.msr = msr;
                    let (counting, codes) = self.passed[cycle as usize];
                    if switched
                        && counts(1, codes[1]) == Counts::Switches
                        && counting[1]
                        && cycle >= self.written_from[1]
                    {
                        self.pmc[1] = self.pmc[1].wrapping_add(1);
                    }
                }
                Change::TimeBase(value) => self.time_base = self.time_base & !0xffff_ffff | u64::from(value),
                Change::Running(running) => self.running = running,
            }
            self.settle(cycle, edge);
        }
    }

    pub fn take(&mut self) {
        self.pending = false;
        self.pending_for_edge = false;
    }
}
