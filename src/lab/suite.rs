//! Suites: named lists of kernels with a preset.

mod branches;
mod dispatch;
mod fetch;
mod issue;
mod memory;

use report_format::record::Translation;

use crate::kernels;
use crate::kernels::parameters::Range;
use crate::kernels::preset::Preset;

/// A named list of kernels.
#[derive(Debug)]
pub struct Suite {
    /// Name as typed in `suite=NAME`.
    pub name: &'static str,
    /// What it is for, one sentence.
    pub description: &'static str,
    /// Preset of sizes and repetitions.
    pub preset: Preset,
    /// The kernels, in the order of the table; they run in the seed's order.
    pub entries: &'static [Entry],
}

impl Suite {
    /// How many kernels its entries stand for.
    #[must_use]
    pub fn kernels(&self) -> usize {
        self.entries.iter().map(Entry::variants).sum()
    }
}

/// One kernel of a suite, or one for each combination of some parameters' values.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Kernel id.
    pub kernel: &'static str,
    /// Parameters that differ from the preset.
    pub settings: &'static [(&'static str, &'static str)],
    /// Parameters each of whose words is run.
    pub every: &'static [&'static str],
    /// Parameters and those of their values that are run. Of these and of the words
    /// every combination is run once; the last varies slowest.
    pub over: &'static [(&'static str, &'static [&'static str])],
    /// The translation that its question is about, where the request names none.
    pub translation: Option<Translation>,
}

impl Entry {
    /// The same kernel under pages.
    const fn paged(self) -> Self {
        Self { translation: Some(Translation::Page), ..self }
    }

    /// How many kernels the entry stands for.
    #[must_use]
    pub fn variants(&self) -> usize {
        self.varied().map(|(_, values)| values.len()).product()
    }

    /// Parameters of one of them that differ from the preset.
    pub fn variant(&self, number: usize) -> impl Iterator<Item = (&'static str, &'static str)> {
        let chosen = self.varied().scan(number, |left, (name, values)| {
            let value = values.get(left.checked_rem(values.len())?)?;
            *left /= values.len();
            Some((name, *value))
        });
        self.settings.iter().copied().chain(chosen)
    }

    /// The parameters that vary, each with its values.
    fn varied(&self) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
        let words = self.every.iter().map(|name| (*name, self.words(name)));
        words.chain(self.over.iter().copied())
    }

    /// The words of a parameter; none for a number.
    fn words(&self, name: &str) -> &'static [&'static str] {
        let parameters = kernels::find(self.kernel).map_or(&[][..], |kernel| kernel.parameters);
        match parameters.iter().find(|parameter| parameter.name == name).map(|parameter| &parameter.range) {
            Some(Range::Choice(words)) => words,
            _ => &[],
        }
    }
}

const fn plain(kernel: &'static str) -> Entry {
    with(kernel, &[])
}

const fn with(kernel: &'static str, settings: &'static [(&'static str, &'static str)]) -> Entry {
    Entry { kernel, settings, every: &[], over: &[], translation: None }
}

const fn every(kernel: &'static str, every: &'static [&'static str]) -> Entry {
    Entry { every, ..plain(kernel) }
}

const fn chain(settings: &'static [(&'static str, &'static str)]) -> Entry {
    with("branch/chain", settings)
}

/// Every kernel once, and kernels that have a knee on both sides of it.
const EVERYTHING: &[Entry] = &[
    plain("calibrate/empty"),
    plain("calibrate/integer"),
    plain("calibrate/multiply"),
    plain("calibrate/divide"),
    plain("calibrate/system"),
    plain("calibrate/system-calls"),
    plain("calibrate/float"),
    plain("calibrate/vector"),
    plain("calibrate/viu1"),
    plain("calibrate/viu2"),
    plain("calibrate/vpu"),
    plain("calibrate/vfpu"),
    plain("calibrate/branches"),
    plain("calibrate/bc-taken"),
    plain("calibrate/bc-not-taken"),
    plain("calibrate/bdnz"),
    plain("calibrate/mispredicted"),
    plain("calibrate/bl"),
    plain("calibrate/blr"),
    plain("calibrate/bctr"),
    plain("calibrate/loads"),
    plain("calibrate/stores"),
    plain("calibrate/l1-misses"),
    plain("calibrate/tlb-misses"),
    plain("calibrate/tlb-misses").paged(),
    plain("calibrate/l2-misses"),
    plain("calibrate/write-backs"),
    plain("calibrate/touch-hits"),
    plain("calibrate/touch-misses"),
    plain("calibrate/fetch-misses"),
    plain("dispatch/direct"),
    plain("dispatch/mono"),
    plain("dispatch/dual"),
    plain("dispatch/mega"),
    plain("dispatch/fptr-single"),
    plain("dispatch/fptr-multi"),
    plain("dispatch/switch-seq"),
    plain("dispatch/switch-rnd"),
    plain("dispatch/period"),
    plain("dispatch/ladder"),
    with("dispatch/ladder", &[("order", "sorted")]),
    plain("dispatch/split"),
    plain("dispatch/guarded"),
    with("dispatch/guarded", &[("classes", "1")]),
    chain(&[("branches", "1"), ("nops", "0")]),
    chain(&[("branches", "128"), ("nops", "0")]),
    chain(&[("branches", "129"), ("nops", "0")]),
    chain(&[("branches", "128"), ("nops", "7")]),
    chain(&[("branches", "128"), ("nops", "40")]),
    chain(&[("branches", "128"), ("nops", "40"), ("fill", "independent")]),
    chain(&[("branches", "8192"), ("nops", "0")]),
    chain(&[("branches", "8448"), ("nops", "0")]),
    chain(&[("branches", "16384"), ("nops", "1")]),
    plain("branch/direction"),
    with("branch/direction", &[("period", "1")]),
    with("branch/direction", &[("period", "1"), ("branches", "1024"), ("spacing", "2")]),
    with("branch/direction", &[("period", "1"), ("branches", "2048"), ("spacing", "2")]),
    with("branch/direction", &[("ahead", "7")]),
    plain("branch/return"),
    with("branch/return", &[("depth", "9")]),
    with("branch/return", &[("depth", "9"), ("gap", "8")]),
    with("branch/return", &[("frame", "none")]),
    plain("branch/indirect"),
    with("branch/indirect", &[("order", "constant")]),
    with("branch/indirect", &[("gap", "12")]),
    plain("fetch/ring"),
    plain("fetch/straight"),
    with("fetch/straight", &[("kib", "64")]),
    plain("fetch/entry"),
    with("fetch/entry", &[("word", "5")]),
    plain("issue/integer"),
    with("issue/integer", &[("op", "mullw"), ("form", "dependent")]),
    plain("issue/carry"),
    plain("issue/condition"),
    plain("issue/float"),
    with("issue/float", &[("op", "fadd"), ("form", "dependent")]),
    plain("issue/vector"),
    with("issue/vector", &[("op", "vmaddfp"), ("form", "dependent")]),
    plain("issue/load"),
    with("issue/load", &[("form", "dependent")]),
    plain("issue/load-wide"),
    plain("issue/store"),
    plain("issue/reserve"),
    plain("issue/serial"),
    with("issue/serial", &[("op", "sync")]),
    plain("issue/mix-dispatch"),
    plain("issue/mix-lsu"),
    plain("issue/mix-retire"),
    plain("issue/mix-vector"),
    plain("issue/mix-vector-scalar"),
    plain("issue/mix-pairs"),
    plain("issue/mix-units"),
    plain("issue/window-integer"),
    plain("issue/window-update"),
    plain("issue/window-float"),
    plain("issue/window-vector"),
    plain("issue/window-both"),
    plain("memory/chase"),
    with("memory/chase", &[("nodes", "65536")]),
    plain("memory/tlb"),
    plain("memory/tlb").paged(),
    plain("memory/misses"),
    plain("memory/load-stride"),
    plain("memory/store-stride"),
    plain("memory/gather"),
    plain("memory/forward"),
    plain("memory/prefetch"),
    with("memory/prefetch", &[("hint", "dcbt")]),
    plain("profile/matmul"),
    with("profile/matmul", &[("zeros", "20")]),
];

/// Most kernels of a suite: room for a shuffled order.
pub const MOST_KERNELS: usize = 128;

/// All suites.
pub const SUITES: &[Suite] = &[
    Suite {
        name: "quick",
        description: "every kernel, small: a second in an emulator",
        preset: Preset::Quick,
        entries: EVERYTHING,
    },
    Suite {
        name: "default",
        description: "every kernel, long enough for steady figures on hardware",
        preset: Preset::Default,
        entries: EVERYTHING,
    },
    Suite {
        name: "dispatch",
        description: "the eight dispatch kernels at the article's sizes: 4096 objects, 5000 rounds, 5 trials",
        preset: Preset::Article,
        entries: dispatch::DISPATCH,
    },
    Suite {
        name: "devirtualised",
        description: "virtual calls beside a ladder, a guarded direct call and split arrays",
        preset: Preset::Default,
        entries: dispatch::DEVIRTUALISED,
    },
    Suite {
        name: "period",
        description: "a random order of four targets that repeats after 2 to 65,536 calls",
        preset: Preset::Default,
        entries: dispatch::PERIOD,
    },
    Suite {
        name: "chain",
        description: "chains of 1 to 16,384 branches in powers of two, six densities",
        preset: Preset::Default,
        entries: branches::CHAIN,
    },
    Suite {
        name: "chain-knees",
        description: "chains in fine steps around 128 branches and around the 32 KiB of the L1",
        preset: Preset::Default,
        entries: branches::CHAIN_KNEES,
    },
    Suite {
        name: "direction",
        description: "capacity of the branch history, patterns of directions, early compares",
        preset: Preset::Default,
        entries: branches::DIRECTION,
    },
    Suite {
        name: "return",
        description: "nested calls up to a depth of 64, with LR known in time and not",
        preset: Preset::Default,
        entries: branches::RETURN,
    },
    Suite {
        name: "indirect",
        description: "jumps through CTR: number and order of targets, instructions that hide the wait",
        preset: Preset::Default,
        entries: branches::INDIRECT,
    },
    Suite {
        name: "fetch",
        description: "instruction fetch: rings of blocks, straight code to 4 MiB, a loop at each word of a block",
        preset: Preset::Default,
        entries: fetch::FETCH,
    },
    Suite {
        name: "issue",
        description: "latency and throughput of every instruction, independent and in a chain",
        preset: Preset::Default,
        entries: issue::ISSUE,
    },
    Suite {
        name: "limits",
        description: "dispatch, issue, flight and retirement, and every serialized instruction",
        preset: Preset::Default,
        entries: issue::LIMITS,
    },
    Suite {
        name: "memory",
        description: "caches, memory and TLB; 16 and 64 MiB are skipped where they do not fit",
        preset: Preset::Default,
        entries: memory::MEMORY,
    },
];

/// The suite that runs when nothing is asked for.
pub const DEFAULT_SUITE: &str = "default";

/// The suite with this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Suite> {
    SUITES.iter().find(|suite| suite.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{DEFAULT_SUITE, MOST_KERNELS, SUITES, find};
    use crate::kernels;
    use crate::kernels::parameters::Parameters;

    #[test]
    fn every_entry_is_a_kernel_with_legal_settings() {
        for suite in SUITES {
            assert!(suite.kernels() <= MOST_KERNELS, "{}: {}", suite.name, suite.kernels());
            let mut seen = HashSet::new();
            for entry in suite.entries {
                let kernel = kernels::find(entry.kernel).expect(entry.kernel);
                assert!(entry.variants() > 0, "{}: {:?}", entry.kernel, entry.every);
                for variant in 0..entry.variants() {
                    let mut parameters = Parameters::preset(kernel.parameters, suite.preset);
                    for (name, value) in entry.variant(variant) {
                        parameters.set(name, value).expect(entry.kernel);
                    }
                    let run = format!("{} {parameters} {:?}", entry.kernel, entry.translation);
                    assert!(seen.insert(run.clone()), "{run}");
                }
            }
        }
    }

    #[test]
    fn an_entry_stands_for_every_combination_of_its_words() {
        let issue = find("issue").expect("issue");
        let condition = issue.entries.iter().find(|entry| entry.kernel == "issue/condition").expect("condition");
        let variants: Vec<Vec<_>> =
            (0..condition.variants()).map(|number| condition.variant(number).collect()).collect();
        assert_eq!(variants.len(), 6);
        assert_eq!(variants[0], [("form", "independent"), ("op", "crand")]);
        assert_eq!(variants[1], [("form", "dependent"), ("op", "crand")]);
        assert_eq!(variants[5], [("form", "dependent"), ("op", "mcrf")]);
    }

    #[test]
    fn quick_and_default_run_every_kernel() {
        for name in ["quick", DEFAULT_SUITE] {
            let suite = find(name).expect(name);
            for kernel in kernels::ALL {
                assert!(suite.entries.iter().any(|entry| entry.kernel == kernel.id), "{name} lacks {}", kernel.id);
            }
        }
    }
}
