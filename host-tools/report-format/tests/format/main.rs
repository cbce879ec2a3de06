//! Tests of the report format, one file a subject.

mod corpus;
mod damage;
mod docs;
mod edited_logs;
mod expected_file;
mod golden;
mod logs;
mod one_change;
mod round_trip;
mod sample;
mod strategies;
mod structure;
mod text;
mod writer;
