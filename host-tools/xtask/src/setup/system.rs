//! What kind of system this is.

use std::fs;
use std::path::Path;

/// The system, as far as set-up cares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum System {
    /// Debian, with the code name of its release.
    Debian(String),
    /// Something else that has apt and dpkg.
    OtherApt,
    /// Anything else.
    Other,
}

impl System {
    /// Looks at this machine.
    #[must_use]
    pub fn here() -> Self {
        let has_apt = ["apt-get", "dpkg-deb"].iter().all(|name| toolbox::search::in_path(name).is_some());
        Self::from_release(&fs::read_to_string(Path::new("/etc/os-release")).unwrap_or_default(), has_apt)
    }

    fn from_release(os_release: &str, has_apt: bool) -> Self {
        let field = |name: &str| {
            let value = os_release.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='))?;
            Some(value.trim_matches(['"', '\'']).to_owned())
        };
        match (has_apt, field("ID").as_deref()) {
            (false, _) => Self::Other,
            (true, Some("debian")) => Self::Debian(field("VERSION_CODENAME").unwrap_or_else(|| "sid".to_owned())),
            (true, _) => Self::OtherApt,
        }
    }

    /// The code name of the Debian release, on Debian.
    #[must_use]
    pub fn codename(&self) -> Option<&str> {
        match self {
            Self::Debian(codename) => Some(codename),
            Self::OtherApt | Self::Other => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debian_is_told_from_its_relatives_and_from_the_rest() {
        let debian = "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_CODENAME=bookworm\nID=debian\n";
        let ubuntu = "NAME=\"Ubuntu\"\nID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=noble\n";
        assert_eq!(System::from_release(debian, true), System::Debian("bookworm".into()));
        assert_eq!(System::from_release("ID=debian\n", true), System::Debian("sid".into()));
        assert_eq!(System::from_release(ubuntu, true), System::OtherApt);
        assert_eq!(System::from_release(debian, false), System::Other);
        assert_eq!(System::from_release("", true), System::OtherApt);
    }
}
