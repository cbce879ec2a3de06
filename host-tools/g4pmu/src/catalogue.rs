//! What there is to measure: kernels and suites of the image, events of the chip.
//!
//! The one place that asks the other crates for their lists.

use g4pmu_firmware::kernels;
use g4pmu_firmware::kernels::descriptor::Descriptor;
use g4pmu_firmware::kernels::parameters::Parameters;
use g4pmu_firmware::kernels::preset::Preset;
use g4pmu_firmware::lab::plan::Plan;
use g4pmu_firmware::lab::request::Request;
use g4pmu_firmware::lab::suite::{self, SUITES, Suite};
use mpc7450::counter::Counter;
use mpc7450::events::Selector;

/// The suite that runs when nothing is named, the image's own choice.
pub use g4pmu_firmware::lab::suite::DEFAULT_SUITE;

/// All kernels, in the order in which lists show them.
pub fn kernels() -> impl Iterator<Item = &'static Descriptor> {
    kernels::ALL.iter().copied()
}

/// The kernel with this id.
#[must_use]
pub fn kernel(id: &str) -> Option<&'static Descriptor> {
    kernels::find(id)
}

/// The kernel's parameters from `name:value,...` or `-`, as a report has them; `None`
/// where the kernel has no such parameter or value.
#[must_use]
pub fn parameters(kernel: &Descriptor, text: &str) -> Option<Parameters> {
    let mut parameters = Parameters::preset(kernel.parameters, Preset::Default);
    for pair in text.split(',').filter(|_| text != "-") {
        let (name, value) = pair.split_once(':')?;
        parameters.set(name, value).ok()?;
    }
    Some(parameters)
}

/// What figures are given for and how many there are in an iteration, of the kernel with
/// this id and these parameters.
#[must_use]
pub fn operation(id: &str, parameters: &str) -> Option<(&'static str, u64)> {
    let kernel = kernel(id)?;
    Some((kernel.operation.name, kernel.operations(&self::parameters(kernel, parameters)?)))
}

/// All suites.
#[must_use]
pub const fn suites() -> &'static [Suite] {
    SUITES
}

/// The suite with this name.
#[must_use]
pub fn suite(name: &str) -> Option<&'static Suite> {
    suite::find(name)
}

/// Instructions that a pass of the suite executes, as its preset has it.
#[must_use]
pub fn instructions(suite: &Suite) -> u64 {
    // A suite is asked for by its name alone, so that this is what the image states.
    Request::parse(&format!("suite={}", suite.name)).map_or(0, |request| Plan::new(&request).instructions())
}

/// The id of the event that a counter counts with this selector code; codes that
/// the catalogue does not have are named `raw-PCC`, counter and code in hex.
#[must_use]
pub fn event_id(counter: Counter, code: u8) -> String {
    let event = Selector::raw(counter, code.into()).ok().and_then(Selector::event);
    event.map_or_else(|| format!("raw-{}{code:02x}", counter.number()), |event| event.id.to_owned())
}
