//! A body that has used up its stack does not end as if nothing had happened.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::hint::black_box;

    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::report::Found;

    unsafe extern "C" {
        static __stack_guard_end: u32;
    }

    /// Recurses until its own variables lie in the guard.
    fn recurse(depth: u32) -> u32 {
        let words = black_box([depth; 64]);
        let end = (&raw const __stack_guard_end).addr();
        if words.as_ptr().addr() < end { words[63] } else { recurse(depth + 1) + black_box(words)[0] }
    }

    pub fn body(_: &mut Hardware, _: &Found<'_>) -> Ending {
        black_box(recurse(1));
        Ending::PowerOff
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
