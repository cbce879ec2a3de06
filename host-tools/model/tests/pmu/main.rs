//! The performance monitor from outside: register words in hex, no layouts of ours.

mod counters;
mod exception;
mod freeze;
mod machine;
mod random;
mod reference;
mod registers;
mod trigger;
