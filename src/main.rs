//! The bare-metal image: a panic handler, and nothing else, around the library,
//! whose `image` module holds the entry and the order of initialisation. On a
//! host it is an empty program, so that `cargo build` works in every folder.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
#[panic_handler]
fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
    g4pmu_firmware::image::panicked(info)
}

#[cfg(not(target_arch = "powerpc"))]
fn main() {}
