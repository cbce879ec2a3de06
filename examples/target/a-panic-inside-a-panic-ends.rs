//! A panic whose message panics still ends the machine as a failure.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt;

    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::report::Found;

    struct Panics;

    impl fmt::Display for Panics {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("the second panic")
        }
    }

    pub fn body(_: &mut Hardware, _: &Found<'_>) -> Ending {
        panic!("the first panic: {Panics}")
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
