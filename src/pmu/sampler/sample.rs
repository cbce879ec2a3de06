//! What is known of an interrupted moment: [`Interrupted`], [`Sample`].

use super::chain::Chain;

/// Registers at the moment of an exception, as the exception entry saved them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Interrupted {
    /// SRR0: the instruction that would have run next.
    pub srr0: u32,
    /// SRR1: the machine state, with cause bits.
    pub srr1: u32,
    /// Link register.
    pub lr: u32,
    /// r1.
    pub stack_pointer: u32,
}

/// One sample.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    /// Time base ticks since the run was started.
    pub ticks: u64,
    /// Events from the condition before to this one, missed ones among them too; ticks
    /// from setting the decrementer to its passing zero.
    pub period: u32,
    /// Events or ticks between the condition and the moment that the handler froze
    /// or read the source; `None` where the source keeps no count.
    pub late: Option<u32>,
    /// Address of the last instruction completed before the exception was
    /// signalled; `None` where the performance monitor did not signal.
    pub siar: Option<u32>,
    /// The interrupted registers.
    pub at: Interrupted,
    /// Return addresses along the back chain, innermost first.
    pub chain: Chain,
}

/// What the handler needs besides registers of the bus.
pub trait Surroundings {
    /// The time base in ticks.
    fn ticks(&self) -> u64;

    /// An aligned word of the interrupted code's stack; `None` for every other
    /// address.
    fn stack_word(&self, address: u32) -> Option<u32>;

    /// A digest of the interrupted code's general registers and of those that branches
    /// use: code that has executed something has another one, or another SRR0.
    fn registers(&self) -> u32;
}
