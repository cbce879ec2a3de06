//! Scripts that start the programs of an unpacked set.
//!
//! Each calls a dynamic loader with the set's library folders. Rejected:
//! `LD_LIBRARY_PATH`. Whatever the program starts would inherit it, and the
//! system's own C compiler, started by the unpacked `rustc`, would then load
//! libraries of an older release.

use super::recipe::{Loader, Recipe};
use anyhow::{Context, Result, bail};
use std::env::consts::ARCH;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Folder of libraries below `lib` and `usr/lib`, and the dynamic loader's
/// place on the system, as Debian has them on each processor.
const PLACES: [(&str, &str, &str); 2] = [
    ("x86_64", "x86_64-linux-gnu", "/lib64/ld-linux-x86-64.so.2"),
    ("aarch64", "aarch64-linux-gnu", "/lib/ld-linux-aarch64.so.1"),
];

/// Where the start script of program `name` stands in the set in `folder`.
#[must_use]
pub fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join("bin").join(name)
}

/// Writes the start scripts of `recipe` into the set in `folder`.
///
/// # Errors
/// On a processor for which no places are known, and when a file cannot be written.
pub fn write(recipe: &Recipe, folder: &Path) -> Result<()> {
    let known = PLACES.iter().find(|(processor, ..)| *processor == ARCH);
    let Some((_, libraries, loader)) = known else {
        bail!(
            "unpacked programs can be run on {} only, this is {ARCH}",
            PLACES.map(|(processor, ..)| processor).join(" and ")
        );
    };
    fs::create_dir_all(folder.join("bin"))?;
    for program in recipe.programs {
        let in_set = program.path_in_set();
        let arguments = [&[in_set.as_str()], program.arguments].concat();
        let script = script(recipe.loader, libraries, loader, &arguments);
        let path = path(folder, program.name);
        fs::write(&path, script).with_context(|| format!("writing {}", path.display()))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
    }
    Ok(())
}

fn script(loader: Loader, libraries: &str, system_loader: &str, arguments: &[&str]) -> String {
    let loader = match loader {
        Loader::System => system_loader.to_owned(),
        Loader::Own => {
            let name = system_loader.rsplit('/').next().unwrap_or(system_loader);
            format!("{{root}}/usr/lib/{libraries}/{name}")
        }
    };
    let words: Vec<_> =
        [loader.as_str(), "--library-path", &format!("{{root}}/usr/lib/{libraries}:{{root}}/lib/{libraries}")]
            .iter()
            .chain(arguments)
            .map(|word| format!("\"{}\"", word.replace("{root}", "$root")))
            .collect();
    format!(
        "#!/bin/sh\nroot=$(CDPATH= cd -- \"$(dirname -- \"$0\")/..\" && pwd) || exit 1\nexec {} \"$@\"\n",
        words.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::super::recipe::QEMU;
    use super::*;

    const PLACE: &str = "x86_64-linux-gnu";
    const LOADER: &str = "/lib64/ld-linux-x86-64.so.2";

    #[test]
    fn a_set_with_its_own_loader_uses_nothing_of_the_system() {
        let script =
            script(Loader::Own, PLACE, LOADER, &["{root}/usr/bin/qemu-system-ppc", "-L", "{root}/usr/share/qemu"]);
        let last = script.lines().last().unwrap();
        assert_eq!(
            last,
            "exec \"$root/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2\" \"--library-path\" \
             \"$root/usr/lib/x86_64-linux-gnu:$root/lib/x86_64-linux-gnu\" \"$root/usr/bin/qemu-system-ppc\" \"-L\" \
             \"$root/usr/share/qemu\" \"$@\""
        );
    }

    #[test]
    fn a_set_with_the_systems_loader_names_it() {
        let script = script(Loader::System, PLACE, LOADER, &["{root}/usr/bin/rustc"]);
        assert!(script.contains("exec \"/lib64/ld-linux-x86-64.so.2\""), "{script}");
    }

    #[test]
    fn every_program_of_a_recipe_gets_a_script_that_can_be_run() {
        let folder = tempfile::tempdir().unwrap();
        if PLACES.iter().any(|(processor, ..)| *processor == ARCH) {
            write(&QEMU, folder.path()).unwrap();
            let mode = fs::metadata(path(folder.path(), "qemu-system-ppc")).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o755);
        }
    }
}
