//! Writing a trace: [`Encoder`].

use super::bytes::{fold, fold_wide, put};
use super::header::Header;
use super::history::{History, Mapping};
use super::{MOST_ACCESSES, tag};
use crate::code::Code;
use crate::record::{Access, AccessKind, Exception, Place, Retired, Translation};
use crate::settings::Settings;

/// Turns what a model is told into bytes.
///
/// Everything must be told in the order in which the model is told, from its reset on, an
/// instruction after the model was told of it. While the model may read words, it is to
/// read them through [`Encoder::listen`].
#[derive(Debug)]
pub struct Encoder {
    out: Vec<u8>,
    history: History,
    /// Records as predicted that are not written yet, 0 to 128.
    row: u8,
    /// Instructions that passed and are not written yet.
    passed: u64,
    /// The place and the accesses of one record.
    scratch_place: Vec<u8>,
    scratch_accesses: Vec<u8>,
}

/// Records that one byte can stand for.
const LONGEST_ROW: u8 = 128;

impl Encoder {
    /// A trace of a model with these settings; its header is the first bytes.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let mut out = Vec::new();
        Header::new(settings).encode(&mut out);
        Self {
            out,
            history: History::new(),
            row: 0,
            passed: 0,
            scratch_place: Vec::new(),
            scratch_accesses: Vec::new(),
        }
    }

    /// The bytes that are complete and not drained yet. What was told last may not be
    /// among them before [`Encoder::ended`].
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.out
    }

    /// Forgets the bytes that [`Encoder::bytes`] gives: they are in a safe place.
    pub fn drain(&mut self) {
        self.out.clear();
    }

    /// An instruction has completed, and the model has answered.
    ///
    /// # Panics
    ///
    /// There are more than [`MOST_ACCESSES`] accesses.
    pub fn retired(&mut self, retired: &Retired<'_>, answer: Option<u32>) {
        assert!(retired.accesses.len() <= MOST_ACCESSES, "{} accesses of one instruction", retired.accesses.len());
        if self.passed != 0 {
            self.flush();
        }
        let moved = self.place(&retired.at);
        let number = self.history.number(retired.at.effective);
        let last = self.history.last(number);
        let word = retired.instruction.word;
        let (value, short) = (retired.value, retired.short_operand);
        let set = |bit: u8, differs: bool| if differs { bit } else { 0 };
        let mut flags = set(tag::PLACE, moved)
            | set(tag::INSTRUCTION, last.word != Some(word))
            | set(tag::FLOW, (last.next, last.taken) != (retired.next, retired.taken))
            | set(tag::VALUE, (last.value, last.short_operand) != (value, short))
            | set(tag::ANSWER, answer.is_some());
        flags |= set(tag::ACCESSES, self.accesses(number, retired.accesses));
        if let Some((physical, word)) = self.history.learn(number, retired) {
            self.history.set_word(physical, word);
        }
        if flags == 0 {
            self.row += 1;
            if self.row == LONGEST_ROW {
                self.flush();
            }
            return;
        }
        self.flush();
        let out = &mut self.out;
        out.push(tag::RECORD | flags);
        out.extend(&self.scratch_place);
        if flags & tag::INSTRUCTION != 0 {
            out.extend(word.to_be_bytes());
        }
        if flags & tag::FLOW != 0 {
            let difference = retired.next.wrapping_sub(retired.at.effective.wrapping_add(4));
            put(out, u64::from(fold(difference)) << 1 | u64::from(retired.taken));
        }
        if flags & tag::ACCESSES != 0 {
            out.extend(&self.scratch_accesses);
        }
        if flags & tag::VALUE != 0 {
            put(out, u64::from(value) << 1 | u64::from(short));
        }
        if let Some(answer) = answer {
            put(out, answer.into());
        }
    }

    /// An exception was taken; `raised` if the model itself said that it was due.
    pub fn exception(&mut self, exception: &Exception, raised: bool) {
        self.flush();
        let mut place = Vec::new();
        self.write_place(&exception.handler, &mut place);
        let out = &mut self.out;
        out.push(tag::EXCEPTION);
        put(out, u64::from(exception.vector) << 1 | u64::from(raised));
        out.extend(place);
        put(out, exception.msr.into());
        self.history.expected = exception.handler.effective;
    }

    /// So many instructions passed while the model was off.
    pub fn passed(&mut self, instructions: u64) {
        if self.row != 0 {
            self.flush();
        }
        self.passed += instructions;
    }

    /// The guest went to sleep until an exception of the model's.
    pub fn napped(&mut self) {
        self.flush();
        self.out.push(tag::NAPPED);
    }

    /// The producer ends in good order; the model is in `cycle`.
    pub fn ended(&mut self, cycle: u64) {
        self.flush();
        self.out.push(tag::ENDED);
        put(&mut self.out, cycle);
    }

    /// The words through which the model is to read while it is told of an instruction, so
    /// that the trace knows them, too.
    pub const fn listen<'a, C: Code>(&'a mut self, code: &'a mut C) -> Listening<'a, C> {
        Listening { encoder: self, code }
    }

    /// Writes what was held back.
    fn flush(&mut self) {
        if self.row != 0 {
            self.out.push(self.row - 1);
            self.row = 0;
        }
        if self.passed != 0 {
            self.out.push(tag::PASSED);
            put(&mut self.out, self.passed);
            self.passed = 0;
        }
    }

    /// Writes the place of an instruction into its scratch unless it is the expected one;
    /// whether it is not.
    fn place(&mut self, at: &Place) -> bool {
        let (expected, mapping) = (self.history.expected, Mapping::of(at));
        self.scratch_place.clear();
        if at.effective == expected && self.history.code.predict(expected) == mapping {
            self.history.code.learn(expected, mapping);
            return false;
        }
        let mut out = std::mem::take(&mut self.scratch_place);
        self.write_place(at, &mut out);
        self.scratch_place = out;
        true
    }

    fn write_place(&mut self, at: &Place, out: &mut Vec<u8>) {
        let mapping = Mapping::of(at);
        let mapped = self.history.code.predict(at.effective) != mapping;
        put_address(out, at.effective.wrapping_sub(self.history.expected), mapped.then_some(mapping));
        self.history.code.learn(at.effective, mapping);
    }

    /// Writes accesses into the scratch; whether any is not as predicted.
    fn accesses(&mut self, number: usize, accesses: &[Access]) -> bool {
        let before = self.history.accesses(number);
        if accesses.is_empty() {
            self.scratch_accesses.clear();
            self.scratch_accesses.push(0);
            return before != 0;
        }
        let shape = |access: &Access| Some((access.kind, access.bytes));
        let alike = before == accesses.len()
            && accesses.iter().enumerate().all(|(index, access)| self.history.shape(number, index) == shape(access));
        let out = &mut self.scratch_accesses;
        out.clear();
        put(out, (accesses.len() as u64) << 1 | u64::from(!alike));
        if !alike {
            for access in accesses {
                out.extend([kind(access.kind), access.bytes]);
            }
        }
        let mut differs = !alike;
        for (index, access) in accesses.iter().enumerate() {
            let expected = self.history.access(number, index);
            let (effective, mapping) = (access.place.effective, Mapping::of(&access.place));
            let mapped = self.history.data.predict(effective) != mapping;
            differs |= mapped || effective != expected;
            put_address(out, effective.wrapping_sub(expected), mapped.then_some(mapping));
            self.history.made(number, index, access);
        }
        differs
    }
}

/// An address by its distance from the expected one, with a mapping where that is not the
/// expected one.
fn put_address(out: &mut Vec<u8>, difference: u32, mapping: Option<Mapping>) {
    put(out, u64::from(fold(difference)) << 1 | u64::from(mapping.is_some()));
    if let Some(Mapping { offset, translation, attributes }) = mapping {
        let translation = match translation {
            Translation::Real => 0,
            Translation::Block => 1,
            Translation::Page => 2,
        };
        let bit = |set: bool, bit: u8| u8::from(set) << bit;
        out.push(
            translation
                | bit(attributes.write_through, 2)
                | bit(attributes.inhibited, 3)
                | bit(attributes.coherent, 4)
                | bit(attributes.guarded, 5),
        );
        put(out, fold_wide(offset));
    }
}

const fn kind(kind: AccessKind) -> u8 {
    match kind {
        AccessKind::Load => 0,
        AccessKind::Store => 1,
        AccessKind::Touch => 2,
        AccessKind::Operation => 3,
    }
}

/// Words that a trace remembers: see [`Encoder::listen`].
#[derive(Debug)]
pub struct Listening<'a, C> {
    encoder: &'a mut Encoder,
    code: &'a mut C,
}

impl<C: Code> Code for Listening<'_, C> {
    fn word(&mut self, physical: u64) -> Option<u32> {
        let word = self.code.word(physical);
        let encoder = &mut *self.encoder;
        if encoder.history.word(physical) != Some(word) {
            encoder.flush();
            encoder.out.push(tag::WORD);
            put(&mut encoder.out, physical);
            put(&mut encoder.out, word.map_or(0, |word| u64::from(word) << 1 | 1));
            encoder.history.set_word(physical, word);
        }
        word
    }
}
