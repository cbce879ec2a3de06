//! The start of a trace: [`Header`].

use mpc7450::parts::Part;

use super::VERSION;
use super::bytes::{Reader, put};
use super::error::{Problem, TraceError};
use crate::settings::Settings;
use crate::signature;

/// The first eight bytes.
const MAGIC: &[u8; 8] = b"g4pmutrc";

/// Longest signature that is read.
const LONGEST: u64 = 4096;

/// Which model was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Its settings. Switches that the signature does not name have their defaults.
    pub settings: Settings,
    /// Its signature: name, version, part, all switches.
    pub signature: String,
}

impl Header {
    /// The header of a trace that this model writes.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self { settings: settings.clone(), signature: signature::text(settings) }
    }

    pub(super) fn encode(&self, out: &mut Vec<u8>) {
        out.extend(MAGIC);
        out.push(VERSION);
        out.extend(self.settings.part.pvr().to_be_bytes());
        put(out, self.signature.len() as u64);
        out.extend(self.signature.as_bytes());
    }

    pub(super) fn decode(reader: &mut Reader<'_>) -> Result<Self, TraceError> {
        if reader.take(MAGIC.len(), "its first eight bytes").ok() != Some(MAGIC) {
            return Err(Reader::error(0, Problem::NoTrace));
        }
        let version = reader.byte("the version of the format")?;
        if version != VERSION {
            return Err(Reader::error(MAGIC.len(), Problem::Version(version)));
        }
        let pvr = reader.take(4, "the processor version")?;
        let pvr = pvr.iter().fold(0, |pvr, byte| pvr << 8 | u32::from(*byte));
        let length = reader.number("the length of the signature", LONGEST)?;
        let start = reader.offset();
        let text = reader.take(length as usize, "the signature")?;
        let text = std::str::from_utf8(text).ok().filter(|text| text.starts_with("g4pmu-model "));
        let text = text.ok_or_else(|| Reader::error(start, Problem::NoSignature))?;
        let settings = settings(Part::from_pvr(pvr), text);
        let settings = settings.map_err(|problem| Reader::error(start, problem))?;
        Ok(Self { settings, signature: text.to_owned() })
    }
}

/// The settings that a signature names.
fn settings(part: Part, signature: &str) -> Result<Settings, Problem> {
    let mut settings = Settings::new(part);
    let switches = signature.split(' ').filter_map(|word| word.split_once('='));
    for (name, value) in switches.filter(|(name, _)| *name != "part") {
        settings.set(name, value)?;
    }
    Ok(settings)
}

#[cfg(test)]
mod tests {
    use mpc7450::parts::Part;

    use super::{Header, Reader};
    use crate::settings::Settings;

    fn encoded() -> (Header, Vec<u8>) {
        let mut settings = Settings::new(Part::from_pvr(0x8003_0102));
        settings.set("nop", "free").expect("legal");
        settings.set("clocks", "1420000000/167000000/41750000").expect("legal");
        let (header, mut bytes) = (Header::new(&settings), Vec::new());
        header.encode(&mut bytes);
        (header, bytes)
    }

    #[test]
    fn a_header_gives_the_settings_back() {
        let (header, bytes) = encoded();
        assert_eq!(Header::decode(&mut Reader::new(&bytes)), Ok(header));
        assert_eq!(bytes[..13], *b"g4pmutrc\x01\x80\x03\x01\x02");
    }

    #[test]
    fn what_is_no_header_is_refused() {
        let (_, bytes) = encoded();
        let refused = |bytes: &[u8]| Header::decode(&mut Reader::new(bytes)).expect_err("damaged").to_string();
        for length in 0..bytes.len() {
            refused(&bytes[..length]);
        }
        let changed = |at: usize, byte: u8| {
            let mut bytes = bytes.clone();
            bytes[at] = byte;
            refused(&bytes)
        };
        assert!(refused(b"").contains("no trace of the model"));
        assert!(changed(0, b'G').contains("no trace of the model"));
        assert_eq!(changed(8, 2), "byte 8: the trace has version 2 of the format; version 1 is understood");
        let nop = bytes.windows(4).position(|bytes| bytes == b"nop=").expect("named");
        assert!(changed(nop, b'N').contains("the model has no switch \"Nop\": it has nop"));
        assert!(changed(nop + 4, b'F').contains("nop=Free is not understood: nop takes ordinary or free"));
    }
}
