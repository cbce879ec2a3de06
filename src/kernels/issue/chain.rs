//! Twenty-four of one instruction, each independent of the others or each reading what
//! the one before wrote.

use crate::kernels::host;
use mpc7450::instruction::Word;

use crate::kernels::counts::{ClosedForm, Tally};
use crate::kernels::descriptor::Operation;
use crate::kernels::error::KernelError;
use crate::kernels::loops::{CLOSE, OPEN};
use crate::kernels::parameters::{Parameter, Parameters, Place, Range};
use crate::kernels::preset::Presets;
use crate::kernels::workspace::{Prepared, Workspace};

/// Instructions in an iteration: eight dispatch groups, so that the `bdnz` weighs little.
pub const LENGTH: u32 = 24;

/// An iteration's instructions are what figures are given for.
pub const OPERATION: Operation = Operation { name: "instruction", count: LENGTH, factors: &[] };

const OP: Place = Place::First;
const FORM: Place = Place::Second;
/// Position of `dependent` among the choices of `form`.
const DEPENDENT: u32 = 1;

/// An instruction by its name and as a function of destination and source.
pub struct Op<R: 'static> {
    /// The name as typed in `op=NAME`.
    pub name: &'static str,
    /// The instruction.
    pub word: fn(R, R) -> Word,
}

/// A row of a table of instructions.
pub const fn row<R>(name: &'static str, word: fn(R, R) -> Word) -> Op<R> {
    Op { name, word }
}

/// The names of a table.
pub const fn names<R, const N: usize>(ops: &[Op<R>; N]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut index = 0;
    while index < N {
        names[index] = ops[index].name;
        index += 1;
    }
    names
}

/// The parameters of a chain: instruction and form.
pub const fn parameters(names: &'static [&'static str]) -> [Parameter; 2] {
    let form = Parameter {
        name: "form",
        meaning: host::text("whether each instruction reads the result of the one before"),
        range: Range::Choice(&["independent", "dependent"]),
        presets: Presets::all(0),
    };
    [super::op(names), form]
}

/// The closed form of a chain with a set-up of some instructions.
pub const fn closed_form(setup: Tally, instruction: Tally) -> ClosedForm {
    ClosedForm { once: OPEN.and(setup), iteration: CLOSE.and(instruction.times(LENGTH)), terms: &[] }
}

/// A table of instructions with the registers they work on.
pub struct Chain<R: 'static> {
    /// The instructions, in the order of the names.
    pub ops: &'static [Op<R>],
    /// Executed once a call; gives [`Chain::link`] its first value.
    pub setup: &'static [Word],
    /// Takes the results of independent instructions, in turn.
    pub results: &'static [R],
    /// What independent instructions read.
    pub source: R,
    /// What a dependent instruction reads and writes.
    pub link: R,
}

impl<R: Copy> Chain<R> {
    /// Generates the loop; the data is put at the start of a cache block, and
    /// `arguments` are made from its address.
    pub fn prepare(
        &self,
        parameters: &Parameters,
        workspace: &mut Workspace<'_>,
        data: &[u32],
        arguments: impl FnOnce(u32) -> [u32; 6],
    ) -> Result<Prepared, KernelError> {
        let op = self.ops.get(parameters.get(OP) as usize);
        let counted = workspace.open_counted(self.setup);
        for result in self.results.iter().cycle().take(LENGTH as usize) {
            let (destination, source) =
                if parameters.get(FORM) == DEPENDENT { (self.link, self.link) } else { (*result, self.source) };
            // The position is one of the names, which were made from the table.
            op.iter().for_each(|op| workspace.emit((op.word)(destination, source)));
        }
        let entry = workspace.close_counted(counted);
        workspace.align_data();
        let address = workspace.data_here();
        data.iter().for_each(|word| workspace.store(*word));
        workspace.finish(entry.address(), arguments(address))
    }
}
