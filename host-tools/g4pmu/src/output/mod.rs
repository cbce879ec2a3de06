//! How results leave the command: CSV, JSON and a table, all from
//! [`crate::results::Results`].

pub mod annotate;
pub mod csv;
pub mod file;
pub mod json;
pub mod layout;
pub mod place;
pub mod ratio;
pub mod report;
pub mod samples;
pub mod stat;
pub mod table;
