//! Events onto counters: [`Plan`].
//!
//! Six counters, each with events of its own: what was asked for is placed so that few
//! passes of the kernel count it all. Where there is more than one pass, each counts
//! clocks and completed instructions too, the *anchors* that show whether the passes
//! measured the same thing.
//!
//! | module | holds |
//! | --- | --- |
//! | [`wish`] | what was typed behind `-e` |
//! | [`pass`] | what one run of the kernel counts, as the words of the wire |
//! | `matching` | which counters for the events of one pass |
//! | `spread` | how many passes, and which event in which |
//! | [`refusal`] | why there is no plan, and the nearest there is |
//!
//! The planner knows the table of events and the threshold rule. It asks the image's own
//! parser whether each pass is legal, so a plan never fails where it runs.

pub(crate) mod matching;
pub mod pass;
pub mod refusal;
mod spread;
pub mod wish;

#[cfg(test)]
mod tests;

use g4pmu_firmware::pmu::threshold;
use mpc7450::counter::Counter;
use mpc7450::events::{Matches, Parts, find};
use report_format::record::State;

use pass::{Pass, Slot};
use refusal::{Refusal, Refused};
use spread::{Anchored, Level};
use wish::{Asked, Wish};

/// The event of core clocks, which every counter has.
pub const CYCLES: &str = "processor-cycles";

/// The event of completed instructions, which PMC1 to PMC4 have.
pub const INSTRUCTIONS: &str = "instructions-completed";

/// What was asked for and what counts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What was asked for, in its order.
    pub wishes: Vec<Wish>,
    /// The runs of the kernel; at least one.
    pub passes: Vec<Pass>,
}

/// What a plan must suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Whether the part can have an L3 cache.
    pub l3: bool,
    /// The state in which the kernel runs.
    pub state: State,
    /// How many passes there may be.
    pub passes: Passes,
}

/// How many passes there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passes {
    /// As many as are needed.
    Any,
    /// One.
    Single,
}

/// A wish that must be placed: its place, its selectors and its threshold.
type Item = (usize, Matches, Level);

impl Plan {
    /// Places all wishes.
    ///
    /// # Errors
    ///
    /// [`Refusal`] with a reason for each event that cannot be counted as asked.
    pub fn of(asked: Asked, setting: Setting) -> Result<Self, Refusal> {
        let Asked { wishes, groups } = asked;
        let mut refused: Vec<Refused> = Vec::new();
        for wish in &wishes {
            refused.extend(unfit(wish, setting).map(|reason| Refused { typed: wish.typed.clone(), reason }));
        }
        if !refused.is_empty() {
            let nearest = refusal::nearest(&wishes, setting);
            return Err(Refusal { refused, nearest });
        }
        let anchors = Anchors::of(&wishes);
        let items: Vec<Item> = items(&wishes, &anchors);
        if let Some(pass) = single(&items, &anchors) {
            return Ok(Self { wishes, passes: vec![pass] });
        }
        if setting.passes == Passes::Single {
            let refused = refusal::crowded(&wishes, &items);
            let nearest = Self::of(Asked { wishes, groups }, Setting { passes: Passes::Any, ..setting }).ok();
            return Err(Refusal { refused, nearest });
        }
        let spread = if groups.is_empty() {
            Ok(spread::least(&items))
        } else {
            spread::grouped(&items, &groups, anchors.asked())
        };
        match spread {
            Ok(passes) => Ok(Self { passes: passes.iter().map(|pass| pass.with_anchors(&anchors)).collect(), wishes }),
            Err(group) => {
                let members = groups[group].iter().map(|place| wishes[*place].typed.as_str()).collect::<Vec<_>>();
                let reason = "these do not fit into one pass".to_owned();
                let refused = vec![Refused { typed: format!("{{{}}}", members.join(",")), reason }];
                let nearest = Self::of(Asked { wishes, groups: Vec::new() }, setting).ok();
                Err(Refusal { refused, nearest })
            }
        }
    }

    /// Where a wish is counted: the pass and the counter. A wish that is an anchor is
    /// counted in every pass, and the first is given.
    #[must_use]
    pub fn place(&self, wish: usize) -> Option<(usize, Counter)> {
        self.passes.iter().enumerate().find_map(|(number, pass)| {
            let slot = pass.slots().find(|slot| slot.wish == Some(wish))?;
            Some((number, slot.selector.counter()))
        })
    }
}

/// The places among the wishes of clocks and of completed instructions, where they were
/// asked for on no certain counter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Anchors {
    cycles: Option<usize>,
    instructions: Option<usize>,
}

impl Anchors {
    fn of(wishes: &[Wish]) -> Self {
        let place = |id: &str| wishes.iter().position(|wish| wish.level.is_none() && wish.matches == anchor(id));
        Self { cycles: place(CYCLES), instructions: place(INSTRUCTIONS) }
    }

    const fn asked(&self) -> Anchored {
        if self.cycles.is_some() || self.instructions.is_some() { Anchored::Asked } else { Anchored::Unasked }
    }

    const fn has(&self, wish: usize) -> bool {
        matches!(self.cycles, Some(place) if place == wish) || matches!(self.instructions, Some(place) if place == wish)
    }
}

/// Where an anchor can be counted.
fn anchor(id: &str) -> Matches {
    find(id).expect("the table has the anchors")
}

/// What must be placed: every wish that is no anchor.
fn items(wishes: &[Wish], anchors: &Anchors) -> Vec<Item> {
    let others = wishes.iter().enumerate().filter(|(place, _)| !anchors.has(*place));
    others.map(|(place, wish)| (place, wish.matches, Level::of(wish))).collect()
}

/// All in one pass, with as many anchors as there is room for.
fn single(items: &[Item], anchors: &Anchors) -> Option<Pass> {
    if !spread::share_a_level(items.iter().map(|(.., level)| *level)) {
        return None;
    }
    let both = [(true, true), (true, false), (false, true), (false, false)];
    let asked = |(cycles, instructions): &(bool, bool)| {
        (*cycles || anchors.cycles.is_none()) && (*instructions || anchors.instructions.is_none())
    };
    both.iter().filter(|choice| asked(choice)).find_map(|(cycles, instructions)| {
        let cycles = cycles.then(|| (anchors.cycles, anchor(CYCLES)));
        let instructions = instructions.then(|| (anchors.instructions, anchor(INSTRUCTIONS)));
        let all: Vec<(Option<usize>, Matches)> = cycles
            .into_iter()
            .chain(instructions)
            .chain(items.iter().map(|(wish, matches, _)| (Some(*wish), *matches)))
            .collect();
        pass(&all, spread::level(items.iter().map(|(.., level)| *level)))
    })
}

/// One pass with these events and the wishes that they serve, if their counters suffice.
fn pass(events: &[(Option<usize>, Matches)], level: Option<u32>) -> Option<Pass> {
    let matches: Vec<Matches> = events.iter().map(|(_, matches)| *matches).collect();
    let counters = matching::counters(&matches)?;
    let slots = events
        .iter()
        .zip(counters)
        .filter_map(|((wish, matches), counter)| Some(Slot { selector: matches.on(counter)?, wish: *wish }));
    Some(Pass::of(slots, level))
}

/// Why a wish cannot be counted by any plan.
fn unfit(wish: &Wish, setting: Setting) -> Option<String> {
    if let Some(reason) = &wish.wrong {
        return Some(reason.clone());
    }
    let events = || wish.matches.iter().filter_map(|selector| selector.event());
    if wish.matches.iter().all(|selector| selector.code() == 0) {
        return Some("code 0 counts nothing".to_owned());
    }
    if !setting.l3 && events().any(|event| event.parts == Parts::WithL3) {
        return Some("the part has no L3 cache: 7450, 7451, 7455 and 7457 have".to_owned());
    }
    if let Some(state) = wish.state.filter(|state| *state != setting.state) {
        let (letter, own, other) = match state {
            State::User => ("u", "user", "supervisor"),
            State::Supervisor => ("k", "supervisor", "user"),
        };
        return Some(format!(
            "`:{letter}` counts in {own} state, and the kernel runs in {other} state: nothing would count; add \
             state={own}, or leave `:{letter}` out, for exceptions are never counted"
        ));
    }
    wish.level.and_then(|level| wrong_level(wish, level))
}

/// Why a wish cannot be compared with its level.
fn wrong_level(wish: &Wish, level: u32) -> Option<String> {
    let nothing = g4pmu_firmware::pmu::programming::Programming::new();
    let mut reasons = wish.matches.iter().map(|selector| nothing.select_above(selector, level).err());
    // Every counter that can count the event must refuse before the wish is impossible.
    let first = reasons.next()??;
    reasons.all(|reason| reason.is_some()).then(|| {
        let has_one = wish.matches.iter().any(|selector| threshold::scale(selector).is_some());
        if has_one { first.to_string() } else { "the event compares nothing with a threshold".to_owned() }
    })
}
