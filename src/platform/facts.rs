//! What the board says about itself and what it was asked to do.

use core::fmt;

use heapless::String;
use report_format::record::{ArgumentSource, ClockSource, Emulator};

use super::signature::{Damaged, Signature};

/// Longest boot arguments that are kept; more is an error, never a cut.
pub const MOST_ARGUMENT_BYTES: usize = 256;

/// Rate assumed where nobody states one: 100 MHz bus / 4, as QEMU's mac99 has it.
pub const ASSUMED_TB_HZ: u32 = 25_000_000;

/// Facts collected before the first measurement.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The emulator that made itself known.
    pub emulator: Emulator,
    /// The timing model that answers as the processor, where one does.
    pub model: Result<Option<Signature>, Damaged>,
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
            model: Ok(None),
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

impl Facts {
    /// Takes what a timing model says of itself. Its clocks are those that this image
    /// runs by, whatever the board states: the model keeps the time base.
    pub fn take_model(&mut self, model: Result<Option<Signature>, Damaged>) {
        if let Ok(Some(signature)) = &model {
            let clocks = signature.clocks();
            self.tb_hz = clocks.tb_hz;
            self.core_hz = Some(clocks.core_hz);
            self.bus_hz = Some(clocks.bus_hz);
            self.clock_source = ClockSource::Model;
        }
        self.model = model;
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
    use report_format::record::ClockSource;

    use super::{ArgumentsRefused, Facts, MOST_ARGUMENT_BYTES, arguments_from_bytes};
    use crate::platform::signature::{Damaged, MAGIC, Signature};

    #[test]
    fn a_model_brings_its_own_clocks_and_nobody_else_changes_them() {
        let board = Facts { tb_hz: 33_333_333, clock_source: ClockSource::DeviceTree, ..Facts::default() };
        let clocks = |facts: &Facts| (facts.tb_hz, facts.core_hz, facts.bus_hz, facts.clock_source);
        let mut facts = board.clone();
        facts.take_model(Signature::read(|_| MAGIC));
        assert_eq!(clocks(&facts), clocks(&board));
        facts.take_model(Err(Damaged::Part));
        assert_eq!((clocks(&facts), facts.model.clone()), (clocks(&board), Err(Damaged::Part)));
        let text = b"g4pmu-model 1 part=7450 clocks=1420000000/167000000/41750000";
        facts.take_model(Signature::read(|index| match index {
            0 => text.len() as u32,
            _ => text[4 * (index as usize - 1)..].first_chunk().copied().map_or(0, u32::from_be_bytes),
        }));
        assert_eq!(clocks(&facts), (41_750_000, Some(1_420_000_000), Some(167_000_000), ClockSource::Model));
    }

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
