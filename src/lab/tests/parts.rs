//! Other parts than the MPC7450.

use mpc7450::bus::SprBus;
use mpc7450::registers::{Pmc5, Pmc6};
use report_format::record::Record;

use super::{AREA, Memories, count, machine, records, report_on};

#[test]
fn other_parts_run_what_they_have() {
    let skipped = |pvr: u32, altivec: bool| {
        let mut machine = Memories { altivec, ..machine(AREA, None) };
        machine.bus.registers.plant::<Pmc5>(1);
        machine.bus.registers.plant::<Pmc6>(2);
        let text = report_on(&mut machine, pvr, "suite=quick icount=7");
        let records = records(&text);
        assert_eq!(count(&records, |record| matches!(record, Record::Error(_))), 0, "{pvr:08x}");
        let absent = [machine.bus.read_raw::<Pmc5>(), machine.bus.read_raw::<Pmc6>()];
        assert_eq!(absent, [1, 2], "{pvr:08x}: PMC5 and PMC6 are not there");
        let reasons = records.iter().filter_map(|record| match record {
            Record::Skip(skip) => Some((skip.id.to_string(), skip.reason.to_string())),
            _ => None,
        });
        reasons.collect::<Vec<_>>()
    };
    assert_eq!(skipped(0x000c_0209, true), []);
    let without = skipped(0x0008_3100, false);
    assert!(without.iter().any(|(id, _)| id == "calibrate/vector"), "{without:?}");
    assert!(without.iter().all(|(_, reason)| reason.contains("needs AltiVec")), "{without:?}");
}

#[test]
fn nothing_is_measured_on_an_unknown_processor() {
    let mut machine = machine(AREA, None);
    let text = report_on(&mut machine, 0x0039_0202, "suite=quick icount=7");
    let records = records(&text);
    assert_eq!(count(&records, |record| matches!(record, Record::Error(_))), 1);
    assert!(machine.bus.calls.is_empty());
    assert!(machine.bus.registers.writes().is_empty());
}
