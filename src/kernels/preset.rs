//! Presets: named sets of sizes.

/// Which preset the values start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// [`Presets::quick`].
    Quick,
    /// [`Presets::default`].
    Default,
    /// [`Presets::article`].
    Article,
}

impl Preset {
    /// All presets, smallest first.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Default, Self::Article];

    /// The name as typed in `preset=NAME`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Default => "default",
            Self::Article => "article",
        }
    }

    /// The preset with this name; `None` for any other text.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|preset| preset.name() == name)
    }
}

/// One value for each preset.
#[derive(Clone, Copy, Debug)]
pub struct Presets<T = u32> {
    /// Seconds in an emulator: at most a few million instructions a kernel.
    pub quick: T,
    /// Long enough for steady figures on hardware.
    pub default: T,
    /// The numbers of the experiment that the kernel is modelled on.
    pub article: T,
}

impl<T: Copy> Presets<T> {
    /// The same value in every preset.
    #[must_use]
    pub const fn all(value: T) -> Self {
        Self { quick: value, default: value, article: value }
    }

    /// The value of one preset.
    #[must_use]
    pub const fn get(&self, preset: Preset) -> T {
        match preset {
            Preset::Quick => self.quick,
            Preset::Default => self.default,
            Preset::Article => self.article,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Preset;

    #[test]
    fn every_preset_is_found_by_its_name_and_nothing_else_is() {
        for preset in Preset::ALL {
            assert_eq!(Preset::find(preset.name()), Some(preset));
        }
        assert_eq!(Preset::find("Quick"), None);
        assert_eq!(Preset::find(""), None);
    }
}
