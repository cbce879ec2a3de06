//! The memory system from outside, rule by rule of `docs/model/memory.md`.

mod fetches;
mod loads;
mod lower_caches;
mod naive;
mod operations;
mod prefetch;
mod signals;
mod stores;
mod streams;
mod support;
mod translation;
mod upper_caches;
