//! The whole model as a guest sees it: programs that write and read the registers of the
//! monitor with `mtspr` and `mfspr`, take its exceptions and return from them.

mod invariants;
mod known;
mod machine;
mod sampler;
mod sampling;
mod section_10;
mod skid;
mod states;
mod window;
mod words;
