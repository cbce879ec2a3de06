//! Values that are one of a few words.

use crate::record::{ArgumentSource, ClockSource, Emulator, Phase, Start, State, Translation};

/// A choice that stands on the wire as a word.
pub trait Word: Copy + 'static {
    /// All choices.
    const ALL: &'static [Self];

    /// The words of all choices, for messages.
    const LEGAL: &'static str;

    /// The word of this choice.
    #[must_use]
    fn word(self) -> &'static str;

    /// The choice with this word.
    #[must_use]
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|choice| choice.word() == word)
    }
}

impl Word for Start {
    const ALL: &'static [Self] = &[Self::Loader, Self::OpenFirmware, Self::Rom, Self::DeviceTree, Self::UBoot];
    const LEGAL: &'static str = "loader, openfirmware, rom, device-tree, u-boot";

    fn word(self) -> &'static str {
        match self {
            Self::Loader => "loader",
            Self::OpenFirmware => "openfirmware",
            Self::Rom => "rom",
            Self::DeviceTree => "device-tree",
            Self::UBoot => "u-boot",
        }
    }
}

impl Word for Emulator {
    const ALL: &'static [Self] = &[Self::Qemu, Self::NoneFound];
    const LEGAL: &'static str = "qemu, none-found";

    fn word(self) -> &'static str {
        match self {
            Self::Qemu => "qemu",
            Self::NoneFound => "none-found",
        }
    }
}

impl Word for ClockSource {
    const ALL: &'static [Self] = &[Self::DeviceTree, Self::FwCfg, Self::Model, Self::Assumed];
    const LEGAL: &'static str = "device-tree, fw-cfg, model, assumed";

    fn word(self) -> &'static str {
        match self {
            Self::DeviceTree => "device-tree",
            Self::FwCfg => "fw-cfg",
            Self::Model => "model",
            Self::Assumed => "assumed",
        }
    }
}

impl Word for ArgumentSource {
    const ALL: &'static [Self] = &[Self::Bootargs, Self::FwCfg, Self::BootLoader, Self::None];
    const LEGAL: &'static str = "bootargs, fw-cfg, boot-loader, none";

    fn word(self) -> &'static str {
        match self {
            Self::Bootargs => "bootargs",
            Self::FwCfg => "fw-cfg",
            Self::BootLoader => "boot-loader",
            Self::None => "none",
        }
    }
}

impl Word for Translation {
    const ALL: &'static [Self] = &[Self::Bat, Self::Page, Self::Real];
    const LEGAL: &'static str = "bat, page, real";

    fn word(self) -> &'static str {
        match self {
            Self::Bat => "bat",
            Self::Page => "page",
            Self::Real => "real",
        }
    }
}

impl Word for State {
    const ALL: &'static [Self] = &[Self::Supervisor, Self::User];
    const LEGAL: &'static str = "supervisor, user";

    fn word(self) -> &'static str {
        match self {
            Self::Supervisor => "supervisor",
            Self::User => "user",
        }
    }
}

impl Word for Phase {
    const ALL: &'static [Self] = &[Self::Warmup, Self::Trial, Self::Sample];
    const LEGAL: &'static str = "warmup, trial, sample";

    fn word(self) -> &'static str {
        match self {
            Self::Warmup => "warmup",
            Self::Trial => "trial",
            Self::Sample => "sample",
        }
    }
}

impl Word for bool {
    const ALL: &'static [Self] = &[false, true];
    const LEGAL: &'static str = "no, yes";

    fn word(self) -> &'static str {
        if self { "yes" } else { "no" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{LoadArea, OfferKind};

    fn every_choice_is_found_by_its_word<W: Word + PartialEq + core::fmt::Debug>() {
        let words: Vec<_> = W::ALL.iter().map(|choice| choice.word()).collect();
        assert_eq!(words.join(", "), W::LEGAL);
        for &choice in W::ALL {
            assert_eq!(W::from_word(choice.word()), Some(choice));
        }
        assert_eq!(W::from_word(""), None);
        assert_eq!(W::from_word("Loader"), None);
    }

    #[test]
    fn words_and_choices_agree() {
        every_choice_is_found_by_its_word::<Start>();
        every_choice_is_found_by_its_word::<Emulator>();
        every_choice_is_found_by_its_word::<ClockSource>();
        every_choice_is_found_by_its_word::<ArgumentSource>();
        every_choice_is_found_by_its_word::<Translation>();
        every_choice_is_found_by_its_word::<State>();
        every_choice_is_found_by_its_word::<Phase>();
        every_choice_is_found_by_its_word::<OfferKind>();
        every_choice_is_found_by_its_word::<LoadArea>();
        every_choice_is_found_by_its_word::<bool>();
    }
}
