//! When remembering is worth the effort: [`Pace`].

/// Times that are learned before it is asked what they were good for.
const LESSONS: u32 = 256;
/// Blocks that must have been led from state to state meanwhile, or learning pauses.
const WORTH: u64 = 2 * LESSONS as u64;
/// Blocks for which it pauses.
const PAUSE: u32 = 4096;

/// Learning costs several times what a block costs one by one: where nothing
/// comes again it is given up for a while.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    /// Blocks led from state to state.
    pub(crate) led: u64,
    before: u64,
    lessons: u32,
    pause: u32,
}

impl Pace {
    /// A block is not led: whether to learn from it.
    pub(crate) fn learns(&mut self) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        self.lessons += 1;
        if self.lessons == LESSONS {
            self.lessons = 0;
            let led = self.led - std::mem::replace(&mut self.before, self.led);
            self.pause = if led < WORTH { PAUSE } else { 0 };
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::{LESSONS, PAUSE, Pace, WORTH};

    #[test]
    fn learning_pauses_where_nothing_comes_again() {
        let mut pace = Pace::default();
        for (led, learned) in [(WORTH, 2 * LESSONS), (0, LESSONS)] {
            pace.led += led;
            let mut count = 0;
            while pace.learns() {
                pace.led += u64::from(count == LESSONS) * (WORTH - 1);
                count += 1;
            }
            assert_eq!(count, learned);
            assert_eq!((1..PAUSE).filter(|_| pace.learns()).count(), 0);
        }
    }
}
