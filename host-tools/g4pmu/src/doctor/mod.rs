//! What keeps the performance monitor from doing what its registers are meant to say.
//!
//! | module | holds |
//! | --- | --- |
//! | [`words`] | register words, from a command line or a live target |
//! | [`fields`] | a word field by field |
//! | [`finding`] | what a check finds: cause and cure |
//! | [`checks`] | the list of checks, one file an idea |
//! | [`live`] | what a target says about itself |
//! | [`text`] | all of that as a person reads it |
//!
//! A check sees words and nothing else, so a driver's author needs no target. A word that is
//! not known is not taken for zero: the checks that need it are named as not made.
//! Facts are those of the crate `mpc7450`, whose keys the comments cite.

pub mod checks;
pub mod fields;
pub mod finding;
pub mod live;
pub mod text;
pub mod words;

use serde::Serialize;

use checks::CHECKS;
use fields::Decoded;
use finding::{Finding, Severity};
use words::Words;

/// Registers decoded, and what is wrong with them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnosis {
    /// The known registers that have fields, or that are plain numbers.
    pub registers: Vec<Decoded>,
    /// What was found, troubles first.
    pub findings: Vec<Finding>,
    /// The checks that lack a word.
    pub not_judged: Vec<Lacking>,
}

/// A check that could not be made, or not on everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lacking {
    /// Its name.
    pub check: &'static str,
    /// What it asks.
    pub question: &'static str,
    /// The words that it lacks.
    pub words: Vec<&'static str>,
}

impl Diagnosis {
    /// Makes every check that the words allow.
    #[must_use]
    pub fn of(words: &Words) -> Self {
        let mut findings = Vec::new();
        let mut not_judged = Vec::new();
        for check in CHECKS {
            let lacks = |list: &[words::Word]| list.iter().filter(|word| words.get(**word).is_none()).count();
            if lacks(check.needs) == 0 && (check.each.is_empty() || lacks(check.each) < check.each.len()) {
                findings
                    .extend((check.look)(words).into_iter().map(|finding| Finding { check: check.name, ..finding }));
            }
            let missing = check.needs.iter().chain(check.each).filter(|word| words.get(**word).is_none());
            let missing: Vec<&str> = missing.map(|word| word.name()).collect();
            if !missing.is_empty() {
                not_judged.push(Lacking { check: check.name, question: check.question, words: missing });
            }
        }
        let mut diagnosis = Self { registers: fields::decode(words), findings, not_judged };
        diagnosis.sort();
        diagnosis
    }

    /// Adds what a target says about itself.
    pub fn add(&mut self, findings: Vec<Finding>) {
        self.findings.extend(findings);
        self.sort();
    }

    /// Troubles, notes left out.
    #[must_use]
    pub fn troubles(&self) -> usize {
        self.findings.iter().filter(|finding| finding.severity == Severity::Trouble).count()
    }

    fn sort(&mut self) {
        self.findings.sort_by_key(|finding| finding.severity);
    }
}

#[cfg(test)]
mod tests;
