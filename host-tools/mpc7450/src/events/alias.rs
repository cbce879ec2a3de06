//! Names that Linux `perf` has for some events: [`ALIASES`].
//!
//! Only what Linux maps for this family is here; `cache-references`, for one, it
//! does not. Its mapping is taken over even where it is a loose fit, so that a
//! number compares with what `perf stat` shows on the same machine; our own ids
//! say what is really counted.

/// A name and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The name as `perf list` prints it.
    pub name: &'static str,
    /// Id of the event.
    pub id: &'static str,
}

const fn alias(name: &'static str, id: &'static str) -> Alias {
    Alias { name, id }
}

/// Every alias, generic events first, then those of the cache table
/// [LINUX-PMU `mpc7450_generic_events`, `mpc7450_cache_events`].
pub const ALIASES: [Alias; 16] = [
    alias("cycles", "processor-cycles"),
    alias("cpu-cycles", "processor-cycles"),
    alias("instructions", "instructions-completed"),
    alias("cache-misses", "l1-data-total-misses"),
    alias("branches", "completed-branch-instructions"),
    alias("branch-instructions", "completed-branch-instructions"),
    alias("branch-misses", "mispredicted-branches"),
    alias("L1-dcache-load-misses", "l1-data-load-access-miss"),
    alias("L1-dcache-store-misses", "l1-data-store-miss"),
    alias("L1-icache-loads", "l1-instruction-cache-accesses"),
    alias("L1-icache-load-misses", "l1-instruction-cache-misses"),
    alias("L1-icache-prefetches", "prefetch-engine-request"),
    alias("dTLB-load-misses", "dtlb-misses"),
    alias("iTLB-load-misses", "itlb-non-speculative-misses"),
    alias("branch-loads", "completed-branch-instructions"),
    alias("branch-load-misses", "mispredicted-branches"),
];

#[cfg(test)]
mod tests {
    use super::ALIASES;
    use crate::events::alternatives;

    /// Linux's codes, PMC number times 256 plus selector; 0 in the first place
    /// where it leaves the counter open.
    #[test]
    fn every_alias_is_the_code_that_linux_has() {
        let linux = [
            ("cycles", 0x001),
            ("cpu-cycles", 0x001),
            ("instructions", 0x002),
            ("cache-misses", 0x217),
            ("branches", 0x122),
            ("branch-instructions", 0x122),
            ("branch-misses", 0x41c),
            ("L1-dcache-load-misses", 0x225),
            ("L1-dcache-store-misses", 0x227),
            ("L1-icache-loads", 0x129),
            ("L1-icache-load-misses", 0x115),
            ("L1-icache-prefetches", 0x634),
            ("dTLB-load-misses", 0x312),
            ("iTLB-load-misses", 0x223),
            ("branch-loads", 0x122),
            ("branch-load-misses", 0x41c),
        ];
        for (alias, (name, code)) in ALIASES.into_iter().zip(linux) {
            assert_eq!(alias.name, name);
            let first = alternatives(alias.id).next().expect("an alias leads to an event").selector;
            let pmc = if code < 0x100 { 0 } else { u32::from(first.counter().number()) };
            assert_eq!(pmc << 8 | u32::from(first.code()), code, "{name}");
        }
        assert_eq!(ALIASES.len(), linux.len());
    }
}
