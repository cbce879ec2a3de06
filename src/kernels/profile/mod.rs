//! `profile/*`: whole loop nests, to be read as a program's profile is.

mod matmul;

pub use matmul::MATMUL;
