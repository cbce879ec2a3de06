//! Plans of all kinds: legal by the table, few passes, refusals that help.

use g4pmu_firmware::lab::request::Request;
use mpc7450::counter::Counter;
use mpc7450::events::{CATALOGUE, Matches};
use proptest::prelude::*;
use report_format::record::State;

use super::wish::{Asked, Wish};
use super::{CYCLES, INSTRUCTIONS, Passes, Plan, Setting};

const ANY: Setting = Setting { l3: true, state: State::Supervisor, passes: Passes::Any };
const SINGLE: Setting = Setting { passes: Passes::Single, ..ANY };

fn plan(list: &str, setting: Setting) -> Plan {
    Plan::of(Asked::parse([list]), setting).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn refused(list: &str, setting: Setting) -> String {
    Plan::of(Asked::parse([list]), setting).expect_err(list).to_string()
}

fn words(list: &str) -> Vec<String> {
    plan(list, ANY).passes.iter().map(super::pass::Pass::words).collect()
}

/// Every wish on a counter that has it, no counter twice, and the image agrees.
fn check(plan: &Plan) {
    for (place, wish) in plan.wishes.iter().enumerate() {
        let (pass, counter) = plan.place(place).unwrap_or_else(|| panic!("{} has no place", wish.typed));
        let slot = plan.passes[pass].on(counter).expect("it is there");
        assert_eq!(wish.matches.on(counter), Some(slot.selector), "{}", wish.typed);
    }
    for pass in &plan.passes {
        let line = format!("kernel=branch/chain {}", pass.words());
        Request::parse(&line).unwrap_or_else(|error| panic!("{line}: {error}"));
        let has = |id| pass.slots().any(|slot| slot.selector.event().is_some_and(|event| event.id == id));
        assert!(plan.passes.len() == 1 || (has(CYCLES) && has(INSTRUCTIONS)), "a pass without anchors: {pass}");
    }
}

/// The article's three events: two of them on counters that cannot count them.
#[test]
fn the_trio_of_the_article_is_refused_with_the_plan_that_counts_it() {
    let trio = "pmc4:instructions,pmc5:fpu-instructions,pmc6:mispredicted-branches";
    assert_eq!(
        refused(trio, ANY),
        "nothing ran, for this cannot be counted:\n  \
         pmc5:fpu-instructions: PMC5 cannot count this event; it can be counted on PMC3\n  \
         pmc6:mispredicted-branches: PMC6 cannot count this event; it can be counted on PMC4\n\
         the nearest that can be counted is -e instructions-completed,fpu-instructions,mispredicted-branches:\n  \
         pass 1 of 1: PMC1 processor-cycles, PMC2 instructions-completed, PMC3 fpu-instructions, PMC4 \
         mispredicted-branches"
    );
    // Its code 28 on PMC6 is legal, and another event.
    let plan = plan("pmc6=28", ANY);
    assert_eq!(plan.passes[0].on(Counter::Pmc6).unwrap().selector.event().unwrap().id, "bordq-full");
}

#[test]
fn clocks_and_instructions_have_their_places_and_others_the_rest() {
    assert_eq!(words("cycles,instructions"), ["pmc1=1 pmc2=2"]);
    assert_eq!(words("branch-misses"), ["pmc1=1 pmc2=2 pmc4=28"]);
    // PMC1 and PMC2 are needed: the anchors make room.
    assert_eq!(words("unresolved-branches,L1-dcache-load-misses"), ["pmc1=23 pmc2=37 pmc3=1 pmc4=2"]);
    assert_eq!(words("unresolved-branches,branches"), ["pmc1=23 pmc2=2 pmc3=1", "pmc1=34 pmc2=2 pmc3=1"]);
    assert_eq!(words("cycles:PMC6,pmc5=6"), ["pmc1=1 pmc2=2 pmc5=6 pmc6=1"]);
}

#[test]
fn six_events_fit_into_one_pass_and_leave_the_anchors_out() {
    let six = "unresolved-branches,pmc2=23,pmc3=18,branch-misses,pmc5=6,pmc6=44";
    assert_eq!(words(six), ["pmc1=23 pmc2=23 pmc3=18 pmc4=28 pmc5=6 pmc6=44"]);
    // With clocks among them there must be two.
    let plan = plan(&format!("cycles,{six}"), ANY);
    check(&plan);
    assert_eq!(plan.passes.len(), 2);
}

#[test]
fn one_pass_too_few_names_who_is_in_the_way() {
    let text = refused("branch-misses,folded-branches,cycles", SINGLE);
    assert!(
        text.contains(
            "\n  folded-branches: PMC4 can count it, and what else is to be counted needs that: branch-misses\n"
        ),
        "{text}"
    );
    assert!(text.contains("\n  pass 2 of 2: "), "{text}");
}

#[test]
fn two_thresholds_are_two_passes_or_refused() {
    let (queue, completion) = ("gpr-issue-queue-entries-over-threshold", "completion-queue-entries-over-threshold");
    assert_eq!(words(&format!("{queue}/threshold=5/,{completion}/threshold=5/")).len(), 1);
    let two = format!("{queue}/threshold=5/,{completion}/threshold=7/");
    let plan = plan(&two, ANY);
    check(&plan);
    assert_eq!(plan.passes.iter().map(super::pass::Pass::level).collect::<Vec<_>>(), [Some(5), Some(7)]);
    let text = refused(&two, SINGLE);
    assert!(text.contains("there is one threshold for all counters, and "), "{text}");
    assert!(refused(&format!("{queue}/threshold=64/"), ANY).contains("the levels are 0 to 63"));
    assert!(refused("cycles/threshold=6/", ANY).contains("the event compares nothing with a threshold"));
    assert!(refused("cycles/period=6/", ANY).contains("write /threshold=N/"));
}

#[test]
fn events_of_the_l3_need_a_part_with_one() {
    let event = CATALOGUE.iter().find(|event| event.parts == mpc7450::events::Parts::WithL3).unwrap();
    check(&plan(event.id, ANY));
    let text = refused(&format!("{},cycles", event.id), Setting { l3: false, ..ANY });
    assert!(text.contains("the part has no L3 cache: 7450, 7451, 7455 and 7457 have"), "{text}");
    assert!(text.contains("is -e processor-cycles:"), "{text}");
}

#[test]
fn modifiers_are_accepted_or_explained() {
    assert_eq!(words("cycles:k"), ["pmc1=1 pmc2=2"]);
    assert_eq!(words("branch-misses:pp"), ["pmc1=1 pmc2=2 pmc4=28"]);
    let text = refused("cycles:u", ANY);
    assert!(text.contains("cycles:u: `:u` counts in user state, and the kernel runs in supervisor state"), "{text}");
    check(&plan("cycles:u", Setting { state: State::User, ..ANY }));
    assert!(refused("cycles:G", ANY).contains("the modifier `G` means nothing here"));
}

#[test]
fn misspelt_events_get_the_nearest_name() {
    assert!(refused("branch-mises", ANY).contains("branch-mises: no event has this name; did you mean branch-misses?"));
    assert!(refused("cycles:PMC9", ANY).contains("`PMC9` is no counter and no modifier: the counters are PMC1 to"));
    assert!(refused("pmc4=32", ANY).contains("use 0 to 31"));
    assert!(refused("nothing", ANY).contains("code 0 counts nothing"));
}

#[test]
fn groups_stay_together() {
    let list = "{branch-misses,pmc5=6},{folded-branches,pmc5=2},pmc3=18";
    let plan = plan(list, ANY);
    check(&plan);
    let pass = |wish| plan.place(wish).unwrap().0;
    assert_eq!((pass(0), pass(2)), (pass(1), pass(3)));
    assert_ne!(pass(0), pass(2));
    let text = refused("{branch-misses,folded-branches}", ANY);
    assert!(text.contains("{branch-misses,folded-branches}: these do not fit"), "{text}");
}

/// Whatever a metric is made of is in one pass, and six events of one are without anchors.
#[test]
fn every_metric_has_a_pass() {
    let mut all = Asked::default();
    for metric in crate::metrics::Book::built_in().metrics() {
        let mut asked = Asked::default();
        asked.together(metric.events().map(|(id, _)| id));
        all.together(metric.events().map(|(id, _)| id));
        let plan = Plan::of(asked, ANY).unwrap_or_else(|refusal| panic!("{}: {refusal}", metric.name));
        assert_eq!(plan.passes.len(), 1, "{}", metric.name);
    }
    let plan = Plan::of(all, ANY).expect("a plan");
    assert!(plan.passes.len() > 10);
    let six = "{unresolved-branches,pmc2=23,pmc3=18,branch-misses,pmc5=6,pmc6=44},folded-branches";
    let plan = self::plan(six, ANY);
    assert_eq!(plan.passes.len(), 2);
    assert!((0..6).all(|wish| plan.place(wish).is_some_and(|(pass, _)| pass == 0)));
    let plan = self::plan("{unresolved-branches,pmc2=23,pmc3=18,branch-misses,pmc5=6,pmc6=44},cycles", ANY);
    assert_eq!((plan.passes.len(), plan.place(6)), (2, Some((1, Counter::Pmc1))), "clocks were asked for");
}

#[test]
fn all_events_there_are_find_a_place() {
    let all: Vec<String> = CATALOGUE
        .iter()
        .filter(|event| event.selector.code() != 0)
        .map(|event| format!("pmc{}={}", event.selector.counter().number(), event.selector.code()))
        .collect();
    let plan = plan(&all.join(","), ANY);
    check(&plan);
    // PMC1 has 92 events that count; each pass takes one, and the anchors fit elsewhere.
    assert_eq!(plan.passes.len(), 92);
}

/// The fewest passes by trying all: whether these sets of counters can be dealt out.
fn brute_force(events: &[Matches]) -> usize {
    fn fits(events: &[Matches], taken: u32, anchors: &[&[usize]]) -> bool {
        if let Some((first, rest)) = events.split_first() {
            return first
                .iter()
                .map(|selector| selector.counter().index())
                .any(|counter| taken & 1 << counter == 0 && fits(rest, taken | 1 << counter, anchors));
        }
        let Some((first, rest)) = anchors.split_first() else { return true };
        first.iter().any(|counter| taken & 1 << counter == 0 && fits(events, taken | 1 << counter, rest))
    }
    fn dealt(events: &[Matches], passes: &mut Vec<Vec<Matches>>, most: usize) -> bool {
        let Some((first, rest)) = events.split_first() else { return true };
        let anchors: &[&[usize]] = &[&[0, 1, 2, 3, 4, 5], &[0, 1, 2, 3]];
        for pass in 0..most.min(passes.len() + 1) {
            if pass == passes.len() {
                passes.push(Vec::new());
            }
            passes[pass].push(*first);
            if fits(&passes[pass], 0, anchors) && dealt(rest, passes, most) {
                return true;
            }
            passes[pass].pop();
            if passes[pass].is_empty() {
                passes.pop();
            }
        }
        false
    }
    (1..).find(|most| dealt(events, &mut Vec::new(), *most)).expect("one pass each is enough")
}

/// Ids, with those that several counters have more often than the table has them.
fn some_ids() -> impl Strategy<Value = Vec<&'static str>> {
    let shared = prop::sample::select(vec![
        "instructions-dispatched",
        "vpu-instructions-completed",
        "l1-data-snoops",
        "l2-cache-misses",
        "store-instructions",
        "processor-cycles",
    ]);
    let any = (0..CATALOGUE.len()).prop_map(|place| CATALOGUE[place].id).prop_filter("counts", |id| *id != "nothing");
    proptest::collection::vec(prop_oneof![shared, any], 1..7)
}

proptest! {
    #[test]
    fn every_plan_is_legal_by_the_table(ids in some_ids(), more in some_ids()) {
        check(&plan(&[ids, more].concat().join(","), ANY));
    }

    #[test]
    fn no_plan_has_fewer_passes(ids in some_ids()) {
        let asked = Asked::parse([ids.join(",").as_str()]);
        let events: Vec<Matches> = asked
            .wishes
            .iter()
            .filter(|wish| Wish::parse(CYCLES).matches != wish.matches && Wish::parse(INSTRUCTIONS).matches != wish.matches)
            .map(|wish| wish.matches)
            .collect();
        // Threshold events without a level are all compared with 0 and exclude nothing.
        let plan = plan(&ids.join(","), ANY);
        prop_assert!(plan.passes.len() <= brute_force(&events));
        prop_assert!(plan.passes.len() == 1 || plan.passes.len() == brute_force(&events));
    }

    #[test]
    fn no_list_breaks_the_parser(list in "[a-z0-9:/=,{} -]{0,40}") {
        if let Ok(plan) = Plan::of(Asked::parse([list.as_str()]), ANY) {
            check(&plan);
        }
    }
}
