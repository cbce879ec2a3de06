//! Sessions on other parts than the MPC7450.

use report_format::record::Record;

use super::port::Port;
use super::{AREA, Memories, answers, boot_on, errors};
use crate::lab::tests::machine;

/// Four counters, vector registers.
const MPC7400: u32 = 0x000c_0209;
/// Four counters as well.
const MPC7410: u32 = 0x800c_1103;
/// No counter that the image knows how to reach.
const MPC750: u32 = 0x0008_3100;
/// A processor that nothing is known about.
const MPC603E: u32 = 0x0007_0101;

/// The output of a session on this part, and the machine behind it.
fn session_on(pvr: u32, lines: &[u8]) -> (String, Memories) {
    let mut machine = machine(AREA, None);
    let mut port = Port::new(lines);
    boot_on(pvr, "autostart=off icount=7", &mut machine, &mut port);
    (port.output, machine)
}

#[test]
fn run_and_suite_go_by_the_counters_of_the_part() {
    for pvr in [MPC7400, MPC7410, MPC750] {
        let (output, _) = session_on(pvr, b"run calibrate/empty preset=quick\rsuite quick\r");
        let answers = answers(&output);
        assert_eq!(answers.len(), 2);
        for (command, records) in &answers {
            assert_eq!(errors(records), [""; 0], "{pvr:08x} {command}");
            assert!(records.iter().any(|record| matches!(record, Record::Trial(_))), "{pvr:08x} {command}");
        }
    }
}

#[test]
fn a_counter_that_the_part_has_not_is_refused_and_loaded_words_stay() {
    for (pvr, counter) in [(MPC7400, "pmc5"), (MPC750, "pmc1")] {
        let run = format!("run calibrate/empty {counter}=1");
        let lines = super::loading::lines(&[0x3860_0001, 0x4e80_0020]).join("\r");
        let (output, machine) = session_on(pvr, format!("{lines}\r{run}\rload\r").as_bytes());
        let answers = answers(&output);
        assert_eq!(errors(&answers[2].1).len(), 1, "{pvr:08x}");
        assert_eq!(answers[3].1.len(), 1, "{pvr:08x}: the refused run left what was loaded");
        assert_eq!(machine.code[..2], [0x3860_0001, 0x4e80_0020]);
    }
}

/// Its registers may mean anything, those of the window included.
#[test]
fn nothing_runs_on_an_unknown_processor() {
    let (output, machine) = session_on(MPC603E, b"info\rrun calibrate/empty\rsuite quick\rspr pvr\r");
    let answers = answers(&output);
    for (command, records) in &answers[..3] {
        let reason = "nothing is known about this processor, so nothing is measured on it";
        assert_eq!(errors(records), [reason], "{command}");
    }
    assert_eq!(errors(&answers[3].1), [""; 0]);
    assert_eq!(machine.bus.calls, []);
}
