//! When each instruction passed each stage, as text for viewers.
//!
//! The text is what gem5's out-of-order processor prints under its debug flag
//! `O3PipeView`: Konata opens it, so do gem5's own `o3-pipeview.py` and converters for
//! Perfetto. Rejected: Konata's own format, `Kanata 0004`, which only Konata opens.
//!
//! | gem5's stage | here |
//! | --- | --- |
//! | fetch | its fetch group is asked for |
//! | decode | it is in the instruction queue |
//! | rename | it is dispatched, and its registers are renamed |
//! | dispatch | it is issued into its unit's reservation station |
//! | issue | it executes |
//! | complete | it has finished and could complete |
//! | retire | it completes |
//!
//! Stages are in order there, so a branch, which executes while it is in the queue, is
//! shown to execute when it is dispatched, if that is later. One that leaves the queue
//! without dispatch is shown to leave when it executes, and its text says so.

use std::fmt;

use crate::pipeline::Stages;

/// gem5's ticks of a cycle: what viewers expect where nothing is said.
pub const TICKS: u64 = 1000;

/// One instruction as a viewer wants it.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// Its number; that of the next is one more.
    pub number: u64,
    /// Its effective address.
    pub address: u32,
    /// What it is; line ends and colons are shown as blanks.
    pub text: &'a str,
    /// When it passed each stage.
    pub stages: Stages,
}

impl Shown<'_> {
    /// The cycles of the seven stages, in order.
    fn cycles(&self) -> [u64; 7] {
        let Stages { fetch, queue, dispatch, issue, execute, finish, complete } = self.stages;
        let rename = dispatch.unwrap_or(execute);
        let enter = issue.unwrap_or(rename);
        let mut cycles = [fetch, queue, rename, enter, execute, finish.unwrap_or(execute), complete.unwrap_or(execute)];
        for stage in 1..cycles.len() {
            cycles[stage] = cycles[stage].max(cycles[stage - 1]);
        }
        cycles
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [fetch, decode, rename, dispatch, issue, complete, retire] = self.cycles().map(|cycle| TICKS * cycle);
        let text = self.text.replace([':', '\n', '\r', '\t'], " ");
        let folded = if self.stages.dispatch.is_none() { " (leaves the queue without dispatch)" } else { "" };
        writeln!(f, "O3PipeView:fetch:{fetch}:0x{:08x}:0:{}:{text}{folded}", self.address, self.number)?;
        writeln!(f, "O3PipeView:decode:{decode}")?;
        writeln!(f, "O3PipeView:rename:{rename}")?;
        writeln!(f, "O3PipeView:dispatch:{dispatch}")?;
        writeln!(f, "O3PipeView:issue:{issue}")?;
        writeln!(f, "O3PipeView:complete:{complete}")?;
        writeln!(f, "O3PipeView:retire:{retire}:store:0")
    }
}

#[cfg(test)]
mod tests {
    use super::Shown;
    use crate::pipeline::Stages;

    fn shown(stages: Stages) -> String {
        Shown { number: 7, address: 0x100_0000, text: "b:\tx", stages }.to_string()
    }

    #[test]
    fn a_line_a_stage_in_ticks() {
        let stages = Stages {
            fetch: 1,
            queue: 3,
            dispatch: Some(4),
            issue: Some(5),
            execute: 6,
            finish: Some(7),
            complete: Some(9),
        };
        assert_eq!(
            shown(stages),
            "O3PipeView:fetch:1000:0x01000000:0:7:b  x\nO3PipeView:decode:3000\nO3PipeView:rename:4000\n\
             O3PipeView:dispatch:5000\nO3PipeView:issue:6000\nO3PipeView:complete:7000\n\
             O3PipeView:retire:9000:store:0\n"
        );
    }

    #[test]
    fn a_branch_that_is_folded_leaves_when_it_executes() {
        let stages =
            Stages { fetch: 1, queue: 3, dispatch: None, issue: None, execute: 4, finish: None, complete: None };
        let text = shown(stages);
        assert!(text.contains(":b  x (leaves the queue without dispatch)\n"), "{text}");
        assert!(text.ends_with("rename:4000\nO3PipeView:dispatch:4000\nO3PipeView:issue:4000\nO3PipeView:complete:4000\nO3PipeView:retire:4000:store:0\n"), "{text}");
    }

    #[test]
    fn stages_never_go_back() {
        let stages = Stages {
            fetch: 1,
            queue: 3,
            dispatch: Some(8),
            issue: None,
            execute: 4,
            finish: Some(11),
            complete: Some(11),
        };
        assert!(shown(stages).contains("rename:8000\nO3PipeView:dispatch:8000\nO3PipeView:issue:8000\n"));
    }
}
