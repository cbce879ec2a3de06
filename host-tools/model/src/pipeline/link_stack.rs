//! The link stack (B5, B10): eight return addresses.

use crate::settings::LinkStackOverflow;

const ENTRIES: usize = 8;

#[derive(Debug)]
pub(super) struct LinkStack {
    addresses: [u32; ENTRIES],
    /// Bit n: place n is an entry.
    valid: u8,
    top: usize,
    overflow: LinkStackOverflow,
}

impl LinkStack {
    pub(super) const fn new(overflow: LinkStackOverflow) -> Self {
        Self { addresses: [0; ENTRIES], valid: 0, top: 0, overflow }
    }

    pub(super) const fn push(&mut self, address: u32) {
        self.top = (self.top + 1) % ENTRIES;
        self.addresses[self.top] = address;
        self.valid |= 1 << self.top;
    }

    /// The entry on top.
    pub(super) const fn top(&self) -> Option<u32> {
        if self.valid >> self.top & 1 != 0 { Some(self.addresses[self.top]) } else { None }
    }

    pub(super) fn pop(&mut self) {
        if self.overflow == LinkStackOverflow::Stall {
            self.valid &= !(1 << self.top);
        }
        self.top = (self.top + ENTRIES - 1) % ENTRIES;
    }

    pub(super) const fn empty(&mut self) {
        self.valid = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::{LinkStack, LinkStackOverflow};

    fn returns(overflow: LinkStackOverflow) -> Vec<Option<u32>> {
        let mut stack = LinkStack::new(overflow);
        (1..=9).for_each(|address| stack.push(address));
        (0..9)
            .map(|_| {
                let top = stack.top();
                stack.pop();
                top
            })
            .collect()
    }

    #[test]
    fn a_ninth_call_loses_the_oldest_return() {
        let known = (2..=9).rev().map(Some);
        assert_eq!(returns(LinkStackOverflow::Stall), known.clone().chain([None]).collect::<Vec<_>>());
        assert_eq!(returns(LinkStackOverflow::Wrap), known.chain([Some(9)]).collect::<Vec<_>>());
    }

    #[test]
    fn an_emptied_stack_has_no_entry() {
        for overflow in [LinkStackOverflow::Stall, LinkStackOverflow::Wrap] {
            let mut stack = LinkStack::new(overflow);
            stack.push(4);
            stack.empty();
            assert_eq!(stack.top(), None);
        }
    }
}
