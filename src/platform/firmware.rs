//! Asks whoever started the image, while it lives: before the image takes the
//! processor over, whose translation and vectors the firmware needs.

use core::slice;

use report_format::record::{ArgumentSource, Start};

use super::board::{self, Board};
use super::devices;
use super::entry::{EntryState, Origin};
use super::facts::{Facts, arguments_from_bytes};
use super::flat_tree;
use super::open_firmware::Client;

/// Longest tree that is read; a larger one is taken for damaged.
const MOST_TREE_BYTES: usize = 1 << 20;

/// What the firmware said.
pub struct Answer {
    /// How the image was started.
    pub start: Start,
    /// The board, if the firmware names one that the image knows.
    pub board: Option<&'static Board>,
    /// Clocks, arguments and the rest.
    pub facts: Facts,
    client: Option<Client>,
}

/// Decides what started the image and asks it.
///
/// # Safety
///
/// The processor must still run in the environment that the image was entered in,
/// but for masked interrupts; memory must be readable where that environment's
/// loader left something.
pub unsafe fn ask(entry: &EntryState) -> Answer {
    let mut facts = Facts::default();
    // SAFETY: the caller promises readable memory; `origin` asks for aligned addresses.
    let origin = entry.origin(|address| unsafe { *(address as usize as *const u32) });
    let (start, board, client) = match origin {
        Origin::Rom => (Start::Rom, None, None),
        Origin::FlatTree(address) => {
            // SAFETY: the tree's magic number stands there.
            let tree = unsafe { tree_at(address) };
            (Start::DeviceTree, flat_tree::collect(tree, &mut facts), None)
        }
        Origin::Arguments { count, list } => {
            // SAFETY: the list's first entry points into memory.
            unsafe { join(count, list, &mut facts) }
            (Start::UBoot, None, None)
        }
        Origin::CommandLine { start, end } => {
            // SAFETY: both ends lie in memory.
            let line = unsafe { slice::from_raw_parts(start as usize as *const u8, (end - start) as usize) };
            take_arguments(line, &mut facts);
            (Start::UBoot, None, None)
        }
        Origin::Client(address) => {
            // SAFETY: something executable stands there; nothing of the environment
            // has been changed but MSR[EE].
            let client = unsafe { Client::new(address) };
            if client.answers() {
                let board = client.collect(&mut facts);
                (Start::OpenFirmware, board, Some(client))
            } else {
                (Start::Loader, None, None)
            }
        }
        Origin::Placed => (Start::Loader, None, None),
    };
    Answer { start, board, facts, client }
}

impl Answer {
    /// Gives the machine back to Open Firmware with a reason on its console. Comes
    /// back when there is no Open Firmware.
    pub fn refuse(&self, reason: &str) {
        if let Some(client) = &self.client {
            client.refuse(reason);
        }
    }
}

/// The board where no firmware names one: the first whose bridge answers.
///
/// # Safety
///
/// The image must own memory, device regions mapped.
#[must_use]
pub unsafe fn look_for_board() -> Option<&'static Board> {
    board::WITHOUT_FIRMWARE.into_iter().find(|board| {
        // SAFETY: the caller promises the mapping, and nobody uses the ports yet.
        unsafe { devices::is_here(board) }
    })
}

/// # Safety
///
/// A flattened device tree must begin there.
unsafe fn tree_at(address: u32) -> &'static [u8] {
    let start = address as usize as *const u8;
    // SAFETY: the caller promises the tree, whose header has 40 bytes.
    let header = unsafe { slice::from_raw_parts(start, 40) };
    let length = flat_tree::length(header).filter(|length| *length <= MOST_TREE_BYTES).unwrap_or(0);
    // SAFETY: the header states the length, and the bound keeps it in memory.
    unsafe { slice::from_raw_parts(start, length) }
}

/// Joins arguments with blanks, all but the first, which names the image.
///
/// # Safety
///
/// `list` must be the address of `count` addresses of NUL-terminated texts.
unsafe fn join(count: u32, list: u32, facts: &mut Facts) {
    let mut line = heapless::Vec::<u8, { super::facts::MOST_ARGUMENT_BYTES + 1 }>::new();
    for number in 1..count {
        let entry = (list + 4 * number) as usize as *const *const u8;
        // SAFETY: the caller promises the list.
        let mut letter = unsafe { *entry };
        if letter.is_null() {
            break;
        }
        if number > 1 {
            // A line that does not fit is too long, which the facts find out.
            let _full = line.push(b' ');
        }
        loop {
            // SAFETY: the caller promises that the text ends with a NUL.
            let byte = unsafe { *letter };
            if byte == 0 || line.push(byte).is_err() {
                break;
            }
            letter = letter.wrapping_add(1);
        }
    }
    take_arguments(&line, facts);
}

fn take_arguments(line: &[u8], facts: &mut Facts) {
    if line.first().is_some_and(|byte| *byte != 0) {
        facts.arguments = arguments_from_bytes(line);
        facts.argument_source = ArgumentSource::BootLoader;
    }
}
