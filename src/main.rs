//! The bare-metal image: sets up (in `image::start`), writes one report, ends.
//! On a host it is an empty program.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
use g4pmu_firmware::{
    image::{Ending, Hardware},
    lab::report::{self, Found},
    platform::console::Console,
};

/// The report; a console that fails is the only thing that can stop it.
#[cfg(target_arch = "powerpc")]
fn report(machine: &mut Hardware, found: &Found<'_>) -> Ending {
    match report::run(machine, found, Console) {
        Ok(()) => Ending::PowerOff,
        Err(_) => Ending::Failure,
    }
}

g4pmu_firmware::image_main!(report);
