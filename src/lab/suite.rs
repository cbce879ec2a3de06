//! Suites: named lists of kernels with a preset.

mod branches;
mod dispatch;

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

/// One kernel of a suite.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Kernel id.
    pub kernel: &'static str,
    /// Parameters that differ from the preset.
    pub settings: &'static [(&'static str, &'static str)],
}

const fn plain(kernel: &'static str) -> Entry {
    Entry { kernel, settings: &[] }
}

const fn with(kernel: &'static str, settings: &'static [(&'static str, &'static str)]) -> Entry {
    Entry { kernel, settings }
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
    plain("calibrate/l2-misses"),
    plain("calibrate/write-backs"),
    plain("calibrate/tlb-misses"),
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
    plain("fetch/entry"),
    plain("issue/integer"),
    plain("issue/carry"),
    plain("issue/condition"),
    plain("issue/float"),
    plain("issue/vector"),
    plain("issue/load"),
    plain("issue/load-wide"),
    plain("issue/store"),
    plain("issue/reserve"),
    plain("issue/serial"),
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
    plain("memory/tlb"),
    plain("memory/misses"),
    plain("memory/load-stride"),
    plain("memory/store-stride"),
    plain("memory/gather"),
    plain("memory/forward"),
    plain("memory/prefetch"),
    plain("profile/matmul"),
];

/// Most entries of a suite: room for a shuffled order.
pub const MOST_ENTRIES: usize = 128;

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
    use super::{DEFAULT_SUITE, MOST_ENTRIES, SUITES, find};
    use crate::kernels;
    use crate::kernels::parameters::Parameters;

    #[test]
    fn every_entry_is_a_kernel_with_legal_settings() {
        for suite in SUITES {
            assert!(suite.entries.len() <= MOST_ENTRIES, "{}", suite.name);
            for entry in suite.entries {
                let kernel = kernels::find(entry.kernel).expect(entry.kernel);
                let mut parameters = Parameters::preset(kernel.parameters, suite.preset);
                for (name, value) in entry.settings {
                    parameters.set(name, value).expect(entry.kernel);
                }
            }
        }
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
