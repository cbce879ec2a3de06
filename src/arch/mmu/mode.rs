//! What a mode is made of: a block for the image's memory, and bits of MSR.

use mpc7450::registers::{BATL, BATU, MSR};
use report_format::record::{State, Translation};

/// How a kernel runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mode {
    /// How its addresses are translated.
    pub translation: Translation,
    /// The state it runs in.
    pub state: State,
}

/// The two words of a block address translation pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// The upper word: address, length, who may use it.
    pub upper: u32,
    /// The lower word: physical address, caching, protection.
    pub lower: u32,
}

/// Cached, coherent (WIMG 0010), read and write.
const MEMORY: u32 = BATL::M::SET.value | BATL::PP::ReadWrite.value;

/// 256 MiB from 0: the image and the arena, for supervisor state. What holds between
/// the kernels, and the image's own mapping from its first to its last instruction.
pub const ALL_MEMORY: Block = Block { upper: BATU::BL::MiB256.value | BATU::VS::SET.value, lower: MEMORY };

/// Where the linker script puts the image, and the 4 MiB that belong to it.
const IMAGE: u32 = 0x0100_0000;
/// Length mask of 4 MiB, in units of 128 KiB.
const MIB_4: u32 = 0x1f;

/// The image without the arena, for supervisor state.
const IMAGE_MEMORY: Block =
    Block { upper: IMAGE | BATU::BL.val(MIB_4).value | BATU::VS::SET.value, lower: IMAGE | MEMORY };

impl Mode {
    /// The block for memory while a kernel runs, instructions and data alike.
    ///
    /// Under pages the image keeps a block that ends where the arena starts; it is not
    /// valid in user state, which therefore sees pages only. Untranslated, no block
    /// is looked at.
    #[must_use]
    pub const fn memory(self) -> Block {
        match (self.translation, self.state) {
            (Translation::Bat, State::User) => {
                Block { upper: ALL_MEMORY.upper | BATU::VP::SET.value, lower: ALL_MEMORY.lower }
            }
            (Translation::Bat | Translation::Real, _) => ALL_MEMORY,
            (Translation::Page, _) => IMAGE_MEMORY,
        }
    }

    /// MSR while a kernel runs, from the one for a kernel in the plain mode.
    #[must_use]
    pub const fn msr(self, plain: u32) -> u32 {
        let translated = match self.translation {
            Translation::Bat | Translation::Page => plain,
            Translation::Real => plain & !(MSR::IR::SET.value | MSR::DR::SET.value),
        };
        match self.state {
            State::Supervisor => translated,
            State::User => translated | MSR::PR::SET.value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Block, Mode};
    use report_format::record::{State, Translation};

    fn mode(translation: Translation, state: State) -> Mode {
        Mode { translation, state }
    }

    #[test]
    fn each_mode_has_its_block() {
        let words = |translation, state| {
            let Block { upper, lower } = mode(translation, state).memory();
            (upper, lower)
        };
        assert_eq!(words(Translation::Bat, State::Supervisor), (0x0000_1ffe, 0x0000_0012));
        assert_eq!(words(Translation::Bat, State::User), (0x0000_1fff, 0x0000_0012));
        assert_eq!(words(Translation::Page, State::Supervisor), (0x0100_007e, 0x0100_0012));
        assert_eq!(words(Translation::Page, State::User), (0x0100_007e, 0x0100_0012));
        assert_eq!(words(Translation::Real, State::User), (0x0000_1ffe, 0x0000_0012));
    }

    #[test]
    fn each_mode_has_its_msr() {
        let msr = |translation, state| mode(translation, state).msr(0x0200_b036);
        assert_eq!(msr(Translation::Bat, State::Supervisor), 0x0200_b036);
        assert_eq!(msr(Translation::Page, State::User), 0x0200_f036);
        assert_eq!(msr(Translation::Real, State::Supervisor), 0x0200_b006);
        assert_eq!(msr(Translation::Real, State::User), 0x0200_f006);
    }

    #[test]
    fn the_plain_mode_is_what_nothing_asks_for() {
        assert_eq!(Mode::default(), mode(Translation::Bat, State::Supervisor));
    }
}
