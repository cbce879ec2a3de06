//! Ways to dispatch: the article's eight, what it recommends instead, and the period.

use super::{Entry, every, plain, with};

/// The eight ways to dispatch a call, as the article that asked the question lists
/// them.
pub const DISPATCH: &[Entry] = &[
    plain("dispatch/direct"),
    plain("dispatch/mono"),
    plain("dispatch/dual"),
    plain("dispatch/mega"),
    plain("dispatch/fptr-single"),
    plain("dispatch/fptr-multi"),
    plain("dispatch/switch-seq"),
    plain("dispatch/switch-rnd"),
];

/// Virtual calls, and the three forms that are recommended instead, for one, two and
/// four classes in every order.
pub const DEVIRTUALISED: &[Entry] = &[
    plain("dispatch/direct"),
    plain("dispatch/mono"),
    plain("dispatch/mega"),
    with("dispatch/ladder", &[("classes", "1")]),
    Entry { over: &[("classes", &["2", "4"])], ..every("dispatch/ladder", &["order"]) },
    with("dispatch/guarded", &[("classes", "1")]),
    Entry { over: &[("classes", &["2", "4"])], ..every("dispatch/guarded", &["order"]) },
    Entry { over: &[("classes", &["1", "2", "4"])], ..plain("dispatch/split") },
];

/// The period of a random order of four targets.
pub const PERIOD: &[Entry] = &[Entry {
    over: &[(
        "period",
        &[
            "2", "3", "4", "5", "6", "8", "12", "16", "24", "32", "64", "128", "256", "512", "1024", "2048", "4096",
            "8192", "16384", "32768", "65536",
        ],
    )],
    ..plain("dispatch/period")
}];
