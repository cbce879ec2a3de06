//! Enters the image again and again as firmware, boot loaders and nobody at all
//! would, and shows what it takes each of them for.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::Write;
    use core::sync::atomic::{AtomicU32, Ordering};

    use g4pmu_firmware::image::{Ending, Hardware};
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::platform::console::Console;
    use g4pmu_firmware::platform::entry::ROM_MARK;

    // Enters the image with r3 to r7 from memory. r3 comes last.
    core::arch::global_asm!(
        ".globl enter_with",
        "enter_with:",
        "lis %r12, _start@ha",
        "addi %r12, %r12, _start@l",
        "mtctr %r12",
        "lwz %r4, 4(%r3)",
        "lwz %r5, 8(%r3)",
        "lwz %r6, 12(%r3)",
        "lwz %r7, 16(%r3)",
        "lwz %r3, 0(%r3)",
        "bctr",
        // A function that is no client interface: it fails whatever it is asked.
        ".globl refuse_everything",
        "refuse_everything:",
        "li %r3, -1",
        "blr",
        // A flattened device tree: the root's model, /chosen with bootargs, and a time
        // base of 33 MHz.
        ".data",
        ".balign 8",
        ".globl flat_tree",
        "flat_tree:",
        ".long 0xd00dfeed, flat_tree_end - flat_tree, 40, flat_strings - flat_tree, 40, 17, 16, 0, 0, 0",
        ".long 1, 0", // root
        ".long 3, 12, 0",
        ".ascii \"PowerMac3,1\\0\"", // model
        ".long 1",
        ".ascii \"chosen\\0\\0\"", // /chosen
        ".long 3, 12, 6",
        ".ascii \"suite=quick\\0\"", // bootargs
        ".long 2, 1",
        ".ascii \"cpus\\0\\0\\0\\0\"",
        ".long 1",
        ".ascii \"G4@0\\0\\0\\0\\0\"",
        ".long 3, 4, 15, 33000000", // timebase-frequency
        ".long 2, 2, 2, 9",
        "flat_strings:",
        ".asciz \"model\"",
        ".asciz \"bootargs\"",
        ".asciz \"timebase-frequency\"",
        "flat_tree_end:",
        // What a boot loader leaves: a list of arguments, the board's information
        // (memory from 0, 128 MB), a command line.
        ".balign 4",
        ".globl argument_list",
        "argument_list:",
        ".long 1f, 2f, 3f",
        "1: .asciz \"0x1000000\"",
        "2: .asciz \"suite=quick\"",
        "3: .asciz \"seed=3\"",
        ".balign 4",
        ".globl board_information",
        "board_information:",
        ".long 0, 0x08000000",
        ".globl command_line",
        "command_line: .asciz \"suite=dispatch\"",
        ".text",
    );

    unsafe extern "C" {
        fn enter_with(registers: *const [u32; 5]) -> !;
        fn refuse_everything();
        static flat_tree: u8;
        static argument_list: u8;
        static board_information: u8;
        static command_line: u8;
    }

    /// Entries so far. Not zero, so that it lies in .data, which the entry leaves alone.
    static ENTRIES: AtomicU32 = AtomicU32::new(1);

    fn address(symbol: *const u8) -> u32 {
        symbol.addr() as u32
    }

    pub fn body(_: &mut Hardware, found: &Found<'_>) -> Ending {
        let line = address(&raw const command_line);
        let entries = [
            ("flash stub", [ROM_MARK, !ROM_MARK, 0, 0, 0]),
            ("flattened tree", [address(&raw const flat_tree), 0, 0, 0x6550_4150, 0x1000_0000]),
            ("arguments", [3, address(&raw const argument_list), 0x1234_5678, 0, 0]),
            ("command line", [address(&raw const board_information), 0, 0, line, line + 14]),
            ("no client interface", [0, 0, refuse_everything as *const () as usize as u32, 0, 0]),
            ("junk", [0xdead_beef, 0x8765_4321, 0x0bad_c0de | 1, 0xffff_ffff, 0x5555_5555]),
            ("nothing", [0; 5]),
        ];
        let done = ENTRIES.fetch_add(1, Ordering::Relaxed) as usize - 1;
        let facts = found.facts;
        let name = done.checked_sub(1).map_or("first", |last| entries[last].0);
        let _lost = writeln!(
            Console,
            "{name}: {:?}, time base {} by {:?}, arguments {:?} by {:?}",
            found.start,
            facts.tb_hz,
            facts.clock_source,
            facts.arguments.as_deref().unwrap_or("refused"),
            facts.argument_source
        );
        match entries.get(done) {
            // SAFETY: the image may be entered at any time with any registers.
            Some((_, registers)) => unsafe { enter_with(registers) },
            None => Ending::PowerOff,
        }
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
