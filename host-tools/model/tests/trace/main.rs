//! Traces: what goes in comes out, damage is noticed, and a replay is the run.

mod damage;
mod replay;
mod round_trip;
mod told;
