//! The files that make apt-get work in a folder of its own.

use super::mirrors::{Mirrors, NoMirror};
use super::recipe::Recipe;
use std::path::Path;

/// The sources. The name's ending tells apt the format.
pub const SOURCES: &str = "g4pmu.sources";
/// The package status.
pub const STATUS: &str = "status";

/// The suites of `recipe`, of its main component, packages for `architecture` only.
///
/// # Errors
/// When no mirror is known for one of them.
pub fn sources(recipe: &Recipe, mirrors: &Mirrors, architecture: &str) -> Result<String, NoMirror> {
    let stanza = |archive, suite| {
        let mirror = mirrors.of(archive)?;
        let signed_by = mirror.signed_by.as_ref().map(|key| format!("Signed-By: {key}\n")).unwrap_or_default();
        let address = &mirror.address;
        Ok(format!(
            "Types: deb\nURIs: {address}\nSuites: {suite}\nComponents: main\nArchitectures: {architecture}\n\
             Targets: Packages\n{signed_by}\n"
        ))
    };
    recipe.suites.iter().map(|(archive, suite)| stanza(*archive, suite)).collect()
}

/// A status in which the assumed packages of `recipe` are installed, in a version
/// later than any, and nothing else is.
#[must_use]
pub fn status(recipe: &Recipe, architecture: &str) -> String {
    let installed = |package: &&str| {
        format!(
            "Package: {package}\nStatus: install ok installed\nPriority: optional\nSection: misc\n\
             Maintainer: nobody\nArchitecture: {architecture}\nVersion: 999:1\nDescription: taken as present\n\n"
        )
    };
    recipe.assumed.iter().map(installed).collect()
}

/// The configuration, read after the machine's own. Hooks that the machine has for
/// updates do not run. Where root runs it, apt-get stays root: its unprivileged user
/// could not enter a private folder. A list that cannot be had is an error.
#[must_use]
pub fn configuration(folder: &Path, recipe: &Recipe) -> String {
    let folder = folder.display();
    let preferred = recipe.preferred.unwrap_or_default();
    format!(
        r##"#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
#clear DPkg::Post-Invoke;
Dir::Etc::sourcelist "{folder}/g4pmu.sources";
Dir::Etc::sourceparts "/dev/null";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "/dev/null";
Dir::State "{folder}/state";
Dir::State::lists "{folder}/state/lists";
Dir::State::status "{folder}/status";
Dir::Cache "{folder}/cache";
Dir::Cache::archives "{folder}/cache/archives";
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
Dir::Log "{folder}/log";
Debug::NoLocking "true";
APT::Sandbox::User "root";
APT::Default-Release "{preferred}";
APT::Get::Assume-Yes "true";
APT::Get::AllowUnauthenticated "false";
APT::Install-Recommends "false";
APT::Install-Suggests "false";
APT::Keep-Downloaded-Packages "true";
APT::Update::Error-Mode "any";
Acquire::AllowInsecureRepositories "false";
Acquire::AllowWeakRepositories "false";
Acquire::AllowDowngradeToInsecureRepositories "false";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "30";
Acquire::https::Timeout "30";
"##
    )
}

#[cfg(test)]
mod tests {
    use super::super::mirrors::MirrorOptions;
    use super::super::recipe::{COMPILER, QEMU};
    use super::super::sources::parse_stanzas;
    use super::*;

    fn mirrors(security: Option<&str>) -> Mirrors {
        let options = MirrorOptions {
            mirror: Some("http://near.test/debian".into()),
            security_mirror: security.map(str::to_owned),
        };
        Mirrors::choose(&options, &[], None)
    }

    #[test]
    fn the_sources_are_the_recipes_suites_on_their_mirrors() {
        let text = sources(&COMPILER, &mirrors(Some("http://near.test/security")), "amd64").unwrap();
        let found: Vec<_> = parse_stanzas(&text).into_iter().map(|source| (source.addresses, source.suites)).collect();
        let expected = [
            ("http://near.test/debian", "bookworm"),
            ("http://near.test/debian", "bookworm-updates"),
            ("http://near.test/security", "bookworm-security"),
        ];
        assert_eq!(found, expected.map(|(address, suite)| (vec![address.to_owned()], vec![suite.to_owned()])));
    }

    #[test]
    fn a_recipe_asks_only_for_the_mirrors_it_needs() {
        assert!(sources(&QEMU, &mirrors(None), "amd64").is_ok());
        assert_eq!(sources(&COMPILER, &mirrors(None), "amd64"), Err(NoMirror::Security));
    }

    #[test]
    fn assumed_packages_are_installed_in_the_status() {
        let text = status(&QEMU, "arm64");
        assert_eq!(text.matches("Package: ").count(), QEMU.assumed.len());
        assert!(text.starts_with("Package: adduser\nStatus: install ok installed\n"));
        assert!(text.contains("\nArchitecture: arm64\n") && text.ends_with("\n\n"));
    }

    #[test]
    fn nothing_of_the_systems_state_is_named() {
        let text = configuration(Path::new("/private"), &QEMU);
        for line in text.lines().filter(|line| line.starts_with("Dir::")) {
            let value = line.split('"').nth(1).unwrap();
            assert!(value.is_empty() || value == "/dev/null" || value.starts_with("/private/"), "{line}");
        }
        assert!(text.contains("APT::Default-Release \"trixie-backports\";"));
    }
}
