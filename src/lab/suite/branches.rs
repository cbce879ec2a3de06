//! Sweeps over the structures of the branch unit, one suite a structure.

use super::{Entry, every, plain, with};

/// Six densities and powers of two, as the article that asked the question has them.
pub const CHAIN: &[Entry] = &[Entry {
    over: &[
        (
            "branches",
            &["1", "2", "4", "8", "16", "32", "64", "128", "256", "512", "1024", "2048", "4096", "8192", "16384"],
        ),
        ("nops", &["0", "1", "2", "4", "8", "16"]),
    ],
    ..plain("branch/chain")
}];

/// Finer steps around the predicted knees: 128 branches, or fewer where they share sets
/// (k = 0, 1, 3, 7), and the 32 KiB of the L1 (k = 0 and 7).
pub const CHAIN_KNEES: &[Entry] = &[
    Entry {
        over: &[(
            "branches",
            &[
                "4", "8", "12", "16", "24", "32", "48", "64", "80", "96", "112", "120", "124", "126", "127", "128",
                "129", "130", "132", "136", "144", "160", "192", "256",
            ],
        )],
        ..with("branch/chain", &[("nops", "0")])
    },
    Entry {
        over: &[
            ("branches", &["16", "32", "64", "96", "112", "127", "128", "129", "136", "160"]),
            ("nops", &["1", "3"]),
        ],
        ..plain("branch/chain")
    },
    Entry {
        over: &[("branches", &["8", "16", "32", "64", "96", "127", "128", "129", "136", "160"])],
        ..with("branch/chain", INDEPENDENT_7)
    },
    Entry {
        over: &[(
            "branches",
            &["6144", "7168", "7680", "7936", "8064", "8192", "8320", "8448", "8704", "9216", "10240", "12288"],
        )],
        ..with("branch/chain", &[("nops", "0")])
    },
    Entry {
        over: &[("branches", &["768", "896", "960", "992", "1008", "1024", "1040", "1056", "1088", "1152", "1280"])],
        ..with("branch/chain", INDEPENDENT_7)
    },
];

const INDEPENDENT_7: &[(&str, &str)] = &[("nops", "7"), ("fill", "independent")];

/// Fixed directions at two spacings around the predicted knees, patterns of every kind
/// of length, compares at every distance.
pub const DIRECTION: &[Entry] = &[
    Entry {
        over: &[(
            "branches",
            &[
                "64", "256", "512", "768", "896", "960", "1008", "1024", "1040", "1088", "1152", "1280", "1536",
                "1792", "2048", "2304", "3072", "4096",
            ],
        )],
        ..with("branch/direction", &[("spacing", "2"), ("period", "1")])
    },
    Entry {
        over: &[(
            "branches",
            &["16", "64", "128", "192", "224", "240", "256", "272", "288", "320", "384", "512", "1024", "2048"],
        )],
        ..with("branch/direction", &[("spacing", "8"), ("period", "1")])
    },
    Entry {
        over: &[(
            "period",
            &["1", "2", "3", "4", "5", "6", "7", "8", "10", "12", "16", "20", "24", "32", "48", "64", "256", "2048"],
        )],
        ..with("branch/direction", &[("branches", "8"), ("spacing", "16"), ("sense", "same")])
    },
    Entry {
        over: &[("ahead", &["0", "1", "2", "3", "4", "5", "6", "7"])],
        ..with("branch/direction", &[("branches", "64"), ("period", "64")])
    },
    Entry {
        over: &[("spacing", &["2", "4", "8"]), ("sense", &["same", "inverse"])],
        ..with("branch/direction", &[("branches", "64"), ("period", "1")])
    },
];

/// Depths around the predicted knee at 8, with LR known in time and not.
pub const RETURN: &[Entry] = &[
    Entry {
        over: &[(
            "depth",
            &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "14", "16", "20", "24", "32", "48", "64"],
        )],
        ..plain("branch/return")
    },
    Entry {
        over: &[("depth", &["8", "9", "16"]), ("gap", &["2", "4", "6", "8", "12", "16"])],
        ..plain("branch/return")
    },
    Entry { over: &[("depth", &["1", "8", "9", "16", "64"])], ..with("branch/return", &[("frame", "none")]) },
];

/// Numbers and orders of targets, and what stands between mtctr and bctr.
pub const INDIRECT: &[Entry] = &[
    Entry {
        over: &[("targets", &["2", "4", "16", "64", "128", "129", "256", "1024"])],
        ..every("branch/indirect", &["order"])
    },
    Entry { over: &[("targets", &["2048", "2560", "3072", "4096", "8192", "16384"])], ..plain("branch/indirect") },
    Entry {
        over: &[("gap", &["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "12", "16", "24", "32"])],
        ..with("branch/indirect", &[("targets", "64")])
    },
];
