//! Translation and state in whole reports.

use report_format::record::{Record, State, Translation};

use super::{AREA, count, machine, records, report};
use crate::arch::mmu::Mode;
use crate::arch::mmu::table::TableError;

#[test]
fn every_run_of_a_kernel_has_the_mode_asked_for_and_the_checks_have_none() {
    let mut machine = machine(AREA, None);
    let text = report(&mut machine, "kernel=calibrate/loads preset=quick translation=page state=user");
    let records = records(&text);
    let asked = Mode { translation: Translation::Page, state: State::User };
    assert!(records.iter().any(|record| matches!(
        record,
        Record::Kernel(kernel) if Mode { translation: kernel.translation, state: kernel.state } == asked
    )));
    // A warm-up and a trial each; before them the check of the user's window.
    let runs = 2 * count(&records, |record| matches!(record, Record::Trial(_)));
    let (checks, kernels) = machine.bus.calls.split_at(machine.bus.calls.len() - runs);
    assert!(kernels.iter().all(|call| call.mode == asked));
    let (user, others) = checks.split_last().expect("checks");
    assert_eq!(user.mode, Mode { state: State::User, ..Mode::default() });
    assert!(others.iter().all(|call| call.mode == Mode::default()));
}

#[test]
fn each_state_has_its_windows_length_in_the_report() {
    let text = report(&mut machine(AREA, None), "kernel=calibrate/empty icount=7");
    let overheads: Vec<(State, u32)> = records(&text)
        .iter()
        .filter_map(|record| match record {
            Record::TimeBase(check) => Some((check.state, check.overhead)),
            _ => None,
        })
        .collect();
    assert_eq!(overheads, [(State::Supervisor, 18), (State::User, 10)]);
}

#[test]
fn an_entry_of_a_suite_brings_its_translation_and_the_request_overrides_it() {
    let translations = |arguments: &str| -> Vec<Translation> {
        let text = report(&mut machine(1 << 21, None), arguments);
        let of_tlb = |record: &Record<'_>| match record {
            Record::Kernel(kernel) if kernel.id.to_string() == "memory/tlb" => Some(kernel.translation),
            _ => None,
        };
        let mut found: Vec<_> = records(&text).iter().filter_map(of_tlb).collect();
        found.sort_unstable_by_key(|translation| *translation as u8);
        found
    };
    assert_eq!(translations("suite=quick"), [Translation::Bat, Translation::Page]);
    assert_eq!(translations("suite=quick translation=bat"), [Translation::Bat, Translation::Bat]);
    assert_eq!(translations("suite=quick translation=real"), [Translation::Real, Translation::Real]);
}

#[test]
fn without_a_page_table_only_kernels_under_pages_are_skipped() {
    let mut machine = machine(AREA, None);
    machine.page_table = Err(TableError::Full { address: 0x0400_0000, bytes: 0x1_0000 });
    let paged = report(&mut machine, "kernel=calibrate/loads preset=quick translation=page");
    let reason = records(&paged).iter().find_map(|record| match record {
        Record::Skip(skip) => Some(skip.reason.to_string()),
        _ => None,
    });
    assert!(reason.expect("a skip record").starts_with("the page at 0x04000000 finds both its groups full"));
    let real = report(&mut machine, "kernel=calibrate/loads preset=quick translation=real");
    assert_eq!(count(&records(&real), |record| matches!(record, Record::Skip(_))), 0);
}

#[test]
fn system_calls_return_where_a_kernel_makes_them_and_only_there() {
    let asked = |arguments: &str| -> Vec<bool> {
        let mut machine = machine(AREA, None);
        records(&report(&mut machine, arguments));
        let kernels = machine.bus.calls.iter().filter(|call| call.kernel.entry >= 0x0140_0000);
        kernels.map(|call| call.system_calls_return).collect()
    };
    let trials = "preset=quick trials=1";
    assert_eq!(asked(&format!("kernel=calibrate/system-calls {trials}")), [true; 4]);
    assert_eq!(asked(&format!("kernel=calibrate/system-calls {trials} sample=decrementer:10000")), [true; 6]);
    assert_eq!(asked(&format!("kernel=calibrate/system {trials}")), [false; 4]);
}

#[test]
fn privileged_code_is_skipped_in_user_state_and_never_runs() {
    let mut machine = machine(AREA, None);
    let text = report(&mut machine, "kernel=issue/serial preset=quick p.op=mfmsr state=user");
    let records = records(&text);
    let reason = records.iter().find_map(|record| match record {
        Record::Skip(skip) => Some(skip.reason.to_string()),
        _ => None,
    });
    let reason = reason.expect("a skip record");
    assert!(reason.ends_with("is privileged; run it with state=supervisor"), "{reason}");
    assert!(machine.bus.calls.iter().all(|call| call.kernel.entry < 0x0140_0000), "only the checks ran");
    let text = report(&mut machine, "kernel=issue/serial preset=quick p.op=mfmsr");
    assert_eq!(count(&super::records(&text), |record| matches!(record, Record::Skip(_))), 0);
}

#[test]
fn a_kernel_that_makes_system_calls_is_skipped_in_user_state() {
    let mut machine = machine(AREA, None);
    let text = report(&mut machine, "kernel=calibrate/system-calls preset=quick state=user");
    let records = records(&text);
    let reason = records.iter().find_map(|record| match record {
        Record::Skip(skip) => Some(skip.reason.to_string()),
        _ => None,
    });
    assert!(reason.expect("a skip record").starts_with("the kernel makes system calls, which end a kernel in user"));
    assert!(machine.bus.calls.iter().all(|call| !call.system_calls_return));
}
