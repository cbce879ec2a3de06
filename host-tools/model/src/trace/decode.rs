//! Reading a trace: [`Decoder`].

use super::bytes::{Reader, unfold, unfold_wide};
use super::error::{Problem, TraceError};
use super::header::Header;
use super::history::{History, Mapping};
use super::{Item, MOST_ACCESSES, tag};
use crate::code::Code;
use crate::instruction::Instruction;
use crate::record::{Access, AccessKind, Attributes, Exception, Place, Retired, Translation};

/// Reads what an [`Encoder`](super::Encoder) wrote.
#[derive(Debug)]
pub struct Decoder<'a> {
    reader: Reader<'a>,
    header: Header,
    words: Words,
    /// By the history's numbers.
    instructions: Vec<Instruction>,
    accesses: Vec<Access>,
    /// A word that joins the others behind the record: the model may have read what stood
    /// there before.
    fresh: Option<(u64, Option<u32>)>,
    /// Records of the row that are still to come.
    row: u8,
    /// Offset of the item that was read last.
    offset: usize,
}

/// The words that a trace tells, by physical address.
#[derive(Debug)]
pub struct Words {
    history: History,
}

impl Code for Words {
    fn word(&mut self, physical: u64) -> Option<u32> {
        self.history.word(physical).flatten()
    }
}

/// What of a record is read behind its tag.
#[derive(Clone, Copy)]
struct Flags(u8);

impl Flags {
    const fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }
}

impl<'a> Decoder<'a> {
    /// Reads the header.
    ///
    /// # Errors
    ///
    /// The bytes do not begin as a trace that this model understands.
    pub fn new(bytes: &'a [u8]) -> Result<Self, TraceError> {
        let mut reader = Reader::new(bytes);
        let header = Header::decode(&mut reader)?;
        let words = Words { history: History::new() };
        Ok(Self {
            reader,
            header,
            words,
            instructions: Vec::new(),
            accesses: Vec::new(),
            fresh: None,
            row: 0,
            offset: 0,
        })
    }

    /// The header.
    #[must_use]
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Offset of the byte that the last item began with.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The next item, and the words as they are known then; `None` at the end.
    ///
    /// # Errors
    ///
    /// The bytes are damaged or end early. What is read behind an error means nothing.
    pub fn next_item(&mut self) -> Result<Option<(Item<'_>, &mut Words)>, TraceError> {
        if let Some((physical, word)) = self.fresh.take() {
            self.words.history.set_word(physical, word);
        }
        if self.row != 0 {
            self.row -= 1;
            return self.retired(Flags(0)).map(Some);
        }
        loop {
            self.offset = self.reader.offset();
            if self.reader.is_at_end() {
                return Ok(None);
            }
            let tag = self.reader.byte("an item")?;
            let item = match tag {
                0..tag::RECORD => {
                    self.row = tag;
                    return self.retired(Flags(0)).map(Some);
                }
                tag::RECORD..tag::EXCEPTION => return self.retired(Flags(tag)).map(Some),
                tag::EXCEPTION => self.exception()?,
                tag::PASSED => Item::Passed(self.reader.number("a number of instructions", u64::MAX)?),
                tag::NAPPED => Item::Napped,
                tag::WORD => {
                    self.word()?;
                    continue;
                }
                tag::ENDED => Item::Ended { cycle: self.reader.number("the last cycle", u64::MAX)? },
                _ => return Err(self.error(Problem::Tag(tag))),
            };
            return Ok(Some((item, &mut self.words)));
        }
    }

    const fn error(&self, problem: Problem) -> TraceError {
        Reader::error(self.offset, problem)
    }

    /// Reads a record.
    fn retired(&mut self, flags: Flags) -> Result<(Item<'_>, &mut Words), TraceError> {
        let at = self.at(flags.has(tag::PLACE))?;
        let number = self.words.history.number(at.effective);
        self.instruction(number, at.effective, flags.has(tag::INSTRUCTION))?;
        let last = self.words.history.last(number);
        let (mut next, mut taken, mut value, mut short_operand) =
            (last.next, last.taken, last.value, last.short_operand);
        if flags.has(tag::FLOW) {
            let flow = self.reader.number("the next address", (1 << 33) - 1)?;
            next = at.effective.wrapping_add(4).wrapping_add(unfold((flow >> 1) as u32));
            taken = flow & 1 != 0;
        }
        self.accesses(number, flags.has(tag::ACCESSES))?;
        if flags.has(tag::VALUE) {
            let moved = self.reader.number("a moved value", (1 << 33) - 1)?;
            value = (moved >> 1) as u32;
            short_operand = moved & 1 != 0;
        }
        let answer = flags.has(tag::ANSWER).then(|| self.reader.word("an answer")).transpose()?;
        let (instruction, accesses) = (&self.instructions[number], self.accesses.as_slice());
        let retired = Retired { instruction, at, next, taken, accesses, value, short_operand };
        self.fresh = self.words.history.learn(number, &retired);
        Ok((Item::Retired { retired, answer }, &mut self.words))
    }

    fn at(&mut self, written: bool) -> Result<Place, TraceError> {
        let expected = self.words.history.expected;
        let at = if written { self.place()? } else { self.words.history.code.predict(expected).place(expected) };
        self.words.history.code.learn(at.effective, Mapping::of(&at));
        Ok(at)
    }

    /// A place in code.
    fn place(&mut self) -> Result<Place, TraceError> {
        let (difference, mapping) = self.address()?;
        let effective = self.words.history.expected.wrapping_add(difference);
        let mapping = mapping.unwrap_or_else(|| self.words.history.code.predict(effective));
        Ok(mapping.place(effective))
    }

    fn instruction(&mut self, number: usize, address: u32, written: bool) -> Result<(), TraceError> {
        if written {
            let bytes = self.reader.take(4, "an instruction word")?;
            let word = bytes.iter().fold(0, |word, byte| word << 8 | u32::from(*byte));
            let instruction = Instruction::new(word);
            if self.instructions.len() <= number {
                self.instructions.resize(number + 1, instruction);
            }
            self.instructions[number] = instruction;
        } else if self.words.history.last(number).word.is_none() {
            return Err(self.error(Problem::NoWord(address)));
        }
        Ok(())
    }

    /// Reads accesses, or takes the predicted ones.
    fn accesses(&mut self, number: usize, written: bool) -> Result<(), TraceError> {
        self.accesses.clear();
        let before = self.words.history.accesses(number);
        let mut count = before;
        let mut shapes: &[u8] = &[];
        if written {
            let start = self.reader.offset();
            let said = self.reader.number("a number of accesses", u64::MAX)?;
            let most = if said & 1 == 0 { before } else { MOST_ACCESSES };
            if said >> 1 > most as u64 {
                return Err(Reader::error(start, Problem::Accesses { count: said >> 1, most }));
            }
            count = (said >> 1) as usize;
            if said & 1 != 0 {
                shapes = self.reader.take(2 * count, "the kinds of accesses")?;
            }
        }
        for index in 0..count {
            let (kind, bytes) = match (shapes.get(2 * index..2 * index + 2), self.words.history.shape(number, index)) {
                (Some(shape), _) => (self.kind(shape[0])?, shape[1]),
                (None, Some(shape)) => shape,
                (None, None) => break,
            };
            let (difference, mapping) = if written { self.address()? } else { (0, None) };
            let effective = self.words.history.access(number, index).wrapping_add(difference);
            let mapping = mapping.unwrap_or_else(|| self.words.history.data.predict(effective));
            let access = Access { place: mapping.place(effective), bytes, kind };
            self.words.history.made(number, index, &access);
            self.accesses.push(access);
        }
        Ok(())
    }

    fn kind(&self, byte: u8) -> Result<AccessKind, TraceError> {
        Ok(match byte {
            0 => AccessKind::Load,
            1 => AccessKind::Store,
            2 => AccessKind::Touch,
            3 => AccessKind::Operation,
            _ => return Err(self.error(Problem::Access(byte))),
        })
    }

    /// A distance from an expected address, and a mapping where that is written.
    fn address(&mut self) -> Result<(u32, Option<Mapping>), TraceError> {
        let number = self.reader.number("an address", (1 << 33) - 1)?;
        let difference = unfold((number >> 1) as u32);
        if number & 1 == 0 {
            return Ok((difference, None));
        }
        let offset = self.reader.offset();
        let byte = self.reader.byte("a translation")?;
        let translation = match byte & 0xc3 {
            0 => Translation::Real,
            1 => Translation::Block,
            2 => Translation::Page,
            _ => return Err(Reader::error(offset, Problem::Translation(byte))),
        };
        let bit = |bit: u8| byte >> bit & 1 != 0;
        let attributes = Attributes { write_through: bit(2), inhibited: bit(3), coherent: bit(4), guarded: bit(5) };
        let offset = unfold_wide(self.reader.number("a physical address", u64::MAX)?);
        Ok((difference, Some(Mapping { offset, translation, attributes })))
    }

    fn exception(&mut self) -> Result<Item<'static>, TraceError> {
        let vector = self.reader.number("a vector", (1 << 33) - 1)?;
        let handler = self.place()?;
        self.words.history.code.learn(handler.effective, Mapping::of(&handler));
        let msr = self.reader.word("an MSR")?;
        self.words.history.expected = handler.effective;
        let exception = Exception { vector: (vector >> 1) as u32, handler, msr };
        Ok(Item::Exception { exception, raised: vector & 1 != 0 })
    }

    fn word(&mut self) -> Result<(), TraceError> {
        let physical = self.reader.number("a physical address", u64::MAX)?;
        let word = self.reader.number("a word", (1 << 33) - 1)?;
        let word = (word & 1 != 0).then_some((word >> 1) as u32);
        self.words.history.set_word(physical, word);
        Ok(())
    }
}
