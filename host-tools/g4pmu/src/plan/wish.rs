//! What was typed behind `-e`: [`Asked::parse`].
//!
//! | typed | means |
//! | --- | --- |
//! | `mispredicted-branches`, `branch-misses`, `r41c` | an event as `g4pmu list events` takes it |
//! | `instructions:PMC4`, `pmc4:instructions` | on this counter |
//! | `pmc4=28` | the code on this counter, as the wire has it |
//! | `gpr-issue-queue-entries-over-threshold/threshold=7/` | compared with 7 |
//! | `cycles:k`, `cycles:u` | in supervisor or user state: the kernel's own or nothing |
//! | `cycles:p` | counts are exact in any case: the same without |
//! | `{a,b}` | both in one pass |

use g4pmu_firmware::pmu::wire;
use mpc7450::events::{ALIASES, CATALOGUE, FindError, Matches, Selector, find};
use report_format::record::State;

use super::{CYCLES, anchor};
use crate::explain::{self, PerfFacts};
use crate::names;

/// One event as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wish {
    /// As typed.
    pub typed: String,
    /// Where it can be counted. Of no meaning where it is wrong.
    pub matches: Matches,
    /// What it is compared with, where that was typed.
    pub level: Option<u32>,
    /// The only state in which it is to count.
    pub state: Option<State>,
    /// Why it is no event.
    pub wrong: Option<String>,
    /// The event on any counter, where it was bound to one.
    pub unbound: Option<Matches>,
    /// Who wants it.
    pub shown: Shown,
}

/// Whether a count is wanted for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// It was asked for.
    Itself,
    /// A metric is made of it.
    InMetrics,
}

/// A list of events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    /// In the order in which they were typed.
    pub wishes: Vec<Wish>,
    /// Places of wishes that must be in one pass.
    pub groups: Vec<Vec<usize>>,
}

impl Asked {
    /// Reads lists of events with commas between them. What is no event stands among the
    /// wishes with the reason, so that all of them can be told at once.
    #[must_use]
    pub fn parse<'a>(lists: impl IntoIterator<Item = &'a str>) -> Self {
        let mut asked = Self::default();
        for list in lists {
            let mut group: Option<Vec<usize>> = None;
            for piece in pieces(list) {
                let opened = piece.strip_prefix('{');
                let (name, closed) = match opened.unwrap_or(piece).split_once('}') {
                    Some((name, behind)) => (name, Some(behind)),
                    None => (opened.unwrap_or(piece), None),
                };
                let wish = match misplaced(opened.is_some(), group.is_some(), name, closed) {
                    Some(wrong) => Wish { wrong: Some(wrong.to_owned()), ..Wish::new(piece) },
                    None => Wish::parse(name),
                };
                let place = asked.add(wish);
                if opened.is_some() {
                    group = Some(Vec::new());
                }
                if let Some(members) = &mut group {
                    members.push(place);
                }
                if closed.is_some() {
                    asked.groups.extend(group.take().filter(|members| members.len() > 1));
                }
            }
            if group.is_some() {
                asked.add(Wish { wrong: Some("`{` has no `}` behind it".to_owned()), ..Wish::new(list) });
            }
        }
        asked
    }

    /// Adds events that must be in one pass, by their ids.
    pub fn together<'a>(&mut self, ids: impl IntoIterator<Item = &'a str>) {
        let members: Vec<usize> =
            ids.into_iter().map(|id| self.add(Wish { shown: Shown::InMetrics, ..Wish::parse(id) })).collect();
        if !self.groups.contains(&members) {
            self.groups.extend((members.len() > 1).then_some(members));
        }
    }

    /// Adds a wish, once; gives its place.
    fn add(&mut self, wish: Wish) -> usize {
        let same = |other: &Wish| (&other.typed, other.level) == (&wish.typed, wish.level);
        self.wishes.iter().position(same).unwrap_or_else(|| {
            self.wishes.push(wish);
            self.wishes.len() - 1
        })
    }
}

/// What is wrong with the braces around an event.
fn misplaced(opened: bool, within: bool, name: &str, closed: Option<&str>) -> Option<&'static str> {
    match closed {
        _ if opened && within => Some("one group is within another: close the first with `}`"),
        Some(_) if !opened && !within => Some("`}` has no `{` before it"),
        Some(behind) if !behind.is_empty() => {
            Some("what stands behind `}` is not understood: modifiers stand behind each event, {a:u,b:u}")
        }
        _ if (opened || within) && name.is_empty() => Some("a group without an event: write {a,b}"),
        _ => None,
    }
}

/// The pieces between commas that are not inside `/ /`.
fn pieces(list: &str) -> impl Iterator<Item = &str> {
    let mut inside = false;
    let split = move |letter: char| {
        inside ^= letter == '/';
        letter == ',' && !inside
    };
    list.split(split).map(str::trim).filter(|piece| !piece.is_empty())
}

impl Wish {
    /// Reads one event.
    #[must_use]
    pub fn parse(typed: &str) -> Self {
        let mut wish = Self::new(typed);
        wish.wrong = wish.read(typed).err();
        wish
    }

    /// One that is not read yet.
    fn new(typed: &str) -> Self {
        Self {
            typed: typed.to_owned(),
            matches: anchor(CYCLES),
            level: None,
            state: None,
            wrong: None,
            unbound: None,
            shown: Shown::Itself,
        }
    }

    fn read(&mut self, typed: &str) -> Result<(), String> {
        let (rest, terms, modifiers) = cut(typed)?;
        if let Some(terms) = terms {
            self.level = Some(level(terms)?);
        }
        self.state = state(modifiers)?;
        let (counter, name) = match rest.split_once(':').map(|(counter, name)| (wire::counter(counter), name)) {
            Some((Some(counter), name)) => (Some(counter), name),
            _ => (None, rest),
        };
        if let Some((pmc, code)) = rest.split_once('=') {
            self.matches = coded(pmc, code)?;
            return Ok(());
        }
        let found = find(name).map_err(|error| (self.bound(name, &error), explained(name, &error)));
        let found = found.map_err(|(unbound, text)| {
            self.unbound = unbound;
            text
        })?;
        let Some(counter) = counter else {
            self.matches = found;
            return Ok(());
        };
        self.unbound = Some(found);
        let refused = FindError::NotOnCounter { counter, matches: found };
        self.matches = found.on(counter).map(Matches::from).ok_or_else(|| refused.to_string())?;
        Ok(())
    }

    /// The event without the counter that it was bound to.
    fn bound(&self, name: &str, error: &FindError) -> Option<Matches> {
        match error {
            FindError::NotOnCounter { matches, .. } => Some(*matches),
            _ => name.split_once(':').and_then(|(name, _)| find(name).ok()),
        }
    }

    /// The wish on any counter, with the words for it; `None` for what is no event at all.
    #[must_use]
    pub fn anywhere(&self) -> Option<Self> {
        let matches = if self.wrong.is_some() { self.unbound? } else { self.unbound.unwrap_or(self.matches) };
        let selector = matches.iter().next()?;
        let id = selector.event().map_or_else(|| self.typed.clone(), |event| event.id.to_owned());
        Some(Self { typed: id, matches, unbound: None, wrong: None, level: self.level, state: None, shown: self.shown })
    }
}

/// Name, terms between slashes, modifiers.
fn cut(typed: &str) -> Result<(&str, Option<&str>, &str), String> {
    if let Some((name, rest)) = typed.split_once('/') {
        let (terms, behind) = rest.split_once('/').ok_or("the second `/` is missing: write EVENT/threshold=N/")?;
        return Ok((name, Some(terms), behind.strip_prefix(':').unwrap_or(behind)));
    }
    match typed.rsplit_once(':') {
        Some((name, last)) if is_modifiers(last) => Ok((name, None, last)),
        _ => Ok((typed, None, "")),
    }
}

/// Whether this looks like perf's modifiers: a few of its letters.
fn is_modifiers(text: &str) -> bool {
    !text.is_empty() && text.len() <= 5 && text.chars().all(|letter| "ukhvpPGHISDWeb".contains(letter))
}

fn level(terms: &str) -> Result<u32, String> {
    let legal = || format!("`/{terms}/` is not understood: write /threshold=N/");
    let (name, value) = terms.split_once('=').ok_or_else(legal)?;
    if !["threshold", "thresh"].contains(&name) {
        return Err(legal());
    }
    value.parse().map_err(|_| format!("threshold={value}: not a decimal number"))
}

fn state(modifiers: &str) -> Result<Option<State>, String> {
    let has = |letter| modifiers.contains(letter);
    if let Some(other) = modifiers.chars().find(|letter| !"ukpP".contains(*letter)) {
        return Err(format!(
            "the modifier `{other}` means nothing here: there is no operating system; `u`, `k` and `p` are understood"
        ));
    }
    Ok(match (has('u'), has('k')) {
        (true, false) => Some(State::User),
        (false, true) => Some(State::Supervisor),
        _ => None,
    })
}

/// `pmc4=28`.
fn coded(pmc: &str, code: &str) -> Result<Matches, String> {
    let counter = wire::counter(pmc).ok_or("there is no such counter; pmc1 to pmc6 are")?;
    let digits = code.strip_prefix("0x").map_or_else(|| code.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok());
    let code = digits.ok_or_else(|| format!("`{code}` is no code: write a number, decimal or 0x and hexadecimal"))?;
    Selector::raw(counter, code).map(Matches::from).map_err(|error| error.to_string())
}

/// Why there is no such event, with the nearest name.
fn explained(name: &str, error: &FindError) -> String {
    let behind = name.split_once(':').map(|(_, behind)| behind);
    match (error, behind) {
        (FindError::NoSuchCounter, Some(behind)) => {
            return format!(
                "`{behind}` is no counter and no modifier: the counters are PMC1 to PMC6, the modifiers `u`, `k` and `p`"
            );
        }
        (FindError::Unknown { .. }, _) => {}
        _ => return error.to_string(),
    }
    if let Some(PerfFacts { answer, instead, .. }) = explain::perf_name(name) {
        return format!("no event of this family. {answer} Count {} instead.", instead.join(" or "));
    }
    let known = CATALOGUE.iter().map(|event| event.id).chain(ALIASES.iter().map(|alias| alias.name));
    match names::nearest(name.split(':').next().unwrap_or(name), known) {
        Some(nearest) => format!("no event has this name; did you mean {nearest}?"),
        None => error.to_string(),
    }
}
