//! Has cargo link the image again when the linker script changes: cargo does not
//! see what a linker reads.

fn main() {
    println!("cargo::rerun-if-changed=linker.ld");
}
