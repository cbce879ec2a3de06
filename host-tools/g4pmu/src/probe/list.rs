//! The probes, as data: [`PROBES`].
//!
//! # References
//!
//! `[AN2203]`, `[MPC7447AEC]`, `[MPC7455EC]`: as in `docs/kernels.md`. What stands behind
//! a source as `so` follows from it by the kernel's closed form.

use super::{Answer, Documented, Figure, How, Probe, Range};

const CYCLES: &str = "processor-cycles";

/// A figure of a document.
const fn documented(range: Range, text: &'static str, source: &'static str) -> Option<Documented> {
    Some(Documented { range, text, source })
}

/// An answer and the model's switch for it.
const fn answer(says: &'static str, switch: Option<&'static str>, ranges: &'static [Range]) -> Answer {
    Answer { says, switch, ranges }
}

/// All probes, in the order of `probe all`.
pub const PROBES: &[Probe] = &[
    Probe {
        name: "nop",
        hypothesis: "40 nops in front of a taken branch take 40 cycles if nop is an ori of r0, else 40 / 3",
        figures: &[Figure {
            name: "a block of 40 nops and a branch",
            unit: "cycles",
            how: How::Sum { run: "branch/chain branches=8 nops=40 fill=nop", terms: &[(CYCLES, 1.0)] },
            documented: None,
        }],
        question: "whether `ori 0,0,0` executes, one a cycle, or is dropped at dispatch: nop",
        answers: &[
            answer(
                "nop executes as an ordinary ori: each waits for the one before",
                Some("nop=ordinary"),
                &[(39.0, 42.0)],
            ),
            answer("nop is dropped at dispatch, three a cycle", Some("nop=free"), &[(13.0, 15.5)]),
        ],
    },
    Probe {
        name: "btic",
        hypothesis: "taken branches beyond the entries that their addresses select miss; the distance at which they do tells the index",
        figures: &[
            Figure {
                name: "taken branches that fit, 1 word apart",
                unit: "branches",
                how: How::Knee {
                    run: "branch/chain nops=0 fill=independent",
                    sweep: "branches",
                    between: (1, 1024),
                    event: "btic-miss",
                    rise: 0.01,
                    scale: 1.0,
                    // The round's own bdnz.
                    plus: 1.0,
                },
                documented: documented((127.0, 129.0), "128 entries, 4 ways", "MPC7447AEC features"),
            },
            Figure {
                name: "the same, 8 words apart",
                unit: "branches",
                how: How::Knee {
                    run: "branch/chain nops=7 fill=independent",
                    sweep: "branches",
                    between: (1, 1024),
                    event: "btic-miss",
                    rise: 0.01,
                    scale: 1.0,
                    plus: 0.0,
                },
                documented: None,
            },
        ],
        question: "which address bits choose a set of the branch target cache: btic-index",
        answers: &[
            answer("the set is chosen by word address", Some("btic-index=word"), &[(127.0, 129.0), (15.0, 17.0)]),
            answer("the set is chosen by cache block", Some("btic-index=block"), &[(3.0, 9.0), (126.0, 129.0)]),
        ],
    },
    Probe {
        name: "bht",
        hypothesis: "branches of fixed random directions mispredict once two share a counter",
        figures: &[
            Figure {
                name: "branches that fit, 2 words apart",
                unit: "branches",
                how: How::Knee {
                    run: "branch/direction spacing=2 period=1 sense=mixed ahead=0",
                    sweep: "branches",
                    between: (16, 8192),
                    event: "mispredicted-branches",
                    rise: 0.0005,
                    scale: 1.0,
                    plus: 0.0,
                },
                documented: None,
            },
            Figure {
                name: "the same, 8 words apart",
                unit: "branches",
                how: How::Knee {
                    run: "branch/direction spacing=8 period=1 sense=mixed ahead=0",
                    sweep: "branches",
                    between: (16, 8192),
                    event: "mispredicted-branches",
                    rise: 0.0005,
                    scale: 1.0,
                    plus: 0.0,
                },
                documented: None,
            },
        ],
        question: "which address bits choose one of the 2048 counters of the branch history [MPC7447AEC features]: bht-index",
        answers: &[
            answer(
                "the low 11 bits of the word address: 2048 words, however far apart the branches are",
                Some("bht-index=word"),
                &[(1020.0, 1060.0), (252.0, 270.0)],
            ),
            answer(
                "higher address bits take part: 2048 branches, whatever is between them",
                Some("bht-index=hashed"),
                &[(1900.0, 2120.0), (1900.0, 2120.0)],
            ),
        ],
    },
    Probe {
        name: "link-stack",
        hypothesis: "the ninth nested call finds the link stack full: its return waits for LR, or goes wrong",
        figures: &[
            Figure {
                name: "calls that may be nested",
                unit: "calls",
                how: How::Knee {
                    run: "branch/return frame=saved gap=0",
                    sweep: "depth",
                    between: (1, 64),
                    event: CYCLES,
                    rise: 0.15,
                    scale: 1.0,
                    plus: 0.0,
                },
                documented: documented((8.0, 8.0), "8 entries", "MPC7447AEC features"),
            },
            Figure {
                name: "wrong targets a call, 16 nested",
                unit: "mispredictions",
                how: How::Sum {
                    run: "branch/return frame=saved gap=0 depth=16",
                    terms: &[("branch-link-stack-mispredicted", 1.0)],
                },
                documented: None,
            },
        ],
        question: "what a call beyond the last entry does: link-stack",
        answers: &[
            answer(
                "it is not remembered, and its return waits for LR",
                Some("link-stack=stall"),
                &[(1.0, 64.0), (-0.001, 0.001)],
            ),
            answer(
                "it takes the oldest entry, and returns go wrong",
                Some("link-stack=wrap"),
                &[(1.0, 64.0), (0.01, 1.0)],
            ),
        ],
    },
    Probe {
        name: "l1i",
        hypothesis: "straight code beyond the L1 instruction cache comes from the L2, a line in 13 cycles",
        figures: &[Figure {
            name: "straight code that fits",
            unit: "KiB",
            how: How::Knee {
                run: "fetch/straight fill=independent",
                sweep: "kib",
                between: (4, 128),
                event: CYCLES,
                rise: 0.1,
                scale: 1.0,
                plus: 0.0,
            },
            documented: documented((32.0, 32.0), "32 KiB, 8 ways", "MPC7447AEC features"),
        }],
        question: "none: it shows that the method finds a capacity that is known",
        answers: &[answer("as documented", None, &[(32.0, 32.0)])],
    },
    Probe {
        name: "l1d",
        hypothesis: "a chain of loads in random order costs more once its nodes, one a line, do not fit",
        figures: &[Figure {
            name: "data that fits",
            unit: "KiB",
            how: How::Knee {
                run: "memory/chase spacing=1 order=random",
                sweep: "nodes",
                between: (64, 4096),
                event: CYCLES,
                rise: 0.03,
                scale: 32.0 / 1024.0,
                plus: 0.0,
            },
            documented: documented((31.9, 32.1), "32 KiB, 8 ways", "MPC7447AEC features"),
        }],
        question: "none: it shows that the method finds a capacity that is known",
        answers: &[answer("as documented", None, &[(31.9, 32.1)])],
    },
    Probe {
        name: "l2",
        hypothesis: "the same chain misses the L2 beyond its size, gradually, for its replacement is random or nearly",
        figures: &[Figure {
            name: "data that fits",
            unit: "KiB",
            how: How::Knee {
                run: "memory/chase spacing=1 order=random",
                sweep: "nodes",
                between: (2048, 65_536),
                event: "l2-data-cache-misses",
                rise: 0.01,
                scale: 32.0 / 1024.0,
                plus: 0.0,
            },
            documented: None,
        }],
        question: "none: the size tells the part",
        answers: &[
            answer("256 KiB, as documented of the 7450 and 7455 [AN2203 3.8.2]", None, &[(250.0, 272.0)]),
            answer("512 KiB, as documented of the 7457 and 7447A [MPC7447AEC features]", None, &[(500.0, 544.0)]),
            answer("1 MiB, as documented of the 7448 [MPC7455EC]", None, &[(1000.0, 1088.0)]),
        ],
    },
    Probe {
        name: "itlb",
        hypothesis: "blocks that each cross from one page to the next search the page table once the pages do not fit",
        figures: &[Figure {
            name: "pages of code that fit",
            unit: "pages",
            how: How::Knee {
                run: "fetch/ring layout=crossing fill=independent translation=page",
                sweep: "blocks",
                between: (4, 256),
                event: "itlb-non-speculative-misses",
                rise: 0.01,
                scale: 2.0,
                plus: 0.0,
            },
            documented: documented((126.0, 128.0), "128 entries, 2 ways", "MPC7447AEC features"),
        }],
        question: "none: it shows that the method finds a capacity that is known",
        answers: &[answer("as documented, the round's own page included", None, &[(126.0, 128.0)])],
    },
    Probe {
        name: "dtlb",
        hypothesis: "a node in each page searches the page table once the pages do not fit; 64 pages apart all share a set",
        figures: &[
            Figure {
                name: "pages of data that fit",
                unit: "pages",
                how: How::Knee {
                    run: "memory/tlb step=1 translation=page",
                    sweep: "pages",
                    between: (2, 1024),
                    event: "dtlb-misses",
                    rise: 0.01,
                    scale: 1.0,
                    plus: 0.0,
                },
                documented: documented((128.0, 128.0), "128 entries", "MPC7447AEC features"),
            },
            Figure {
                name: "the same, 64 pages apart",
                unit: "pages",
                how: How::Knee {
                    run: "memory/tlb step=64 translation=page",
                    sweep: "pages",
                    between: (1, 64),
                    event: "dtlb-misses",
                    rise: 0.01,
                    scale: 1.0,
                    plus: 0.0,
                },
                documented: documented((2.0, 2.0), "2 ways", "MPC7447AEC features"),
            },
            Figure {
                name: "a search",
                unit: "cycles",
                how: How::Excess {
                    run: "memory/tlb step=1 pages=256 translation=page",
                    over: "memory/tlb step=1 pages=64 translation=page",
                    event: CYCLES,
                    by: Some("dtlb-misses"),
                },
                documented: None,
            },
        ],
        question: "what a search of the page table costs; no document states it, and 15 to 40 is a guess: table-walk",
        answers: &[answer(
            "capacity and ways as documented, and the cost of a search is the figure",
            None,
            &[(128.0, 128.0), (2.0, 2.0), (1.0, 1000.0)],
        )],
    },
    Probe {
        name: "fetch-width",
        hypothesis: "a loop that fits one fetch group repeats every 2 cycles; one instruction more takes 3",
        figures: &[
            Figure {
                name: "instructions of a loop in a fetch group",
                unit: "instructions",
                how: How::Knee {
                    run: "fetch/entry word=0 fill=independent",
                    sweep: "length",
                    between: (1, 7),
                    event: CYCLES,
                    rise: 0.5,
                    scale: 1.0,
                    // The bdnz.
                    plus: 1.0,
                },
                documented: documented((4.0, 4.0), "4 a cycle", "AN2203 3.1.1"),
            },
            Figure {
                name: "a loop of 4 from word 2 of a block",
                unit: "cycles",
                how: How::Sum { run: "fetch/entry word=2 length=3 fill=independent", terms: &[(CYCLES, 1.0)] },
                documented: None,
            },
            Figure {
                name: "a loop of 4 across two blocks",
                unit: "cycles",
                how: How::Sum { run: "fetch/entry word=5 length=3 fill=independent", terms: &[(CYCLES, 1.0)] },
                documented: documented((2.9, 3.1), "3", "AN2203 4.2.3"),
            },
        ],
        question: "whether a fetch group may start at any word of a block; the model takes that it may",
        answers: &[
            answer("it may: only the end of a block ends a group", None, &[(4.0, 4.0), (1.9, 2.1), (2.9, 3.1)]),
            answer("it ends at quadwords too", None, &[(4.0, 4.0), (2.9, 3.1), (2.9, 3.1)]),
        ],
    },
    Probe {
        name: "dispatch-width",
        hypothesis: "two adds and a load are dispatched together, and never four instructions",
        figures: &[
            Figure {
                name: "dispatched a cycle",
                unit: "instructions",
                how: How::Ratio { run: "issue/mix-dispatch", event: "instructions-dispatched", by: CYCLES },
                documented: documented(
                    (2.7, 3.0),
                    "3 a cycle, so a little less with the loop's branch",
                    "AN2203 2.3.3.1",
                ),
            },
            Figure {
                name: "dispatched a group beyond one, two and three a cycle",
                unit: "instructions",
                how: How::Sum {
                    run: "issue/mix-dispatch",
                    terms: &[
                        ("instructions-dispatched", 1.0),
                        ("cycles-where-3-instructions-are-dispatched", -3.0),
                        ("two-instructions-dispatched", -2.0),
                        ("one-instruction-dispatched", -1.0),
                    ],
                },
                documented: documented((-0.01, 0.01), "0", "AN2203 2.3.3.1"),
            },
        ],
        question: "none: it shows that the method finds a width that is known",
        answers: &[answer("3 a cycle and never more", None, &[(2.5, 3.0), (-0.01, 0.01)])],
    },
    Probe {
        name: "retire-width",
        hypothesis: "what waits behind a division is retired three a cycle, and never four",
        figures: &[
            Figure {
                name: "cycles a division that retire three",
                unit: "cycles",
                how: How::Sum { run: "issue/window-integer behind=12", terms: &[("completing-3-instructions", 1.0)] },
                documented: documented((3.5, 4.5), "3 a cycle, so 12 in 4 cycles", "AN2203 2.3.3.9"),
            },
            Figure {
                name: "retired a division beyond one, two and three a cycle",
                unit: "instructions",
                how: How::Sum {
                    run: "issue/window-integer behind=12",
                    terms: &[
                        ("instructions-completed", 1.0),
                        ("completing-3-instructions", -3.0),
                        ("completing-two-instructions", -2.0),
                        ("completing-one-instruction", -1.0),
                    ],
                },
                documented: documented((-0.01, 0.01), "0", "AN2203 2.3.3.9"),
            },
        ],
        question: "none: it shows that the method finds a width that is known",
        answers: &[answer("3 a cycle and never more", None, &[(0.5, 13.0), (-0.01, 0.01)])],
    },
    Probe {
        name: "queues",
        hypothesis: "a second division starts when the first is done only if all in between fits what is in flight",
        figures: &[
            Figure {
                name: "vector instructions in flight, both divisions included",
                unit: "instructions",
                how: How::Knee {
                    run: "issue/window-vector",
                    sweep: "behind",
                    between: (1, 40),
                    event: CYCLES,
                    // The loop's bdnz takes a place in one of four gaps: less than this.
                    rise: 1.5,
                    scale: 1.0,
                    plus: 2.0,
                },
                documented: documented((16.0, 16.0), "16 in the completion queue", "AN2203 3.4.1"),
            },
            Figure {
                name: "general registers renamed, two for a load with update",
                unit: "registers",
                how: How::Knee {
                    run: "issue/window-update",
                    sweep: "behind",
                    between: (1, 40),
                    event: CYCLES,
                    rise: 1.5,
                    scale: 2.0,
                    plus: 2.0,
                },
                documented: documented((16.0, 16.0), "16", "AN2203 2.3.3.9"),
            },
            Figure {
                name: "floating-point instructions in flight, both divisions included",
                unit: "instructions",
                how: How::Knee {
                    run: "issue/window-float",
                    sweep: "behind",
                    between: (1, 40),
                    event: CYCLES,
                    rise: 1.5,
                    scale: 1.0,
                    plus: 2.0,
                },
                documented: None,
            },
        ],
        question: "whether a result that changes no flag takes one of the 4 renames of FPSCR; no kernel shows the issue queues (6, 4 and 2)",
        answers: &[
            answer(
                "it takes none: as many as the completion queue has",
                None,
                &[(1.0, 42.0), (1.0, 82.0), (15.0, 17.0)],
            ),
            answer("it takes one: 4 are in flight", None, &[(1.0, 42.0), (1.0, 82.0), (4.0, 7.0)]),
        ],
    },
    Probe {
        name: "mispredict-penalty",
        hypothesis: "the same branches cost more when each stands right behind its compare than when that came early enough",
        figures: &[Figure {
            name: "added by a misprediction",
            unit: "cycles",
            how: How::Excess {
                run: "branch/direction branches=128 spacing=8 period=64 ahead=0",
                over: "branch/direction branches=128 spacing=8 period=64 ahead=7",
                event: CYCLES,
                by: Some("mispredicted-branches"),
            },
            documented: documented(
                (4.0, 5.5),
                "6 at least from the compare to the target, so 4 to 5 more than predicted ones take",
                "MPC7455EC; AN2203 4.2.3",
            ),
        }],
        question: "none: the least is documented, the mean is not",
        answers: &[
            answer("as the documented least", None, &[(4.0, 5.5)]),
            answer("more than the documented least", None, &[(5.5, 100.0)]),
            answer("less than the documented least", None, &[(0.0, 4.0)]),
        ],
    },
    Probe {
        name: "taken-penalty",
        hypothesis: "a taken branch costs a bubble, and one more when the BTIC lacks its target",
        figures: &[
            Figure {
                name: "a taken branch with BTIC hit",
                unit: "cycles",
                how: How::Sum { run: "branch/chain branches=64 nops=0 fill=independent", terms: &[(CYCLES, 1.0)] },
                documented: documented((1.95, 2.1), "2", "AN2203 4.2.3"),
            },
            Figure {
                name: "a taken branch without",
                unit: "cycles",
                how: How::Sum { run: "branch/chain branches=1024 nops=0 fill=independent", terms: &[(CYCLES, 1.0)] },
                documented: documented((2.95, 3.1), "3", "AN2203 4.2.3"),
            },
        ],
        question: "none: both are documented",
        answers: &[answer("as documented", None, &[(1.95, 2.1), (2.95, 3.1)])],
    },
    Probe {
        name: "indirect",
        hypothesis: "bcctr waits for CTR: whether its target changes makes no difference",
        figures: &[
            Figure {
                name: "added by 256 targets in random order to one target",
                unit: "cycles a jump",
                how: How::Excess {
                    run: "branch/indirect targets=256 order=random gap=0",
                    over: "branch/indirect targets=256 order=constant gap=0",
                    event: CYCLES,
                    by: None,
                },
                documented: documented((-0.2, 0.2), "0: no target is predicted", "AN2203 3.1.4.3"),
            },
            Figure {
                name: "waited for CTR",
                unit: "cycles a jump",
                how: How::Sum {
                    run: "branch/indirect targets=256 order=random gap=0",
                    terms: &[("branch-unit-stall-on-ctr-dependency", 1.0)],
                },
                documented: None,
            },
        ],
        question: "none: it tells a target predictor from none",
        answers: &[
            answer("no target is predicted: every jump waits", None, &[(-0.2, 0.2), (1.0, 100.0)]),
            answer("targets are predicted: those that change cost more", None, &[(0.5, 100.0), (0.0, 100.0)]),
        ],
    },
    Probe {
        name: "load-latency",
        hypothesis: "a load whose address is the result of the one before takes the latency of the level that has it",
        figures: &[
            Figure {
                name: "a load that hits the L1",
                unit: "cycles",
                how: How::Sum { run: "issue/load op=lwzx form=dependent", terms: &[(CYCLES, 1.0)] },
                documented: documented((2.95, 3.05), "3", "AN2203 3.7"),
            },
            Figure {
                name: "a load that hits the L2",
                unit: "cycles",
                how: How::Sum { run: "memory/chase nodes=4096 spacing=1 order=random", terms: &[(CYCLES, 1.0)] },
                documented: documented((8.9, 12.1), "9 (7448: 11 or 12)", "AN2203 3.8.2; MPC7447AEC features"),
            },
        ],
        question: "which of the documented latencies the part's L2 has",
        answers: &[
            answer("3 and 9, as documented of all but the 7448", None, &[(2.95, 3.05), (8.9, 9.2)]),
            answer("3 and 11 or 12, as documented of the 7448", None, &[(2.95, 3.05), (10.9, 12.2)]),
        ],
    },
];
