//! A conversation with the image's monitor (`docs/monitor.md`).
//!
//! | module | holds |
//! | --- | --- |
//! | [`conversation`] | the target, and one answer for each command |
//! | [`ear`] | where an answer ends |
//! | [`serial`], [`port`] | the same over a line that loses and changes what it carries |
//! | [`loading`] | a file as the commands that load it |
//! | [`words`] | what can be typed next |
//! | [`editor`], [`prompter`] | a terminal with history, and its thread |
//! | [`show`] | an answer as a person reads it |
//!
//! Lines are edited here and sent whole, with a checksum; the image sends nothing
//! back but answers. Passing keys on one by one was rejected: a person would edit
//! through the line's delay, and a program would need a second way to talk.

pub mod conversation;
pub mod ear;
pub mod editor;
pub mod loading;
pub mod port;
pub mod prompter;
pub mod serial;
pub mod show;
pub mod words;
