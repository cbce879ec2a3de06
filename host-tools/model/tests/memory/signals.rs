//! Each signal of the memory system: what moves it by how much, and what leaves it at 0.

use model::controls::Actions;
use model::memory::{CacheOperation, Descriptor, Stop, Target};
use model::record::{AccessKind, Attributes, Place};
use model::settings::{Replacement, Settings};
use model::signal::{Exactness, Signal};
use mpc7450::parts::Part;

use crate::support::{L3E, MEMORY, MPC7457, Machine, SGE, access, paged};

/// Drives a machine with L2, L3, one prefetch engine and a threshold of 15.
type Steps = fn(&mut Machine);

/// Lines 0x1000 and 0x1020 are in the L1, 0x8000 and those behind it nowhere.
fn machine() -> Machine {
    let mut settings = Settings::new(Part::from_pvr(MPC7457));
    settings.replacement = Replacement::Plru;
    let mut machine = Machine::with(&settings);
    machine.controls.l3cr = L3E;
    machine.load_alone(0x1000);
    machine.load_alone(0x1020);
    machine.controls.msscr0 = 1;
    machine.list.threshold = 15;
    machine.forget_events();
    machine
}

fn nothing(_: &mut Machine) {}

fn hit(machine: &mut Machine) {
    machine.load_alone(0x1000);
    machine.load_alone(0x1024);
}

fn hits_of_all_kinds(machine: &mut Machine) {
    hit(machine);
    touch_hit(machine);
    store_hit(machine);
}

fn misses_of_all_kinds(machine: &mut Machine) {
    miss(machine);
    touch_miss(machine);
    store_miss(machine);
}

fn touch_hit(machine: &mut Machine) {
    machine.touch(0x1000);
    machine.settle();
}

fn store_hit(machine: &mut Machine) {
    machine.store(0x1000);
    machine.settle();
}

fn miss(machine: &mut Machine) {
    machine.load_alone(0x8000);
}

fn touch_miss(machine: &mut Machine) {
    machine.touch(0x9000);
    machine.settle();
}

fn store_miss(machine: &mut Machine) {
    machine.store(0xa000);
    machine.settle();
}

fn two_misses_at_once(machine: &mut Machine) {
    machine.load(0x8000);
    machine.load_alone(0x9000);
}

fn six_misses_at_once(machine: &mut Machine) {
    for line in 0..6 {
        machine.load(0x8000 + line * 64);
    }
    machine.settle();
}

fn five_misses_at_once(machine: &mut Machine) {
    for line in 0..5 {
        machine.load(0x8000 + line * 64);
    }
    machine.settle();
}

fn same_line_twice(machine: &mut Machine) {
    machine.load(0x8000);
    machine.load_alone(0x8004);
}

fn touched_line(machine: &mut Machine) {
    machine.touch(0x8000);
    machine.load_alone(0x8004);
}

fn touch_of_a_missing_line(machine: &mut Machine) {
    machine.load(0x8000);
    machine.touch(0x8004);
    machine.settle();
}

fn from_l2(machine: &mut Machine) {
    machine.memory.act(&Actions { invalidate_data: true, ..Actions::default() });
    machine.load_alone(0x1000);
}

fn store_from_l2(machine: &mut Machine) {
    machine.memory.act(&Actions { invalidate_data: true, ..Actions::default() });
    store_hit(machine);
}

fn touch_from_l2(machine: &mut Machine) {
    machine.memory.act(&Actions { invalidate_data: true, ..Actions::default() });
    touch_hit(machine);
}

fn all_from_l3(machine: &mut Machine) {
    let actions = Actions { invalidate_data: true, invalidate_l2: true, ..Actions::default() };
    machine.memory.act(&actions);
    machine.load_alone(0x1000);
    machine.memory.act(&actions);
    store_hit(machine);
    machine.memory.act(&actions);
    touch_hit(machine);
    machine.memory.act(&actions);
}

fn page(machine: &mut Machine, kind: AccessKind) {
    let mut access = access(0x1000, 4, kind);
    access.place = paged(0x1000);
    machine.load_as(access, Target::Integer);
    machine.settle();
}

fn new_page(machine: &mut Machine) {
    page(machine, AccessKind::Load);
}

fn slow_page(machine: &mut Machine) {
    machine.list.threshold = 20;
    page(machine, AccessKind::Load);
}

fn new_page_of_instructions(machine: &mut Machine) {
    machine.memory.fetch(&paged(0x1000), machine.e, &machine.controls, &mut machine.list);
}

fn slow_page_of_instructions(machine: &mut Machine) {
    machine.list.threshold = 20;
    new_page_of_instructions(machine);
}

fn fetch(machine: &mut Machine) {
    machine.fetch(0x8000);
    machine.settle();
    machine.fetch(0x8010);
}

fn with(machine: &mut Machine, attributes: Attributes) {
    let mut store = access(0x1000, 4, AccessKind::Store);
    store.place = Place { attributes, ..store.place };
    machine.store_to(store);
    machine.settle();
}

fn store_through(machine: &mut Machine) {
    with(machine, Attributes { write_through: true, ..Attributes::default() });
}

fn store_inhibited(machine: &mut Machine) {
    with(machine, Attributes { inhibited: true, ..Attributes::default() });
}

fn store_a_line(machine: &mut Machine) {
    machine.controls.hid0 |= SGE;
    for word in 0..8 {
        machine.store(0x8000 + word * 4);
    }
    machine.settle();
}

fn store_apart(machine: &mut Machine) {
    machine.controls.hid0 |= SGE;
    for line in 0..3 {
        machine.store(0x8000 + line * 32);
    }
    machine.settle();
}

/// Completed, or not, as the load executes.
fn load_behind_store(machine: &mut Machine, bytes: u8, wait: u64) {
    machine.store_to(access(0x1008, bytes, AccessKind::Store));
    machine.e += wait;
    machine.load(0x1008);
    machine.settle();
}

fn load_from_completed_store(machine: &mut Machine) {
    load_behind_store(machine, 4, 3);
}

fn load_of_more_than_a_completed_store(machine: &mut Machine) {
    load_behind_store(machine, 2, 3);
}

fn load_from_store_not_completed(machine: &mut Machine) {
    load_behind_store(machine, 4, 0);
}

fn load_of_other_bytes(machine: &mut Machine) {
    machine.store(0x1008);
    machine.e += 3;
    machine.load(0x100c);
    machine.settle();
}

fn load_of_other_bytes_of_a_missing_line(machine: &mut Machine) {
    machine.store(0x8008);
    machine.e += 3;
    machine.load(0x800c);
    machine.settle();
}

fn touch_behind_completed_store(machine: &mut Machine) {
    machine.store(0x1008);
    machine.e += 3;
    touch_hit(machine);
}

fn touch_behind_store(machine: &mut Machine) {
    machine.store(0x1008);
    touch_hit(machine);
}

fn misaligned_load(machine: &mut Machine) {
    machine.load_alone(0x1006);
}

fn misaligned_store(machine: &mut Machine) {
    machine.store(0x1006);
    machine.settle();
}

fn misaligned_both(machine: &mut Machine) {
    misaligned_load(machine);
    misaligned_store(machine);
}

fn flush(machine: &mut Machine) {
    machine.operate(CacheOperation::Flush, 0x1000);
    machine.settle();
}

fn store_and_flush(machine: &mut Machine) {
    store_hit(machine);
    flush(machine);
}

fn flush_elsewhere(machine: &mut Machine) {
    machine.operate(CacheOperation::Flush, 0x8000);
    machine.settle();
}

fn one_way(machine: &mut Machine, store: bool) {
    machine.memory.act(&Actions { invalidate_data: true, ..Actions::default() });
    machine.controls.ldstcr = 0xfe;
    if store {
        machine.store(0x1000);
    } else {
        machine.load(0x1000);
    }
    machine.settle();
    machine.load_alone(0x2000);
}

fn replace_modified(machine: &mut Machine) {
    one_way(machine, true);
}

fn replace_unmodified(machine: &mut Machine) {
    one_way(machine, false);
}

/// Eight lines more in the set of 0x1000 in the L2, which has eight ways.
fn overflow_l2(machine: &mut Machine) {
    machine.controls.ldstcr = 0xff;
    for line in 1..=8 {
        machine.load_alone(0x1000 + line * 0x2_0000);
    }
}

/// A modified line goes from the L1 into the L3; seven others fill its set, eight replace
/// what is there.
fn overflow_l3(machine: &mut Machine) {
    machine.controls.l2cr = 0;
    machine.controls.ldstcr = 0xfe;
    machine.store(0x4_0000);
    machine.settle();
    for line in 3..=17 {
        machine.load_alone(line * 0x2_0000);
    }
}

fn stream(machine: &mut Machine, number: u8, count: u32) {
    let descriptor = Descriptor::new(number, 2 << 24 | count << 16 | 32);
    let place = Place::real(0x1000);
    machine.e = machine.memory.stream(descriptor, &place, machine.e, &machine.controls, &mut machine.list).next;
}

/// Two lines that hit, then one that misses.
fn stream_of_three(machine: &mut Machine) {
    for number in [0, 1, 2, 3] {
        stream(machine, number, 3);
        machine.settle();
        machine.load_alone(0x1000);
        machine.operate(CacheOperation::Flush, 0x1040);
        machine.settle();
    }
}

fn stream_twice(machine: &mut Machine) {
    stream(machine, 0, 3);
    stream(machine, 0, 3);
}

fn stream_stopped(machine: &mut Machine) {
    stream(machine, 0, 3);
    machine.memory.stop(Stop::One(0), machine.e, &machine.controls, &mut machine.list);
    machine.memory.stop(Stop::All, machine.e, &machine.controls, &mut machine.list);
}

fn stream_done(machine: &mut Machine) {
    stream(machine, 0, 3);
    machine.settle();
    machine.load_alone(0x1000);
}

fn stream_in_new_page(machine: &mut Machine) {
    let place = paged(0x1000);
    machine.memory.stream(Descriptor::new(0, 1 << 16), &place, machine.e, &machine.controls, &mut machine.list);
}

fn meet_prefetch_by_load(machine: &mut Machine) {
    machine.load(0x8000);
    machine.load_alone(0x8020);
}

fn meet_prefetch_by_store(machine: &mut Machine) {
    machine.load(0x8000);
    machine.store(0x8020);
    machine.settle();
}

fn meet_prefetch_by_fetch(machine: &mut Machine) {
    machine.load(0x8000);
    machine.fetch(0x8020);
    machine.settle();
}

fn meet_prefetch_thrice(machine: &mut Machine) {
    meet_prefetch_by_load(machine);
    machine.load(0x9000);
    machine.store(0x9020);
    machine.settle();
    machine.load(0xa000);
    machine.fetch(0xa020);
}

/// Signal, what it becomes, by what, and what leaves it at 0.
const CASES: &[(Signal, u64, Steps, Steps)] = &[
    (Signal::L1DataLoadHit, 2, hit, store_hit),
    (Signal::L1DataTouchHit, 1, touch_hit, hit),
    (Signal::L1DataStoreHit, 1, store_hit, hit),
    (Signal::L1DataTotalHits, 4, hits_of_all_kinds, misses_of_all_kinds),
    (Signal::L1DataLoadAccessMiss, 1, miss, hit),
    (Signal::L1DataTouchMiss, 1, touch_miss, touch_hit),
    (Signal::L1DataStoreMiss, 1, store_miss, store_hit),
    (Signal::L1DataTotalMisses, 3, misses_of_all_kinds, hits_of_all_kinds),
    (Signal::L1DataCacheReloads, 3, misses_of_all_kinds, hits_of_all_kinds),
    (Signal::L1DataLoadMissCycles, MEMORY + 8 + 1, two_misses_at_once, touch_miss),
    (Signal::L1DataTouchMissCycles, MEMORY + 8, touch_miss, miss),
    (Signal::L1DataCacheLoadMissCyclesOverThreshold, 2, two_misses_at_once, from_l2),
    (Signal::L1DataCacheCastoutsToL2, 1, replace_modified, replace_unmodified),
    (Signal::L1DataCacheOperationHit, 1, flush, flush_elsewhere),
    (Signal::LoadMissAlias, 1, same_line_twice, touched_line),
    (Signal::LoadMissAliasOnTouch, 1, touched_line, same_line_twice),
    (Signal::TouchAlias, 1, touch_of_a_missing_line, touched_line),
    (Signal::LsuLmqFullStall, MEMORY + 8 - 5, six_misses_at_once, five_misses_at_once),
    (Signal::LsuRaLatchStall, MEMORY + 8 - 2 - 2, same_line_twice, two_misses_at_once),
    (Signal::WriteThroughStores, 1, store_through, store_inhibited),
    (Signal::CacheInhibitedStores, 1, store_inhibited, store_through),
    (Signal::StoreMergeOrGather, 7, store_a_line, store_apart),
    (Signal::CacheableStoreMergeTo32Bytes, 1, store_a_line, store_apart),
    (Signal::LsuCsqForwarding, 1, load_from_completed_store, load_from_store_not_completed),
    (Signal::LsuAliasVersusCsq, 1, load_of_more_than_a_completed_store, load_from_store_not_completed),
    (Signal::LsuAliasVersusFsqOrWb0OrWb1, 1, load_from_store_not_completed, load_from_completed_store),
    // Executed in e, left in e + 7: a load in e + 1, or in e + 4, goes on in e + 8.
    (Signal::LoadStoreTrueAliasStall, 7, load_from_store_not_completed, load_from_completed_store),
    (Signal::LsuLoadVersusStoreQueueAliasStall, 4, load_of_more_than_a_completed_store, load_of_other_bytes),
    (Signal::LsuLoadHitLineAliasVersusCsq0, 1, load_of_other_bytes, load_of_other_bytes_of_a_missing_line),
    (Signal::LsuLoadMissLineAliasVersusCsq0, 1, load_of_other_bytes_of_a_missing_line, load_of_other_bytes),
    (Signal::LsuTouchAliasVersusCsq, 1, touch_behind_completed_store, touch_behind_store),
    (Signal::LsuTouchAliasVersusFsqOrWb0OrWb1, 1, touch_behind_store, touch_behind_completed_store),
    (Signal::LsuMisalignLoadFinish, 1, misaligned_load, misaligned_store),
    (Signal::LsuMisalignStoreComplete, 1, misaligned_store, misaligned_load),
    (Signal::LsuMisalignStall, 2, misaligned_both, hits_of_all_kinds),
    (Signal::DtlbMisses, 1, new_page, hit),
    (Signal::DtlbHardwareTableSearchCycles, 20, new_page, new_page_of_instructions),
    (Signal::DtlbHardwareTableSearchCyclesOverThreshold, 1, new_page, slow_page),
    (Signal::ItlbNonSpeculativeMisses, 1, new_page_of_instructions, fetch),
    (Signal::ItlbHardwareTableSearchCycles, 20, new_page_of_instructions, new_page),
    (Signal::ItlbHardwareTableSearchCyclesOverThreshold, 1, new_page_of_instructions, slow_page_of_instructions),
    (Signal::L1InstructionCacheAccesses, 2, fetch, hit),
    (Signal::L1InstructionCacheMisses, 1, fetch, misses_of_all_kinds),
    (Signal::L1InstructionCacheReloads, 1, fetch, misses_of_all_kinds),
    (Signal::CyclesWaitingFromL1InstructionCacheMiss, MEMORY, fetch, misses_of_all_kinds),
    (Signal::DstInstructionsDispatched, 4, stream_of_three, hit),
    (Signal::RefreshedDsts, 1, stream_twice, stream_of_three),
    (Signal::SuccessfulDstTableSearches, 1, stream_in_new_page, stream_of_three),
    (Signal::DssInstructionsCompleted, 1, stream_stopped, stream_of_three),
    (Signal::DssallInstructions, 1, stream_stopped, stream_of_three),
    (Signal::VtqStreamCanceledPrematurely, 1, stream_stopped, stream_done),
    (Signal::DstStream0CacheLineFetches, 3, stream_of_three, touch_miss),
    (Signal::DstStream1CacheLineFetches, 3, stream_of_three, stream_done),
    (Signal::Vt2Fetches, 3, stream_of_three, stream_done),
    (Signal::DstStream3CacheLineFetches, 3, stream_of_three, stream_done),
    (Signal::VtqLineFetch, 12, stream_of_three, touch_miss),
    (Signal::VtqLineFetchHit, 8, stream_of_three, stream_stopped),
    (Signal::VtqLineFetchMiss, 4, stream_of_three, stream_stopped),
    (Signal::L2CacheHits, 1, from_l2, misses_of_all_kinds),
    (Signal::L2LoadHits, 1, from_l2, store_from_l2),
    (Signal::L2StoreHits, 1, store_from_l2, touch_from_l2),
    (Signal::L2TouchHits, 1, touch_from_l2, from_l2),
    (Signal::L2CacheMisses, 3, misses_of_all_kinds, from_l2),
    (Signal::L2DataCacheMisses, 3, misses_of_all_kinds, fetch),
    (Signal::L2InstructionCacheMisses, 1, fetch, misses_of_all_kinds),
    (Signal::L3CacheHits, 3, all_from_l3, misses_of_all_kinds),
    (Signal::L3LoadHits, 1, all_from_l3, from_l2),
    (Signal::L3StoreHits, 1, all_from_l3, from_l2),
    (Signal::L3TouchHits, 1, all_from_l3, from_l2),
    (Signal::L3CacheMisses, 3, misses_of_all_kinds, all_from_l3),
    (Signal::L3DataCacheMisses, 3, misses_of_all_kinds, fetch),
    (Signal::L3InstructionCacheMisses, 1, fetch, misses_of_all_kinds),
    (Signal::L2CacheCastouts, 1, overflow_l2, misses_of_all_kinds),
    (Signal::L3Castouts, 1, overflow_l3, overflow_l2),
    (Signal::L2ValidRequest, 3, misses_of_all_kinds, hits_of_all_kinds),
    (Signal::PrefetchEngineRequest, 3, misses_of_all_kinds, hits_of_all_kinds),
    (Signal::PrefetchEngineFull, 1, two_misses_at_once, misses_of_all_kinds),
    (Signal::PrefetchEngineCollisionVersusLoad, 1, meet_prefetch_by_load, meet_prefetch_by_store),
    (Signal::PrefetchEngineCollisionVersusStore, 1, meet_prefetch_by_store, meet_prefetch_by_load),
    (Signal::PrefetchEngineCollisionVersusInstructionFetch, 1, meet_prefetch_by_fetch, meet_prefetch_by_load),
    (Signal::PrefetchEngineCollisionVersusLoadStoreOrInstructionFetch, 3, meet_prefetch_thrice, misses_of_all_kinds),
    // A line and its other sector.
    (Signal::BusReadsNotRetried, 2, miss, from_l2),
    (Signal::BusTasForReads, 8, miss, from_l2),
    (Signal::BusWritesNotRetried, 1, store_and_flush, flush),
    (Signal::BusTasForWrites, 4, store_and_flush, flush),
    (Signal::BusReadsAndWritesNotRetried, 1, store_and_flush, from_l2),
];

#[test]
fn each_signal_moves_by_its_amount_and_stays_at_zero_without_its_cause() {
    for (signal, amount, moves, leaves) in CASES {
        let mut machine = self::machine();
        moves(&mut machine);
        assert_eq!(machine.total(*signal), *amount, "{signal:?}");
        for steps in [leaves, &(nothing as Steps)] {
            let mut machine = self::machine();
            steps(&mut machine);
            assert_eq!(machine.total(*signal), 0, "{signal:?}");
        }
    }
}

#[test]
fn what_is_tested_here_is_said_to_be_modelled() {
    for (signal, ..) in CASES {
        assert!(!matches!(signal.exactness(), Exactness::NotModelled(_)), "{signal:?}");
    }
}
