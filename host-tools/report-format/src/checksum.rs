//! The checksum of a line: CRC-32 as in zlib and Ethernet, `CRC-32/ISO-HDLC`.
//!
//! It finds every change of up to 32 adjacent bits, hence of any one character.

use crc::{CRC_32_ISO_HDLC, Crc, Digest, Table};

/// Sixteen tables of 1 KiB: the host sums whole lines.
#[cfg(feature = "std")]
type Tables = Table<16>;

/// One table of 1 KiB: small, and the serial port is slower anyway.
#[cfg(not(feature = "std"))]
type Tables = Table<1>;

static CRC: Crc<u32, Tables> = Crc::<u32, Tables>::new(&CRC_32_ISO_HDLC);

/// A sum over pieces, for the writer.
pub(crate) fn start() -> Digest<'static, u32, Tables> {
    CRC.digest()
}

/// The sum over one piece.
#[must_use]
pub fn of(bytes: &[u8]) -> u32 {
    CRC.checksum(bytes)
}

/// The sum over words as a big-endian target has them in memory.
#[must_use]
pub fn of_words(words: &[u32]) -> u32 {
    let mut sum = start();
    for word in words {
        sum.update(&word.to_be_bytes());
    }
    sum.finalize()
}

/// The type of a sum in progress.
pub(crate) type Sum = Digest<'static, u32, Tables>;

#[cfg(test)]
mod tests {
    /// The check value of the CRC catalogue for this algorithm.
    #[test]
    fn the_algorithm_is_the_catalogues_crc_32() {
        assert_eq!(super::of(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn words_are_summed_as_in_big_endian_memory() {
        assert_eq!(super::of_words(&[0x3132_3334, 0x3536_3738]), super::of(b"12345678"));
        assert_ne!(super::of_words(&[0x3432_3331, 0x3536_3738]), super::of(b"12345678"));
    }
}
