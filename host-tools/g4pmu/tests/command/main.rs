//! Tests of the command: its data, its files, its words and its exit statuses.

mod arguments;
mod compare;
mod conversion;
mod csv;
mod damage;
mod documents;
mod explain;
mod json;
mod judged;
mod layouts;
mod lists;
mod model;
mod monitor;
mod places;
mod progress;
mod properties;
mod run;
mod sample;
mod sampling;
mod serial;
mod stat;
mod study;
mod table;
mod terminal;
mod tool;
mod trace;
