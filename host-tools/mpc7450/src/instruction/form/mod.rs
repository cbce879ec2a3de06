//! The instruction forms: which field stands in which bits.
//!
//! Each file shows its form with the manual's bit numbers (bit 0 is the most
//! significant) and shifts by 31 minus the field's last bit. Fields come in as
//! `u32` that the typed callers have bounded: 5-bit fields hold register numbers,
//! shift amounts or condition bits.

pub mod a;
pub mod b;
pub mod d;
pub mod i;
pub mod m;
pub mod va;
pub mod vx;
pub mod x;
pub mod xfl;
pub mod xfx;
pub mod xl;
pub mod xo;
