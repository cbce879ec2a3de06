//! The transitions taken last: [`Recent`].

/// Transitions that are kept. What the monitor asks for completed at most 40 instructions
/// before the last (queue, groups on their way into it, completion queue), and each of these
/// transitions completed one.
const KEPT: usize = 64;

/// The last transitions in which an instruction completed, with their bases.
#[derive(Debug)]
pub(crate) struct Recent {
    ring: [(u32, u64); KEPT],
    count: usize,
}

impl Default for Recent {
    fn default() -> Self {
        Self { ring: [(0, 0); KEPT], count: 0 }
    }
}

impl Recent {
    /// Forgets all.
    pub(crate) const fn clear(&mut self) {
        self.count = 0;
    }

    /// Notes one; it is kept only if something completed in it.
    #[inline]
    pub(crate) fn push(&mut self, transition: u32, base: u64, completes: bool) {
        self.ring[self.count % KEPT] = (transition, base);
        self.count += usize::from(completes);
    }

    /// The oldest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, u64)> {
        (self.count.saturating_sub(KEPT)..self.count).map(|place| self.ring[place % KEPT])
    }
}
