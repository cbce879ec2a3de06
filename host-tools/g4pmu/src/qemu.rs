//! QEMU's command line for each way to start the image.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::cli::Boot;
use crate::plugin::Plugin;

/// Nanoseconds of virtual time an instruction takes, as a power of two.
///
/// At the 25 MHz of the mac99 machine's time base 2^7 ns are 3.2 ticks, at the 33 MHz
/// of pegasos2 4.3, so rounding gives every count back exactly; 2^6 ns are 1.6 ticks
/// on mac99, which two truncated readings cannot tell apart.
pub const ICOUNT_SHIFT: u32 = 7;

/// What QEMU is asked to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// QEMU's name of the processor.
    pub cpu: String,
    /// How the image starts.
    pub boot: Boot,
    /// The image's file for that.
    pub image: PathBuf,
    /// What the image is told.
    pub boot_arguments: String,
    /// The folder to start QEMU in, where it must be another than the current one.
    pub folder: Option<PathBuf>,
    /// The timing model; without it QEMU counts instructions by its clock.
    pub plugin: Option<Plugin>,
}

/// The file that QEMU needs for a Pegasos II, and the folder of its data folders in
/// which it looks for it.
pub const PEGASOS_TREE: (&str, &str) = ("dtb", "pegasos2.dtb");

/// A path that cannot stand in a QEMU option.
#[derive(Debug, Error)]
#[error("the path {0:?} is not UTF-8 and cannot stand in a QEMU option: move the file")]
pub struct UnusablePath(PathBuf);

impl Machine {
    /// All arguments after the program's name.
    ///
    /// The report goes to standard output; standard error is QEMU's own.
    ///
    /// # Errors
    ///
    /// A path is not UTF-8.
    pub fn arguments(&self) -> Result<Vec<OsString>, UnusablePath> {
        let machine = if self.boot == Boot::Pegasos2 { "pegasos2" } else { "mac99" };
        let mut arguments: Vec<String> =
            ["-M", machine, "-cpu", &self.cpu, "-display", "none", "-monitor", "none", "-vga", "none", "-nic", "none"]
                .map(str::to_owned)
                .into();
        arguments.extend(["-serial", "stdio"].map(str::to_owned));
        arguments.extend(match &self.plugin {
            Some(plugin) => ["-plugin".to_owned(), loaded(plugin)?],
            None => ["-icount".to_owned(), format!("shift={ICOUNT_SHIFT},sleep=off")],
        });
        arguments.extend(["-device", "pvpanic-pci", "-action", "panic=exit-failure", "-no-reboot"].map(str::to_owned));
        let image = option_value(&self.image)?;
        let configuration = format!("name=opt/g4pmu/args,string={}", self.boot_arguments);
        let start = match self.boot {
            Boot::Loader => {
                ["-device".to_owned(), format!("loader,file={image},cpu-num=0"), "-fw_cfg".to_owned(), configuration]
            }
            Boot::Kernel | Boot::Pegasos2 => {
                ["-kernel".to_owned(), path(&self.image)?, "-append".to_owned(), self.boot_arguments.clone()]
            }
            Boot::Bios => ["-bios".to_owned(), path(&self.image)?, "-fw_cfg".to_owned(), configuration],
        };
        arguments.extend(start);
        Ok(arguments.into_iter().map(OsString::from).collect())
    }
}

/// The library and what it is told.
fn loaded(plugin: &Plugin) -> Result<String, UnusablePath> {
    let mut option = option_value(&plugin.file)?;
    for switch in &plugin.switches {
        option += &format!(",{switch}");
    }
    Ok(option)
}

/// A path inside an option's list of values, where QEMU ends a value at a comma
/// unless it is doubled [QEMU docs/system/invocation].
fn option_value(file: &Path) -> Result<String, UnusablePath> {
    Ok(path(file)?.replace(',', ",,"))
}

fn path(file: &Path) -> Result<String, UnusablePath> {
    file.to_str().map(str::to_owned).ok_or_else(|| UnusablePath(file.to_owned()))
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::Machine;
    use crate::cli::Boot;
    use crate::plugin::Plugin;

    fn machine(boot: Boot, image: &str) -> Machine {
        Machine {
            cpu: "7450".to_owned(),
            boot,
            image: PathBuf::from(image),
            boot_arguments: "suite=quick icount=7".to_owned(),
            folder: None,
            plugin: None,
        }
    }

    fn line(boot: Boot, image: &str) -> String {
        shown(&machine(boot, image))
    }

    fn shown(machine: &Machine) -> String {
        let arguments = machine.arguments().expect("a legal path");
        arguments.iter().map(|argument| argument.to_str().expect("UTF-8")).collect::<Vec<_>>().join("|")
    }

    const COMMON: &str = "-M|mac99|-cpu|7450|-display|none|-monitor|none|-vga|none|-nic|none|-serial|stdio|\
        -icount|shift=7,sleep=off|-device|pvpanic-pci|-action|panic=exit-failure|-no-reboot|";

    #[test]
    fn each_start_path_has_its_options() {
        assert_eq!(
            line(Boot::Loader, "g4pmu.elf"),
            format!(
                "{COMMON}-device|loader,file=g4pmu.elf,cpu-num=0|-fw_cfg|name=opt/g4pmu/args,string=suite=quick icount=7"
            )
        );
        assert_eq!(line(Boot::Kernel, "g4pmu.bin"), format!("{COMMON}-kernel|g4pmu.bin|-append|suite=quick icount=7"));
        assert_eq!(
            line(Boot::Bios, "g4pmu.rom"),
            format!("{COMMON}-bios|g4pmu.rom|-fw_cfg|name=opt/g4pmu/args,string=suite=quick icount=7")
        );
    }

    #[test]
    fn a_pegasos_gets_the_elf_file_as_its_kernel() {
        let common = COMMON.replace("mac99", "pegasos2");
        assert_eq!(
            line(Boot::Pegasos2, "g4pmu.elf"),
            format!("{common}-kernel|g4pmu.elf|-append|suite=quick icount=7")
        );
    }

    /// QEMU refuses to change the time that a guest sees under -icount.
    #[test]
    fn a_model_stands_where_icount_stood_and_is_told_its_switches() {
        let plugin = |switches: &[&str]| Plugin {
            file: PathBuf::from("a,b.so"),
            switches: switches.iter().map(|switch| switch.parse().expect("legal")).collect(),
        };
        let with = |switches: &[&str]| {
            shown(&Machine { plugin: Some(plugin(switches)), ..machine(Boot::Loader, "g4pmu.elf") })
        };
        assert!(with(&[]).contains("-serial|stdio|-plugin|a,,b.so|-device|pvpanic-pci|"));
        assert!(with(&["nop=free", "l3=31"]).contains("|-plugin|a,,b.so,nop=free,l3=31|"));
        assert!(!with(&[]).contains("icount|"));
    }

    #[test]
    fn commas_in_a_path_are_doubled_where_qemu_splits() {
        assert!(line(Boot::Loader, "a,b.elf").contains("loader,file=a,,b.elf,cpu-num=0"));
        assert!(line(Boot::Kernel, "a,b.bin").contains("-kernel|a,b.bin|"));
    }
}
