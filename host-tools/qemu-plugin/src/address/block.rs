//! Blocks: the BATs [PEM 7.4].

use model::record::Attributes;

use super::attributes;

/// The valid bits of an upper register.
const VS: u32 = 2;
const VP: u32 = 1;

/// Looks an address up in BAT pairs, upper and lower register each.
pub(super) fn find(pairs: &[[u32; 2]], address: u32, user: bool) -> Option<(u64, Attributes)> {
    pairs.iter().find_map(|&[upper, lower]| {
        let valid = upper & if user { VP } else { VS } != 0;
        // BL, bits 19 to 29, stands for address bits 4 to 14.
        let offset = (upper & 0x1ffc) << 15 | 0x1_ffff;
        let hit = (address ^ upper) & !offset == 0;
        let physical = lower & 0xfffe_0000 & !offset | address & offset;
        (valid && hit).then(|| (u64::from(physical), attributes(lower >> 3 & 15)))
    })
}

#[cfg(test)]
mod tests {
    use super::find;

    /// Words that booted: 256 MB of memory, 256 MB of devices, 1 MB of ROM.
    const PAIRS: [[u32; 2]; 3] = [[0x0000_1ffe, 0x12], [0x8000_1ffe, 0x8000_002a], [0xfff0_001e, 0xfff0_0002]];

    #[test]
    fn a_block_leads_where_its_registers_say() {
        let (physical, attributes) = find(&PAIRS, 0x0123_4567, false).unwrap();
        assert_eq!(physical, 0x0123_4567);
        assert!(attributes.coherent && !attributes.inhibited && !attributes.guarded && !attributes.write_through);
        let (physical, attributes) = find(&PAIRS, 0x8001_3020, false).unwrap();
        assert_eq!(physical, 0x8001_3020);
        assert!(attributes.inhibited && attributes.guarded && !attributes.coherent);
        assert_eq!(find(&PAIRS, 0xfff0_0100, false).unwrap().0, 0xfff0_0100);
        assert_eq!(find(&PAIRS, 0xffe0_0000, false), None, "below the ROM");
        assert_eq!(find(&PAIRS, 0x1000_0000, false), None, "above the memory");
        assert_eq!(find(&PAIRS, 0x0123_4567, true), None, "not valid in user state");
        assert_eq!(find(&[[0x2000_0003, 0x0040_0002]], 0x2001_ffff, true).unwrap().0, 0x0041_ffff);
        assert_eq!(find(&[[0x2000_0003, 0x0040_0002]], 0x2002_0000, true), None, "128 KB");
    }
}
