//! `fetch/*`: what instruction fetch delivers, and where it falters.
//!
//! | kernel | probes |
//! | --- | --- |
//! | [`RING`] | blocks two pages apart: page crossings, cache sets, instruction TLB |
//! | [`STRAIGHT`] | code without branches: the capacity of the L1 and what is behind it |
//! | [`ENTRY`] | a small loop entered at each word of a cache block |
//!
//! Hypothesis: fetch delivers four instructions a cycle from one cache block and ends
//! at the block's end, dispatch takes three [AN2203 2.3.3.1, 3.1.1]. So filler that
//! needs no unit can show that fetch is at least as wide as dispatch, and not how much
//! wider; what can be seen is where fetch falls behind.
//!
//! Filler is `nop` or sums that depend on nothing, for whether a `nop` depends on the
//! one before no source says (see `branch/chain`). It is not removed anywhere: every
//! one is dispatched and retired.
//!
//! The kernels `ring` and `straight` count at their start, like `branch/chain`, for they
//! are longer than `bdnz` reaches.

mod entry;
mod ring;
mod straight;

pub use entry::ENTRY;
pub use ring::RING;
pub use straight::STRAIGHT;

use mpc7450::instruction::integer::nop;

use super::workspace::Workspace;

/// Appends `nop`s, which never execute, up to an address that is not behind.
fn pad_to(workspace: &mut Workspace<'_>, address: u32) {
    let words = address.wrapping_sub(workspace.code_here()) / 4;
    (0..words).for_each(|_| workspace.emit(nop()));
}
