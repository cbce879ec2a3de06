//! Which addresses may be read.
//!
//! Reading memory has no effect, reading a device may have one: the data register of
//! a serial port gives its byte away. So a device's address is refused without being
//! tried. An address that nothing maps is tried, and the exception becomes the
//! answer.

use core::fmt;

use report_format::record::Memory;

/// The first address of devices: below it boards have memory, from it on PCI space,
/// bridges and ROM [CHRP address map; MPC106 and MPC107 map B].
const DEVICES: u32 = 0x8000_0000;

/// Why an address is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeekError {
    /// No word starts there.
    Unaligned(u32),
    /// Devices are there.
    Device(u32),
    /// No memory is there, says who started the image.
    NoMemory {
        /// The address.
        address: u32,
        /// Bytes of memory.
        bytes: u32,
    },
    /// Reading it raised an exception.
    Exception {
        /// The address.
        address: u32,
        /// The cause in words.
        cause: &'static str,
    },
}

/// Checks that all words from an address on may be read.
///
/// # Errors
///
/// See [`PeekError`]; the first word that may not.
pub fn check(address: u32, words: u32, memory: &Memory) -> Result<(), PeekError> {
    if !address.is_multiple_of(4) {
        return Err(PeekError::Unaligned(address));
    }
    let last = u64::from(address) + 4 * u64::from(words.max(1) - 1);
    if last >= u64::from(DEVICES) {
        return Err(PeekError::Device(address.max(DEVICES)));
    }
    match memory.ram {
        Some(bytes) if last >= u64::from(bytes) => Err(PeekError::NoMemory { address: address.max(bytes), bytes }),
        _ => Ok(()),
    }
}

impl fmt::Display for PeekError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unaligned(address) => write!(f, "0x{address:08x} is no address of a word: legal are multiples of 4"),
            Self::Device(address) => write!(
                f,
                "0x{address:08x} belongs to devices, which reading may change: legal are addresses below 0x{DEVICES:08x}"
            ),
            Self::NoMemory { address, bytes } => {
                write!(f, "0x{address:08x} is beyond the memory: there are {bytes} bytes from 0 on")
            }
            Self::Exception { address, cause } => write!(f, "reading 0x{address:08x} raised an exception: {cause}"),
        }
    }
}

impl core::error::Error for PeekError {}

#[cfg(test)]
mod tests {
    use super::{PeekError, check};
    use report_format::record::Memory;

    fn memory(ram: Option<u32>) -> Memory {
        Memory { ram, image: 0x0100_0000, image_bytes: 4, code: 0, code_bytes: 0, data: 0, data_bytes: 0 }
    }

    const RAM: u32 = 0x0800_0000;

    #[test]
    fn memory_may_be_read_up_to_its_last_word() {
        assert_eq!(check(0, 1, &memory(Some(RAM))), Ok(()));
        assert_eq!(check(RAM - 4, 1, &memory(Some(RAM))), Ok(()));
        let refused = Err(PeekError::NoMemory { address: RAM, bytes: RAM });
        assert_eq!(check(RAM - 4, 2, &memory(Some(RAM))), refused);
        assert_eq!(check(RAM, 1, &memory(Some(RAM))), refused);
    }

    #[test]
    fn where_nobody_states_the_memory_the_processor_is_asked() {
        assert_eq!(check(0x7fff_fffc, 1, &memory(None)), Ok(()));
    }

    #[test]
    fn devices_are_not_read() {
        for ram in [None, Some(RAM), Some(u32::MAX)] {
            for address in [0x8000_0000, 0x8001_3020, 0xf000_0510, 0xffff_fffc] {
                assert_eq!(check(address, 1, &memory(ram)), Err(PeekError::Device(address)));
            }
            assert_eq!(check(0x7fff_fffc, 2, &memory(ram)), Err(PeekError::Device(0x8000_0000)));
        }
        assert!(check(0xffff_fffc, 64, &memory(None)).is_err());
    }

    #[test]
    fn words_stand_at_multiples_of_four() {
        for address in [1, 2, 3, 0x0100_0002] {
            assert_eq!(check(address, 1, &memory(Some(RAM))), Err(PeekError::Unaligned(address)));
        }
    }
}
