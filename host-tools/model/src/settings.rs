//! What one run of the model is: part, clocks, and the switches for what no source settles.

use mpc7450::parts::Part;
use thiserror::Error;

use crate::machine;

/// Clock rates in hertz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clocks {
    /// The processor core.
    pub core: u64,
    /// The bus.
    pub bus: u64,
    /// The time base.
    pub time_base: u64,
}

impl Clocks {
    /// What QEMU's `mac99` tells its guest.
    pub const MAC99: Self = Self { core: 900_000_000, bus: 100_000_000, time_base: 25_000_000 };
}

/// What a `nop` (`ori 0,0,0`) is to the chip: no source says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nop {
    /// An IU1 instruction that reads and writes r0: one a cycle.
    Ordinary,
    /// Recognized at dispatch: no issue queue, no unit, three a cycle.
    Free,
}

/// Which address bits choose a set of the branch target instruction cache.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BticIndex {
    /// The five lowest bits of the branch's word address.
    Word,
    /// The five lowest bits of the number of its 32-byte block.
    Block,
}

/// Which address bits choose an entry of the branch history table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BhtIndex {
    /// The eleven lowest bits of the branch's word address.
    Word,
    /// The same, exclusive-ored with the eleven bits above.
    Hashed,
}

/// What becomes of a pending performance monitor exception whose condition is gone
/// before MSR[EE] is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawn {
    /// It is taken all the same.
    Delivered,
    /// It is forgotten.
    Dropped,
}

/// What happens when more calls are open than the link stack holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkStackOverflow {
    /// The oldest is lost and known to be lost: its return waits for LR.
    Stall,
    /// The stack wraps: the return is predicted wrongly and the stack emptied.
    Wrap,
}

/// Whether HID0[TBEN] starts the time base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeBaseRuns {
    /// Always, as in stock QEMU, whose firmware never sets the bit and waits on it.
    Always,
    /// Only while HID0[TBEN] is set, as on the chip [LINUX-REG; NETBSD-HID].
    Enabled,
}

/// Which line the second and third level give up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replacement {
    /// A pseudo-random one [AN2203].
    Random,
    /// The pseudo-least-recently used one [MPC7457EC].
    Plru,
}

/// Part, clocks, switches and latencies of one run.
///
/// Cycles are the core's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The part, by its processor version.
    pub part: Part,
    /// Clock rates.
    pub clocks: Clocks,
    /// `nop`: see [`Nop`].
    pub nop: Nop,
    /// `btic-index`: see [`BticIndex`].
    pub btic_index: BticIndex,
    /// `bht-index`: see [`BhtIndex`].
    pub bht_index: BhtIndex,
    /// `withdrawn`: see [`Withdrawn`].
    pub withdrawn: Withdrawn,
    /// `link-stack`: see [`LinkStackOverflow`].
    pub link_stack: LinkStackOverflow,
    /// `time-base`: see [`TimeBaseRuns`].
    pub time_base: TimeBaseRuns,
    /// `replacement`: see [`Replacement`].
    pub replacement: Replacement,
    /// `serialization`: cycles from the completion of the instruction before to the start
    /// of an execution-serialized one.
    pub serialization: u32,
    /// `branch-completion`: cycles from dispatch to the earliest completion of a branch
    /// that is not folded.
    pub branch_completion: u32,
    /// `exception-entry`: cycles from the completion of the last instruction before an
    /// exception to the fetch of its handler.
    pub exception_entry: u32,
    /// `table-walk`: cycles of a hashed table search in all.
    pub table_walk: u32,
    /// `memory`: nanoseconds from a load that misses everywhere to its use.
    pub memory_ns: u32,
    /// `l3`: load-use cycles of an L3 hit.
    pub l3_latency: u32,
    /// `forward`: cycles from a load to its use where a queued store holds the data.
    pub forward: u32,
}

/// A switch that does not exist, or a value it does not take.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SettingError {
    /// No switch of that name.
    #[error("the model has no switch {0:?}: it has {names}, machine", names = NAMES.join(", "))]
    Unknown(String),
    /// The switch takes other values.
    #[error("{name}={value} is not understood: {name} takes {legal}")]
    Value {
        /// The switch.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        legal: &'static str,
    },
}

/// The name under which a machine's clocks are set.
pub const MACHINE: &str = "machine";

/// Every switch by name, in the order in which reports print them.
pub const NAMES: [&str; 15] = [
    "nop",
    "btic-index",
    "bht-index",
    "withdrawn",
    "link-stack",
    "time-base",
    "replacement",
    "serialization",
    "branch-completion",
    "exception-entry",
    "table-walk",
    "memory",
    "l3",
    "forward",
    "clocks",
];

impl Settings {
    /// The defaults for a part.
    #[must_use]
    pub const fn new(part: Part) -> Self {
        Self {
            part,
            clocks: Clocks::MAC99,
            nop: Nop::Ordinary,
            btic_index: BticIndex::Word,
            bht_index: BhtIndex::Word,
            withdrawn: Withdrawn::Delivered,
            link_stack: LinkStackOverflow::Stall,
            time_base: TimeBaseRuns::Always,
            replacement: Replacement::Random,
            serialization: 2,
            branch_completion: 3,
            exception_entry: 2,
            table_walk: 20,
            memory_ns: 150,
            l3_latency: 30,
            forward: 7,
        }
    }

    /// Load-use cycles of a miss in every cache.
    #[must_use]
    pub const fn memory_latency(&self) -> u32 {
        (self.memory_ns as u64 * self.clocks.core / 1_000_000_000) as u32
    }

    /// Sets a switch by name.
    ///
    /// `machine` is no switch of its own but short for the `clocks` of a machine.
    ///
    /// # Errors
    ///
    /// There is no such switch, or it does not take the value.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        if name == MACHINE {
            let wrong = SettingError::Value { name: MACHINE, value: value.to_owned(), legal: machine::LEGAL };
            self.clocks = machine::find(value).ok_or(wrong)?;
            return Ok(());
        }
        let Some(name) = NAMES.into_iter().find(|known| *known == name) else {
            return Err(SettingError::Unknown(name.to_owned()));
        };
        let wrong = |legal| SettingError::Value { name, value: value.to_owned(), legal };
        let number = |legal: &'static str, most: u32| {
            value.parse().ok().filter(|number| *number <= most).ok_or_else(|| wrong(legal))
        };
        match name {
            "nop" => {
                self.nop = choice(value, [("ordinary", Nop::Ordinary), ("free", Nop::Free)])
                    .ok_or_else(|| wrong("ordinary or free"))?
            }
            "btic-index" => {
                self.btic_index = choice(value, [("word", BticIndex::Word), ("block", BticIndex::Block)])
                    .ok_or_else(|| wrong("word or block"))?
            }
            "bht-index" => {
                self.bht_index = choice(value, [("word", BhtIndex::Word), ("hashed", BhtIndex::Hashed)])
                    .ok_or_else(|| wrong("word or hashed"))?
            }
            "withdrawn" => {
                self.withdrawn = choice(value, [("delivered", Withdrawn::Delivered), ("dropped", Withdrawn::Dropped)])
                    .ok_or_else(|| wrong("delivered or dropped"))?
            }
            "link-stack" => {
                self.link_stack =
                    choice(value, [("stall", LinkStackOverflow::Stall), ("wrap", LinkStackOverflow::Wrap)])
                        .ok_or_else(|| wrong("stall or wrap"))?
            }
            "time-base" => {
                self.time_base = choice(value, [("always", TimeBaseRuns::Always), ("enabled", TimeBaseRuns::Enabled)])
                    .ok_or_else(|| wrong("always or enabled"))?
            }
            "replacement" => {
                self.replacement = choice(value, [("random", Replacement::Random), ("plru", Replacement::Plru)])
                    .ok_or_else(|| wrong("random or plru"))?
            }
            "serialization" => self.serialization = number("0 to 20 cycles", 20)?,
            "branch-completion" => self.branch_completion = number("0 to 20 cycles", 20)?,
            "exception-entry" => self.exception_entry = number("0 to 100 cycles", 100)?,
            "table-walk" => self.table_walk = number("0 to 1000 cycles", 1000)?,
            "memory" => self.memory_ns = number("0 to 1000 nanoseconds", 1000)?,
            "l3" => self.l3_latency = number("0 to 200 cycles", 200)?,
            "forward" => self.forward = number("0 to 100 cycles", 100)?,
            _ => {
                self.clocks = clocks(value).ok_or_else(|| {
                    wrong("CORE/BUS/TIMEBASE in hertz, from 1000000 to 10000000000, the core the fastest")
                })?
            }
        }
        Ok(())
    }

    /// The value of a switch as [`Settings::set`] takes it, and `None` for an unknown name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        let text = match name {
            "nop" => if self.nop == Nop::Free { "free" } else { "ordinary" }.to_owned(),
            "btic-index" => if self.btic_index == BticIndex::Block { "block" } else { "word" }.to_owned(),
            "bht-index" => if self.bht_index == BhtIndex::Hashed { "hashed" } else { "word" }.to_owned(),
            "withdrawn" => if self.withdrawn == Withdrawn::Dropped { "dropped" } else { "delivered" }.to_owned(),
            "link-stack" => if self.link_stack == LinkStackOverflow::Wrap { "wrap" } else { "stall" }.to_owned(),
            "time-base" => if self.time_base == TimeBaseRuns::Enabled { "enabled" } else { "always" }.to_owned(),
            "replacement" => if self.replacement == Replacement::Plru { "plru" } else { "random" }.to_owned(),
            "serialization" => self.serialization.to_string(),
            "branch-completion" => self.branch_completion.to_string(),
            "exception-entry" => self.exception_entry.to_string(),
            "table-walk" => self.table_walk.to_string(),
            "memory" => self.memory_ns.to_string(),
            "l3" => self.l3_latency.to_string(),
            "forward" => self.forward.to_string(),
            "clocks" => format!("{}/{}/{}", self.clocks.core, self.clocks.bus, self.clocks.time_base),
            _ => return None,
        };
        Some(text)
    }
}

fn choice<T: Copy, const N: usize>(value: &str, choices: [(&str, T); N]) -> Option<T> {
    choices.into_iter().find(|(name, _)| *name == value).map(|(_, choice)| choice)
}

fn clocks(value: &str) -> Option<Clocks> {
    let mut rates = value.split('/').map(|rate| rate.parse::<u64>().ok().filter(|rate| *rate >= 1_000_000));
    let clocks = Clocks { core: rates.next()??, bus: rates.next()??, time_base: rates.next()?? };
    let legal = rates.next().is_none()
        && clocks.core <= 10_000_000_000
        && clocks.core >= clocks.bus
        && clocks.core >= clocks.time_base;
    legal.then_some(clocks)
}

#[cfg(test)]
mod tests {
    use mpc7450::parts::Part;

    use super::{NAMES, SettingError, Settings};

    fn settings() -> Settings {
        Settings::new(Part::from_pvr(0x8000_0201))
    }

    #[test]
    fn every_switch_takes_what_it_gives() {
        let mut settings = settings();
        for name in NAMES {
            let value = settings.get(name).expect("known");
            settings.set(name, &value).expect("its own value");
        }
        assert_eq!(settings, self::settings());
        assert_eq!(settings.get("colour"), None);
    }

    #[test]
    fn a_wrong_name_or_value_says_what_is_legal() {
        let mut settings = settings();
        assert!(settings.set("colour", "1").unwrap_err().to_string().contains("nop, btic-index"));
        let error = settings.set("nop", "n3").unwrap_err();
        assert_eq!(error.to_string(), "nop=n3 is not understood: nop takes ordinary or free");
        assert!(matches!(settings.set("memory", "-1"), Err(SettingError::Value { .. })));
        assert!(matches!(settings.set("clocks", "100000000/900000000/25000000"), Err(SettingError::Value { .. })));
        assert_eq!(settings, self::settings());
    }

    #[test]
    fn a_machine_sets_the_clocks() {
        let mut settings = settings();
        settings.set("machine", "mac-mini-1.42").expect("known");
        assert_eq!(settings.get("clocks").as_deref(), Some("1416666666/166666666/41666666"));
        assert!(settings.set("clocks", "900000000/100000000/1").is_err(), "no time base ticks once a second");
        assert!(settings.set("machine", "imac").unwrap_err().to_string().contains("pegasos2"));
    }

    #[test]
    fn memory_is_as_far_away_as_the_clock_makes_it() {
        let mut settings = settings();
        assert_eq!(settings.memory_latency(), 135, "150 ns at 900 MHz");
        settings.set("clocks", "1420000000/167000000/41750000").expect("legal");
        assert_eq!(settings.memory_latency(), 213);
    }
}
