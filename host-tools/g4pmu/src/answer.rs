//! Whether a report answers what was asked: [`strangers`].
//!
//! QEMU hands the image its arguments by one of several ways, and an image may be an
//! old one or not ours at all. A whole report of something else looks as good as the
//! right one, so what it says of itself is compared with the request.

use report_format::record::Start;
use report_format::word::Word;

use crate::cli::Boot;
use crate::qemu::Machine;
use crate::results::Results;

/// QEMU's names of the family's members and the upper half of the processor version
/// register that they have there [QEMU target/ppc/cpu-models.h].
pub const CPUS: [(&str, u32); 9] = [
    ("7441", 0x8000),
    ("7445", 0x8001),
    ("7447", 0x8002),
    ("7447a", 0x8003),
    ("7448", 0x8004),
    ("7450", 0x8000),
    ("7451", 0x8000),
    ("7455", 0x8001),
    ("7457", 0x8002),
];

/// What the report says of itself that is not what was asked, in words; empty where it
/// answers. What a report that was cut does not say is not held against it.
#[must_use]
pub fn strangers(results: &Results, machine: &Machine) -> Vec<String> {
    let header = &results.header;
    let mut found = Vec::new();
    let mut compare = |what: &str, said: Option<String>, asked: String| {
        if let Some(said) = said.filter(|said| *said != asked) {
            found.push(format!("{what}: the report says `{said}`, asked for was `{asked}`"));
        }
    };
    let arguments = header.arguments.as_ref().map(|arguments| arguments.text.clone());
    compare("arguments", arguments, machine.boot_arguments.clone());
    let start = match machine.boot {
        Boot::Loader => Start::Loader,
        Boot::Kernel | Boot::Pegasos2 => Start::OpenFirmware,
        Boot::Bios => Start::Rom,
    };
    compare("start", header.report.as_ref().map(|report| report.start.to_owned()), start.word().to_owned());
    let model = header.clock.is_some().then(|| header.model.is_some());
    let answers = |model| if model { "a timing model" } else { "no timing model" }.to_owned();
    compare("counting", model.map(answers), answers(machine.plugin.is_some()));
    let words = || machine.boot_arguments.split(' ');
    let value = |name: &str| words().find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
    let suite = value("suite").unwrap_or("-").to_owned();
    compare("suite", header.suite.as_ref().map(|suite| suite.name.clone()), suite);
    if let Some(id) = value("kernel") {
        let ran = results.kernels.iter().map(|kernel| &kernel.kernel);
        let named = ran.chain(results.skipped.iter().map(|skipped| &skipped.kernel)).find(|named| *named != id);
        compare("kernel", named.cloned(), id.to_owned());
    }
    if let Some((_, family)) = CPUS.iter().find(|(name, _)| *name == machine.cpu) {
        let pvr = header.cpu.as_ref().map(|cpu| format!("PVR 0x{:04x}....", cpu.pvr.0 >> 16));
        compare("processor", pvr, format!("PVR 0x{family:04x}...."));
    }
    found
}
