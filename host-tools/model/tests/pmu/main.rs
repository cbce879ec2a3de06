//! The performance monitor from outside: register words in hex, no layouts of ours.

mod counters;
mod decrementer;
mod exactness;
mod exception;
mod freeze;
mod horizon;
mod late;
mod machine;
mod random;
mod reference;
mod registers;
mod threshold;
mod time_base;
mod trigger;
mod worked;
