//! A panic says where and why, even with the console's lock held, and ends QEMU
//! with status 1.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::{self, Write};

    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;

    /// Panics while the console formats it, with the lock held by whoever prints.
    struct Mine;

    impl fmt::Display for Mine {
        fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
            panic!("formatting failed")
        }
    }

    pub fn body(_: &mut Hardware, _: &Found<'_>) -> Ending {
        let _lost = writeln!(Console, "before {Mine}");
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
