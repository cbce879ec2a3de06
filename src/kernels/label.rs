//! Places in code that branches go to.
//!
//! A backward branch knows its target and takes a [`Label`]. A forward branch is
//! emitted as a placeholder and gives a [`Forward`], which the place it goes to takes
//! back. Nothing is allocated: a table of labels with lists of open branches, as
//! assemblers have, would need memory or a limit, and could be left open; a
//! `Forward` that is not landed is a compiler warning, which fails the build.

use mpc7450::instruction::branch::Jump;
use mpc7450::instruction::integer::nop;

use super::workspace::{BLOCK, Workspace};

/// The address of an instruction that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label(u32);

impl Label {
    /// The address.
    #[must_use]
    pub const fn address(self) -> u32 {
        self.0
    }
}

/// A branch that waits for its target.
#[must_use = "a forward branch goes nowhere until it lands"]
#[derive(Debug)]
pub struct Forward {
    from: u32,
    jump: Jump,
}

impl Workspace<'_> {
    /// The place of the next instruction.
    #[must_use]
    pub fn label(&self) -> Label {
        Label(self.code_here())
    }

    /// Appends a branch back to a label.
    ///
    /// A branch that does not reach is remembered, and [`Workspace::finish`] refuses.
    pub fn jump(&mut self, jump: Jump, target: Label) {
        let from = self.code_here();
        self.emit(nop());
        self.point(from, jump, target.0);
    }

    /// Appends a branch to a place that comes later.
    pub fn jump_forward(&mut self, jump: Jump) -> Forward {
        let from = self.code_here();
        self.emit(nop());
        Forward { from, jump }
    }

    /// Lets a forward branch go to the next instruction.
    pub fn land(&mut self, forward: Forward) {
        self.point(forward.from, forward.jump, self.code_here());
    }

    /// Appends `nop`s until the word after `following` further words starts a cache
    /// block. They stand before an entry or behind a branch, so they never execute.
    pub fn align_code(&mut self, following: usize) {
        let offset = (following as u32).wrapping_mul(4);
        while !self.code_here().wrapping_add(offset).is_multiple_of(BLOCK) {
            self.emit(nop());
        }
    }

    /// Not inlined, as the encoder of every kind of branch is in it.
    #[inline(never)]
    fn point(&mut self, from: u32, jump: Jump, to: u32) {
        match jump.over(i64::from(to) - i64::from(from)) {
            Ok(word) => self.replace(from, word),
            Err(error) => self.refused = self.refused.or(Some(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use mpc7450::instruction::branch::{DistanceError, Jump, blr};
    use mpc7450::instruction::condition::{Condition, CrField};
    use mpc7450::instruction::integer::nop;
    use proptest::prelude::*;

    use crate::kernels::error::KernelError;
    use crate::kernels::workspace::Workspace;

    const COUNT: Jump = Jump::When(Condition::CountLeft);

    #[test]
    fn branches_go_back_and_forth() {
        let mut code = [0; 8];
        let mut workspace = Workspace::new(&mut code, 0x1000, &mut [], 0);
        let skip = workspace.jump_forward(Jump::When(Condition::Equal(CrField::CR0)));
        let top = workspace.label();
        workspace.emit(nop());
        workspace.jump(COUNT, top);
        workspace.land(skip);
        workspace.emit(blr());
        assert_eq!(workspace.code(), [0x4182_000c, 0x6000_0000, 0x4200_fffc, 0x4e80_0020]);
        assert_eq!(workspace.finish(top.address(), [0; 6]).unwrap().entry, 0x1004);
    }

    #[test]
    fn alignment_puts_the_loop_and_not_the_entry_at_a_block() {
        let mut code = [0; 16];
        let mut workspace = Workspace::new(&mut code, 0x101c, &mut [], 0);
        workspace.align_code(2);
        assert_eq!(workspace.code_here(), 0x1038);
    }

    #[test]
    fn a_branch_that_does_not_reach_is_refused_with_both_numbers() {
        let mut code = [0; 9000];
        let mut workspace = Workspace::new(&mut code, 0, &mut [], 0);
        let top = workspace.label();
        for _ in 0..8193 {
            workspace.emit(nop());
        }
        workspace.jump(COUNT, top);
        let error = DistanceError::TooFar { distance: -32772, reach: 32768 };
        assert_eq!(workspace.finish(0, [0; 6]), Err(KernelError::Branch(error)));
    }

    #[test]
    fn what_does_not_fit_is_refused_with_the_exact_need() {
        let mut code = [0; 3];
        let mut data = [0; 2];
        let mut workspace = Workspace::new(&mut code, 0, &mut data, 0x100);
        workspace.emit_all(&[nop(); 3]);
        (0..2).for_each(|value| workspace.store(value));
        assert!(workspace.finish(0, [0; 6]).is_ok());
        workspace.store(2);
        assert_eq!(workspace.finish(0, [0; 6]), Err(KernelError::DataTooLarge { needed: 3, available: 2 }));
        workspace.emit_all(&[nop(); 5]);
        assert_eq!(workspace.finish(0, [0; 6]), Err(KernelError::CodeTooLarge { needed: 8, available: 3 }));
        assert_eq!(workspace.code(), [0x6000_0000; 3]);
        assert_eq!(workspace.data(), [0, 1]);
    }

    proptest! {
        /// A forward branch over any number of words is the word that a backward
        /// branch with the opposite distance would be, but for the distance.
        #[test]
        fn forward_branches_land_where_they_should(between in 0usize..64) {
            let mut code = [0; 80];
            let mut workspace = Workspace::new(&mut code, 0x2000, &mut [], 0);
            let forward = workspace.jump_forward(Jump::Always);
            for _ in 0..between {
                workspace.emit(nop());
            }
            workspace.land(forward);
            workspace.emit(blr());
            let distance = 4 * (between as u32 + 1);
            prop_assert_eq!(workspace.code()[0], 0x4800_0000 | distance);
        }
    }
}
