//! Why the plugin does not load: one line that says what, why and what to do.

use std::ffi::c_int;
use std::io;
use std::path::PathBuf;

use model::settings::SettingError;
use thiserror::Error;

/// Why the plugin does not load.
#[derive(Debug, Error)]
pub enum Refusal {
    /// QEMU speaks another version of the interface.
    #[error(
        "QEMU serves versions {oldest} to {current} of the plugin interface and this plugin is written for {}: use QEMU 11.1",
        crate::ffi::VERSION
    )]
    Interface {
        /// The oldest version served.
        oldest: c_int,
        /// The newest.
        current: c_int,
    },
    /// Not a 32-bit PowerPC, or no machine.
    #[error("the guest is {target}: the model is of a 32-bit PowerPC, so run qemu-system-ppc")]
    Target {
        /// What QEMU calls it.
        target: String,
    },
    /// More than one processor.
    #[error("the machine can have {processors} processors and the model is of one: leave -smp out")]
    Processors {
        /// Their number.
        processors: c_int,
    },
    /// Instruction counting.
    #[error(
        "-icount ends QEMU when an exception of the model's changes MSR[IR]: leave -icount out, the model's time is exact without it"
    )]
    InstructionCounting,
    /// A reset of the machine would go on.
    #[error(
        "a reset of the machine does not reach the model: add -no-reboot, which ends QEMU instead, behind any -action reboot=reset"
    )]
    Reset,
    /// Not a family member.
    #[error(
        "the processor is {part} (PVR {pvr:#010x}): the model is of the MPC7450 family, so use -cpu 7450, 7455, 7457, 7447a or 7448"
    )]
    Processor {
        /// What it is.
        part: String,
        /// Its processor version.
        pvr: u32,
    },
    /// A register is missing.
    #[error("this QEMU's processor shows no register {name}: use QEMU 11.1 and -cpu 7450, 7455, 7457, 7447a or 7448")]
    Register {
        /// Its name.
        name: String,
    },
    /// An option that does not exist.
    #[error("the plugin has no option {name:?}: it has part, machine, stats, trace, pipeview, pipeview-from, pipeview-count and the model's switches {switches}", switches = model::settings::NAMES.join(", "))]
    Option {
        /// The option.
        name: String,
    },
    /// An option with a value it does not take.
    #[error("{name}={value} is not understood: {name} takes {legal}")]
    Value {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What it takes.
        legal: &'static str,
    },
    /// One file for two things.
    #[error("trace= and pipeview= both name {}: they are different files, so name two", path.display())]
    SameFile {
        /// The file.
        path: PathBuf,
    },
    /// A window of a view that is not written.
    #[error("{name}= chooses what pipeview= writes, and there is none: add pipeview=FILE")]
    NoView {
        /// The option.
        name: &'static str,
    },
    /// A file that cannot be made.
    #[error("{option}={}: {error}: name a file that can be written", path.display())]
    File {
        /// The option.
        option: &'static str,
        /// The file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The model refuses a switch.
    #[error(transparent)]
    Setting(#[from] SettingError),
}
