//! Carrying a command out: records between `answer` and `end`.

use core::fmt::{Display, Write};

use report_format::record::{Loaded, Record, SprValue, WordValue};
use report_format::text::Text;
use report_format::write::{WriteError, Writer};

use super::command::{Command, Load};
use super::load::{Arena, LoadError, Loader, Piece};
use super::peek::{self, PeekError};
use super::words::{self, Refused};
use super::{listing, registers};
use crate::kernels;
use crate::lab::machine::Machine;
use crate::lab::report::{self, Found, Measured};
use crate::lab::request::{Request, RequestError};
use crate::pmu::present::Present;

/// A machine as the monitor needs it.
pub trait Target: Machine<Bus: 'static> + Arena {
    /// Reads a word of memory, whatever the processor says to the address.
    ///
    /// # Errors
    ///
    /// The cause of the exception that the read raised.
    fn peek(&mut self, address: u32) -> Result<u32, &'static str>;
}

/// What commands work on.
pub struct Bench<'a, M> {
    /// The machine.
    pub machine: &'a mut M,
    /// What start-up found.
    pub found: &'a Found<'a>,
    /// The shift of QEMU's -icount, for requests that do not say it themselves.
    pub icount_shift: Option<u32>,
    /// What the host has loaded.
    pub loader: Loader,
}

/// What comes after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The next line.
    Listen,
    /// The next line, sent back as it comes in, or not.
    Echo(bool),
    /// Nothing.
    End,
}

impl<M: Target> Bench<'_, M> {
    /// Does what the command asks for and says what came of it.
    ///
    /// # Errors
    ///
    /// The output failed.
    pub fn carry_out<W: Write>(&mut self, command: Command<'_>, writer: &mut Writer<W>) -> Result<Next, WriteError> {
        match command {
            Command::Info => {
                report::header(writer, self.found, self.icount_shift)?;
                report::check(self.machine, self.found, self.icount_shift, writer)?;
            }
            Command::List => listing::write::<M::Bus, W>(&self.found.part, writer)?,
            Command::Run { kernel, words } => self.run(kernel, None, words, writer)?,
            Command::Sample { kernel, source, words } => self.run(kernel, Some(source), words, writer)?,
            Command::Suite { name, words } => {
                let words = words::of_suite(name, words, self.icount_shift);
                self.measure(Request::parse_for(&words, self.present()), writer)?;
            }
            Command::Load(load) => self.load(load, writer)?,
            Command::Spr { register } => match registers::read(self.machine.bus(), &self.found.part, register) {
                Ok(register) => writer.write(&Record::Spr(SprValue {
                    name: Text::new(&register.lower_case_name()),
                    number: register.number.into(),
                    value: register.value,
                }))?,
                Err(refused) => report::explain(writer, &refused)?,
            },
            Command::Peek { address, words } => self.peek(address, words, writer)?,
            Command::Echo(on) => return Ok(Next::Echo(on)),
            Command::Off => return Ok(Next::End),
        }
        Ok(Next::Listen)
    }

    fn run<W: Write>(
        &mut self,
        id: &str,
        source: Option<&str>,
        words: &str,
        writer: &mut Writer<W>,
    ) -> Result<(), WriteError> {
        let Some(kernel) = kernels::find(id) else {
            return report::explain(writer, &RequestError::UnknownKernel(id));
        };
        let words = words::of_kernel(kernel, source, words, self.icount_shift);
        let request = Request::parse_for(&words, self.present());
        self.measure(request.map_err(|error| Refused { kernel, error }), writer)
    }

    /// The counters, which decide the events where none are asked for.
    fn present(&self) -> Present {
        Present::of(self.found.part.counters())
    }

    /// Measures. Kernels overwrite what the host has loaded, so it is forgotten, but
    /// only once some have been run: a refused request changes nothing.
    fn measure<W: Write>(
        &mut self,
        request: Result<Request<'_>, impl Display>,
        writer: &mut Writer<W>,
    ) -> Result<(), WriteError> {
        match request {
            Err(refused) => report::explain(writer, &refused),
            Ok(request) => {
                report::header(writer, self.found, request.icount_shift)?;
                if report::measure(self.machine, self.found, &request, writer)? == Measured::Kernels {
                    self.loader.clear();
                }
                Ok(())
            }
        }
    }

    fn load<W: Write>(&mut self, load: Load<'_>, writer: &mut Writer<W>) -> Result<(), WriteError> {
        let piece = match load {
            Load::Show => return self.loader.pieces().try_for_each(|piece| self.loaded(piece, writer)),
            Load::Clear => {
                self.loader.clear();
                return Ok(());
            }
            Load::Announce(announced) => self.loader.announce(announced, self.machine),
            Load::Block { at, data } => self.block(at, data),
        };
        match piece {
            Ok(piece) => self.loaded(&piece, writer),
            Err(refused) => report::explain(writer, &refused),
        }
    }

    /// Writes a block; code that is whole can be executed.
    fn block(&mut self, at: u32, data: &str) -> Result<Piece, LoadError> {
        let piece = self.loader.block(at, data, self.machine)?;
        if let Some(end) = piece.code_end() {
            self.machine.publish_code((end / 4) as usize);
        }
        Ok(piece)
    }

    fn loaded<W: Write>(&self, piece: &Piece, writer: &mut Writer<W>) -> Result<(), WriteError> {
        let memory = &self.found.memory;
        writer.write(&Record::Load(Loaded {
            area: piece.announced.area,
            address: piece.announced.address(memory.code, memory.data),
            bytes: piece.announced.bytes,
            received: piece.received,
            crc: piece.announced.crc,
        }))
    }

    fn peek<W: Write>(&mut self, address: u32, words: u32, writer: &mut Writer<W>) -> Result<(), WriteError> {
        if let Err(refused) = peek::check(address, words, &self.found.memory) {
            return report::explain(writer, &refused);
        }
        for address in (0..words).map(|word| address + 4 * word) {
            match self.machine.peek(address) {
                Ok(value) => writer.write(&Record::Word(WordValue { address, value }))?,
                Err(cause) => return report::explain(writer, &PeekError::Exception { address, cause }),
            }
        }
        Ok(())
    }
}
