//! `g4pmu list machines`.

use clap::ValueEnum;
use serde::Serialize;

use super::Rows;
use crate::answer::CPUS;
use crate::cli::{Board, Boot};

/// A board in QEMU.
#[derive(Clone, Serialize)]
pub(super) struct Listed {
    /// As it is typed behind `--machine`.
    pub machine: &'static str,
    /// What it is.
    pub about: String,
    /// How the image starts there, as typed behind `--boot`.
    pub boot: Vec<String>,
    /// Processors, as typed behind `--cpu`.
    pub cpus: Vec<&'static str>,
}

pub(super) fn all() -> Vec<Listed> {
    let starts = |board: Board| match board {
        Board::Mac99 => vec![Boot::Loader, Boot::Kernel, Boot::Bios],
        Board::Pegasos2 => vec![Boot::Pegasos2],
    };
    let listed = |board: &Board| {
        let value = board.to_possible_value()?;
        let name = |boot: Boot| boot.to_possible_value().map(|value| value.get_name().to_owned());
        Some(Listed {
            machine: match board {
                Board::Mac99 => "mac99",
                Board::Pegasos2 => "pegasos2",
            },
            about: value.get_help().map(ToString::to_string).unwrap_or_default(),
            boot: starts(*board).into_iter().filter_map(name).collect(),
            cpus: CPUS.iter().map(|(cpu, _)| *cpu).collect(),
        })
    };
    Board::value_variants().iter().filter_map(listed).collect()
}

pub(super) fn rows(machines: &[Listed]) -> Rows {
    let row = |machine: &Listed| {
        vec![machine.machine.to_owned(), machine.boot.join(" "), machine.cpus.join(" "), machine.about.clone()]
    };
    Rows { head: &["machine", "boot", "cpus", "about"], rows: machines.iter().map(row).collect() }
}
