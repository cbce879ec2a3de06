//! Synthetic ELF files, laid out and looked at byte by byte.

use super::*;

/// Most that code and data may take in these tests.
const MOST: usize = 0x4_0000;

/// What goes into a synthetic file.
#[derive(Clone, Default)]
struct Parts {
    /// Loaded segments: physical address and content.
    segments: Vec<(u32, Vec<u8>)>,
    /// Sections: name, type, flags, size, content.
    sections: Vec<(&'static str, u32, u32, Vec<u8>)>,
}

const PROGBITS: u32 = 1;
const NOBITS: u32 = 8;
const WRITE_ALLOC: u32 = 3;
const ALLOC: u32 = 2;
const ALLOC_EXEC: u32 = 6;

/// A file of a 32-bit big-endian PowerPC executable [ELF generic ABI; its PowerPC supplement].
fn elf(parts: &Parts) -> Vec<u8> {
    let mut names = vec![0];
    let mut contents: Vec<u8> = Vec::new();
    let (header, program_header, section_header) = (52, 32, 40);
    let first_content = header + program_header * parts.segments.len();
    let mut program_headers = Vec::new();
    for (address, content) in &parts.segments {
        let offset = (first_content + contents.len()) as u32;
        let length = content.len() as u32;
        for word in [1, offset, 0xdead_0000, *address, length, length + 64, 7, 4] {
            program_headers.extend(u32::to_be_bytes(word));
        }
        contents.extend(content);
    }
    let mut section_headers = vec![0; section_header];
    for (name, kind, flags, content) in &parts.sections {
        let offset = (first_content + contents.len()) as u32;
        for word in [names.len() as u32, *kind, *flags, 0, offset, content.len() as u32, 0, 0, 1, 0] {
            section_headers.extend(u32::to_be_bytes(word));
        }
        names.extend(name.bytes().chain([0]));
        if *kind != NOBITS {
            contents.extend(content);
        }
    }
    let names_at = names.len() as u32;
    names.extend(b".shstrtab\0");
    let offset = (first_content + contents.len()) as u32;
    for word in [names_at, 3, 0, 0, offset, names.len() as u32, 0, 0, 1, 0] {
        section_headers.extend(u32::to_be_bytes(word));
    }
    contents.extend(names);

    let mut file = b"\x7fELF\x01\x02\x01\0\0\0\0\0\0\0\0\0\x00\x02\x00\x14\x00\x00\x00\x01".to_vec();
    let sections_at = (first_content + contents.len()) as u32;
    for word in [0x0100_0000, header as u32, sections_at, 0] {
        file.extend(u32::to_be_bytes(word));
    }
    let count = parts.sections.len() as u16 + 2;
    for half in [header as u16, 32, parts.segments.len() as u16, 40, count, count - 1] {
        file.extend(u16::to_be_bytes(half));
    }
    file.extend(program_headers);
    file.extend(contents);
    file.extend(section_headers);
    file
}

fn parts() -> Parts {
    Parts {
        segments: vec![(0x0100_0000, vec![0x48, 0, 0, 0]), (0x0100_0010, vec![1, 2])],
        sections: vec![(".flash", PROGBITS, 0, vec![0xaa, 0xbb])],
    }
}

#[test]
fn segments_stand_at_their_physical_addresses_and_gaps_are_zero() {
    let layout = Layout::of(&elf(&parts()), MOST).unwrap();
    assert_eq!(layout.raw, [0x48, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2]);
}

#[test]
fn the_boot_rom_holds_stub_and_image_and_is_erased_elsewhere() {
    let flash = Layout::of(&elf(&parts()), MOST).unwrap().flash;
    assert_eq!(flash.len(), 0x10_0000);
    assert_eq!(flash[..3], [0xaa, 0xbb, 0xff]);
    assert!(flash[2..0x8000].iter().all(|byte| *byte == 0xff));
    assert_eq!(flash[0x8000..0x8004], [0x48, 0, 0, 0]);
    assert_eq!(flash[0x8010..0x8013], [1, 2, 0xff]);
    assert!(flash[0x8012..].iter().all(|byte| *byte == 0xff));
}

#[test]
fn sizes_go_by_what_sections_hold() {
    let mut parts = parts();
    parts.sections.extend([
        (".text", PROGBITS, ALLOC_EXEC, vec![0; 12]),
        (".vectors", PROGBITS, ALLOC_EXEC, vec![0; 4]),
        (".rodata", PROGBITS, ALLOC, vec![0; 5]),
        (".data", PROGBITS, WRITE_ALLOC, vec![0; 3]),
        (".bss", NOBITS, WRITE_ALLOC, vec![0; 100]),
        (".debug_line", PROGBITS, 0, vec![0; 9]),
    ]);
    let sizes = Layout::of(&elf(&parts), MOST).unwrap().sizes;
    assert_eq!(sizes, Sizes { code: 16, data: 8, bss: 100 });
    assert_eq!(sizes.to_string(), "code 16 B, data 8 B, bss and stacks 100 B");
}

#[test]
fn an_image_that_starts_elsewhere_is_refused() {
    let at = |address| Parts { segments: vec![(address, vec![0; 4])], ..parts() };
    assert_eq!(Layout::of(&elf(&at(0x00ff_fffc)), MOST), Err(LayoutError::BelowStart { found: 0x00ff_fffc }));
    assert_eq!(Layout::of(&elf(&at(0x0100_0004)), MOST), Err(LayoutError::WrongStart { found: 0x0100_0004 }));
    assert_eq!(Layout::of(&elf(&Parts { segments: vec![], ..parts() }), MOST), Err(LayoutError::Empty));
}

#[test]
fn the_largest_image_fits_and_one_byte_more_does_not() {
    let of_size = |size| Layout::of(&elf(&Parts { segments: vec![(0x0100_0000, vec![1; size])], ..parts() }), MOST);
    assert_eq!(of_size(0x4_0000).unwrap().raw.len(), 0x4_0000);
    assert_eq!(of_size(0x4_0001), Err(LayoutError::TooLarge { found: 0x4_0001, most: MOST }));
}

#[test]
fn a_segment_far_up_is_refused_and_not_allocated() {
    let parts = Parts { segments: vec![(0x0100_0000, vec![1]), (0xffff_fff0, vec![1; 16])], ..parts() };
    assert_eq!(Layout::of(&elf(&parts), MOST), Err(LayoutError::TooLarge { found: 0xff00_0000, most: MOST }));
}

#[test]
fn the_reset_stub_must_be_there_and_leave_the_gap_free() {
    let with = |sections| Layout::of(&elf(&Parts { sections, ..parts() }), MOST);
    assert_eq!(with(vec![]), Err(LayoutError::NoFlashSection));
    assert!(with(vec![(".flash", PROGBITS, 0, vec![0; 0x4000])]).is_ok());
    let large = with(vec![(".flash", PROGBITS, 0, vec![0; 0x4001])]);
    assert_eq!(large, Err(LayoutError::FlashSectionTooLarge { found: 0x4001 }));
}

#[test]
fn other_files_are_refused() {
    let mut little_endian = elf(&parts());
    little_endian[5] = 1;
    for file in [&b""[..], b"\x7fELF", &little_endian, &elf(&parts())[..60]] {
        assert!(matches!(Layout::of(file, MOST), Err(LayoutError::NotElf(_) | LayoutError::Empty)));
    }
}
