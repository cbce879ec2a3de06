//! The `certain` rows of `timing.csv`, each reproduced by a stream made for it: what the
//! table promises is read from the file, what the chip does from the model's stages.

mod excluded;
mod latency;
mod row;
mod run;
mod serialization;
mod throughput;
mod word;
