//! The rows of `timing.csv`: [`Row`].

/// One row, as it stands in the file.
#[derive(Clone, Debug)]
pub struct Row {
    pub mnemonic: &'static str,
    pub case: &'static str,
    pub word: u32,
    pub unit: &'static str,
    pub latency: u64,
    pub throughput: u64,
    pub serialization: &'static str,
}

impl Row {
    pub fn name(&self) -> String {
        format!("{} {}", self.mnemonic, self.case)
    }

    pub fn is_branch(&self) -> bool {
        self.unit == "BPU"
    }

    pub fn is_store(&self) -> bool {
        self.serialization == "store"
    }

    pub fn short(&self) -> bool {
        self.case == "short operand"
    }
}

/// All rows that are certain.
pub fn certain() -> Vec<Row> {
    let file = include_str!("../../../mpc7450/data/timing.csv");
    let mut lines = file.lines();
    let head = "mnemonic,case,word,unit,latency,throughput,serialization,confidence,sources,note";
    assert_eq!(lines.next(), Some(head));
    lines.filter_map(row).collect()
}

fn row(line: &'static str) -> Option<Row> {
    let fields: Vec<&str> = line.splitn(10, ',').collect();
    let number = |field: &str| field.parse().expect("a number of cycles");
    (fields[7] == "certain").then(|| Row {
        mnemonic: fields[0],
        case: fields[1],
        word: u32::from_str_radix(fields[2], 16).expect("a word in hexadecimal"),
        unit: fields[3],
        latency: number(fields[4]),
        throughput: number(fields[5]),
        serialization: fields[6],
    })
}

#[test]
fn the_file_is_read_whole() {
    let rows = certain();
    assert_eq!(rows.len(), 289);
    assert!(rows.iter().any(|row| row.mnemonic == "divw" && row.latency == 23 && row.unit == "IU2"));
}
