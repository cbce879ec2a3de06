//! The model, and on request files of what it is told: [`Recorded`].

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::ops::Deref;
use std::path::{Path, PathBuf};

use model::code::Code;
use model::instruction::Instruction;
use model::model::{Due, Model};
use model::pipeview::Shown;
use model::record::{Exception, Place, Ran, Retired};
use model::remembered::BlockNumber;
use model::trace::Encoder;
use mpc7450::instruction::decode::decode;

use crate::refusal::Refusal;

/// Which files are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Files {
    /// The trace.
    pub trace: Option<PathBuf>,
    /// The instructions for a pipeline viewer.
    pub view: Option<PathBuf>,
    /// Number of the first of them.
    pub from: u64,
    /// How many.
    pub count: u64,
}

/// A model that writes down what it is told.
pub struct Recorded {
    model: Model,
    trace: Option<Trace>,
    view: Option<View>,
    /// An exception that the model said was due and that is to be told.
    raised: bool,
}

impl Deref for Recorded {
    type Target = Model;

    fn deref(&self) -> &Model {
        &self.model
    }
}

impl Recorded {
    /// A model at reset, whose files are made.
    ///
    /// # Errors
    ///
    /// A file cannot be made.
    pub fn new(model: Model, files: &Files) -> Result<Self, Refusal> {
        let output = |option, path: &Option<PathBuf>| path.as_ref().map(|path| Output::new(option, path)).transpose();
        let (trace, view) = (output("trace", &files.trace)?, output("pipeview", &files.view)?);
        let trace = trace.map(|output| Trace { output, encoder: Encoder::new(model.settings()) });
        let numbers = files.from..files.from.saturating_add(files.count);
        let view = view.map(|output| View { output, numbers, number: 0 });
        Ok(Self { model, trace, view, raised: false })
    }

    /// As [`Model::retire`].
    #[inline]
    pub fn retire<C: Code>(&mut self, retired: &Retired<'_>, code: &mut C) -> Option<u32> {
        let Some(trace) = &mut self.trace else {
            let answer = self.model.retire(retired, code);
            if self.view.is_some() {
                self.show(retired);
            }
            return answer;
        };
        let answer = self.model.retire(retired, &mut trace.encoder.listen(code));
        trace.encoder.retired(retired, answer);
        trace.save();
        self.show(retired);
        answer
    }

    /// Whether files are written, for which each instruction has to be told.
    pub const fn is_recorded(&self) -> bool {
        self.trace.is_some() || self.view.is_some()
    }

    /// As [`Model::block`].
    pub fn block(&mut self, instructions: &[(Instruction, Place)]) -> Option<BlockNumber> {
        self.model.block(instructions)
    }

    /// As [`Model::forget_blocks`].
    pub fn forget_blocks(&mut self) {
        self.model.forget_blocks();
    }

    /// As [`Model::retire_block`]; only where no files are written.
    #[inline]
    pub fn retire_block<C: Code>(&mut self, number: BlockNumber, ran: &Ran<'_>, code: &mut C) {
        debug_assert!(!self.is_recorded(), "files need each instruction");
        self.model.retire_block(number, ran, code);
    }

    /// As [`Model::pass`].
    pub fn pass(&mut self, instructions: u64) {
        self.model.pass(instructions);
        if let Some(trace) = &mut self.trace
            && instructions != 0
        {
            trace.encoder.passed(instructions);
        }
    }

    /// As [`Model::due`]; the exception must be told next.
    pub fn due(&mut self, next: u32, msr: u32) -> Option<Due> {
        let due = self.model.due(next, msr);
        self.raised = due.is_some();
        due
    }

    /// As [`Model::exception`].
    pub fn exception(&mut self, exception: &Exception) {
        self.model.exception(exception);
        let raised = std::mem::take(&mut self.raised);
        if let Some(trace) = &mut self.trace {
            trace.encoder.exception(exception, raised);
        }
    }

    /// As [`Model::nap`].
    pub fn nap(&mut self) -> bool {
        let wakes = self.model.nap();
        if let Some(trace) = &mut self.trace {
            trace.encoder.napped();
        }
        wakes
    }

    /// QEMU ends: the files are complete.
    pub fn end(&mut self) {
        if let Some(mut trace) = self.trace.take() {
            trace.encoder.ended(self.model.now());
            trace.output.write(trace.encoder.bytes());
            trace.output.flush();
        }
        if let Some(mut view) = self.view.take() {
            view.output.flush();
        }
    }

    /// Writes an instruction for the viewer, if it is one of those that are wanted.
    #[cold]
    fn show(&mut self, retired: &Retired<'_>) {
        let Some(view) = &mut self.view else { return };
        view.number += 1;
        if let Some(stages) = self.model.stages().filter(|_| view.numbers.contains(&view.number)) {
            let (address, word) = (retired.at.effective, retired.instruction.word);
            let text =
                decode(word).map_or_else(|| format!(".long {word:#x}"), |decoded| decoded.at(address).to_string());
            let shown = Shown { number: view.number, address, text: &text, stages };
            view.output.write(shown.to_string().as_bytes());
        }
    }
}

/// A trace that is being written.
struct Trace {
    output: Output,
    encoder: Encoder,
}

/// Bytes that are kept before they are written.
const KEPT: usize = 1 << 16;

impl Trace {
    #[inline]
    fn save(&mut self) {
        if self.encoder.bytes().len() >= KEPT {
            self.output.write(self.encoder.bytes());
            self.encoder.drain();
        }
    }
}

/// Instructions that are being written for a viewer.
struct View {
    output: Output,
    /// Numbers of the instructions that are wanted.
    numbers: std::ops::Range<u64>,
    /// Number of the last instruction.
    number: u64,
}

/// A file. After the first failure, which is said, nothing is written any more: the guest
/// goes on.
struct Output {
    option: &'static str,
    file: Option<BufWriter<File>>,
}

impl Output {
    fn new(option: &'static str, path: &Path) -> Result<Self, Refusal> {
        let unusable = |error| Refusal::File { option, path: path.to_owned(), error };
        Ok(Self { option, file: Some(BufWriter::new(File::create(path).map_err(unusable)?)) })
    }

    fn write(&mut self, bytes: &[u8]) {
        self.attempt(|file| file.write_all(bytes));
    }

    fn flush(&mut self) {
        self.attempt(Write::flush);
    }

    fn attempt(&mut self, work: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>) {
        if let Some(Err(error)) = self.file.as_mut().map(work) {
            eprintln!("g4pmu plugin: the file of {}= is cut short: {error}", self.option);
            self.file = None;
        }
    }
}
