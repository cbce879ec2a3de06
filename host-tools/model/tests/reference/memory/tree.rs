//! Pseudo-least-recently-used order of 8 ways: a tree of 7 bits.

/// `right[n]` says that node n's older half is the right one; node 0 is the root,
/// the children of n are 2n + 1 and 2n + 2.
#[derive(Clone, Default)]
pub struct Tree {
    right: [bool; 7],
}

impl Tree {
    pub fn used(&mut self, way: usize) {
        let mut node = 0;
        for level in [4, 2, 1] {
            let went_right = way & level != 0;
            self.right[node] = !went_right;
            node = 2 * node + 1 + usize::from(went_right);
        }
    }

    /// The way to replace; none if all are locked.
    pub fn victim(&self, locked: u8) -> Option<usize> {
        let (mut node, mut first) = (0, 0);
        for width in [4, 2, 1] {
            let all_locked = |from: usize| (from..from + width).all(|way| locked >> way & 1 != 0);
            let right = match (all_locked(first), all_locked(first + width)) {
                (true, true) => return None,
                (true, false) => true,
                (false, true) => false,
                (false, false) => self.right[node],
            };
            first += if right { width } else { 0 };
            node = 2 * node + 1 + usize::from(right);
        }
        Some(first)
    }
}
