//! Kernels prepared in ordinary memory.

use super::machine::Machine;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::error::KernelError;
use crate::kernels::find;
use crate::kernels::parameters::Parameters;
use crate::kernels::preset::Preset;
use crate::kernels::workspace::{Prepared, Workspace};
use crate::lab::suite;

/// Words of the largest kernel's code, the longest chain, and a little more.
const CODE_WORDS: usize = 16_384 * 65 + 16;
/// As many words of data as the image has on the smallest board, 4 MiB.
pub const DATA_WORDS: usize = 1 << 20;

/// Where code stands unless a test says otherwise: not at the start of a block.
pub const CODE: u32 = 0x0200_0004;
/// Where data stands unless a test says otherwise.
pub const DATA: u32 = 0x0380_0008;

/// The eight kernels of the article.
pub fn article() -> impl Iterator<Item = &'static Descriptor> {
    suite::find("dispatch").unwrap().entries.iter().map(|entry| find(entry.kernel).unwrap())
}

/// A prepared kernel with its words.
pub struct Built {
    /// Code, padding included.
    pub code: Vec<u32>,
    /// Address of the first word of code.
    pub code_address: u32,
    /// Data.
    pub data: Vec<u32>,
    /// Address of the first word of data.
    pub data_address: u32,
    /// Entry and arguments.
    pub prepared: Prepared,
}

impl Built {
    /// The kernel with these parameters at the usual addresses.
    pub fn new(kernel: &Descriptor, parameters: &Parameters) -> Self {
        Self::at(kernel, parameters, CODE, DATA).unwrap_or_else(|error| panic!("{} {parameters}: {error}", kernel.id))
    }

    /// The kernel at any addresses.
    pub fn at(
        kernel: &Descriptor,
        parameters: &Parameters,
        code_address: u32,
        data_address: u32,
    ) -> Result<Self, KernelError> {
        let mut code = vec![0; CODE_WORDS];
        let mut data = vec![0; DATA_WORDS];
        let mut workspace = Workspace::new(&mut code, code_address, &mut data, data_address);
        let prepared = (kernel.prepare)(parameters, &mut workspace)?;
        let (code, data) = (workspace.code().to_vec(), workspace.data().to_vec());
        Ok(Self { code, code_address, data, data_address, prepared })
    }

    /// The code from the entry on.
    pub fn executable(&self) -> &[u32] {
        &self.code[((self.prepared.entry - self.code_address) / 4) as usize..]
    }

    /// The data word at an address.
    pub fn word(&self, address: u32) -> u32 {
        assert!(address.is_multiple_of(4) && address >= self.data_address, "{address:08x} is no data word");
        self.data[((address - self.data_address) / 4) as usize]
    }

    /// One call.
    pub fn run(&self, iterations: u32) -> Machine {
        let mut machine = Machine::new(self);
        machine.call(&self.prepared, iterations);
        machine
    }
}

/// The preset's parameters with some of them set.
pub fn parameters(kernel: &Descriptor, preset: Preset, settings: &[(&str, &str)]) -> Parameters {
    let mut parameters = Parameters::preset(kernel.parameters, preset);
    for (name, text) in settings {
        parameters.set(name, text).unwrap_or_else(|error| panic!("{} {name}={text}: {error}", kernel.id));
    }
    parameters
}
