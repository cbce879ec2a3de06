//! Events over passes.
//!
//! Every pass has both anchors, so an event competes for the four counters that they
//! leave, and which these are is open. [`least`] finds the fewest passes: as long as no
//! event must be with another, the passes are alike, and placing events is a flow. An
//! event goes to one of its counters, each anchor goes once a pass to one of its own, and
//! a counter takes as many as there are passes. What the flow puts on the counters, König's
//! theorem deals out: a bipartite graph whose vertices have k edges at most can be
//! coloured with k colours, here the passes. Trying all placements was rejected: twenty
//! events have more of them than can be tried.
//!
//! Threshold events of different levels exclude each other. Each level has passes of its
//! own; events without a threshold go anywhere.

use g4pmu_firmware::pmu::threshold;
use mpc7450::counter::Counter;
use mpc7450::events::Matches;

use super::pass::{Pass, Slot};
use super::wish::Wish;
use super::{CYCLES, INSTRUCTIONS, Item, anchor, pass};

/// What an event asks of the one threshold that there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    /// Nothing: it has no threshold.
    None,
    /// This level, with the way in which it is compared; 0 is the same in both.
    At(u32, Option<threshold::Scale>),
}

impl Level {
    pub(super) fn of(wish: &Wish) -> Self {
        match (wish.matches.iter().find_map(threshold::scale), wish.level.unwrap_or(0)) {
            (None, _) => Self::None,
            (Some(_), 0) => Self::At(0, None),
            (scale, level) => Self::At(level, scale),
        }
    }
}

/// Whether all these can be in one pass.
pub(super) fn share_a_level(levels: impl Iterator<Item = Level>) -> bool {
    let mut levels = levels.filter(|level| *level != Level::None);
    levels.next().is_none_or(|first| levels.all(|level| level == first))
}

/// The level of a pass with these, where it is not 0.
pub(super) fn level(mut levels: impl Iterator<Item = Level>) -> Option<u32> {
    levels.find_map(|level| match level {
        Level::At(level @ 1.., _) => Some(level),
        _ => None,
    })
}

/// As few passes as can be, for events none of which must be with another.
pub(super) fn least(items: &[Item]) -> Vec<Pass> {
    let mut classes: Vec<Level> = Vec::new();
    for (.., level) in items {
        if *level != Level::None && !classes.contains(level) {
            classes.push(*level);
        }
    }
    if classes.is_empty() {
        classes.push(Level::None);
    }
    // Fewer passes than its own events need no level can have.
    let own = |class: &Level| items.iter().filter(|(.., level)| level == class).copied().collect::<Vec<Item>>();
    let mut passes: Vec<usize> = classes
        .iter()
        .map(|class| {
            (1..).find(|number| flow(&own(class), &[*class], &[*number]).is_some()).expect("one each is enough")
        })
        .collect();
    loop {
        if let Some(edges) = flow(items, &classes, &passes) {
            let dealt = classes.iter().zip(&passes).zip(&edges);
            return dealt.flat_map(|((class, passes), edges)| deal(items, *class, *passes, edges)).collect();
        }
        // All events that have no place yet have no threshold: it is no matter where.
        passes[0] += 1;
    }
}

/// Something on a counter: an event's place among the items, or an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Left {
    Event(usize),
    Cycles,
    Instructions,
}

/// Something on a counter.
type Edge = (Left, Counter);

/// Something to be placed: what, where it may go, and the class that it belongs to.
struct Load {
    what: Left,
    matches: Matches,
    class: Option<usize>,
}

/// What each class of passes has on its counters when all have a place.
fn flow(items: &[Item], classes: &[Level], passes: &[usize]) -> Option<Vec<Vec<Edge>>> {
    let events = items.iter().enumerate().map(|(place, (_, matches, level))| Load {
        what: Left::Event(place),
        matches: *matches,
        class: classes.iter().position(|class| class == level && *level != Level::None),
    });
    // The same anchor of all passes together, so that it has the same counter in as many as
    // can be.
    let anchors = [(Left::Cycles, CYCLES), (Left::Instructions, INSTRUCTIONS)].into_iter().flat_map(|(what, id)| {
        let of = move |class| Load { what, matches: anchor(id), class: Some(class) };
        passes.iter().enumerate().flat_map(move |(class, number)| (0..*number).map(move |_| of(class)))
    });
    let loads: Vec<Load> = anchors.chain(events).collect();
    // What stands on each counter of each class.
    let mut standing: Vec<Vec<usize>> = vec![Vec::new(); 6 * classes.len()];
    for load in 0..loads.len() {
        if !find_place(load, &loads, passes, &mut standing, &mut vec![false; 6 * classes.len()]) {
            return None;
        }
    }
    let edges = |class: usize| {
        let of = |counter: Counter| {
            standing[6 * class + counter.index()].iter().map(|load| loads[*load].what).map(move |what| (what, counter))
        };
        Counter::ALL.into_iter().flat_map(of).collect()
    };
    Some((0..classes.len()).map(edges).collect())
}

fn find_place(load: usize, loads: &[Load], passes: &[usize], standing: &mut [Vec<usize>], seen: &mut [bool]) -> bool {
    let Load { matches, class, .. } = &loads[load];
    let classes = class.map_or(0..passes.len(), |class| class..class + 1);
    let places =
        || classes.clone().flat_map(|class| matches.iter().map(move |found| 6 * class + found.counter().index()));
    if let Some(free) = places().find(|place| standing[*place].len() < passes[*place / 6]) {
        standing[free].push(load);
        return true;
    }
    for place in places() {
        if std::mem::replace(&mut seen[place], true) {
            continue;
        }
        for other in 0..standing[place].len() {
            if find_place(standing[place][other], loads, passes, standing, seen) {
                standing[place][other] = load;
                return true;
            }
        }
    }
    false
}

/// Deals what stands on the counters out to passes.
fn deal(items: &[Item], class: Level, passes: usize, edges: &[Edge]) -> Vec<Pass> {
    // Anchors first: each is in every pass. Then events as they were asked for.
    let mut order: Vec<usize> = (0..edges.len()).collect();
    order.sort_by_key(|edge| match edges[*edge].0 {
        Left::Cycles => (0, 0),
        Left::Instructions => (1, 0),
        Left::Event(place) => (2, place),
    });
    let mut colours: Vec<Option<usize>> = vec![None; edges.len()];
    for edge in order {
        colour(edge, edges, passes, &mut colours);
    }
    let slot = |(left, counter): &Edge| {
        let (wish, matches) = match left {
            Left::Event(place) => (Some(items[*place].0), items[*place].1),
            Left::Cycles => (None, anchor(CYCLES)),
            Left::Instructions => (None, anchor(INSTRUCTIONS)),
        };
        Some(Slot { selector: matches.on(*counter)?, wish })
    };
    let pass = |number| {
        let mine = edges.iter().zip(&colours).filter(|(_, colour)| **colour == Some(number));
        Pass::of(mine.filter_map(|(edge, _)| slot(edge)), level([class].into_iter()))
    };
    (0..passes).map(pass).collect()
}

/// Gives an edge a colour that no edge at either of its ends has, where needed after two
/// colours have changed places along a path.
fn colour(edge: usize, edges: &[Edge], passes: usize, colours: &mut [Option<usize>]) {
    let (left, counter) = edges[edge];
    let at_left = |colours: &[Option<usize>], left, colour| {
        (0..edges.len()).find(|other| edges[*other].0 == left && colours[*other] == Some(colour))
    };
    let at_counter = |colours: &[Option<usize>], counter, colour| {
        (0..edges.len()).find(|other| edges[*other].1 == counter && colours[*other] == Some(colour))
    };
    let both = (0..passes)
        .find(|colour| at_left(colours, left, *colour).is_none() && at_counter(colours, counter, *colour).is_none());
    if both.is_some() {
        colours[edge] = both;
        return;
    }
    let a = (0..passes).find(|colour| at_left(colours, left, *colour).is_none()).expect("no vertex has more edges");
    let b =
        (0..passes).find(|colour| at_counter(colours, counter, *colour).is_none()).expect("no vertex has more edges");
    let mut path = Vec::new();
    let mut next = at_counter(colours, counter, a);
    while let Some(found) = next {
        path.push(found);
        next = if path.len() % 2 == 1 {
            at_left(colours, edges[found].0, b)
        } else {
            at_counter(colours, edges[found].1, a)
        };
    }
    for found in path {
        colours[found] = Some(if colours[found] == Some(a) { b } else { a });
    }
    colours[edge] = Some(a);
}

/// Whether somebody wants to see an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchored {
    /// A pass must have both.
    Asked,
    /// They are there to compare passes only.
    Unasked,
}

/// Passes for events of which some must be together; the place of a group that fits into
/// none where there is one. Groups go where they fit first, the largest first, which is
/// not always the fewest passes. A group that needs five or six counters has fewer anchors.
pub(super) fn grouped(items: &[Item], groups: &[Vec<usize>], anchors: Anchored) -> Result<Vec<Pass>, usize> {
    let item = |wish: usize| items.iter().position(|(of, ..)| *of == wish);
    let mut bundles: Vec<(Vec<usize>, Option<usize>)> = groups
        .iter()
        .enumerate()
        .map(|(group, wishes)| (wishes.iter().filter_map(|wish| item(*wish)).collect(), Some(group)))
        .collect();
    let grouped = |place: usize| groups.iter().flatten().any(|wish| *wish == items[place].0);
    bundles.extend((0..items.len()).filter(|place| !grouped(*place)).map(|place| (vec![place], None)));
    bundles.sort_by_key(|(members, _)| std::cmp::Reverse(members.len()));
    let mut passes: Vec<Vec<usize>> = Vec::new();
    for (members, group) in bundles.into_iter().filter(|(members, _)| !members.is_empty()) {
        let with = |pass: &[usize]| {
            let mut all = pass.to_vec();
            all.extend(members.iter().filter(|member| !pass.contains(member)));
            one(items, &all).map(|_| all)
        };
        match passes.iter_mut().find_map(|pass| with(pass).map(|all| (pass, all))) {
            Some((pass, all)) => *pass = all,
            None if with(&[]).is_some() || alone(items, &members).is_some() => passes.push(members),
            None => return Err(group.unwrap_or_default()),
        }
    }
    if anchors == Anchored::Asked && passes.iter().all(|pass| one(items, pass).is_none()) {
        passes.push(Vec::new());
    }
    Ok(passes.iter().filter_map(|pass| one(items, pass).or_else(|| alone(items, pass))).collect())
}

/// A pass with both anchors and these items, if there is one.
fn one(items: &[Item], members: &[usize]) -> Option<Pass> {
    with_anchors(items, members, &[CYCLES, INSTRUCTIONS])
}

/// A pass with one anchor or none, for a group that needs the other counters itself.
fn alone(items: &[Item], members: &[usize]) -> Option<Pass> {
    let fewer: [&[&str]; 3] = [&[CYCLES], &[INSTRUCTIONS], &[]];
    fewer.into_iter().find_map(|anchors| with_anchors(items, members, anchors))
}

fn with_anchors(items: &[Item], members: &[usize], anchors: &[&str]) -> Option<Pass> {
    let levels = || members.iter().map(|member| items[*member].2);
    if !share_a_level(levels()) {
        return None;
    }
    let anchors = anchors.iter().map(|id| (None, anchor(id)));
    let events = members.iter().map(|member| (Some(items[*member].0), items[*member].1));
    pass(&anchors.chain(events).collect::<Vec<_>>(), level(levels()))
}
