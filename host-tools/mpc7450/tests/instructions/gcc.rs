//! What GCC's description of the 7450 says about instructions that it generates.
//!
//! `data/gcc-7450.c` makes the compiler choose them; its scheduler's dump gives each
//! a latency ("cost") and the units that it reserves. `data/gcc-7450.csv` keeps that, so
//! that the comparison needs no compiler. To make it again:
//!
//! ```text
//! G4PMU_UPDATE=1 GCC=powerpc-linux-gnu-gcc cargo test -p mpc7450 --test instructions gcc
//! ```

use super::{child, data, named_words};
use mpc7450::instruction::Decoded;
use mpc7450::instruction::decode::Unit;
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The description and this table differ, and why this table has it so.
const DIFFERENCES: [(&[&str], &str); 8] = [
    (&["add.", "and.", "cmplw", "cmpw"], "the vendor resolves a branch one cycle after the compare [AN2203]"),
    (&["sraw", "srawi"], "LLVM has 2 cycles; not decided"),
    (
        &["mflr", "mtctr", "mtlr"],
        "the compiler's pattern gives these moves no type; the vendor serializes them in IU2 [AN2203]",
    ),
    (&["vcmpequw.", "vcmpgtsw"], "vendor and Apple have comparisons of integers in VIU1 [DS55, APV]"),
    (&["vcmpgtfp", "vmaxfp"], "the description has no early way out of the VFPU and uses another unit [AN2203]"),
    (&["vspltisw"], "the compiler's pattern gives it no type of a vector instruction [DS55]"),
    (&["mfcr"], "the description does not say that it is serialized, and starts one a cycle; LLVM: 2"),
    (&["mfvscr", "mtvscr"], "LLVM has 2 cycles in the VFPU"),
];

/// A mnemonic with its latency and reservation.
type Row = (String, u8, String);

#[test]
fn gcc_agrees_or_the_difference_is_known() {
    if std::env::var_os("G4PMU_UPDATE").is_some()
        && let Some(compiler) = std::env::var_os("GCC")
    {
        let rows = ask(Command::new(compiler));
        let lines: String = rows.iter().map(|(name, cost, units)| format!("{name},{cost},{units}\n")).collect();
        std::fs::write(data("gcc-7450.csv"), format!("mnemonic,latency,reservation\n{lines}")).expect("write");
    }
    let recording = std::fs::read_to_string(data("gcc-7450.csv")).expect("the recording");
    let rows: Vec<Row> = recording.lines().skip(1).map(parse).collect();
    assert!(rows.len() > 100, "only {} instructions", rows.len());
    let words = examples();
    let mut different = BTreeSet::new();
    for (name, cost, reservation) in &rows {
        let decoded = words.get(name.as_str()).unwrap_or_else(|| panic!("no example of {name}"));
        let (units, busy) = units(reservation);
        let busy = busy.unwrap_or(1);
        if !units.contains(&decoded.unit()) || decoded.latency() != *cost || decoded.throughput() != busy {
            different.insert(name.as_str());
        }
    }
    let known: BTreeSet<&str> = DIFFERENCES.iter().flat_map(|(names, _)| *names).copied().collect();
    assert_eq!(different, known);
}

fn parse(line: &str) -> Row {
    let (name, rest) = line.split_once(',').expect("a mnemonic");
    let (cost, reservation) = rest.split_once(',').expect("a latency");
    (name.to_owned(), cost.parse().expect("a latency"), reservation.to_owned())
}

/// An instruction of each mnemonic that objdump and the assembler share.
fn examples() -> BTreeMap<String, Decoded> {
    let named = named_words().into_iter();
    named.map(|(decoded, text)| (text.split(' ').next().expect("a mnemonic").to_owned(), decoded)).collect()
}

/// The units of a reservation, and how long one of them is busy if that is told.
fn units(reservation: &str) -> (Vec<Unit>, Option<u8>) {
    let last = reservation.rsplit(',').next().expect("a unit");
    let (names, busy) = match last.split_once('*') {
        Some((names, busy)) => (names, Some(busy.parse().expect("cycles"))),
        None => (last, None),
    };
    let unit = |name: &str| match name {
        "iu1_7450" | "iu2_7450" | "iu3_7450" => Unit::Iu1,
        "mciu_7450" => Unit::Iu2,
        "lsu_7450" => Unit::Lsu,
        "fpu_7450" => Unit::Fpu,
        "bpu_7450" => Unit::Branch,
        "vecsmpl_7450" => Unit::Viu1,
        "veccmplx_7450" => Unit::Viu2,
        "vecflt_7450" => Unit::Vfpu,
        "vecperm_7450" => Unit::Vpu,
        other => panic!("{other} is no unit"),
    };
    (names.split('|').map(unit).collect(), busy)
}

/// Compiles `gcc-7450.c` and joins the scheduler's dump with the assembly by the numbers
/// that GCC gives its instructions.
fn ask(mut compiler: Command) -> BTreeSet<Row> {
    let folder = std::env::temp_dir().join(format!("mpc7450-gcc-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (assembly, dump) = (folder.join("assembly"), folder.join("dump"));
    compiler
        .args("-mcpu=7450 -maltivec -mabi=altivec -O2 -ffast-math -S -dp -fsched-verbose=5".split(' '))
        .arg(format!("-fdump-rtl-sched2={}", dump.display()))
        .arg(data("gcc-7450.c"))
        .arg("-o")
        .arg(&assembly);
    child::run(&mut compiler).expect("the compiler");
    let assembly = std::fs::read_to_string(assembly).expect("the assembly");
    let dump = std::fs::read_to_string(dump).expect("the dump");
    std::fs::remove_dir_all(&folder).expect("the folder");
    let schedule = schedule(&dump);
    let mut function = "";
    let mut rows = BTreeSet::new();
    for line in assembly.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|name| !name.starts_with('.')) {
            function = name;
        } else if let Some((code, comment)) = line.split_once("# ") {
            let number = comment.split_whitespace().next().unwrap_or("");
            let name = code.split_whitespace().next().unwrap_or("");
            if let Some((cost, units)) = schedule.get(&(function, number)) {
                rows.insert((name.to_owned(), *cost, (*units).to_owned()));
            }
        }
    }
    rows
}

/// Latency and reservation by function and instruction: lines of
/// `;; insn code bb dep prio cost reservation : dependences`.
fn schedule(dump: &str) -> BTreeMap<(&str, &str), (u8, &str)> {
    let mut function = "";
    let mut schedule = BTreeMap::new();
    for line in dump.lines() {
        if let Some(rest) = line.strip_prefix(";; Function ") {
            function = rest.split(' ').next().unwrap_or("");
        }
        let cells: Vec<&str> = line.split_whitespace().collect();
        if let [";;", number, _code, _block, _dependences, _priority, cost, units, ":", ..] = cells[..]
            && let Ok(cost) = cost.parse()
            && units != "nothing"
        {
            schedule.insert((function, number), (cost, units));
        }
    }
    schedule
}
