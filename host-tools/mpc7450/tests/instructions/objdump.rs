//! Asking objdump, and keeping what it said.
//!
//! The recording has a line a word that objdump named: the word, a space, the text with
//! one space behind the mnemonic. Words that it did not name are left out; the sweep
//! itself tells which those are.

use super::child;
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::process::Command;

/// What objdump prints for each word, which stand one behind the other from address 0.
pub fn run(program: &OsStr, words: &[u32]) -> io::Result<Vec<Option<String>>> {
    let folder = std::env::temp_dir().join(format!("mpc7450-sweep-{}-{}", std::process::id(), words.len()));
    std::fs::create_dir_all(&folder)?;
    let output = printed(program, words, &folder);
    std::fs::remove_dir_all(&folder)?;
    let mut texts = vec![None; words.len()];
    for line in output?.lines() {
        let Some((address, rest)) = line.split_once(":\t") else { continue };
        let address = usize::from_str_radix(address.trim(), 16).map_err(io::Error::other)?;
        let (_, text) = rest.split_once('\t').unwrap_or((rest, ""));
        let place = texts.get_mut(address / 4).ok_or_else(|| io::Error::other("an address beyond the words"))?;
        if !text.starts_with(".long") {
            *place = Some(single_spaced(text));
        }
    }
    Ok(texts)
}

fn printed(program: &OsStr, words: &[u32], folder: &Path) -> io::Result<String> {
    let (input, output) = (folder.join("words"), folder.join("text"));
    std::fs::write(&input, words.iter().flat_map(|word| word.to_be_bytes()).collect::<Vec<u8>>())?;
    let mut command = Command::new(program);
    command
        .args(["-D", "-z", "-b", "binary", "-m", "powerpc:common", "-M7450", "-EB"])
        .arg(&input)
        .stdout(std::fs::File::create(&output)?);
    child::run(&mut command)?;
    std::fs::read_to_string(&output)
}

/// The text with one space between mnemonic and operands, none at the end.
pub fn single_spaced(text: &str) -> String {
    let text = text.trim_end();
    match text.split_once(' ') {
        Some((mnemonic, operands)) => format!("{mnemonic} {}", operands.trim_start()),
        None => text.to_owned(),
    }
}

/// The recording of a sweep.
pub fn record(words: &[u32], texts: &[Option<String>]) -> String {
    let named = words.iter().zip(texts).filter_map(|(word, text)| Some((word, text.as_ref()?)));
    named.map(|(word, text)| format!("{word:08x} {text}\n")).collect()
}

/// The texts of a recording, in the order of its words.
pub fn parse(recording: &str, words: &[u32]) -> Result<Vec<Option<String>>, String> {
    let mut lines = recording.lines().peekable();
    let mut texts = Vec::with_capacity(words.len());
    for word in words {
        let head = format!("{word:08x} ");
        let text = lines.next_if(|line| line.starts_with(&head)).map(|line| line[head.len()..].to_owned());
        texts.push(text);
    }
    match lines.next() {
        Some(line) => Err(format!("the recording goes on with `{line}`: it is of another sweep")),
        None => Ok(texts),
    }
}
