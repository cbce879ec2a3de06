//! Where kernels' data lie: how far the area goes.
//!
//! The linker script reserves what the smallest board has. Whoever states how much
//! memory there is gives more: the area then goes on to the end of memory, over
//! whatever a firmware left there, for it has been asked everything by then and never
//! runs again. A free list of the firmware is therefore not looked at.

use crate::arch::mmu::entry::PAGE_BYTES;

/// Where the area ends at the latest. The largest data of a kernel, 64 MiB, fit; the
/// image's page table has at least as many groups as a quarter of the pages.
const LARGEST_END: u32 = 0x0800_0000;

/// The end of the area that the linker script ends at `linked`, on a board with
/// `ram` bytes of memory from address 0.
#[must_use]
pub fn data_end(linked: u32, ram: Option<u32>) -> u32 {
    ram.map_or(linked, |ram| linked.max(ram.min(LARGEST_END) & !(PAGE_BYTES - 1)))
}

#[cfg(test)]
mod tests {
    use super::data_end;

    const LINKED: u32 = 0x01d0_0000;

    #[test]
    fn without_a_size_there_is_what_the_linker_script_reserves() {
        assert_eq!(data_end(LINKED, None), LINKED);
    }

    #[test]
    fn memory_that_is_there_is_used() {
        assert_eq!(data_end(LINKED, Some(64 << 20)), 0x0400_0000);
        assert_eq!(data_end(LINKED, Some(0x0400_0fff)), 0x0400_0000);
        assert_eq!(data_end(LINKED, Some(128 << 20)), 0x0800_0000);
        assert_eq!(data_end(LINKED, Some(2047 << 20)), 0x0800_0000);
        assert_eq!(data_end(LINKED, Some(u32::MAX)), 0x0800_0000);
    }

    #[test]
    fn a_size_that_cannot_be_leaves_the_least() {
        assert_eq!(data_end(LINKED, Some(0)), LINKED);
        assert_eq!(data_end(LINKED, Some(16 << 20)), LINKED);
    }
}
