//! What is too long, too large or too much.

use report_format::record::Record;

use super::{AREA, found, machine, records, report};
use crate::kernels::preset::Preset;
use crate::lab::machine::MOST_WATCHDOG_TICKS;
use crate::lab::plan::Plan;
use crate::lab::request::Request;
use crate::lab::runner::watchdog;
use crate::lab::suite::SUITES;
use crate::platform::facts::{Facts, arguments_from_bytes};

#[test]
fn more_iterations_than_the_watchdog_can_guard_are_refused_not_cut() {
    let text = report(&mut machine(AREA, None), "kernel=calibrate/integer n=2000000000");
    let records = records(&text);
    let reason = records.iter().find_map(|record| match record {
        Record::Skip(skip) => Some(skip.reason.to_string()),
        _ => None,
    });
    assert!(reason.expect("a skip record").starts_with("2000000000 iterations are too many"));
}

#[test]
fn suites_stay_as_short_as_their_names_promise() {
    let instructions = |arguments: &str| Plan::new(&Request::parse(arguments).expect(arguments)).instructions();
    assert!(instructions("suite=quick") <= 300_000_000);
    for suite in SUITES.iter().filter(|suite| suite.preset == Preset::Default) {
        let executed = instructions(&format!("suite={}", suite.name));
        assert!(executed <= 6_000_000_000, "{}: {executed}", suite.name);
    }
}

/// At 57600 baud that is under a minute. The machine made of memory takes a thousand
/// ticks for everything; a chip may take ten digits of them, and lines end in CR LF.
#[test]
fn the_default_report_stays_under_256_kib() {
    let text = report(&mut machine(1 << 21, None), "icount=7");
    let longer = text.matches(" ticks=1000 ").count() * 6 + text.lines().count();
    assert!(longer > 1000, "{longer}");
    assert!(text.len() + longer <= 256 * 1024, "{} bytes", text.len() + longer);
}

#[test]
fn a_machine_with_too_little_memory_measures_nothing_and_says_so() {
    let facts = Facts { arguments: arguments_from_bytes(b"suite=quick"), ..Facts::default() };
    let with_ram = |ram| {
        let mut machine = machine(AREA, None);
        let mut found = found(0x8000_0201, &facts);
        found.memory.ram = Some(ram);
        let mut text = String::new();
        report::run(&mut machine, &found, &mut text).expect("strings take everything");
        (text.contains("too%20little%20memory"), machine.bus.calls.is_empty())
    };
    assert_eq!(with_ram(0x0180_0003), (true, true));
    assert_eq!(with_ram(0x0180_0004), (false, false));
}

#[test]
fn the_watchdog_never_exceeds_the_decrementer() {
    assert_eq!(watchdog(0), 1_000_000);
    assert_eq!(watchdog(600_000_000), MOST_WATCHDOG_TICKS);
    assert_eq!(watchdog(u64::MAX), MOST_WATCHDOG_TICKS);
}
