//! Return addresses along the back chain of the stack: [`back_chain`].
//!
//! In the 32-bit PowerPC ABI the word at r1 points to the caller's frame, and the
//! word behind that frame's own back chain word holds the return address that its
//! callee saved there [SVR4-PPC 3, The Stack Frame]. The chain belongs to interrupted
//! code that may be in the middle of making a frame, or have no frames at all and a
//! number in r1. So nothing on it is believed: every address is read through a
//! function that knows the stack's bounds, frames must lie further and further up,
//! and no more than [`MOST_CALLS`] are followed.

use heapless::Vec;

/// Most return addresses of one sample.
pub const MOST_CALLS: usize = 8;

/// Return addresses, innermost first.
pub type Chain = Vec<u32, MOST_CALLS>;

/// Follows the chain from the interrupted stack pointer up.
///
/// `word` reads an aligned word of the stack and gives `None` for any other address.
/// The innermost function's own return address is not among the results where it
/// has saved none: it is in LR then, which a sample records apart.
#[must_use]
pub fn back_chain(stack_pointer: u32, word: impl Fn(u32) -> Option<u32>) -> Chain {
    let mut chain = Chain::new();
    let mut frame = stack_pointer;
    while !chain.is_full() {
        let Some(caller) = word(frame).filter(|caller| *caller > frame) else { break };
        let Some(address) = caller.checked_add(4).and_then(&word) else { break };
        // There is room, for the chain was not full.
        let _pushed = chain.push(address);
        frame = caller;
    }
    chain
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{MOST_CALLS, back_chain};

    const BOTTOM: u32 = 0x0100_0000;

    /// A stack of these words at [`BOTTOM`]; asserts that nothing else is asked for twice.
    fn reader(words: &[u32]) -> impl Fn(u32) -> Option<u32> + '_ {
        |address| {
            let offset = address.checked_sub(BOTTOM).filter(|offset| offset.is_multiple_of(4))?;
            words.get(offset as usize / 4).copied()
        }
    }

    /// Frames of 16 bytes: back chain, return address, two words of nothing.
    fn frames(count: u32) -> Vec<u32> {
        let mut words: Vec<u32> = (0..count)
            .flat_map(|frame| {
                let caller = if frame + 1 < count { BOTTOM + 16 * (frame + 1) } else { 0 };
                [caller, 0x1000 + frame, 0xdead_beef, 0xdead_beef]
            })
            .collect();
        words.extend([0, 0]);
        words
    }

    #[test]
    fn callers_come_innermost_first() {
        let words = frames(4);
        assert_eq!(back_chain(BOTTOM, reader(&words)).as_slice(), [0x1001, 0x1002, 0x1003]);
    }

    #[test]
    fn eight_are_enough() {
        let words = frames(20);
        let chain = back_chain(BOTTOM, reader(&words));
        assert_eq!((chain.len(), chain[7]), (MOST_CALLS, 0x1008));
    }

    #[test]
    fn a_stack_pointer_that_is_none_gives_nothing() {
        let words = frames(4);
        for stack_pointer in [0, 3, BOTTOM - 4, BOTTOM + 2, BOTTOM + 4096, u32::MAX, 0xffff_fffc] {
            assert!(back_chain(stack_pointer, reader(&words)).is_empty(), "{stack_pointer:08x}");
        }
    }

    #[test]
    fn a_chain_that_turns_back_ends_there() {
        let mut words = frames(4);
        words[8] = BOTTOM;
        assert_eq!(back_chain(BOTTOM, reader(&words)).as_slice(), [0x1001, 0x1002]);
        words[0] = BOTTOM;
        assert!(back_chain(BOTTOM, reader(&words)).is_empty());
    }

    #[test]
    fn a_frame_at_the_very_end_of_the_addresses_is_not_followed() {
        let chain = back_chain(BOTTOM, |address| (address == BOTTOM).then_some(u32::MAX));
        assert!(chain.is_empty());
    }

    proptest! {
        /// Whatever stands on the stack, the chain ends, asks for few words, and only
        /// takes addresses that the reader gave.
        #[test]
        fn garbage_ends_the_chain(
            words in proptest::collection::vec(prop_oneof![any::<u32>(), (0_u32..64).prop_map(|word| BOTTOM + 4 * word)], 0..64),
            stack_pointer in prop_oneof![any::<u32>(), (0_u32..64).prop_map(|word| BOTTOM + 4 * word)],
        ) {
            let asked = std::cell::Cell::new(0);
            let read = reader(&words);
            let chain = back_chain(stack_pointer, |address| {
                asked.set(asked.get() + 1);
                read(address)
            });
            prop_assert!(asked.get() <= 2 * MOST_CALLS);
            prop_assert!(chain.iter().all(|address| words.contains(address)));
        }
    }
}
