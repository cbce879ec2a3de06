//! Why there is no plan: [`Refusal`].

use std::fmt;

use mpc7450::events::Matches;

use super::spread::{self, Level};
use super::wish::{Asked, Wish};
use super::{Item, Passes, Plan, Setting, matching};

/// Why events cannot be counted as asked, and the nearest that can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Each event with its reason; at least one.
    pub refused: Vec<Refused>,
    /// A plan for what is left when counters are free and impossible events are gone.
    pub nearest: Option<Plan>,
}

/// An event that cannot be counted as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// As typed.
    pub typed: String,
    /// Why.
    pub reason: String,
}

/// The plan for the same events on any counter, less those that nothing can count.
pub(super) fn nearest(wishes: &[Wish], setting: Setting) -> Option<Plan> {
    let mut asked = Asked::default();
    for wish in wishes.iter().filter_map(Wish::anywhere) {
        let wish = Wish { level: wish.level.filter(|level| super::wrong_level(&wish, *level).is_none()), ..wish };
        let same = |other: &Wish| other.matches == wish.matches && other.level == wish.level;
        if super::unfit(&wish, setting).is_none() && !asked.wishes.iter().any(same) {
            asked.wishes.push(wish);
        }
    }
    if asked.wishes.is_empty() {
        return None;
    }
    Plan::of(asked.clone(), setting).or_else(|_| Plan::of(asked, Setting { passes: Passes::Any, ..setting })).ok()
}

/// Why each event that is left over when one pass is full has no place in it.
pub(super) fn crowded(wishes: &[Wish], items: &[Item]) -> Vec<Refused> {
    let mut chosen: Vec<&Item> = Vec::new();
    let mut refused = Vec::new();
    for item in items {
        let (wish, matches, level) = item;
        let with: Vec<Matches> = chosen.iter().map(|(_, matches, _)| *matches).chain([*matches]).collect();
        let typed = |wish: usize| wishes[wish].typed.as_str();
        let other_level = chosen.iter().find(|(.., other)| !spread::share_a_level([*other, *level].into_iter()));
        let reason = if let Some((other, ..)) = other_level {
            format!("there is one threshold for all counters, and {} has another: {}", typed(*other), levels(*level))
        } else if matching::counters(&with).is_some() {
            chosen.push(item);
            continue;
        } else {
            let holders = holders(&chosen, matches).into_iter().map(typed).collect::<Vec<_>>();
            format!("{matches} can count it, and what else is to be counted needs that: {}", holders.join(", "))
        };
        refused.push(Refused { typed: wishes[*wish].typed.clone(), reason });
    }
    if refused.is_empty() {
        // All events fit, but not with the clocks or instructions that were asked for.
        let reason = "six counters are too few for this and clocks and completed instructions".to_owned();
        refused.extend(items.last().map(|(wish, ..)| Refused { typed: wishes[*wish].typed.clone(), reason }));
    }
    refused
}

fn levels(level: Level) -> String {
    match level {
        Level::At(level, _) => format!("this one is compared with {level}"),
        Level::None => String::new(),
    }
}

/// The wishes that hold the counters an event could have.
fn holders(chosen: &[&Item], matches: &Matches) -> Vec<usize> {
    let events: Vec<Matches> = chosen.iter().map(|(_, matches, _)| *matches).collect();
    let taken = matching::most(&events);
    matches.iter().filter_map(|selector| Some(chosen[taken[selector.counter().index()]?].0)).collect()
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing ran, for this cannot be counted:")?;
        for Refused { typed, reason } in &self.refused {
            write!(f, "\n  {typed}: {reason}")?;
        }
        let Some(plan) = &self.nearest else { return Ok(()) };
        let events = plan.wishes.iter().map(|wish| wish.typed.as_str()).collect::<Vec<_>>();
        write!(f, "\nthe nearest that can be counted is -e {}:", events.join(","))?;
        for (number, pass) in plan.passes.iter().enumerate() {
            write!(f, "\n  pass {} of {}: {pass}", number + 1, plan.passes.len())?;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}
