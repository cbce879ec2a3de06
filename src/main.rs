//! The bare-metal image: sets up (in `image::start`), does what the boot arguments ask
//! for (in `monitor`), ends. On a host it is an empty program.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
use g4pmu_firmware::{
    image::{Ending, Hardware, ReportPort},
    lab::report::Found,
    monitor,
};

/// A report or a session; a console that fails is the only thing that can stop it.
#[cfg(target_arch = "powerpc")]
fn start(machine: &mut Hardware, found: &Found<'_>) -> Ending {
    let mut port = ReportPort;
    port.listen(machine);
    match monitor::start(machine, found, &mut port) {
        Ok(()) => Ending::PowerOff,
        Err(_) => Ending::Failure,
    }
}

g4pmu_firmware::image_main!(start);
