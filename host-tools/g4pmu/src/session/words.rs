//! What can be typed next: commands, then what they are about, then parameters.

use g4pmu_firmware::monitor::command;
use g4pmu_firmware::monitor::registers;
use mpc7450::bus::memory::MemoryBus;
use mpc7450::parts::Part;

use crate::catalogue;

/// Words that a request takes, the kernel's parameters apart.
const REQUEST: [&str; 6] = ["preset=", "seed=", "trials=", "n=", "warmup=", "translation="];

/// The words that can stand where a line ends now, by what was typed of them.
#[must_use]
pub fn candidates(line: &str) -> Vec<String> {
    let mut words: Vec<&str> = line.split_ascii_whitespace().collect();
    let begun = if line.ends_with(' ') || line.is_empty() { "" } else { words.pop().unwrap_or_default() };
    let mut candidates = after(&words);
    candidates.retain(|candidate| candidate.starts_with(begun));
    candidates
}

fn after(words: &[&str]) -> Vec<String> {
    let owned = |names: &mut dyn Iterator<Item = &'static str>| names.map(str::to_owned).collect::<Vec<_>>();
    match words {
        [] => owned(&mut command::names()),
        ["run" | "sample"] => owned(&mut catalogue::kernels().map(|kernel| kernel.id)),
        ["run" | "sample", kernel, ..] => parameters(kernel),
        ["suite"] => owned(&mut catalogue::suites().iter().map(|suite| suite.name)),
        ["suite", ..] => owned(&mut REQUEST.into_iter()),
        ["spr"] => register_names(),
        ["load"] => owned(&mut ["code", "data", "clear"].into_iter()),
        ["echo"] => owned(&mut ["on", "off"].into_iter()),
        _ => Vec::new(),
    }
}

fn parameters(kernel: &str) -> Vec<String> {
    let own = catalogue::kernel(kernel).map_or(&[][..], |kernel| kernel.parameters);
    let own = own.iter().map(|parameter| format!("{}=", parameter.name));
    let mut words: Vec<String> = own.chain(REQUEST.map(str::to_owned)).collect();
    words.sort();
    words.dedup();
    words
}

/// Registers of any part of the family: the image says which the part at hand has.
fn register_names() -> Vec<String> {
    const MPC7448: Part = Part::from_pvr(0x8004_0202);
    registers::names::<MemoryBus>(&MPC7448).map(|(name, _)| name.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::candidates;

    #[test]
    fn words_are_completed_by_their_place() {
        assert!(candidates("").contains(&"info".to_owned()));
        assert_eq!(candidates("s"), ["sample", "suite", "spr"]);
        assert_eq!(candidates("run branch/ch"), ["branch/chain"]);
        assert_eq!(candidates("run branch/chain no"), ["nops="]);
        assert!(candidates("run branch/chain nops=3 ").contains(&"seed=".to_owned()));
        assert_eq!(candidates("suite qu"), ["quick"]);
        assert!(candidates("spr hid").starts_with(&["hid0".to_owned()]));
        assert_eq!(candidates("echo o"), ["on", "off"]);
        assert_eq!(candidates("info x"), [""; 0]);
    }
}
