//! Code and data from the host, in blocks.
//!
//! A piece is announced with its place, size and checksum, then comes block by
//! block, each on a line with a checksum of its own. A block whose acknowledgement
//! was lost may come again: what is there already is acknowledged once more. When the
//! last block is in, the piece's checksum is computed over the memory it was written
//! to, not over the lines.
//!
//! What is refused changes nothing, with one exception: a piece that is whole and
//! whose checksum is wrong is forgotten, because nobody can say which block it was.

use core::fmt;

use heapless::Vec;
use report_format::checksum;
use report_format::record::LoadArea;
use report_format::word::Word;

/// Most bytes of a block.
pub const MOST_BLOCK_BYTES: u32 = 256;

/// Most pieces at a time.
pub const MOST_PIECES: usize = 8;

/// Hex digits of a word.
const WORD_DIGITS: usize = 8;

const MOST_BLOCK_WORDS: usize = (MOST_BLOCK_BYTES / 4) as usize;

/// A piece as it is announced. Offset and length in bytes, multiples of 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Announced {
    /// Where it goes.
    pub area: LoadArea,
    /// From the start of the area.
    pub offset: u32,
    /// Its length.
    pub bytes: u32,
    /// CRC-32 of its bytes.
    pub crc: u32,
}

/// A piece, as far as it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What was announced.
    pub announced: Announced,
    /// Bytes that have come.
    pub received: u32,
}

/// Memory for code and data.
pub trait Arena {
    /// The words of an area.
    fn words(&mut self, area: LoadArea) -> &mut [u32];
}

/// Why a `load` is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoadError {
    /// A number of bytes that is no multiple of 4.
    Unaligned {
        /// What it is.
        name: &'static str,
        /// The number.
        value: u32,
    },
    /// A piece or a block of nothing.
    Empty,
    /// The piece does not fit its area.
    TooLarge {
        /// The bytes that the area would need.
        needed: u64,
        /// The bytes it has.
        available: u64,
    },
    /// A piece stands there.
    Overlap(Announced),
    /// There are [`MOST_PIECES`] already.
    TooMany,
    /// A block, and no piece is announced or the last one is complete.
    NothingAnnounced,
    /// A block that is not the next one.
    OutOfTurn {
        /// Its offset.
        at: u32,
        /// The offset of the next one.
        expected: u32,
    },
    /// A block that came before and says something else now.
    Differs {
        /// Its offset.
        at: u32,
    },
    /// The data is not hex digits, eight for each word.
    Digits,
    /// The block is longer than [`MOST_BLOCK_BYTES`] or than what is left.
    BlockTooLong {
        /// Its bytes.
        bytes: u64,
        /// The most it may have.
        most: u32,
    },
    /// The piece has come and is not what was announced; it is forgotten.
    Checksum {
        /// As announced.
        stated: u32,
        /// Of the memory.
        computed: u32,
    },
}

/// The pieces that have come, and the one that is coming.
#[derive(Debug, Default)]
pub struct Loader {
    complete: Vec<Piece, MOST_PIECES>,
    open: Option<Piece>,
}

impl Loader {
    /// All pieces, complete ones first.
    pub fn pieces(&self) -> impl Iterator<Item = &Piece> {
        self.complete.iter().chain(&self.open)
    }

    /// Forgets every piece: their memory is used for something else.
    pub fn clear(&mut self) {
        self.complete.clear();
        self.open = None;
    }

    /// Announces a piece. One that was coming is forgotten.
    ///
    /// # Errors
    ///
    /// Offset or length are no whole words, it does not fit, it overlaps a complete
    /// piece, or there are too many.
    pub fn announce(&mut self, announced: Announced, arena: &mut impl Arena) -> Result<Piece, LoadError> {
        whole_words("offset", announced.offset)?;
        whole_words("bytes", announced.bytes)?;
        if announced.bytes == 0 {
            return Err(LoadError::Empty);
        }
        announced.memory(arena)?;
        if let Some(other) = self.complete.iter().find(|piece| piece.announced.overlaps(&announced)) {
            return Err(LoadError::Overlap(other.announced));
        }
        if self.complete.is_full() {
            return Err(LoadError::TooMany);
        }
        let piece = Piece { announced, received: 0 };
        self.open = Some(piece);
        Ok(piece)
    }

    /// Writes a block of the announced piece.
    ///
    /// # Errors
    ///
    /// Nothing is announced, the block is not the next one or one that came before,
    /// it is no whole words or too long; or it was the last one and the piece is not
    /// what was announced.
    pub fn block(&mut self, at: u32, data: &str, arena: &mut impl Arena) -> Result<Piece, LoadError> {
        let block = words(data)?;
        whole_words("at", at)?;
        let mut piece = self.last_open(at)?;
        let bytes = 4 * block.len() as u32;
        let too_long = LoadError::BlockTooLong { bytes: bytes.into(), most: piece.announced.bytes - at };
        let first = (at / 4) as usize;
        let memory = piece.announced.memory(arena)?.get_mut(first..first + block.len()).ok_or(too_long)?;
        if at < piece.received {
            return if *memory == block { Ok(piece) } else { Err(LoadError::Differs { at }) };
        }
        memory.copy_from_slice(&block);
        piece.received += bytes;
        self.open = Some(piece);
        if piece.is_complete() {
            self.close(piece, arena)?;
        }
        Ok(piece)
    }

    /// The piece that a block at this offset belongs to: the open one, or the one
    /// completed last when its last block comes again.
    fn last_open(&self, at: u32) -> Result<Piece, LoadError> {
        let again = || self.complete.last().copied().filter(|piece| at < piece.received);
        let piece = self.open.or_else(again).ok_or(LoadError::NothingAnnounced)?;
        if at > piece.received { Err(LoadError::OutOfTurn { at, expected: piece.received }) } else { Ok(piece) }
    }

    fn close(&mut self, piece: Piece, arena: &mut impl Arena) -> Result<(), LoadError> {
        self.open = None;
        let (stated, computed) = (piece.announced.crc, checksum::of_words(piece.announced.memory(arena)?));
        if stated != computed {
            return Err(LoadError::Checksum { stated, computed });
        }
        self.complete.push(piece).map_err(|_| LoadError::TooMany)
    }
}

impl Announced {
    /// The first byte behind it, from the start of the area.
    fn end(&self) -> u64 {
        u64::from(self.offset) + u64::from(self.bytes)
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.area == other.area && u64::from(self.offset) < other.end() && u64::from(other.offset) < self.end()
    }

    /// Its first address, given those of the areas for code and data.
    #[must_use]
    pub const fn address(&self, code: u32, data: u32) -> u32 {
        let area = match self.area {
            LoadArea::Code => code,
            LoadArea::Data => data,
        };
        area.wrapping_add(self.offset)
    }

    /// Its words.
    fn memory<'a>(&self, arena: &'a mut impl Arena) -> Result<&'a mut [u32], LoadError> {
        let words = arena.words(self.area);
        let available = 4 * words.len() as u64;
        let too_large = LoadError::TooLarge { needed: self.end(), available };
        words.get_mut((self.offset / 4) as usize..(self.end() / 4) as usize).ok_or(too_large)
    }
}

impl Piece {
    /// Whether all of it has come.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.received == self.announced.bytes
    }

    /// Where it ends, from the start of the area for code, when it is code and whole.
    #[must_use]
    pub fn code_end(&self) -> Option<u64> {
        (self.announced.area == LoadArea::Code && self.is_complete()).then(|| self.announced.end())
    }
}

fn whole_words(name: &'static str, value: u32) -> Result<(), LoadError> {
    if value.is_multiple_of(4) { Ok(()) } else { Err(LoadError::Unaligned { name, value }) }
}

/// The words that hex digits spell, in the order of memory.
fn words(data: &str) -> Result<Vec<u32, MOST_BLOCK_WORDS>, LoadError> {
    if data.is_empty()
        || !data.len().is_multiple_of(WORD_DIGITS)
        || !data.bytes().all(|digit| digit.is_ascii_hexdigit())
    {
        return Err(LoadError::Digits);
    }
    let too_long = LoadError::BlockTooLong { bytes: data.len() as u64 / 2, most: MOST_BLOCK_BYTES };
    let mut words = Vec::new();
    for digits in data.as_bytes().chunks(WORD_DIGITS) {
        let word = str::from_utf8(digits).ok().and_then(|digits| u32::from_str_radix(digits, 16).ok());
        words.push(word.ok_or(LoadError::Digits)?).map_err(|_| too_long)?;
    }
    Ok(words)
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unaligned { name, value } => write!(f, "{name} is {value}; legal are multiples of 4"),
            Self::Empty => write!(f, "a piece has at least 4 bytes"),
            Self::TooLarge { needed, available } => {
                write!(f, "the area would have to have {needed} bytes and has {available}")
            }
            Self::Overlap(Announced { area, offset, bytes, .. }) => {
                let area = area.word();
                write!(
                    f,
                    "it overlaps a piece: {area} has one of {bytes} bytes at offset {offset}; `load clear` forgets all"
                )
            }
            Self::TooMany => {
                write!(f, "there are {MOST_PIECES} pieces, the most there can be; `load clear` forgets all")
            }
            Self::NothingAnnounced => {
                write!(f, "no piece is announced: send `load code|data offset=BYTES bytes=BYTES crc=0xHEX` first")
            }
            Self::OutOfTurn { at, expected } => write!(f, "the block is at {at}, the next one is at {expected}"),
            Self::Differs { at } => write!(f, "the block at {at} came before and said something else"),
            Self::Digits => write!(f, "data must be hex digits, {WORD_DIGITS} for each word"),
            Self::BlockTooLong { bytes, most } => {
                write!(f, "the block has {bytes} bytes, legal here are {most} at most")
            }
            Self::Checksum { stated, computed } => write!(
                f,
                "the piece was to have the checksum 0x{stated:08x} and has 0x{computed:08x} in memory; it is forgotten"
            ),
        }
    }
}

impl core::error::Error for LoadError {}
