//! What can be asked for: an `offer` record for each kernel, suite and register.

use core::fmt::{self, Write};

use mpc7450::bus::SprBus;
use mpc7450::parts::Part;
use report_format::record::{Offer, OfferKind, Record};
use report_format::text::{LONGEST, Text};
use report_format::write::{WriteError, Writer};

use super::registers;
use crate::kernels;
use crate::kernels::parameters::{Parameter, Range};
use crate::lab::suite::SUITES;

/// Writes all offers.
///
/// # Errors
///
/// The output failed.
pub fn write<B: SprBus + 'static, W: Write>(part: &Part, writer: &mut Writer<W>) -> Result<(), WriteError> {
    for kernel in kernels::ALL {
        offer(writer, OfferKind::Kernel, kernel.id, format_args!("{}", Values(kernel.parameters)))?;
    }
    for suite in SUITES {
        let values = format_args!("preset:{},kernels:{}", suite.preset.name(), suite.entries.len());
        offer(writer, OfferKind::Suite, suite.name, values)?;
    }
    for (name, number) in registers::names::<B>(part) {
        offer(writer, OfferKind::Register, name, format_args!("number:{number}"))?;
    }
    Ok(())
}

fn offer<W: Write>(
    writer: &mut Writer<W>,
    kind: OfferKind,
    name: &str,
    values: fmt::Arguments<'_>,
) -> Result<(), WriteError> {
    let mut text = heapless::String::<LONGEST>::new();
    // The tests hold every text to the room there is.
    let _fits = text.write_fmt(values);
    writer.write(&Record::Offer(Offer { kind, name: Text::new(name), values: Text::new(&text) }))
}

/// Parameters with their legal values: `name:least..most,name:word/word`, or `-`.
struct Values(&'static [Parameter]);

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("-");
        }
        for (position, parameter) in self.0.iter().enumerate() {
            write!(f, "{}{}:", if position == 0 { "" } else { "," }, parameter.name)?;
            match parameter.range {
                Range::Number(least, most) => write!(f, "{least}..{most}")?,
                Range::Choice([]) => {}
                Range::Choice([first, rest @ ..]) => {
                    f.write_str(first)?;
                    rest.iter().try_for_each(|word| write!(f, "/{word}"))?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::Values;
    use crate::kernels;

    #[test]
    fn ranges_and_choices_are_told() {
        let values = |id| Values(kernels::find(id).expect(id).parameters).to_string();
        assert_eq!(values("branch/chain"), "branches:1..16384,nops:0..64,fill:nop/independent");
        assert_eq!(values("calibrate/empty"), "-");
    }

    #[test]
    fn every_kernels_values_fit_a_record() {
        for kernel in kernels::ALL {
            assert!(Values(kernel.parameters).to_string().len() <= report_format::text::LONGEST, "{}", kernel.id);
        }
    }
}
