//! Drives a G4 or an emulated one, checks its report and writes CSV.
fn main() {}
