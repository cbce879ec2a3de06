//! Loading: what is checked, and when.
//!
//! QEMU refuses a plugin for another version of its interface itself. When it loads this
//! one it tells target and number of processors; options are read then. The processor's
//! registers can be seen only once it exists, still before the first instruction. Nothing
//! in the interface tells `-icount`; the command line does. Nothing tells either when QEMU
//! resets the machine, which the model would have to follow: so a reset must end QEMU.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::panic::catch_unwind;
use std::sync::OnceLock;

use model::model::Model;

use crate::arguments::Arguments;
use crate::callbacks::{CALLBACKS, fail};
use crate::ffi::{Info, VERSION};
use crate::guest::Guest;
use crate::machine::Machine;
use crate::qemu::{self, Plugin};
use crate::recorded::Recorded;
use crate::refusal::Refusal;
use crate::shared::Shared;

/// The version of the interface that this plugin is written for; QEMU looks it up.
#[unsafe(no_mangle)]
#[allow(non_upper_case_globals, reason = "QEMU looks for this name")]
pub static qemu_plugin_version: c_int = VERSION;

/// What loading leaves behind.
pub struct Loaded {
    /// QEMU's number for the plugin.
    pub plugin: Plugin,
    /// The options.
    pub arguments: Arguments,
}

/// Set when QEMU has loaded the plugin.
pub static LOADED: OnceLock<Loaded> = OnceLock::new();

/// There when the processor exists.
pub static MACHINE: Shared<Machine> = Shared::new();

/// The status with which a plugin that refuses ends QEMU.
const REFUSED: c_int = 1;

/// Called by QEMU when it loads the plugin; 0 for success.
///
/// # Safety
///
/// `info` points at QEMU's description of itself, and `options` at `count` C texts; both
/// live during the call.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn qemu_plugin_install(
    id: u64,
    info: *const Info,
    count: c_int,
    options: *const *const c_char,
) -> c_int {
    // SAFETY: the caller promises it.
    let info = unsafe { &*info };
    // SAFETY: QEMU names the target in a text of its own.
    let target = unsafe { qemu::text(info.target_name) };
    let options = (0..count.max(0) as usize).map(|index| {
        // SAFETY: the index is below the number of texts.
        let option = unsafe { options.add(index) };
        // SAFETY: as above.
        let option = unsafe { option.read() };
        // SAFETY: the caller promises that it is a text.
        unsafe { qemu::text(option) }
    });
    let options: Vec<String> = options.collect();
    match catch_unwind(|| install(Plugin::new(id), info, &target, &options)) {
        Ok(Ok(())) => 0,
        Ok(Err(refusal)) => {
            eprintln!("g4pmu plugin: {refusal}");
            REFUSED
        }
        Err(_) => REFUSED,
    }
}

fn install(plugin: Plugin, info: &Info, target: &str, options: &[String]) -> Result<(), Refusal> {
    if info.oldest_version > VERSION || info.current_version < VERSION {
        return Err(Refusal::Interface { oldest: info.oldest_version, current: info.current_version });
    }
    if target != "ppc" || !info.system_emulation {
        return Err(Refusal::Target { target: target.to_owned() });
    }
    if info.smp_vcpus != 1 {
        return Err(Refusal::Processors { processors: info.smp_vcpus });
    }
    let command_line = command_line();
    if counts_instructions(&command_line) {
        return Err(Refusal::InstructionCounting);
    }
    if !command_line.is_empty() && !ends_at_reset(&command_line) {
        return Err(Refusal::Reset);
    }
    let arguments = Arguments::parse(options.iter().map(String::as_str))?;
    if LOADED.set(Loaded { plugin, arguments }).is_ok() {
        plugin.on_start(started);
    }
    Ok(())
}

/// The words that started QEMU; none where the system does not show them.
fn command_line() -> Vec<u8> {
    std::fs::read("/proc/self/cmdline").unwrap_or_default()
}

/// Whether one of the words is `-icount`.
fn counts_instructions(words: &[u8]) -> bool {
    words.split(|byte| *byte == 0).any(|word| word == b"-icount" || word == b"--icount")
}

/// Whether the words make QEMU end instead of resetting the machine: the last that says what
/// becomes of a reset holds.
fn ends_at_reset(words: &[u8]) -> bool {
    let mut words = words.split(|byte| *byte == 0);
    let mut ends = false;
    while let Some(word) = words.next() {
        match word {
            b"-no-reboot" | b"--no-reboot" => ends = true,
            b"-action" | b"--action" => {
                for action in words.next().unwrap_or_default().split(|byte| *byte == b',') {
                    match action {
                        b"reboot=shutdown" => ends = true,
                        b"reboot=reset" => ends = false,
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    ends
}

/// The processor exists, and nothing has run yet.
extern "C" fn started(_vcpu: c_uint, _userdata: *mut c_void) {
    let Some(loaded) = LOADED.get() else { return };
    match catch_unwind(|| machine(&loaded.arguments)) {
        Ok(Ok(machine)) => {
            MACHINE.with(|slot| *slot = Some(machine));
            loaded.plugin.register(&CALLBACKS);
        }
        Ok(Err(refusal)) => {
            eprintln!("g4pmu plugin: {refusal}");
            qemu::end(REFUSED);
        }
        Err(_) => fail(),
    }
}

fn machine(arguments: &Arguments) -> Result<Machine, Refusal> {
    let guest = Guest::new(&qemu::registers())?;
    let settings = arguments.settings(guest.part())?;
    let model = Recorded::new(Model::new(settings), &arguments.files)?;
    Ok(Machine::new(guest, model))
}

#[cfg(test)]
mod tests {
    use super::{counts_instructions, ends_at_reset};

    #[test]
    fn the_command_line_tells_instruction_counting() {
        assert!(counts_instructions(b"qemu-system-ppc\0-icount\0shift=7,sleep=off\0"));
        assert!(!counts_instructions(b"qemu-system-ppc\0-append\0icount=7 -icount\0"));
        assert!(!counts_instructions(b""));
    }

    #[test]
    fn the_command_line_tells_what_a_reset_does() {
        assert!(ends_at_reset(b"qemu-system-ppc\0-no-reboot\0"));
        assert!(ends_at_reset(b"qemu-system-ppc\0-action\0panic=pause,reboot=shutdown\0"));
        assert!(!ends_at_reset(b"qemu-system-ppc\0-action\0reboot=reset\0"));
        assert!(!ends_at_reset(b"qemu-system-ppc\0-no-reboot\0-action\0panic=pause,reboot=reset\0"), "the last holds");
        assert!(ends_at_reset(b"qemu-system-ppc\0-action\0reboot=reset\0-no-reboot\0"));
        assert!(!ends_at_reset(b"qemu-system-ppc\0-append\0reboot=shutdown\0"), "the guest's");
    }
}
