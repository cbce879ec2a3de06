//! The emulator for a processor: that for 64-bit ones stands beside the usual one.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;
use std::process::Command;
use toolbox::Tool;
use toolbox::qemu::PROGRAM;

/// The name of the emulator for 64-bit PowerPC.
pub const PROGRAM_64: &str = "qemu-system-ppc64";

/// The emulator for 64-bit processors of the same installation, `None` where there is
/// none: nothing but a refusal is tested with it, so set-up does not ask for one.
pub fn of_64_bits(qemu: &Tool) -> Result<Option<Command>> {
    command(&qemu.program)
}

fn command(qemu: &Path) -> Result<Option<Command>> {
    let beside = qemu.with_file_name(PROGRAM_64);
    if beside.is_file() {
        return Ok(Some(Command::new(beside)));
    }
    let Some(root) = qemu.parent().and_then(Path::parent) else { return Ok(None) };
    if !root.join("usr/bin").join(PROGRAM_64).is_file() {
        return Ok(None);
    }
    // What set-up unpacked is started by a script, which says how for the one program;
    // with the other name in it, and itself for `$0`, it starts the other.
    let script = fs::read_to_string(qemu).with_context(|| format!("reading {}", qemu.display()))?;
    let script = script.replace(&format!("/usr/bin/{PROGRAM}\""), &format!("/usr/bin/{PROGRAM_64}\""));
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).arg(qemu);
    Ok(Some(command))
}

#[cfg(test)]
mod unit {
    use super::command;
    use std::fs;

    #[test]
    fn the_other_emulator_is_found_beside_or_behind_the_script() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str, text: &str| {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, text).unwrap();
            file
        };
        let qemu =
            file("bin/qemu-system-ppc", "root=$(dirname -- \"$0\")/..\necho \"$root/usr/bin/qemu-system-ppc\" \"$@\"");
        assert!(command(&qemu).unwrap().is_none());
        file("usr/bin/qemu-system-ppc64", "");
        let said = command(&qemu).unwrap().unwrap().arg("-cpu").output().unwrap();
        let said = String::from_utf8(said.stdout).unwrap();
        assert!(said.ends_with("/bin/../usr/bin/qemu-system-ppc64 -cpu\n"), "{said}");
        let beside = file("bin/qemu-system-ppc64", "");
        assert_eq!(command(&qemu).unwrap().unwrap().get_program(), beside.as_os_str());
    }
}
