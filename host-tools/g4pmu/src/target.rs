//! What measures, and [`session::Session`]: asking it.

pub mod session;

use std::path::PathBuf;
use std::str::FromStr;

use clap::ValueEnum;
use thiserror::Error;

use crate::names;

/// The target of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// QEMU.
    Qemu(Emulation),
    /// A board behind a serial port.
    Serial(SerialPort),
    /// A report that was saved earlier.
    Log(PathBuf),
}

/// A serial port and its speed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SerialPort {
    /// The device.
    pub device: PathBuf,
    /// Bits a second.
    pub baud: u32,
}

/// The speed that the image sets on every board.
pub const BAUD: u32 = 57_600;

/// What counts in QEMU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Emulation {
    /// The timing model: counters count, sampling works, time is the model's
    Model,
    /// QEMU alone: its counters do not count, its time base counts instructions
    Stock,
}

/// A target that does not exist.
#[derive(Debug, PartialEq, Eq, Error)]
pub enum UnknownTarget {
    /// No kind of target is called so.
    #[error("accepted are model, stock, serial:DEV[@BAUD] and log:FILE{hint}")]
    Kind {
        /// The kind that was probably meant.
        hint: String,
    },
    /// A serial port without a name, or with a speed that is none.
    #[error("write serial:DEV or serial:DEV@BAUD, for instance serial:/dev/ttyUSB0@57600")]
    NoPort,
    /// A saved report without a name.
    #[error("no file stands behind `log:`; write log:FILE")]
    NoFile,
}

impl FromStr for Target {
    type Err = UnknownTarget;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.split_once(':') {
            None if text == "model" => Ok(Self::Qemu(Emulation::Model)),
            None if text == "stock" => Ok(Self::Qemu(Emulation::Stock)),
            Some(("serial", port)) => {
                let (device, baud) = match port.rsplit_once('@') {
                    Some((device, baud)) => (device, baud.parse().ok().filter(|baud| *baud > 0)),
                    None => (port, Some(BAUD)),
                };
                let device = Some(device).filter(|device| !device.is_empty()).map(PathBuf::from);
                let port = device.zip(baud).map(|(device, baud)| SerialPort { device, baud });
                port.map(Self::Serial).ok_or(UnknownTarget::NoPort)
            }
            Some(("log", "")) => Err(UnknownTarget::NoFile),
            Some(("log", file)) => Ok(Self::Log(PathBuf::from(file))),
            _ => {
                let kind = text.split(':').next().unwrap_or(text);
                Err(UnknownTarget::Kind { hint: names::hint(kind, ["model", "stock", "serial", "log"]) })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Emulation, SerialPort, Target, UnknownTarget};

    #[test]
    fn targets_are_words_or_a_file() {
        assert_eq!("model".parse(), Ok(Target::Qemu(Emulation::Model)));
        assert_eq!("stock".parse(), Ok(Target::Qemu(Emulation::Stock)));
        assert_eq!("log:a:b.log".parse(), Ok(Target::Log(PathBuf::from("a:b.log"))));
        let port = |device: &str, baud| Ok(Target::Serial(SerialPort { device: PathBuf::from(device), baud }));
        assert_eq!("serial:/dev/ttyUSB0".parse(), port("/dev/ttyUSB0", 57_600));
        assert_eq!("serial:COM@1@9600".parse(), port("COM@1", 9_600));
        for bad in ["serial:", "serial:@9600", "serial:x@fast", "serial:x@0"] {
            assert_eq!(bad.parse::<Target>(), Err(UnknownTarget::NoPort), "{bad}");
        }
        let message = |text: &str| text.parse::<Target>().expect_err("no such target").to_string();
        assert_eq!(message("stok"), "accepted are model, stock, serial:DEV[@BAUD] and log:FILE; did you mean stock?");
        assert_eq!(message("log:"), "no file stands behind `log:`; write log:FILE");
        assert_eq!(message("tty"), "accepted are model, stock, serial:DEV[@BAUD] and log:FILE");
    }
}
