//! What surrounds a sampled call: start state, time, and the unit as the trials had it.

use report_format::record::{Phase, Record};

use super::{AREA, Memories, count, machine, records, report};

const KERNEL: &str = "kernel=calibrate/integer preset=quick n=100 trials=1 warmup=10";
const SAMPLED: &str = "sample=pmc2:50";

/// Calls of a report without sampling: checks, then a warm-up and a trial, twice.
fn calls_before_sampling() -> usize {
    let mut machine = machine(AREA, None);
    report(&mut machine, KERNEL);
    machine.bus.calls.len()
}

fn sampled(machine: &mut Memories) -> String {
    report(machine, &format!("{KERNEL} {SAMPLED}"))
}

#[test]
fn a_sampled_call_has_the_trials_start_state_and_warm_up_and_more_time() {
    let mut machine = machine(AREA, None);
    let text = sampled(&mut machine);
    assert_eq!(count(&records(&text), |record| matches!(record, Record::Sampling(_))), 1);
    assert_eq!(machine.start_states, 3, "two trials and the sampled call");
    let [.., warmup, trial, _, _, sampled_warmup, sampled] = &machine.bus.calls[..] else { panic!("too few calls") };
    assert_eq!((sampled_warmup.iterations, sampled.iterations), (10, 100));
    assert_eq!((warmup.iterations, trial.iterations), (10, 100));
    assert_eq!(sampled_warmup.watchdog_ticks, warmup.watchdog_ticks);
    assert_eq!(sampled.watchdog_ticks, 16 * trial.watchdog_ticks, "taking samples takes time");
}

#[test]
fn a_fault_in_the_warm_up_of_a_sampled_call_gives_the_trials_unit_back() {
    let mut machine = machine(AREA, Some(calls_before_sampling()));
    let text = sampled(&mut machine);
    let records = records(&text);
    let [.., Record::Trial(trial), Record::Fault(fault), Record::End(_)] = &records[..] else { panic!("{text}") };
    assert_eq!((fault.phase, fault.n), (Phase::Warmup, 10));
    assert_eq!(count(&records, |record| matches!(record, Record::Code(_) | Record::Sampling(_))), 0);
    // The sampled call's word has PMXE besides.
    let [.., restored, 0x8000_0000] = machine.bus.mmcr0[..] else { panic!("{:x?}", machine.bus.mmcr0) };
    assert_eq!(restored, trial.mmcr0 | 0x8000_0000);
    assert_ne!(machine.bus.calls.last().map(|call| call.mmcr0_stop), Some(trial.mmcr0 | 0x8000_0000));
}

#[test]
fn a_kernel_whose_trials_fault_is_not_sampled() {
    let mut machine = machine(AREA, Some(calls_before_sampling() - 1));
    let text = sampled(&mut machine);
    let records = records(&text);
    assert_eq!(count(&records, |record| matches!(record, Record::Fault(_))), 1);
    assert_eq!(count(&records, |record| matches!(record, Record::Code(_) | Record::Sampling(_))), 0);
    assert_eq!(machine.bus.calls.len(), calls_before_sampling());
}
