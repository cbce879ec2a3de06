//! The bare-metal image; an empty program on a host.
fn main() {}
