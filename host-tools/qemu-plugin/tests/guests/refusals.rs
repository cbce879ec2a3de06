//! What the plugin does not load for, and what it says then.

use toolbox::Outcome;

use crate::assembler::Program;
use crate::emulator::{Ended, run};

/// One line of the plugin's, and a status that is not 0.
fn refusal(ended: &Ended) -> String {
    assert_eq!(ended.outcome, Outcome::Exited(1), "{}", ended.said);
    let lines: Vec<&str> = ended.said.lines().filter_map(|line| line.strip_prefix("g4pmu plugin: ")).collect();
    assert_eq!(lines.len(), 1, "{}", ended.said);
    lines[0].to_owned()
}

#[test]
fn what_does_not_fit_is_refused_in_one_line() {
    let program = Program::new();
    let cases: [(&[&str], &[&str], &[&str]); 7] = [
        (&["colour=red"], &[], &["no option \"colour\"", "part, machine, stats", "btic-index"]),
        (&["nop=3"], &[], &["nop=3", "ordinary or free"]),
        (&["part=970"], &[], &["part=970", "7447a"]),
        (&[], &["-cpu", "750"], &["MPC750", "use -cpu 7450"]),
        (&[], &["-cpu", "7400"], &["MPC7400", "use -cpu 7450"]),
        (&[], &["-cpu", "604"], &["unknown processor", "use -cpu 7450"]),
        (&[], &["-icount", "shift=7,sleep=off"], &["leave -icount out"]),
    ];
    for (options, arguments, words) in cases {
        let said = refusal(&run(&program, options, arguments));
        for word in words {
            assert!(said.contains(word), "{word}: {said}");
        }
    }
}

#[test]
fn every_part_of_the_family_loads() {
    let mut program = Program::new();
    program.end();
    for part in ["7441", "7445", "7447", "7447a", "7448", "7450", "7451", "7455", "7457"] {
        assert!(run(&program, &[], &["-cpu", part]).results().is_empty(), "{part}");
    }
}
