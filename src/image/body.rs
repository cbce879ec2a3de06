//! What a binary adds to the image: a body, by [`image_main!`](crate::image_main).

/// How the image ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By power off: what was to be said has been said. QEMU's status is 0.
    PowerOff,
    /// As a failure. QEMU's status is 1.
    Failure,
}

/// Makes a function of type `fn(&mut Hardware, &Found<'_>) -> Ending` the body of an
/// image, and adds the panic handler. On a host it makes an empty program, so that
/// `cargo build` and `cargo test` work in every folder.
#[macro_export]
macro_rules! image_main {
    ($body:path) => {
        #[cfg(target_arch = "powerpc")]
        #[unsafe(no_mangle)]
        fn image_main(
            machine: &mut $crate::image::Hardware,
            found: &$crate::lab::report::Found<'_>,
        ) -> $crate::image::Ending {
            $body(machine, found)
        }

        #[cfg(target_arch = "powerpc")]
        #[panic_handler]
        fn panic(info: &core::panic::PanicInfo<'_>) -> ! {
            $crate::image::panicked(info)
        }

        #[cfg(not(target_arch = "powerpc"))]
        fn main() {}
    };
}
