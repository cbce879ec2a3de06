//! A second simulator of the timing model, stepped cycle by cycle, and its comparison
//! with the model on random programs.
//!
//! Both follow the rules of `docs/model`; the reference was written from them alone, as
//! queues and units whose entries move, where the model computes with times and
//! maxima. What they share: the instruction table of the `mpc7450` crate, and the rules.
//! A rule that is wrong about the chip is wrong in both.
//!
//! `cargo test -p model --test reference` compares 40 programs and those that
//! once found a fault. With
//! `G4PMU_REFERENCE_PROGRAMS=10000` it compares that many, with
//! `G4PMU_REFERENCE_PROGRAM=17` only that one.

mod blocks;
mod broken;
mod compare;
mod facts;
mod generator;
mod machine;
mod memory;
mod outcome;
mod program;
mod random;

use compare::Counted;
use model::record::Access;
use model::signal::Signal;
use mpc7450::instruction::decode::{Kind, Unit};

/// How many programs are compared unless the environment says otherwise.
const PROGRAMS: u64 = 40;

/// Programs that once found a fault of the model: loads of two lines, prefetched sectors in
/// the L3.
const FOUND: [u64; 5] = [321, 818, 1198, 1256, 2522];

fn programs() -> u64 {
    std::env::var("G4PMU_REFERENCE_PROGRAMS").ok().and_then(|number| number.parse().ok()).unwrap_or(PROGRAMS)
}

/// One program alone.
fn wanted() -> Option<u64> {
    std::env::var("G4PMU_REFERENCE_PROGRAM").ok().and_then(|number| number.parse().ok())
}

/// The difference between the reference, with a rule broken or not, and the model.
fn compared(seed: u64, broken: Option<broken::Broken>) -> Option<String> {
    let program = generator::program(seed);
    let facts = facts::of_program(&program);
    let slow = machine::run(&program, &facts, broken);
    [Counted::All, Counted::NoQueues].into_iter().find_map(|counted| {
        let fast = compare::run(&program, counted);
        let difference = compare::difference(&program, &facts, &slow, &fast)?;
        Some(format!("counted: {counted:?}\n{difference}"))
    })
}

#[test]
fn the_model_agrees_with_the_reference() {
    let all = || (0..programs()).chain(FOUND.into_iter().filter(|seed| *seed >= programs())).collect();
    let wanted: Vec<u64> = wanted().map_or_else(all, |seed| vec![seed]);
    let differences: Vec<u64> = wanted
        .into_iter()
        .filter(|seed| {
            let difference = compared(*seed, None);
            if let Some(difference) = &difference {
                println!("program {seed}:\n{difference}");
            }
            difference.is_some()
        })
        .collect();
    assert!(differences.is_empty(), "the programs {differences:?} differ");
}

/// A comparison that finds nothing would prove nothing: with each of these rules broken in
/// the reference it must find a difference, and soon.
#[test]
fn a_broken_rule_is_found() {
    let mut unseen = Vec::new();
    for (rule, known) in broken::Broken::ALL {
        let found = std::iter::once(known).chain(0..ENOUGH).find(|seed| compared(*seed, Some(rule)).is_some());
        if found != Some(known) {
            println!("{rule:?} shows in program {found:?}, not in {known}");
        }
        if found.is_none() {
            unseen.push(rule);
        }
    }
    assert!(unseen.is_empty(), "nothing differs with {unseen:?} broken");
}

/// Programs within which a broken rule must show.
const ENOUGH: u64 = 400;

/// No comparison is empty: each event that is compared happens, and what the programs are
/// for in one of twenty at least.
#[test]
fn every_event_that_is_compared_happens() {
    const SEEN: usize = 200;
    let mut programs = [0; compare::SIGNALS.len()];
    for seed in 0..SEEN as u64 {
        let fast = compare::run(&generator::program(seed), Counted::All);
        for (count, signal) in programs.iter_mut().zip(compare::SIGNALS) {
            *count += usize::from(!fast.events.all(signal).is_empty());
        }
    }
    let mut few = Vec::new();
    for (count, signal) in programs.into_iter().zip(compare::SIGNALS) {
        let least = if OFTEN.contains(&signal) { SEEN / 20 } else { 1 };
        if count < least {
            few.push(format!("{signal:?}: in {count} of {SEEN} programs"));
        }
    }
    assert!(few.is_empty(), "{few:#?}");
}

const OFTEN: [Signal; 20] = [
    Signal::MispredictedBranches,
    Signal::RefetchSerialization,
    Signal::L1InstructionCacheMisses,
    Signal::L1DataLoadAccessMiss,
    Signal::L1DataStoreMiss,
    Signal::L1DataTouchMiss,
    Signal::L2LoadHits,
    Signal::L2DataCacheMisses,
    Signal::L2InstructionCacheMisses,
    Signal::L3DataCacheMisses,
    Signal::L1DataCacheCastoutsToL2,
    Signal::ItlbNonSpeculativeMisses,
    Signal::DtlbMisses,
    Signal::PrefetchEngineRequest,
    Signal::StoreMergeOrGather,
    Signal::LsuLmqFullStall,
    Signal::LsuRaLatchStall,
    Signal::LsuCsqForwarding,
    Signal::LsuMisalignStall,
    Signal::VtqLineFetchMiss,
];

/// The programs hold what they are meant to hold: each unit, and each kind of instruction
/// that the rules treat apart, in one of twenty programs at least.
#[test]
fn the_programs_hold_everything() {
    const SEEN: usize = 200;
    type Holds = (&'static str, fn(&facts::Facts) -> bool);
    let wanted: [Holds; 24] = [
        ("IU1", |facts| facts.unit == Unit::Iu1),
        ("IU2", |facts| facts.unit == Unit::Iu2),
        ("LSU", |facts| facts.unit == Unit::Lsu),
        ("FPU", |facts| facts.unit == Unit::Fpu),
        ("VIU1", |facts| facts.unit == Unit::Viu1),
        ("VIU2", |facts| facts.unit == Unit::Viu2),
        ("VPU", |facts| facts.unit == Unit::Vpu),
        ("VFPU", |facts| facts.unit == Unit::Vfpu),
        ("loads", |facts| matches!(facts.kind, Kind::Load(_))),
        ("stores", |facts| matches!(facts.kind, Kind::Store(_))),
        ("strings and multiples", |facts| facts.words > 1),
        ("touches and cache operations", |facts| matches!(facts.kind, Kind::Cache(_))),
        ("update forms", |facts| facts.base.is_some()),
        ("execution serialization", |facts| facts.execution),
        ("refetch serialization", |facts| facts.refetch),
        ("sync", |facts| facts.kind == Kind::Sync),
        ("tlbie", |facts| matches!(facts.kind, Kind::Tlb(_))),
        ("calls", |facts| facts.branch.is_some_and(|branch| branch.link)),
        ("returns", |facts| facts.returns()),
        ("branches to CTR", |facts| facts.goes_to_ctr()),
        ("counted branches", |facts| facts.branch.is_some_and(|branch| branch.decrements_ctr())),
        ("tested branches", |facts| facts.branch.is_some_and(|branch| branch.tests_cr())),
        ("exceptions", |facts| facts.step.exception.is_some()),
        ("accesses that cross 8 bytes", |facts| {
            let crosses = |access: &Access| (access.place.effective & 7) + u32::from(access.bytes) > 8;
            facts.crosses && facts.step.accesses.iter().any(crosses)
        }),
    ];
    let mut programs = [0; 24];
    for seed in 0..SEEN as u64 {
        let facts = facts::of_program(&generator::program(seed));
        assert!((200..=2000).contains(&facts.len()));
        for (count, (_, holds)) in programs.iter_mut().zip(&wanted) {
            *count += usize::from(facts.iter().any(holds));
        }
    }
    for (count, (name, _)) in programs.iter().zip(&wanted) {
        assert!(*count >= SEEN / 20, "{name}: in {count} of {SEEN} programs");
    }
}
