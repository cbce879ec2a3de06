//! Tests on the target: one tiny image a fact, beside the text it must print.
//!
//! `examples/target/FACT.rs` is an example of the firmware package,
//! `FACT.expected` the text it prints, `FACT.input`, where there is one, what comes
//! in on its console, `FACT.status`, where there is one, the status with which
//! QEMU must end (0 where there is none), and `FACT.model`, where there is one, the text
//! that it prints with the timing model, where that is another one. What is printed must
//! be that text to the byte; the console ends each line with CR LF, which stands
//! as LF in the file. A test also fails when QEMU's log of guest errors names an
//! invalid special purpose register or is not there. Every fact must hold with the timing
//! model too. No tests at all is a failure, and so is a file without its partner.

use super::{Tally, fresh, no_invalid_register};
use crate::cargo;
use crate::machine;
use crate::project::{Profile, Project};
use anyhow::{Context, Result, bail, ensure};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;
use toolbox::record::Role;
use toolbox::{Outcome, Record, Sink, Source, Tool};

/// Where the tests stand, below the project's root.
const FOLDER: &str = "examples/target";
/// Longest time for one test.
const PATIENCE: Duration = Duration::from_secs(60);

/// What becomes of output that is not as expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// The test fails.
    Keep,
    /// It is written down as what is expected from now on.
    Replace,
}

/// Builds and runs all tests.
pub fn run(project: &Project, record: &Record, expectation: Expectation, tally: &mut Tally) {
    let folder = project.root().join(FOLDER);
    let facts = match prepare(project, record, &folder, expectation) {
        Ok(facts) => facts,
        Err(error) => return tally.count("tests on the target", Err(error)),
    };
    for fact in &facts {
        let test = Test { project, folder: &folder, fact, expectation, plugin: None };
        let result = record.tool(Role::Qemu).map_err(Into::into).and_then(|qemu| test.run(qemu));
        tally.count(fact, result);
    }
    let plugin = match cargo::plugin(project) {
        Ok(plugin) => plugin,
        Err(error) => return tally.count("the timing model", Err(error)),
    };
    for fact in &facts {
        let test = Test { project, folder: &folder, fact, expectation: Expectation::Keep, plugin: Some(&plugin) };
        let result = record.tool(Role::Qemu).map_err(Into::into).and_then(|qemu| test.run(qemu));
        tally.count(&format!("{fact}, with the timing model"), result);
    }
}

fn prepare(project: &Project, record: &Record, folder: &Path, expectation: Expectation) -> Result<BTreeSet<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect::<Vec<_>>();
    let facts = facts(names.iter().map(String::as_str), expectation)?;
    let mut command = cargo::firmware(project, "build", Profile::Release, record)?;
    command.arg("--examples");
    cargo::run(command, "building the tests for the target")?;
    Ok(facts)
}

/// Pairs the files of the folder up.
fn facts<'a>(names: impl Iterator<Item = &'a str>, expectation: Expectation) -> Result<BTreeSet<String>> {
    let (mut sources, mut expected, mut others) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    for name in names {
        match name.rsplit_once('.') {
            Some((fact, "rs")) => drop(sources.insert(fact.to_owned())),
            Some((fact, "expected")) => drop(expected.insert(fact.to_owned())),
            Some((fact, "input" | "status" | "model")) => others.push(fact.to_owned()),
            _ => bail!(
                "{FOLDER}/{name} belongs to no test: only FACT.rs, FACT.expected, FACT.input, FACT.status and FACT.model stand there"
            ),
        }
    }
    ensure!(!sources.is_empty(), "there is no test in {FOLDER}");
    if let Some(fact) = expected.iter().chain(&others).find(|fact| !sources.contains(*fact)) {
        bail!("{FOLDER}/{fact}.expected, .input, .status or .model has no {fact}.rs beside it");
    }
    if let Some(fact) = sources.difference(&expected).next().filter(|_| expectation == Expectation::Keep) {
        bail!(
            "{FOLDER}/{fact}.rs has no {fact}.expected beside it: write it, or have `cargo xtask test --bless` do so"
        );
    }
    Ok(sources)
}

/// One test.
struct Test<'a> {
    project: &'a Project,
    folder: &'a Path,
    fact: &'a str,
    expectation: Expectation,
    /// The timing model's library, where it counts.
    plugin: Option<&'a Path>,
}

impl Test<'_> {
    fn run(&self, qemu: &Tool) -> Result<()> {
        let logs = self.project.image_folder().join("on-target");
        fs::create_dir_all(&logs)?;
        let with = if self.plugin.is_some() { ".model" } else { "" };
        let log = |extension: &str| logs.join(format!("{}{with}.{extension}", self.fact));
        fresh(&log("guest-errors"))?;
        let mut command = qemu.command();
        match self.plugin {
            Some(plugin) => machine::start_with_model(&mut command, plugin, &self.image()?)?,
            None => machine::start(&mut command, &self.image()?)?,
        }
        command.args(["-d", "guest_errors", "-D"]).arg(log("guest-errors"));
        let finished = toolbox::run_with(command, PATIENCE, &self.input(), &Sink::Capture, &Sink::File(log("stderr")))?;
        fs::write(log("printed"), &finished.stdout)?;

        let expected = self.expected();
        if self.expectation == Expectation::Replace {
            fs::write(&expected, String::from_utf8_lossy(&finished.stdout).replace("\r\n", "\n"))?;
        }
        let status = Outcome::Exited(self.status()?);
        ensure!(
            finished.outcome == status,
            "QEMU {}, but {status} is expected; see {}",
            finished.outcome,
            log("*").display()
        );
        no_invalid_register(&log("guest-errors"))?;
        let expected = fs::read_to_string(&expected)?.replace('\n', "\r\n");
        match difference(expected.as_bytes(), &finished.stdout) {
            None => Ok(()),
            Some(difference) => bail!("{difference}; all of it: {}", log("printed").display()),
        }
    }

    fn image(&self) -> Result<PathBuf> {
        let path = self.project.built(Profile::Release).join("examples").join(self.fact);
        ensure!(path.is_file(), "cargo built no example {0}: name {FOLDER}/{0}.rs in Cargo.toml", self.fact);
        Ok(path)
    }

    fn input(&self) -> Source {
        let path = self.folder.join(format!("{}.input", self.fact));
        if path.is_file() { Source::File(path) } else { Source::Nothing }
    }

    /// The text that must be printed.
    fn expected(&self) -> PathBuf {
        let with_model = self.folder.join(format!("{}.model", self.fact));
        if self.plugin.is_some() && with_model.is_file() {
            return with_model;
        }
        self.folder.join(format!("{}.expected", self.fact))
    }

    fn status(&self) -> Result<i32> {
        let path = self.folder.join(format!("{}.status", self.fact));
        let Ok(text) = fs::read_to_string(&path) else { return Ok(0) };
        text.trim().parse().with_context(|| format!("{} must hold one number", path.display()))
    }
}

/// Tells the first line in which two texts differ.
fn difference(expected: &[u8], printed: &[u8]) -> Option<String> {
    if expected == printed {
        return None;
    }
    let show =
        |line: Option<&[u8]>| line.map_or("nothing".to_owned(), |line| format!("{:?}", String::from_utf8_lossy(line)));
    let mut lines = (expected.split_inclusive(|byte| *byte == b'\n'), printed.split_inclusive(|byte| *byte == b'\n'));
    for number in 1_usize.. {
        let (left, right) = (lines.0.next(), lines.1.next());
        if left != right {
            return Some(format!("line {number}: expected {}, printed {}", show(left), show(right)));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(names: &[&str], expectation: Expectation) -> Result<Vec<String>, String> {
        let facts = facts(names.iter().copied(), expectation).map_err(|error| error.to_string())?;
        Ok(facts.into_iter().collect())
    }

    #[test]
    fn sources_and_expectations_pair_up() {
        let names = ["b.rs", "a.rs", "a.expected", "b.expected", "b.input", "b.status", "b.model"];
        assert_eq!(pair(&names, Expectation::Keep), Ok(vec!["a".to_owned(), "b".to_owned()]));
    }

    #[test]
    fn no_tests_orphans_and_strangers_are_failures() {
        for (names, reason) in [
            (&[][..], "there is no test"),
            (&["a.rs"][..], "a.rs has no a.expected"),
            (&["a.rs", "a.expected", "b.expected"][..], "b.expected, .input, .status or .model has no b.rs"),
            (&["a.rs", "a.expected", "b.status"][..], "b.expected, .input, .status or .model has no b.rs"),
            (&["a.rs", "a.expected", "b.input"][..], "b.expected, .input, .status or .model has no b.rs"),
            (&["a.rs", "a.expected", "notes.txt"][..], "notes.txt belongs to no test"),
        ] {
            let error = pair(names, Expectation::Keep).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        assert_eq!(pair(&["a.rs"], Expectation::Replace), Ok(vec!["a".to_owned()]));
    }

    #[test]
    fn the_first_difference_is_told_with_its_line_ends() {
        assert_eq!(difference(b"a\nb\n", b"a\nb\n"), None);
        let cases: [(&[u8], &[u8], &str); 3] = [
            (b"a\nb\n", b"a\nc\n", r#"line 2: expected "b\n", printed "c\n""#),
            (b"a\n", b"a\r\n", r#"line 1: expected "a\n", printed "a\r\n""#),
            (b"a\nb", b"a\n", r#"line 2: expected "b", printed nothing"#),
        ];
        for (expected, printed, told) in cases {
            assert_eq!(difference(expected, printed).as_deref(), Some(told));
        }
    }
}
