//! Where a kernel's code and data go.
//!
//! Writing never fails: words beyond the end are counted and dropped, and
//! [`Workspace::finish`] refuses the whole with the exact size that was needed. A
//! check at every word would spread error paths over generators that read like
//! assembly now, and could name only the first word that did not fit.

use mpc7450::instruction::Word;
use mpc7450::instruction::branch::DistanceError;

use super::error::KernelError;

/// Bytes of a cache block; a fetch group ends at its end [AN2203 3.1.1].
pub const BLOCK: u32 = 32;

/// Memory that a kernel writes its code and data to.
///
/// The addresses are the target's and need not be those of the slices: on a host
/// the slices are plain vectors and the words stay position-exact. Both addresses
/// are multiples of 4.
pub struct Workspace<'a> {
    code: Area<'a>,
    data: Area<'a>,
    pub(super) refused: Option<DistanceError>,
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
        Self { code: Area::new(code, code_address), data: Area::new(data, data_address), refused: None }
    }

    /// Address of the next code word.
    #[must_use]
    pub fn code_here(&self) -> u32 {
        self.code.here()
    }

    /// Address of the next data word.
    #[must_use]
    pub fn data_here(&self) -> u32 {
        self.data.here()
    }

    /// Appends one instruction.
    pub fn emit(&mut self, word: Word) {
        self.code.push(word.bits());
    }

    /// Appends instructions.
    pub fn emit_all(&mut self, words: &[Word]) {
        words.iter().for_each(|word| self.emit(*word));
    }

    /// Replaces the instruction at an address.
    pub(super) fn replace(&mut self, address: u32, word: Word) {
        if let Some(slot) = self.code.slot(address) {
            *slot = word.bits();
        }
    }

    /// Appends one data word.
    pub fn store(&mut self, value: u32) {
        self.data.push(value);
    }

    /// Appends zeros until the next data word starts a cache block.
    pub fn align_data(&mut self) {
        self.align_data_to(BLOCK);
    }

    /// Appends zeros until the next data word's address is a multiple of `bytes`.
    pub fn align_data_to(&mut self, bytes: u32) {
        while !self.data_here().is_multiple_of(bytes) {
            self.store(0);
        }
    }

    /// Appends so many words of 0, at once: a kernel that asks for far more than there is
    /// shall be refused soon.
    pub fn store_zeros(&mut self, words: u32) {
        self.data.push_zeros(words as usize);
    }

    /// Replaces a data word that was appended before; without effect where it was
    /// dropped.
    pub fn replace_data(&mut self, address: u32, value: u32) {
        if let Some(slot) = self.data.slot(address) {
            *slot = value;
        }
    }

    /// Exchanges two data words that were appended before; without effect where one was
    /// dropped.
    pub fn exchange_data(&mut self, one: u32, other: u32) {
        if let (Some(first), Some(second)) = (self.data.slot(one).copied(), self.data.slot(other).copied()) {
            self.replace_data(one, second);
            self.replace_data(other, first);
        }
    }

    /// The code written so far.
    #[must_use]
    pub fn code(&self) -> &[u32] {
        self.code.written()
    }

    /// The data written so far.
    #[must_use]
    pub fn data(&self) -> &[u32] {
        self.data.written()
    }

    /// The kernel, when everything fitted.
    ///
    /// # Errors
    ///
    /// A branch did not reach, or an area is too small; then its exact need is told.
    pub fn finish(&self, entry: u32, arguments: [u32; 6]) -> Result<Prepared, KernelError> {
        if let Some(error) = self.refused {
            return Err(KernelError::Branch(error));
        }
        if let Some((needed, available)) = self.code.shortage() {
            return Err(KernelError::CodeTooLarge { needed, available });
        }
        if let Some((needed, available)) = self.data.shortage() {
            return Err(KernelError::DataTooLarge { needed, available });
        }
        Ok(Prepared { entry, arguments })
    }
}

/// A run of words at an address.
struct Area<'a> {
    words: &'a mut [u32],
    address: u32,
    /// Words pushed, those beyond the end included.
    used: usize,
}

impl<'a> Area<'a> {
    fn new(words: &'a mut [u32], address: u32) -> Self {
        Self { words, address, used: 0 }
    }

    /// The area lies within 32 bits of address, so only a refused kernel wraps.
    fn here(&self) -> u32 {
        self.address.wrapping_add((self.used as u32).wrapping_mul(4))
    }

    /// Not inlined: generators call it for every word, and the image would grow by a
    /// tenth of its size.
    #[inline(never)]
    fn push(&mut self, value: u32) {
        if let Some(slot) = self.words.get_mut(self.used) {
            *slot = value;
        }
        self.used += 1;
    }

    fn push_zeros(&mut self, count: usize) {
        let end = self.used.saturating_add(count);
        let last = end.min(self.words.len());
        if let Some(words) = self.words.get_mut(self.used..last) {
            words.fill(0);
        }
        self.used = end;
    }

    fn slot(&mut self, address: u32) -> Option<&mut u32> {
        self.words.get_mut((address.wrapping_sub(self.address) / 4) as usize)
    }

    fn written(&self) -> &[u32] {
        self.words.get(..self.used).unwrap_or(&*self.words)
    }

    fn shortage(&self) -> Option<(usize, usize)> {
        (self.used > self.words.len()).then_some((self.used, self.words.len()))
    }
}
