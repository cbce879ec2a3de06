//! What the board says about itself and what it was asked to do.

use heapless::String;
use report_format::record::{ArgumentSource, ClockSource, Emulator};

/// Longest boot arguments that are kept; more is an error, never a cut.
pub const MOST_ARGUMENT_BYTES: usize = 256;

/// Rate assumed where nobody states one: 100 MHz bus / 4 [MPC7450UM 1.3.6; QEMU mac99].
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
    /// Bytes of RAM, as stated.
    pub ram: Option<u32>,
    /// Boot arguments.
    pub arguments: Arguments,
    /// Where they came from.
    pub argument_source: ArgumentSource,
    /// The controller that switches the power off.
    pub power: PowerController,
}

/// Boot arguments as received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arguments {
    /// The text, possibly empty.
    Text(String<MOST_ARGUMENT_BYTES>),
    /// Longer than [`MOST_ARGUMENT_BYTES`]: refused.
    TooLong,
    /// Not ASCII: refused.
    NotAscii,
}

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
            arguments: Arguments::Text(String::new()),
            argument_source: ArgumentSource::None,
            power: PowerController::Cuda,
        }
    }
}

impl Arguments {
    /// Takes the bytes up to the first NUL.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
        let bytes = &bytes[..end];
        if !bytes.is_ascii() {
            return Self::NotAscii;
        }
        let mut text = String::new();
        for byte in bytes {
            if text.push(char::from(*byte)).is_err() {
                return Self::TooLong;
            }
        }
        Self::Text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, MOST_ARGUMENT_BYTES};

    #[test]
    fn arguments_end_at_the_first_nul() {
        assert_eq!(Arguments::from_bytes(b"a=1\0junk"), Arguments::from_bytes(b"a=1"));
    }

    #[test]
    fn long_and_foreign_arguments_are_refused_not_cut() {
        assert_eq!(Arguments::from_bytes(&[b'a'; MOST_ARGUMENT_BYTES + 1]), Arguments::TooLong);
        assert_eq!(Arguments::from_bytes(b"caf\xe9"), Arguments::NotAscii);
    }
}
