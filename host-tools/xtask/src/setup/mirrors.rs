//! Which Debian mirror to fetch from.
//!
//! On Debian it is the one in the machine's own sources; an option names
//! another, or one at all elsewhere. No address stands in this program. Sources
//! of other makers may offer a suite of the same name, so that what speaks for
//! Debian's own archive is weighed: its key, and a suite of updates beside it.

use super::recipe::Archive;
use super::sources::Source;
use std::path::Path;

/// Where Debian's key lies unless a source says otherwise.
const KEYRINGS: [&str; 2] =
    ["/usr/share/keyrings/debian-archive-keyring.pgp", "/usr/share/keyrings/debian-archive-keyring.gpg"];

/// Names that stand for a Debian release in sources, besides its code name.
const RELEASE_NAMES: [&str; 5] = ["stable", "oldstable", "testing", "unstable", "sid"];

/// One address and the key that must have signed what it serves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirror {
    /// The address, as apt takes it.
    pub address: String,
    /// The value of `Signed-By`; `None` leaves it to the keys apt trusts anyway.
    pub signed_by: Option<String>,
}

/// The two archives that packages come from, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mirrors {
    main: Option<Mirror>,
    security: Option<Mirror>,
}

/// An archive that no source and no option names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMirror {
    /// The main archive.
    #[error("no mirror of the Debian archive in the machine's apt sources; name one with --mirror URL")]
    Main,
    /// The security archive.
    #[error("no mirror of Debian's security archive in the machine's apt sources; name one with --security-mirror URL")]
    Security,
}

/// What the user's options say, each over the machine's sources.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct MirrorOptions {
    /// Debian archive to fetch from, where the machine's apt sources name none
    #[arg(long, value_name = "URL", value_parser = address)]
    pub mirror: Option<String>,
    /// Debian security archive to fetch from, likewise
    #[arg(long, value_name = "URL", value_parser = address)]
    pub security_mirror: Option<String>,
}

/// Ways to a mirror that apt knows without further packages.
const SCHEMES: [&str; 4] = ["https://", "http://", "ftp://", "file:/"];

/// An address that can stand in one of apt's sources.
fn address(text: &str) -> Result<String, String> {
    let has_place = |scheme: &&str| text.strip_prefix(*scheme).is_some_and(|place| !place.is_empty());
    let is_word = text.bytes().all(|byte| byte.is_ascii_graphic() && !b"[]".contains(&byte));
    if is_word && SCHEMES.iter().any(has_place) {
        Ok(text.to_owned())
    } else {
        Err(format!("give an address that begins with {}, without blanks", SCHEMES.join(", ")))
    }
}

impl Mirrors {
    /// Chooses the mirrors from the options, else from the machine's `sources`;
    /// `codename` is the machine's own Debian release, if it is Debian.
    #[must_use]
    pub fn choose(options: &MirrorOptions, sources: &[Source], codename: Option<&str>) -> Self {
        let named = |address: &Option<String>| address.clone().map(|address| Mirror { address, signed_by: keyring() });
        let known = |suite: &str| codename == Some(suite) || (codename.is_some() && RELEASE_NAMES.contains(&suite));
        let security = |suite: &str| suite.strip_suffix("-security").is_some_and(known);
        Self {
            main: named(&options.mirror).or_else(|| best(sources, known)),
            security: named(&options.security_mirror).or_else(|| best(sources, security)),
        }
    }

    /// Gives the mirror of `archive`.
    ///
    /// # Errors
    /// When neither an option nor a source names one.
    pub fn of(&self, archive: Archive) -> Result<&Mirror, NoMirror> {
        match archive {
            Archive::Main => self.main.as_ref().ok_or(NoMirror::Main),
            Archive::Security => self.security.as_ref().ok_or(NoMirror::Security),
        }
    }
}

/// Finds the source that most speaks for Debian among those with a suite that
/// `wanted` accepts; the first of equals.
fn best(sources: &[Source], wanted: impl Fn(&str) -> bool) -> Option<Mirror> {
    let mut chosen: Option<(u32, Mirror)> = None;
    for source in sources {
        if !source.suites.iter().any(|suite| wanted(suite)) || !source.components.iter().any(|name| name == "main") {
            continue;
        }
        for address in source.addresses.iter().filter(|address| !address.starts_with("cdrom:")) {
            let points = evidence(source, address, sources);
            if chosen.as_ref().is_none_or(|(most, _)| points > *most) {
                let signed_by = source.signed_by.clone().or_else(keyring);
                chosen = Some((points, Mirror { address: address.clone(), signed_by }));
            }
        }
    }
    chosen.map(|(_, mirror)| mirror)
}

fn evidence(source: &Source, address: &str, sources: &[Source]) -> u32 {
    let key = match source.signed_by.as_deref() {
        Some(key) if key.contains("debian-archive") => 4,
        Some(_) => 0,
        None => 2,
    };
    let same_place = sources.iter().filter(|other| other.addresses.iter().any(|place| place == address));
    let updates = same_place.flat_map(|other| &other.suites).any(|suite| suite.ends_with("-updates"));
    key + u32::from(updates)
}

fn keyring() -> Option<String> {
    KEYRINGS.into_iter().find(|path| Path::new(path).is_file()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::super::sources::{parse_lines, parse_stanzas};
    use super::*;

    const KEY: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

    fn choose(sources: &[Source]) -> Result<(String, String), NoMirror> {
        let mirrors = Mirrors::choose(&MirrorOptions::default(), sources, Some("bookworm"));
        Ok((mirrors.of(Archive::Main)?.address.clone(), mirrors.of(Archive::Security)?.address.clone()))
    }

    #[test]
    fn the_machines_own_mirrors_are_taken_with_their_key() {
        let text = format!(
            "Types: deb\nURIs: http://near.test/debian\nSuites: bookworm bookworm-updates\nComponents: main\nSigned-By: {KEY}\n\n\
             Types: deb\nURIs: http://near.test/debian-security\nSuites: bookworm-security\nComponents: main\nSigned-By: {KEY}\n"
        );
        let mirrors = Mirrors::choose(&MirrorOptions::default(), &parse_stanzas(&text), Some("bookworm"));
        let mirror = |address: &str| Mirror { address: address.into(), signed_by: Some(KEY.into()) };
        assert_eq!(mirrors.of(Archive::Main), Ok(&mirror("http://near.test/debian")));
        assert_eq!(mirrors.of(Archive::Security), Ok(&mirror("http://near.test/debian-security")));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for good in ["http://near.test/debian", "https://near.test", "file:/srv/debian", "ftp://near.test/"] {
            assert_eq!(address(good).as_deref(), Ok(good));
        }
        for bad in ["foo", "", "http://", "http://a b", "http://a\nb", "[x]http://a", "gopher://a", "//near.test"] {
            assert!(address(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn another_makers_suite_of_the_same_name_does_not_win() {
        let sources = parse_lines(
            "deb [signed-by=/keys/maker.gpg] http://maker.test/debian/12/prod bookworm main\n\
             deb http://near.test/debian bookworm main\n\
             deb http://near.test/debian bookworm-updates main\n\
             deb http://near.test/security bookworm-security main\n",
        );
        assert_eq!(choose(&sources), Ok(("http://near.test/debian".into(), "http://near.test/security".into())));
    }

    #[test]
    fn release_names_count_and_discs_do_not() {
        let sources = parse_lines(
            "deb cdrom:/disc/ bookworm main\n\
             deb http://near.test/debian stable main\n\
             deb http://near.test/security stable-security main\n",
        );
        assert_eq!(choose(&sources), Ok(("http://near.test/debian".into(), "http://near.test/security".into())));
    }

    #[test]
    fn what_no_source_names_is_asked_for_by_option() {
        assert_eq!(choose(&[]), Err(NoMirror::Main));
        assert_eq!(choose(&parse_lines("deb http://near.test/debian bookworm main")), Err(NoMirror::Security));
        let ubuntu = parse_lines("deb http://near.test/ubuntu noble main");
        let options = MirrorOptions { mirror: Some("http://far.test/debian".into()), ..MirrorOptions::default() };
        let mirrors = Mirrors::choose(&options, &ubuntu, None);
        assert_eq!(mirrors.of(Archive::Main).map(|mirror| mirror.address.as_str()), Ok("http://far.test/debian"));
        assert_eq!(mirrors.of(Archive::Security), Err(NoMirror::Security));
    }
}
