//! Ways to dispatch: the article's eight, what it recommends instead, and the period.

use super::{Entry, plain, with};

const fn period(settings: &'static [(&'static str, &'static str)]) -> Entry {
    with("dispatch/period", settings)
}

const fn ladder(settings: &'static [(&'static str, &'static str)]) -> Entry {
    with("dispatch/ladder", settings)
}

const fn guarded(settings: &'static [(&'static str, &'static str)]) -> Entry {
    with("dispatch/guarded", settings)
}

const fn split(settings: &'static [(&'static str, &'static str)]) -> Entry {
    with("dispatch/split", settings)
}

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
    ladder(&[("classes", "1")]),
    ladder(&[("classes", "2"), ("order", "random")]),
    ladder(&[("classes", "2"), ("order", "turn")]),
    ladder(&[("classes", "2"), ("order", "sorted")]),
    ladder(&[("classes", "4"), ("order", "random")]),
    ladder(&[("classes", "4"), ("order", "turn")]),
    ladder(&[("classes", "4"), ("order", "sorted")]),
    guarded(&[("classes", "1")]),
    guarded(&[("classes", "2"), ("order", "random")]),
    guarded(&[("classes", "2"), ("order", "turn")]),
    guarded(&[("classes", "2"), ("order", "sorted")]),
    guarded(&[("classes", "4"), ("order", "random")]),
    guarded(&[("classes", "4"), ("order", "turn")]),
    guarded(&[("classes", "4"), ("order", "sorted")]),
    split(&[("classes", "1")]),
    split(&[("classes", "2")]),
    split(&[("classes", "4")]),
];

/// The period of a random order of four targets.
pub const PERIOD: &[Entry] = &[
    period(&[("period", "2")]),
    period(&[("period", "3")]),
    period(&[("period", "4")]),
    period(&[("period", "5")]),
    period(&[("period", "6")]),
    period(&[("period", "8")]),
    period(&[("period", "12")]),
    period(&[("period", "16")]),
    period(&[("period", "24")]),
    period(&[("period", "32")]),
    period(&[("period", "64")]),
    period(&[("period", "128")]),
    period(&[("period", "256")]),
    period(&[("period", "512")]),
    period(&[("period", "1024")]),
    period(&[("period", "2048")]),
    period(&[("period", "4096")]),
    period(&[("period", "8192")]),
    period(&[("period", "16384")]),
    period(&[("period", "32768")]),
    period(&[("period", "65536")]),
];
