//! What the board says about itself and what it was asked to do.

use core::fmt;

use heapless::String;
use report_format::record::{ArgumentSource, ClockSource, Emulator};

/// Longest boot arguments that are kept; more is an error, never a cut.
pub const MOST_ARGUMENT_BYTES: usize = 256;

/// Rate assumed where nobody states one: 100 MHz bus / 4, as QEMU's mac99 has it.
pub const ASSUMED_TB_HZ: u32 = 25_000_000;

/// Facts collected before the first measurement.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The emulator that made itself known.
    pub emulator: Emulator,
    /// Time base ticks a second.
    pub tb_hz: u32,
    /// Core clock in hertz, as stated.
    pub core_hz: Option<u32>,
    /// Bus clock in hertz, as stated.
    pub bus_hz: Option<u32>,
    /// Who states the clocks.
    pub clock_source: ClockSource,
    /// Bytes of RAM from address 0 up to the first hole, as stated.
    pub ram: Option<u32>,
    /// Boot arguments.
    pub arguments: Arguments,
    /// Where they came from.
    pub argument_source: ArgumentSource,
    /// The controller that switches the power off.
    pub power: PowerController,
}

/// Boot arguments as received; possibly empty.
pub type Arguments = Result<String<MOST_ARGUMENT_BYTES>, ArgumentsRefused>;

/// Why boot arguments are refused as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentsRefused {
    /// Longer than [`MOST_ARGUMENT_BYTES`].
    TooLong,
    /// Not ASCII.
    NotAscii,
}

impl fmt::Display for ArgumentsRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "the boot arguments are longer than {MOST_ARGUMENT_BYTES} bytes"),
            Self::NotAscii => f.write_str("the boot arguments are not ASCII"),
        }
    }
}

impl core::error::Error for ArgumentsRefused {}

/// The micro-controller behind the VIA that switches the power off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PowerController {
    /// CUDA.
    Cuda,
    /// PMU, as in Power Macs from 1999 on.
    Pmu,
}

impl Default for Facts {
    fn default() -> Self {
        Self {
            emulator: Emulator::NoneFound,
            tb_hz: ASSUMED_TB_HZ,
            core_hz: None,
            bus_hz: None,
            clock_source: ClockSource::Assumed,
            ram: None,
            arguments: Ok(String::new()),
            argument_source: ArgumentSource::None,
            power: PowerController::Cuda,
        }
    }
}

/// Boot arguments from the bytes up to the first NUL.
///
/// # Errors
///
/// [`ArgumentsRefused`]: refused, never cut.
pub fn arguments_from_bytes(bytes: &[u8]) -> Arguments {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let bytes = &bytes[..end];
    if !bytes.is_ascii() {
        return Err(ArgumentsRefused::NotAscii);
    }
    let mut text = String::new();
    for byte in bytes {
        text.push(char::from(*byte)).map_err(|_| ArgumentsRefused::TooLong)?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{ArgumentsRefused, MOST_ARGUMENT_BYTES, arguments_from_bytes};

    #[test]
    fn arguments_end_at_the_first_nul() {
        assert_eq!(arguments_from_bytes(b"a=1\0junk"), arguments_from_bytes(b"a=1"));
    }

    #[test]
    fn long_and_foreign_arguments_are_refused_not_cut() {
        assert_eq!(arguments_from_bytes(&[b'a'; MOST_ARGUMENT_BYTES + 1]), Err(ArgumentsRefused::TooLong));
        assert_eq!(arguments_from_bytes(b"caf\xe9"), Err(ArgumentsRefused::NotAscii));
    }
}
