//! The plugin's options: `-plugin FILE,name=value,...`.
//!
//! | option | value | without it |
//! | --- | --- | --- |
//! | `part` | `7450`, `7451`, `7455`, `7457`, `7447a`, `7448` | the part that `-cpu` names |
//! | `stats` | `on`, `off` | off; on: what was counted goes to standard error when QEMU ends |
//! | `trace` | a file | none; with one, it gets what the model is told, see `docs/model/trace.md` |
//! | `pipeview` | a file | none; with one, it gets when instructions passed each stage |
//! | `pipeview-from`, `pipeview-count` | 1 or more | 1, 10000: which instructions, by the numbers of `g4pmu trace` |
//! | `machine` | a name of [`model::machine`] | `mac99`, whose clocks QEMU states |
//! | a switch of the model | see [`model::settings`] | its default |

use std::path::{Path, PathBuf};

use model::settings::{MACHINE, NAMES, SettingError, Settings};
use mpc7450::parts::Part;

use crate::recorded::Files;
use crate::refusal::Refusal;

/// What the options ask for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    part: Option<Part>,
    /// Whether to tell at the end what was counted.
    pub stats: bool,
    /// What to write.
    pub files: Files,
    switches: Vec<(String, String)>,
}

/// Parts by the names of QEMU's processors, with a processor version of each.
const PARTS: [(&str, u32); 6] = [
    ("7450", 0x8000_0201),
    ("7451", 0x8000_0203),
    ("7455", 0x8001_0303),
    ("7457", 0x8002_0102),
    ("7447a", 0x8003_0102),
    ("7448", 0x8004_0202),
];

impl Arguments {
    /// Reads options as QEMU passes them, `name=value` each.
    ///
    /// # Errors
    ///
    /// There is no such option, it does not take the value, or it lacks or meets another.
    pub fn parse<'a>(options: impl Iterator<Item = &'a str>) -> Result<Self, Refusal> {
        let mut arguments = Self::default();
        (arguments.files.from, arguments.files.count) = (1, 10_000);
        let mut window = None;
        let mut trial = Settings::new(Part::from_pvr(PARTS[0].1));
        for option in options {
            let (name, value) = option.split_once('=').unwrap_or((option, "on"));
            match name {
                "part" => arguments.part = Some(part(value)?),
                "stats" => arguments.stats = switch("stats", value)?,
                "trace" => arguments.files.trace = Some(path("trace", option)?),
                "pipeview" => arguments.files.view = Some(path("pipeview", option)?),
                "pipeview-from" => {
                    arguments.files.from = number("pipeview-from", value)?;
                    window = Some("pipeview-from");
                }
                "pipeview-count" => {
                    arguments.files.count = number("pipeview-count", value)?;
                    window = Some("pipeview-count");
                }
                name if name == MACHINE || NAMES.contains(&name) => {
                    trial.set(name, value)?;
                    arguments.switches.push((name.to_owned(), value.to_owned()));
                }
                // QEMU makes `p=off` of `nop` without a value.
                "p" if value == "off" => trial.set("nop", "")?,
                name => return Err(Refusal::Option { name: name.to_owned() }),
            }
        }
        if let (Some(name), None) = (window, &arguments.files.view) {
            return Err(Refusal::NoView { name });
        }
        if let Files { trace: Some(trace), view: Some(view), .. } = &arguments.files
            && is_same(trace, view)
        {
            return Err(Refusal::SameFile { path: view.clone() });
        }
        Ok(arguments)
    }

    /// The model's settings for the processor that QEMU runs.
    ///
    /// # Errors
    ///
    /// The model refuses a switch.
    pub fn settings(&self, processor: Part) -> Result<Settings, SettingError> {
        let mut settings = Settings::new(self.part.unwrap_or(processor));
        for (name, value) in &self.switches {
            settings.set(name, value)?;
        }
        Ok(settings)
    }
}

fn part(value: &str) -> Result<Part, Refusal> {
    let named = PARTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
    let wrong =
        || Refusal::Value { name: "part", value: value.to_owned(), legal: "7450, 7451, 7455, 7457, 7447a or 7448" };
    named.map(|(_, pvr)| Part::from_pvr(*pvr)).ok_or_else(wrong)
}

/// The file behind `name=`.
fn path(name: &'static str, option: &str) -> Result<PathBuf, Refusal> {
    let value = option.split_once('=').map_or("", |(_, value)| value);
    // QEMU makes `on` of an option without a value.
    if matches!(value, "" | "on") {
        return Err(Refusal::Value { name, value: value.to_owned(), legal: "the name of a file" });
    }
    Ok(PathBuf::from(value))
}

/// Whether two names are one file's: made or not, by whatever way.
fn is_same(one: &Path, other: &Path) -> bool {
    let full = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let named = path.file_name().map(|name| folder.join(name));
        path.canonicalize().ok().or(named).unwrap_or_else(|| path.to_owned())
    };
    full(one) == full(other)
}

fn number(name: &'static str, value: &str) -> Result<u64, Refusal> {
    let wrong = || Refusal::Value { name, value: value.to_owned(), legal: "a number from 1 on" };
    value.parse().ok().filter(|number| *number > 0).ok_or_else(wrong)
}

fn switch(name: &'static str, value: &str) -> Result<bool, Refusal> {
    match value {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(Refusal::Value { name, value: value.to_owned(), legal: "on or off" }),
    }
}

#[cfg(test)]
mod tests {
    use model::settings::Nop;
    use mpc7450::parts::{Model, Part};

    use super::Arguments;

    fn parse(options: &[&str]) -> Result<Arguments, String> {
        Arguments::parse(options.iter().copied()).map_err(|refusal| refusal.to_string())
    }

    #[test]
    fn options_reach_the_model() {
        let arguments = parse(&["nop=free", "stats=on", "part=7447A", "clocks=1420000000/167000000/41750000"]).unwrap();
        assert!(arguments.stats);
        let settings = arguments.settings(Part::from_pvr(0x8000_0201)).unwrap();
        assert_eq!((settings.nop, settings.part.model()), (Nop::Free, Model::Mpc7447A));
        assert_eq!(settings.clocks.core, 1_420_000_000);
        let files = parse(&["trace=a", "pipeview=b", "pipeview-from=7"]).unwrap().files;
        assert_eq!((files.trace, files.view, files.from, files.count), (Some("a".into()), Some("b".into()), 7, 10_000));
        let plain = parse(&[]).unwrap().settings(Part::from_pvr(0x8004_0202)).unwrap();
        assert_eq!(plain.part.model(), Model::Mpc7448, "the processor that QEMU runs");
    }

    #[test]
    fn a_wrong_option_says_what_is_legal() {
        let unknown = parse(&["colour=red"]).unwrap_err();
        assert!(
            unknown.contains("\"colour\"")
                && unknown.contains("part, machine, stats")
                && unknown.contains("btic-index")
        );
        assert_eq!(parse(&["stats=1"]).unwrap_err(), "stats=1 is not understood: stats takes on or off");
        assert_eq!(parse(&["trace=on"]).unwrap_err(), "trace=on is not understood: trace takes the name of a file");
        assert_eq!(parse(&["trace"]).unwrap_err(), "trace= is not understood: trace takes the name of a file");
        assert_eq!(parse(&["p=off"]).unwrap_err(), "nop= is not understood: nop takes ordinary or free");
        assert!(parse(&["pipeview-count=0"]).unwrap_err().ends_with("takes a number from 1 on"));
        assert!(parse(&["trace=./a", "pipeview=a"]).unwrap_err().starts_with("trace= and pipeview= both name a:"));
        assert_eq!(
            parse(&["pipeview-from=7"]).unwrap_err(),
            "pipeview-from= chooses what pipeview= writes, and there is none: add pipeview=FILE"
        );
        assert!(parse(&["part=970"]).unwrap_err().contains("7450, 7451, 7455"));
        assert!(parse(&["nop=3"]).unwrap_err().contains("ordinary or free"));
    }
}
