//! Makes the code of a sampled call again: [`rebuild`].
//!
//! The image generates its kernels, so there is no file in which the words at a
//! sampled address could be looked up. The same generator is part of this tool; with
//! the same parameters and addresses it makes the same words, and the checksum of the
//! report says whether it did. An image whose generator differs is noticed.

use g4pmu_firmware::kernels::workspace::Workspace;
use report_format::checksum;
use report_format::record::Code;

use crate::catalogue;

/// Words of data that a kernel may write while it is generated: 128 MiB, twice the
/// largest working set of a kernel. Those that none writes cost nothing.
const DATA_WORDS: usize = 1 << 25;

/// The code's words; `None` where this tool has no such generator, it refuses the
/// parameters, or makes other words.
#[must_use]
pub fn rebuild(code: &Code<'_>) -> Option<Vec<u32>> {
    let kernel = catalogue::kernel(&code.generator.to_string())?;
    let parameters = catalogue::parameters(kernel, &code.parameters.to_string())?;
    let mut words = vec![0; code.bytes as usize / 4];
    let mut data = vec![0; DATA_WORDS];
    let mut workspace = Workspace::new(&mut words, code.address, &mut data, code.data);
    let prepared = (kernel.prepare)(&parameters, &mut workspace).ok()?;
    let same = prepared.entry == code.entry && 4 * workspace.code().len() == code.bytes as usize;
    (same && checksum::of_words(&words) == code.crc).then_some(words)
}
