//! What two measurements must have in common to be comparable: [`Fact`].

use clap::ValueEnum;
use serde::Serialize;

use crate::results::{Completeness, Header, Results};
use crate::saved::Saved;

/// Something that is the same in comparable measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Fact {
    /// The processor, by its version register
    Part,
    /// The rates of time base, core and bus
    Clocks,
    /// The image that ran: version and build
    Image,
    /// Who counted: hardware, model, or the time base under -icount
    Source,
    /// The timing model's version and switches
    Switches,
    /// Registers that switch caches, prediction and folding, as the image set them
    Registers,
    /// Whether the report is whole
    Completeness,
}

/// A fact in which two measurements differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Which.
    pub fact: Fact,
    /// In the first.
    pub first: String,
    /// In the second.
    pub second: String,
}

impl Fact {
    /// Its name as it is typed.
    #[must_use]
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }

    fn of(self, results: &Results) -> String {
        let header = &results.header;
        let unknown = || "not in the report".to_owned();
        match self {
            Self::Part => header.cpu.as_ref().map_or_else(unknown, |cpu| format!("{}, PVR {}", cpu.part, cpu.pvr)),
            Self::Clocks => header.clock.as_ref().map_or_else(unknown, |clock| {
                let rate = |hertz: Option<u32>| hertz.map_or_else(|| "unknown".to_owned(), |hertz| hertz.to_string());
                format!("time base {} Hz, core {}, bus {}", clock.tb_hz, rate(clock.core_hz), rate(clock.bus_hz))
            }),
            Self::Image => {
                header.report.as_ref().map_or_else(unknown, |report| format!("{} build {}", report.image, report.build))
            }
            Self::Source => source(header).to_owned(),
            Self::Switches => header
                .model
                .as_ref()
                .map_or_else(|| "no timing model".to_owned(), |model| format!("{} {}", model.version, model.switches)),
            Self::Registers => {
                let set =
                    header.registers.iter().filter_map(|register| Some(format!("{} {}", register.name, register.set?)));
                set.collect::<Vec<_>>().join(", ")
            }
            Self::Completeness => match results.report {
                Completeness::Complete => "complete",
                Completeness::Truncated => "truncated",
                Completeness::Corrupt => "corrupt",
            }
            .to_owned(),
        }
    }
}

/// Who counts in a report.
fn source(header: &Header) -> &'static str {
    let counts = header.counters.iter().any(|check| check.counts);
    match (counts, header.model.is_some(), header.is_on_a_chip()) {
        (true, true, _) => "timing model",
        (true, false, true) => "hardware",
        (true, false, false) => "a model without a signature",
        (false, ..) => "no counter",
    }
}

/// The facts in which two measurements differ. Of a log with several reports all must have
/// a fact; the first that is not like the others' first is told.
pub(super) fn differences(first: &Saved, second: &Saved) -> Vec<Difference> {
    let differs = |fact: &Fact| {
        let of = |saved: &Saved| saved.reports.iter().map(|(_, results)| fact.of(results)).collect::<Vec<_>>();
        let (before, after) = (of(first), of(second));
        let told = before.first()?.clone();
        let wanted = if *fact == Fact::Completeness { "complete".to_owned() } else { told.clone() };
        let other = after.iter().find(|own| **own != wanted).or_else(|| before.iter().find(|own| **own != wanted))?;
        let (first, second) = parts_apart(&told, other);
        Some(Difference { fact: *fact, first, second })
    };
    Fact::value_variants().iter().filter_map(differs).collect()
}

/// Of two lists of settings the ones that are not in the other; the whole texts where that
/// leaves nothing of one.
fn parts_apart(first: &str, second: &str) -> (String, String) {
    let parts = |text: &str| text.split([',', ' ']).map(str::to_owned).collect::<Vec<_>>();
    let without = |own: &str, other: &str| {
        let others = parts(other);
        parts(own).into_iter().filter(|part| !others.contains(part)).collect::<Vec<_>>().join(" ")
    };
    let left = (without(first, second), without(second, first));
    let settings = |text: &str| text.contains(':') && text.contains(',');
    let usable = settings(first) && settings(second) && !left.0.is_empty() && !left.1.is_empty();
    if usable { left } else { (first.to_owned(), second.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::parts_apart;

    #[test]
    fn of_many_settings_only_the_different_ones_are_told() {
        let apart = parts_apart("0.1.0 nop:ordinary,l3:30", "0.1.0 nop:free,l3:30");
        assert_eq!(apart, ("nop:ordinary".to_owned(), "nop:free".to_owned()));
        let whole = ("no timing model".to_owned(), "0.1.0 nop:free,l3:30".to_owned());
        assert_eq!(parts_apart(&whole.0, &whole.1), whole);
    }
}
