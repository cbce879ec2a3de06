//! Why a kernel does not run. It is skipped with this reason, and the suite goes on.

use core::fmt;

use mpc7450::instruction::privileged::is_privileged;
use report_format::record::State;

use crate::arch::mmu::table::TableError;
use crate::kernels::error::KernelError;

/// Why a kernel does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The kernel refuses its parameters or the space there is.
    Kernel(KernelError),
    /// The machine does not offer the mode.
    Mode(TableError),
    /// User state may not execute one of its instructions.
    Privileged {
        /// The first such word.
        word: u32,
        /// Where it stands.
        address: u32,
    },
    /// More iterations than the watchdog can guard.
    TooLong {
        /// Iterations asked for.
        asked: u64,
        /// The limit.
        most: u64,
    },
    /// It uses vector registers, and there are none.
    NoAltivec,
    /// It makes system calls, one of which ends a kernel in user state.
    SystemCalls,
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kernel(error) => error.fmt(f),
            Self::NoAltivec => f.write_str("the kernel needs AltiVec, which this processor does not have"),
            Self::SystemCalls => f.write_str(
                "the kernel makes system calls, which end a kernel in user state; run it with state=supervisor",
            ),
            Self::Mode(error) => error.fmt(f),
            Self::Privileged { word, address } => {
                write!(f, "the instruction {word:08x} at {address:#010x} is privileged; run it with state=supervisor")
            }
            Self::TooLong { asked, most } => {
                write!(f, "{asked} iterations are too many: with these parameters n and warm-up are {most} at most")
            }
        }
    }
}

impl core::error::Error for Obstacle {}

/// Whether a kernel of these words, the first at `start`, may run in this state.
///
/// # Errors
///
/// [`Obstacle::Privileged`] for user state and a privileged instruction.
pub fn may_execute(code: &[u32], start: u32, state: State) -> Result<(), Obstacle> {
    let forbidden = match state {
        State::Supervisor => None,
        State::User => code.iter().position(|word| is_privileged(*word)),
    };
    match forbidden {
        None => Ok(()),
        Some(position) => Err(Obstacle::Privileged { word: code[position], address: start + 4 * position as u32 }),
    }
}

#[cfg(test)]
mod tests {
    use super::may_execute;
    use report_format::record::State;

    /// add r3, r4, r5; mfmsr r3; blr
    const CODE: [u32; 3] = [0x7c64_2a14, 0x7c60_00a6, 0x4e80_0020];

    #[test]
    fn privileged_code_runs_in_supervisor_state_only() {
        assert_eq!(may_execute(&CODE, 0x0140_0000, State::Supervisor), Ok(()));
        assert_eq!(may_execute(&CODE[2..], 0x0140_0000, State::User), Ok(()));
        let obstacle = may_execute(&CODE, 0x0140_0000, State::User).expect_err("mfmsr");
        assert_eq!(
            obstacle.to_string(),
            "the instruction 7c6000a6 at 0x01400004 is privileged; run it with state=supervisor"
        );
    }
}
