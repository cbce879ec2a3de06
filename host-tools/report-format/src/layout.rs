//! What stands on each line: one list for both directions.
//!
//! The list is a macro because a function cannot name a struct's fields: written
//! out twice, once to write and once to read, keys and their order could differ.
//! A key is the field's name.

use core::fmt;

use crate::VERSION;
use crate::damage::Damage;
use crate::record::*;
use crate::value::{Choice, Decimal, Escaped, Form, Hex};

macro_rules! layouts {
    ($($name:literal $variant:ident $record:ident { $($key:ident: $form:ident,)+ })+) => {
        /// The record types in the order of a report.
        pub(crate) const NAMES: &[&str] = &[$($name),+];

        impl<'a> Record<'a> {
            /// The record's type as it stands on the wire.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)+
                }
            }

            /// Writes ` key=value` for every field.
            pub(crate) fn write_fields(&self, out: &mut impl fmt::Write) -> fmt::Result {
                match self {
                    $(Self::$variant(record) => {
                        $(write_field::<$form, _>(stringify!($key), &record.$key, out)?;)+
                    })+
                }
                Ok(())
            }

            /// Reads the fields of a record of the given type.
            pub(crate) fn read_fields(name: &'a str, mut fields: Fields<'a>) -> Result<Self, Damage<'a>> {
                let record = match name {
                    $($name => Self::$variant($record {
                        $($key: fields.next::<$form, _>(stringify!($key))?,)+
                    }),)+
                    found => return Err(Damage::Type { found }),
                };
                fields.end()?;
                Ok(record)
            }
        }
    };
}

layouts! {
    "report" Report Report {
        version: Decimal,
        image: Escaped,
        build: Hex,
        start: Choice,
        emulator: Choice,
        console: Escaped,
    }
    "cpu" Cpu Cpu {
        pvr: Hex,
        part: Escaped,
        counters: Decimal,
    }
    "model" Model Model {
        version: Escaped,
        part: Escaped,
        switches: Escaped,
    }
    "clock" Clock Clock {
        tb_hz: Decimal,
        core_hz: Decimal,
        bus_hz: Decimal,
        source: Choice,
        icount_shift: Decimal,
    }
    "memory" Memory Memory {
        ram: Decimal,
        image: Hex,
        image_bytes: Decimal,
        code: Hex,
        code_bytes: Decimal,
        data: Hex,
        data_bytes: Decimal,
    }
    "arguments" Arguments Arguments {
        source: Choice,
        text: Escaped,
    }
    "register" Register Register {
        name: Escaped,
        found: Hex,
        set: Hex,
        back: Hex,
    }
    "counter" Counter CounterCheck {
        pmc: Decimal,
        code: Decimal,
        expected: Decimal,
        advanced: Decimal,
        counts: Choice,
    }
    "time-base" TimeBase TimeBaseCheck {
        state: Choice,
        instructions: Decimal,
        ticks: Decimal,
        overhead: Decimal,
        exact: Choice,
    }
    "suite" Suite Suite {
        name: Escaped,
        preset: Escaped,
        seed: Decimal,
        kernels: Decimal,
        instructions: Decimal,
    }
    "kernel" Kernel Kernel {
        run: Decimal,
        id: Escaped,
        parameters: Escaped,
        translation: Choice,
        state: Choice,
        warmup: Decimal,
        trials: Decimal,
        n: Decimal,
        code: Hex,
        code_bytes: Decimal,
        code_crc: Hex,
    }
    "expect" Expect Expect {
        run: Decimal,
        n: Decimal,
        executed: Decimal,
        completed_least: Decimal,
        completed_most: Decimal,
        branches: Decimal,
        taken: Decimal,
        loads: Decimal,
        stores: Decimal,
        float: Decimal,
        vector: Decimal,
    }
    "trial" Trial Trial {
        run: Decimal,
        trial: Decimal,
        n: Decimal,
        mmcr0: Hex,
        mmcr1: Hex,
        mmcr2: Hex,
        hid0: Hex,
        start: Hex,
        stop: Hex,
        ticks: Decimal,
    }
    "code" Code Code {
        run: Decimal,
        generator: Escaped,
        parameters: Escaped,
        address: Hex,
        bytes: Decimal,
        crc: Hex,
        entry: Hex,
        data: Hex,
    }
    "sample" Sample Sample {
        run: Decimal,
        sample: Decimal,
        ticks: Decimal,
        period: Decimal,
        late: Decimal,
        siar: Hex,
        srr0: Hex,
        srr1: Hex,
        lr: Hex,
        calls: Hex,
    }
    "sampling" Sampling Sampling {
        run: Decimal,
        n: Decimal,
        source: Choice,
        mmcr0: Hex,
        mmcr1: Hex,
        mmcr2: Hex,
        period: Decimal,
        jitter: Decimal,
        seed: Decimal,
        floor: Decimal,
        ticks: Decimal,
        samples: Decimal,
        lost: Decimal,
        spurious: Decimal,
        storms: Decimal,
        reason: Escaped,
    }
    "fault" Fault Fault {
        run: Decimal,
        n: Decimal,
        phase: Choice,
        vector: Hex,
        cause: Escaped,
        srr0: Hex,
        srr1: Hex,
        dsisr: Hex,
        dar: Hex,
    }
    "skip" Skip Skip {
        id: Escaped,
        reason: Escaped,
    }
    "answer" Answer Answer {
        command: Escaped,
    }
    "offer" Offer Offer {
        kind: Choice,
        name: Escaped,
        values: Escaped,
    }
    "spr" Spr SprValue {
        name: Escaped,
        number: Decimal,
        value: Hex,
    }
    "word" Word WordValue {
        address: Hex,
        value: Hex,
    }
    "load" Load Loaded {
        area: Choice,
        address: Hex,
        bytes: Decimal,
        received: Decimal,
        crc: Hex,
    }
    "error" Error Error {
        text: Escaped,
    }
    "end" End End {
        records: Decimal,
        kernels: Decimal,
        trials: Decimal,
        faults: Decimal,
        skips: Decimal,
        errors: Decimal,
    }
}

fn write_field<'a, F: Form<'a, T>, T>(key: &str, value: &T, out: &mut impl fmt::Write) -> fmt::Result {
    out.write_char(' ')?;
    out.write_str(key)?;
    out.write_char('=')?;
    F::write(value, out)
}

/// The part of a line after the record's type.
#[derive(Clone)]
pub(crate) struct Fields<'a> {
    rest: Option<&'a str>,
}

impl<'a> Fields<'a> {
    /// The fields in `rest`, which starts at the first key; `None` for no fields.
    pub(crate) const fn new(rest: Option<&'a str>) -> Self {
        Self { rest }
    }

    /// Refuses a report of a version that this crate does not know before its
    /// other fields are looked at: they may be different ones.
    pub(crate) fn refuse_other_versions(&self) -> Result<(), Damage<'a>> {
        match self.clone().next::<Decimal, u32>("version")? {
            VERSION => Ok(()),
            found => Err(Damage::Version { found }),
        }
    }

    fn next<F: Form<'a, T>, T>(&mut self, key: &'static str) -> Result<T, Damage<'a>> {
        let rest = self.rest.ok_or(Damage::MissingKey { key })?;
        let (field, rest) = split_word(rest);
        let value = field
            .strip_prefix(key)
            .and_then(|value| value.strip_prefix('='))
            .ok_or(Damage::Key { expected: key, found: field })?;
        self.rest = rest;
        F::read(value).ok_or(Damage::Value { key, found: value, legal: F::LEGAL })
    }

    fn end(&self) -> Result<(), Damage<'a>> {
        match self.rest {
            Some(found) => Err(Damage::Extra { found }),
            None => Ok(()),
        }
    }
}

/// Splits at the first space, which belongs to neither part.
pub(crate) fn split_word(text: &str) -> (&str, Option<&str>) {
    match text.split_once(' ') {
        Some((word, rest)) => (word, Some(rest)),
        None => (text, None),
    }
}
