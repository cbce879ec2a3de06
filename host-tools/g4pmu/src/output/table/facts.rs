//! What ran, where, and who counts what.

use std::io::{self, Write};

use super::{word, wrapped};
use crate::results::{Header, Results};

/// Width of the words at the start of a line.
const NAME: usize = 14;

pub(super) fn write(results: &Results, out: &mut impl Write) -> io::Result<()> {
    for (name, text) in told(results) {
        for (number, line) in wrapped(NAME, &text).iter().enumerate() {
            let name = if number == 0 { name } else { "" };
            writeln!(out, "{name:NAME$}{}", line.trim_start())?;
        }
    }
    writeln!(out)
}

/// The facts, each with its name.
pub fn told(results: &Results) -> Vec<(&'static str, String)> {
    let header = &results.header;
    let lines = [
        ("part", part(header)),
        ("image", image(header)),
        ("suite", suite(header)),
        ("time base", time_base(header)),
        ("instructions", instructions(header)),
        ("counters", counters(header)),
    ];
    let model = header.model.as_ref().map(|model| ("model", model.to_string()));
    let missing = |text: Option<String>| text.unwrap_or_else(|| "missing from the report".to_owned());
    lines.map(|(name, text)| (name, missing(text))).into_iter().chain(model).collect()
}

fn part(header: &Header) -> Option<String> {
    let cpu = header.cpu.as_ref()?;
    header.report.as_ref()?;
    let place = if header.is_on_a_chip() { "no emulator found" } else { "in QEMU" };
    Some(format!("{}, PVR {}, {place}", cpu.part, cpu.pvr))
}

fn image(header: &Header) -> Option<String> {
    let report = header.report.as_ref()?;
    Some(format!("{} build {}, started by {}, console {}", report.image, report.build, report.start, report.console))
}

fn suite(header: &Header) -> Option<String> {
    let suite = header.suite.as_ref()?;
    let name = if suite.name == "-" { "single kernel" } else { &suite.name };
    Some(format!("{name}, preset {}, seed {}", suite.preset, suite.seed))
}

fn time_base(header: &Header) -> Option<String> {
    let clock = header.clock.as_ref()?;
    let rate = |hertz: Option<u32>| hertz.map_or_else(|| "unknown".to_owned(), |hertz| format!("{hertz} Hz"));
    Some(format!(
        "{} Hz; core {}, bus {} (stated by {})",
        clock.tb_hz,
        rate(clock.core_hz),
        rate(clock.bus_hz),
        clock.source
    ))
}

fn instructions(header: &Header) -> Option<String> {
    let check = header.time_base.iter().find(|check| !check.exact).or(header.time_base.first())?;
    let clock = header.clock.as_ref()?;
    let known = format!("{} instructions of a known loop took {} ticks", check.instructions, check.ticks);
    Some(match (clock.icount_shift, check.exact) {
        (Some(shift), true) => format!("exact, from the time base under -icount shift={shift}: {known}"),
        (Some(shift), false) => format!("not counted: the time base does not follow the claim icount={shift}: {known}"),
        (None, _) if header.model.is_some() => {
            "executed ones not counted; completed ones by a counter: a folded branch is none, so a closed form may be \
             a range"
                .to_owned()
        }
        (None, _) => "not counted: no icount= argument says that the time base counts them".to_owned(),
    })
}

fn counters(header: &Header) -> Option<String> {
    if header.counters.is_empty() {
        return None;
    }
    let list = |counts: bool| {
        let numbers = header.counters.iter().filter(|check| check.counts == counts);
        numbers.map(|check| format!("PMC{}", check.pmc)).collect::<Vec<_>>()
    };
    let (good, bad) = (list(true), list(false));
    let who = word(header.counted_by());
    let mut parts = Vec::new();
    if !good.is_empty() {
        parts.push(format!("{} count ({who})", good.join(" ")));
    }
    if !bad.is_empty() {
        parts.push(format!("{} do not count: a known loop did not advance them as it must", bad.join(" ")));
    }
    Some(parts.join("; "))
}
