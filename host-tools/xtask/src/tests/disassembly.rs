//! What stands in the linked image, read by a disassembler that is not ours.
//!
//! The window must hold the stated instructions and no others, the known loop must be
//! the loop that the checks count with, and no instruction of the image may touch a
//! floating-point or vector register, for neither handlers nor the window save them.

use super::Tally;
use crate::project::Project;
use anyhow::{Context, Result, bail, ensure};
use std::time::Duration;
use toolbox::record::Role;
use toolbox::{Record, Sink};

/// Longest time for one disassembly.
const PATIENCE: Duration = Duration::from_secs(60);

/// The window between its readings of the lower half of the time base, first reading
/// included: with the kernel's `blr` these are the 18 instructions that a report states
/// as the window's overhead.
const WINDOW: [&str; 17] = [
    "mftb",
    "mftbu",
    "stw",
    "stw",
    "stw",
    "mtspr 952",
    "isync",
    "mtmsr",
    "isync",
    "bctrl",
    "lwz",
    "mtmsr",
    "isync",
    "lwz",
    "mtspr 952",
    "isync",
    "mftbu",
];

/// The way into user state, from the first reading on, and the way back: 10
/// instructions with the kernel's `blr`, of which the second reading and what follows
/// it are none.
const USER_ENTRY: [&str; 8] = ["mftb", "mftbu", "stw", "stw", "stw", "mtspr 952", "isync", "rfi"];
const USER_RETURN: [&str; 4] = ["mftbu", "mftb", "mftbu", "sc"];

/// First letters of the mnemonics that use floating-point or vector registers and the
/// whole names of those that the letters do not catch.
const FOREIGN_PREFIXES: [&str; 8] = ["f", "lf", "stf", "v", "lv", "stv", "mtfs", "mffs"];
const FOREIGN_NAMES: [&str; 2] = ["mtvscr", "mfvscr"];

/// What start-up does with those registers before the first kernel runs: it brings
/// FPSCR and VSCR to their values after a reset.
const SETTLING: [(&str, &str); 3] = [("mtfsfi", ""), ("vxor", "v0,v0,v0"), ("mtvscr", "v0")];

/// One instruction: where it stands and what it is.
#[derive(Debug, PartialEq, Eq)]
struct Line<'a> {
    symbol: &'a str,
    mnemonic: &'a str,
    operands: &'a str,
}

/// Disassembles both builds of the image and looks at them.
pub fn run(project: &Project, record: &Record, tally: &mut Tally) {
    for image in ["g4pmu.elf", "g4pmu-debug.elf"] {
        match listing(project, record, image) {
            Ok(text) => {
                let lines = parse(&text);
                tally.count(&format!("{image}: the window holds the stated instructions"), check_window(&lines));
                tally
                    .count(&format!("{image}: the known loop is what the checks count with"), check_known_loop(&lines));
                tally.count(&format!("{image}: no floating-point or vector register"), check_registers(&lines));
            }
            Err(error) => tally.count(&format!("{image}: disassembly"), Err(error)),
        }
    }
}

fn listing(project: &Project, record: &Record, image: &str) -> Result<String> {
    let mut command = record.tool(Role::Objdump)?.command();
    command.args(["-d", "-M7450", "--no-show-raw-insn"]).arg(project.image_folder().join(image));
    let finished = toolbox::run(command, PATIENCE, &Sink::Capture, &Sink::Inherit)?;
    ensure!(finished.outcome.success(), "objdump {}", finished.outcome);
    String::from_utf8(finished.stdout).context("objdump printed something else than text")
}

/// Lines of address, tab and instruction below `01000180 <window_run>:`.
fn parse(text: &str) -> Vec<Line<'_>> {
    let mut symbol = "";
    let mut lines = Vec::new();
    for line in text.lines() {
        if let Some((_, name)) = line.strip_suffix(">:").and_then(|line| line.split_once(" <")) {
            symbol = name;
        } else if let Some((_, instruction)) = line.split_once(":\t") {
            let (mnemonic, operands) = instruction.split_once(' ').unwrap_or((instruction, ""));
            lines.push(Line { symbol, mnemonic, operands: operands.trim() });
        }
    }
    lines
}

fn of_symbol<'a>(lines: &'a [Line<'a>], symbol: &str) -> Vec<&'a Line<'a>> {
    lines.iter().filter(|line| line.symbol == symbol).collect()
}

fn check_window(lines: &[Line<'_>]) -> Result<()> {
    let window: Vec<String> = of_symbol(lines, "window_run").into_iter().map(name).collect();
    let readings: Vec<usize> =
        window.iter().enumerate().filter(|(_, name)| *name == "mftb").map(|(place, _)| place).collect();
    let [first, second, user] = readings[..] else {
        bail!("window_run reads the time base {} times, not three times", readings.len());
    };
    ensure!(window[first..second] == WINDOW, "between its readings window_run has {:?}", &window[first..second]);
    ensure!(window[user..] == USER_ENTRY, "on the way into user state window_run has {:?}", &window[user..]);
    let back: Vec<String> = of_symbol(lines, "user_return").into_iter().map(name).collect();
    ensure!(back == USER_RETURN, "user_return has {back:?}");
    Ok(())
}

/// The mnemonic, for moves to a special-purpose register with its number.
fn name(line: &Line<'_>) -> String {
    match (line.mnemonic, line.operands.split_once(',')) {
        ("mtspr", Some((number, _))) => format!("mtspr {number}"),
        _ => line.mnemonic.to_owned(),
    }
}

fn check_known_loop(lines: &[Line<'_>]) -> Result<()> {
    let found: Vec<&str> =
        of_symbol(lines, "known_loop").iter().map(|line| line.mnemonic.trim_end_matches(['+', '-'])).collect();
    ensure!(found == ["mtctr", "bdnz", "blr"], "known_loop has {found:?}");
    Ok(())
}

fn check_registers(lines: &[Line<'_>]) -> Result<()> {
    ensure!(lines.len() > 1000, "the listing has only {} instructions", lines.len());
    let foreign = |line: &&Line<'_>| {
        let mnemonic = line.mnemonic.trim_start_matches('.');
        FOREIGN_PREFIXES.iter().any(|prefix| mnemonic.starts_with(prefix)) || FOREIGN_NAMES.contains(&mnemonic)
    };
    let settling = |line: &&Line<'_>| {
        SETTLING.iter().any(|(mnemonic, operands)| line.mnemonic == *mnemonic && line.operands.starts_with(operands))
    };
    match lines.iter().filter(|line| !settling(line)).find(foreign) {
        Some(Line { symbol, mnemonic, operands }) => bail!("{symbol} has `{mnemonic} {operands}`"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LISTING: &str = "\ng4pmu.elf:     file format elf32-powerpc\n\n01000180 <window_run>:\n \
        1000180:\tmftb    r15\n 1000184:\tmtspr   952,r11\n 1000188:\tmftb    r15\n\n\
        01000190 <other>:\n 1000190:\tlfd     f1,0(r3)\n";

    #[test]
    fn lines_belong_to_the_symbol_above_them() {
        let lines = parse(LISTING);
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[1], Line { symbol: "window_run", mnemonic: "mtspr", operands: "952,r11" });
        assert_eq!(lines[3].symbol, "other");
    }

    #[test]
    fn a_window_with_other_instructions_is_refused() {
        let error = |listing: &str| check_window(&parse(listing)).expect_err("not the window").to_string();
        assert_eq!(error(LISTING), "window_run reads the time base 2 times, not three times");
        let three = LISTING.replace("1000188:\tmftb    r15\n", "1000188:\tmftb    r15\n 100018c:\tmftb    r15\n");
        assert_eq!(error(&three), r#"between its readings window_run has ["mftb", "mtspr 952"]"#);
    }

    #[test]
    fn a_floating_point_load_is_found() {
        let mut lines = parse(LISTING);
        lines.extend((0..1000).map(|_| Line { symbol: "other", mnemonic: "li", operands: "r3,0" }));
        assert_eq!(check_registers(&lines).expect_err("lfd").to_string(), "other has `lfd f1,0(r3)`");
        lines.retain(|line| line.mnemonic != "lfd");
        assert!(check_registers(&lines).is_ok());
    }

    #[test]
    fn a_listing_of_nothing_is_no_proof() {
        assert!(check_registers(&[]).is_err());
        assert!(check_known_loop(&[]).is_err());
    }
}
