//! The package sources that the machine's own apt uses, in both of apt's
//! formats [sources.list(5)]: one line a source, and stanzas of fields.
//!
//! Only what finding a mirror needs is kept. `Signed-By` is carried over as it
//! stands (a path, or a whole key in the stanza); options that weaken signature
//! checks are not.

use std::path::Path;
use std::{fs, io};

/// One source of binary packages: every address offers every suite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// Addresses, as apt takes them.
    pub addresses: Vec<String>,
    /// Suites, such as `bookworm` and `bookworm-updates`.
    pub suites: Vec<String>,
    /// Components, such as `main`.
    pub components: Vec<String>,
    /// Which key must have signed it, as the field's value stands.
    pub signed_by: Option<String>,
}

/// Reads the sources of the apt configuration in `folder` (`/etc/apt`), the
/// main file first, then the others by name.
///
/// # Errors
/// When a file is there and cannot be read.
pub fn read(folder: &Path) -> io::Result<Vec<Source>> {
    let mut files = vec![folder.join("sources.list")];
    if let Ok(entries) = fs::read_dir(folder.join("sources.list.d")) {
        let mut parts: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        parts.sort();
        files.extend(parts);
    }
    let mut sources = Vec::new();
    for file in files.iter().filter(|file| file.is_file()) {
        match file.extension().and_then(|extension| extension.to_str()) {
            Some("list") => sources.extend(parse_lines(&fs::read_to_string(file)?)),
            Some("sources") => sources.extend(parse_stanzas(&fs::read_to_string(file)?)),
            _ => {}
        }
    }
    Ok(sources)
}

/// Parses the format with one source a line.
#[must_use]
pub fn parse_lines(text: &str) -> Vec<Source> {
    text.lines().filter_map(|line| parse_line(line.split('#').next().unwrap_or_default())).collect()
}

fn parse_line(line: &str) -> Option<Source> {
    let rest = line.trim().strip_prefix("deb").filter(|rest| rest.starts_with(|c: char| c.is_whitespace()))?;
    let rest = rest.trim_start();
    let (options, rest) = match rest.strip_prefix('[') {
        Some(bracketed) => bracketed.split_once(']')?,
        None => ("", rest),
    };
    let mut words = rest.split_whitespace().map(str::to_owned);
    let signed_by = options.split_whitespace().find_map(|option| option.strip_prefix("signed-by="));
    Some(Source {
        addresses: vec![words.next()?],
        suites: vec![words.next()?],
        components: words.collect(),
        signed_by: signed_by.map(str::to_owned),
    })
}

/// Parses the format with a stanza of fields a source.
#[must_use]
pub fn parse_stanzas(text: &str) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut fields: Vec<(String, String)> = Vec::new();
    let ends = std::iter::once("");
    for line in text.lines().filter(|line| !line.starts_with('#')).chain(ends) {
        if line.trim().is_empty() {
            sources.extend(stanza(&std::mem::take(&mut fields)));
        } else if line.starts_with([' ', '\t']) {
            if let Some((_, value)) = fields.last_mut() {
                value.push('\n');
                value.push_str(line);
            }
        } else if let Some((name, value)) = line.split_once(':') {
            fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    sources
}

fn stanza(fields: &[(String, String)]) -> Option<Source> {
    let field = |name: &str| fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let words = |name: &str| field(name).unwrap_or_default().split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let disabled = field("enabled").is_some_and(|value| ["no", "false", "0", "off"].contains(&value));
    if disabled || !words("types").iter().any(|kind| kind == "deb") {
        return None;
    }
    Some(Source {
        addresses: words("uris"),
        suites: words("suites"),
        components: words("components"),
        signed_by: field("signed-by").filter(|value| !value.is_empty()).map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(address: &str, suites: &[&str], components: &[&str], signed_by: Option<&str>) -> Source {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Source {
            addresses: vec![address.to_owned()],
            suites: owned(suites),
            components: owned(components),
            signed_by: signed_by.map(str::to_owned),
        }
    }

    #[test]
    fn one_line_sources_are_read_with_and_without_options() {
        let text = "# the archive\n\
            deb http://mirror.test/debian bookworm main contrib # trailing\n\
            deb-src http://mirror.test/debian bookworm main\n\
            \n\
            deb [ arch=amd64 signed-by=/keys/archive.gpg ] https://mirror.test/security bookworm-security main\n\
            #deb http://mirror.test/debian bookworm-backports main\n\
            deb\n";
        assert_eq!(
            parse_lines(text),
            [
                source("http://mirror.test/debian", &["bookworm"], &["main", "contrib"], None),
                source("https://mirror.test/security", &["bookworm-security"], &["main"], Some("/keys/archive.gpg")),
            ]
        );
    }

    #[test]
    fn stanzas_are_read_whatever_the_case_of_their_fields() {
        let text = "Types: deb deb-src\n\
            # a comment inside\n\
            URIs: http://mirror.test/debian\n\
            Suites: trixie trixie-updates\n\
            components: main\n\
            Signed-By: /keys/archive.pgp\n\
            \n\
            Types: deb-src\n\
            URIs: http://mirror.test/debian\n\
            Suites: trixie\n\
            Components: main\n";
        let expected =
            source("http://mirror.test/debian", &["trixie", "trixie-updates"], &["main"], Some("/keys/archive.pgp"));
        assert_eq!(parse_stanzas(text), [expected]);
    }

    #[test]
    fn a_disabled_stanza_is_left_out() {
        let text = "Enabled: no\nTypes: deb\nURIs: http://mirror.test/debian\nSuites: trixie\nComponents: main\n";
        assert_eq!(parse_stanzas(text), []);
    }

    #[test]
    fn a_key_inside_a_stanza_keeps_its_lines() {
        let key = "-----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINBF\n -----END PGP PUBLIC KEY BLOCK-----";
        let text = format!(
            "Types: deb\nURIs: http://mirror.test/debian\nSuites: trixie\nComponents: main\nSigned-By:\n {key}\n"
        );
        assert_eq!(parse_stanzas(&text)[0].signed_by.as_deref(), Some(format!("\n {key}").as_str()));
    }

    #[test]
    fn several_addresses_and_suites_stay_together() {
        let text = "Types: deb\nURIs: http://a.test/debian http://b.test/debian\nSuites: bookworm\n bookworm-updates\nComponents: main";
        let sources = parse_stanzas(text);
        assert_eq!(sources[0].addresses, ["http://a.test/debian", "http://b.test/debian"]);
        assert_eq!(sources[0].suites, ["bookworm", "bookworm-updates"]);
    }

    #[test]
    fn a_folder_of_sources_is_read_in_order_and_other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let parts = folder.path().join("sources.list.d");
        fs::create_dir(&parts).unwrap();
        fs::write(folder.path().join("sources.list"), "deb http://main.test/debian bookworm main\n").unwrap();
        fs::write(parts.join("b.list"), "deb http://b.test/debian bookworm main\n").unwrap();
        fs::write(parts.join("a.sources"), "Types: deb\nURIs: http://a.test\nSuites: x\nComponents: main\n").unwrap();
        fs::write(parts.join("c.list.save"), "deb http://c.test/debian bookworm main\n").unwrap();
        let addresses: Vec<_> = read(folder.path()).unwrap().into_iter().flat_map(|source| source.addresses).collect();
        assert_eq!(addresses, ["http://main.test/debian", "http://a.test", "http://b.test/debian"]);
    }
}
