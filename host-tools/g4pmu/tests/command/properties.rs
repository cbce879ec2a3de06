//! Laws that hold for every report.

use g4pmu::exit::Exit;
use g4pmu::output::csv::{COLUMNS, bytes};
use g4pmu::results::{Agreement, Completeness, Results};
use proptest::prelude::*;

use crate::sample::{Part, Run, Sample, report};

fn results(log: &[u8]) -> Results {
    Results::of(&report_format::log::parse(log))
}

/// Reports of up to four kernels of any size; `surplus` is what each measures too much.
fn samples(surplus: std::ops::Range<i64>) -> impl Strategy<Value = Sample> {
    let run = (1_u64..1 << 20, 0_u64..1 << 12, 0_u64..1 << 12, prop::collection::vec(surplus, 4)).prop_map(
        |(n, once, each, surplus)| {
            Part::Run(Run { surplus, ..Run::new("branch/chain", "branches:2,nops:1", n, once, each) })
        },
    );
    prop::collection::vec(run, 1..4).prop_map(|kernels| Sample { kernels, ..report() })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever the counts and the phase of the time base, the instructions come
    /// back exactly.
    #[test]
    fn instructions_come_back_exactly(sample in samples(0..1)) {
        let results = results(sample.text().as_bytes());
        prop_assert_eq!(results.verdict.counts, Agreement::Equal);
        for (part, kernel) in sample.kernels.iter().zip(&results.kernels) {
            let Part::Run(run) = part else { continue };
            for trial in &kernel.trials {
                prop_assert_eq!(trial.executed(), Some(run.executed(trial.n)));
            }
            prop_assert_eq!(kernel.per_iteration.measured, Some(run.n * run.each));
        }
    }

    /// One instruction more or less is seen, in exactly the trials that have it.
    #[test]
    fn every_wrong_count_is_found(sample in samples(0..3)) {
        let results = results(sample.text().as_bytes());
        let runs = sample.kernels.iter().filter_map(|part| match part {
            Part::Run(run) => Some(run),
            Part::Skip(..) => None,
        });
        let wrong: usize = runs.map(|run| run.surplus.iter().filter(|surplus| **surplus != 0).count()).sum();
        prop_assert_eq!(results.verdict.mismatches.len(), wrong);
    }

    /// Every row has every column, in whatever state the log is.
    #[test]
    fn any_cut_gives_a_rectangle_that_is_marked(sample in samples(0..2), cut in 0.0_f64..1.0) {
        let text = sample.text();
        // The line end of the last record may be missing from a whole report.
        let end = ((text.len() as f64 * cut) as usize).min(text.len() - 2);
        let results = results(&text.as_bytes()[..end]);
        prop_assert_ne!(results.report, Completeness::Complete);
        let csv = bytes(&results);
        let mut reader = csv::Reader::from_reader(csv.as_slice());
        prop_assert_eq!(reader.headers().expect("a header").iter().collect::<Vec<_>>(), COLUMNS);
        let rows: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("a rectangle");
        prop_assert!(!rows.is_empty());
        prop_assert!(rows.iter().all(|row| &row[1] == "truncated"));
        prop_assert_eq!(&rows[rows.len() - 1][COLUMNS.len() - 2], "missing");
    }

    /// No bytes make it stop, and none but a whole report make it complete.
    #[test]
    fn noise_is_never_a_report(noise in prop::collection::vec(any::<u8>(), 0..2000)) {
        let results = results(&noise);
        prop_assert_eq!(results.report, Completeness::Truncated);
        prop_assert_ne!(Exit::Truncated.code(), 0);
    }
}
