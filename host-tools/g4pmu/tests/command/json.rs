//! The JSON says what the CSV says.

use g4pmu::output::{csv, json};
use g4pmu::results::Results;
use serde_json::Value;

use crate::sample::report;

fn both() -> (Value, Vec<csv_row::Row>) {
    let results = Results::of(&report_format::log::parse(report().text().as_bytes()));
    let document = serde_json::from_slice(&json::bytes(&results)).expect("JSON");
    (document, csv_row::rows(&csv::bytes(&results)))
}

/// The columns that a value of the JSON has too.
mod csv_row {
    use serde::Deserialize;

    #[derive(Deserialize)]
    pub struct Row {
        pub run: Option<u64>,
        pub trial: Option<u64>,
        pub event: String,
        pub value: Option<u64>,
        pub expected: Option<u64>,
        pub source: String,
        pub status: String,
    }

    pub fn rows(bytes: &[u8]) -> Vec<Row> {
        csv::Reader::from_reader(bytes).deserialize().map(|row| row.expect("a row")).collect()
    }
}

#[test]
fn every_row_of_a_trial_stands_in_the_document_in_the_same_order() {
    let (document, rows) = both();
    let mut rows = rows.iter();
    for kernel in document["kernels"].as_array().expect("kernels") {
        for trial in kernel["trials"].as_array().expect("trials") {
            for value in trial["values"].as_array().expect("values") {
                let row = rows.next().expect("a row");
                assert_eq!((kernel["run"].as_u64(), trial["trial"].as_u64()), (row.run, row.trial));
                assert_eq!(value["event"], row.event.as_str());
                assert_eq!((value["value"].as_u64(), value["expected"].as_u64()), (row.value, row.expected));
                assert_eq!(
                    (&value["source"], &value["status"]),
                    (&row.source.clone().into(), &row.status.clone().into())
                );
            }
        }
    }
    assert_eq!(rows.next().map(|row| row.status.as_str()), Some("skipped"));
}

#[test]
fn the_document_carries_version_header_and_verdict() {
    let (document, _) = both();
    assert_eq!(document["schema"], 1);
    assert_eq!(document["report"], "complete");
    assert_eq!(document["header"]["cpu"]["pvr"], "0x80000201");
    assert_eq!(document["header"]["clock"]["icount_shift"], 7);
    assert_eq!(document["header"]["registers"][0]["set"], "0x8410c0cc");
    assert_eq!(document["kernels"][1]["expected"][0]["executed"], 513_003);
    assert_eq!(document["kernels"][1]["trials"][0]["mmcr1"], "0x07000000");
    assert_eq!(document["verdict"]["counts"], "equal");
}
