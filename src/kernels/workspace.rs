//! Where a kernel's code and data go.

use mpc7450::instruction::Word;

use super::descriptor::KernelError;

/// Memory a kernel writes its code and data to.
///
/// The addresses are the target's and need not be those of the slices: on a host
/// the slices are plain vectors and the words stay position-exact.
pub struct Workspace<'a> {
    code: &'a mut [u32],
    code_address: u32,
    code_used: usize,
    data: &'a mut [u32],
    data_address: u32,
    data_used: usize,
}

/// A kernel ready to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prepared {
    /// Address of the first instruction.
    pub entry: u32,
    /// Values for r4 to r9; r3 carries the iterations.
    pub arguments: [u32; 6],
}

impl<'a> Workspace<'a> {
    /// A workspace over two slices that the target sees at the given addresses.
    #[must_use]
    pub fn new(code: &'a mut [u32], code_address: u32, data: &'a mut [u32], data_address: u32) -> Self {
        Self { code, code_address, code_used: 0, data, data_address, data_used: 0 }
    }

    /// Address of the next code word.
    #[must_use]
    pub fn code_here(&self) -> u32 {
        address(self.code_address, self.code_used)
    }

    /// Address of the next data word.
    #[must_use]
    pub fn data_here(&self) -> u32 {
        address(self.data_address, self.data_used)
    }

    /// Appends one instruction.
    ///
    /// # Errors
    ///
    /// [`KernelError::CodeTooLarge`] when the code area is full.
    pub fn emit(&mut self, word: Word) -> Result<(), KernelError> {
        let available = self.code.len();
        let slot = self
            .code
            .get_mut(self.code_used)
            .ok_or(KernelError::CodeTooLarge { needed: self.code_used + 1, available })?;
        *slot = word.bits();
        self.code_used += 1;
        Ok(())
    }

    /// Appends one data word.
    ///
    /// # Errors
    ///
    /// [`KernelError::DataTooLarge`] when the data area is full.
    pub fn store(&mut self, value: u32) -> Result<(), KernelError> {
        let available = self.data.len();
        let slot = self
            .data
            .get_mut(self.data_used)
            .ok_or(KernelError::DataTooLarge { needed: self.data_used + 1, available })?;
        *slot = value;
        self.data_used += 1;
        Ok(())
    }

    /// The code written so far.
    #[must_use]
    pub fn code(&self) -> &[u32] {
        &self.code[..self.code_used]
    }

    /// The data written so far.
    #[must_use]
    pub fn data(&self) -> &[u32] {
        &self.data[..self.data_used]
    }
}

/// Address of the word with this index; the workspace lies inside the 32-bit
/// space, so the sum cannot wrap.
fn address(base: u32, words: usize) -> u32 {
    base + 4 * words as u32
}
