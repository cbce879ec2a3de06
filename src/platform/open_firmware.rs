//! Client of Open Firmware: what it knows, asked before the image takes over.
//!
//! The client interface is one C function that gets an array of cells: service
//! name, numbers of arguments and results, arguments, results [IEEE 1275 6.3.1].
//! It works only as long as Open Firmware's own vectors, translation and SPRGs
//! stand untouched.

use core::ffi::CStr;
use core::mem;

use report_format::record::{ArgumentSource, ClockSource};

use super::board::Board;
use super::facts::{Facts, MOST_ARGUMENT_BYTES, PowerController, arguments_from_bytes};
use super::memory;

/// A node of the device tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node(u32);

const CALL_CELLS: usize = 8;

/// Room for `reg` of the memory node: eight banks.
const MEMORY_BYTES: usize = 64;

/// Room for a property of the root node that names the board.
const ROOT_BYTES: usize = 128;

/// The client interface.
pub struct Client {
    entry: extern "C" fn(*mut [u32; CALL_CELLS]) -> i32,
}

impl Client {
    /// The interface at the address that came in r5.
    ///
    /// # Safety
    ///
    /// At `entry` must be a function that can be called, the client interface of a
    /// live Open Firmware, whose environment the processor must still run in.
    #[must_use]
    pub unsafe fn new(entry: u32) -> Self {
        // SAFETY: the caller promises that a function with this signature is there.
        let entry = unsafe { mem::transmute::<usize, extern "C" fn(*mut [u32; CALL_CELLS]) -> i32>(entry as usize) };
        Self { entry }
    }

    /// Whether it is a client interface at all: every Open Firmware has /chosen.
    pub fn answers(&self) -> bool {
        self.find(c"/chosen").is_some()
    }

    /// Adds what the device tree says to the facts, and tells the board.
    pub fn collect(&self, facts: &mut Facts) -> Option<&'static Board> {
        if let Some(chosen) = self.find(c"/chosen") {
            let mut bytes = [0; MOST_ARGUMENT_BYTES + 1];
            if let Some(length) = self.property(chosen, c"bootargs", &mut bytes)
                && bytes[0] != 0
            {
                facts.arguments = arguments_from_bytes(&bytes[..length]);
                facts.argument_source = ArgumentSource::Bootargs;
            }
        }
        if let Some(cpu) = self.find(c"/cpus").and_then(|cpus| self.child(cpus))
            && let Some(tb_hz) = self.integer(cpu, c"timebase-frequency")
        {
            facts.tb_hz = tb_hz;
            facts.core_hz = self.integer(cpu, c"clock-frequency");
            facts.bus_hz = self.integer(cpu, c"bus-frequency");
            facts.clock_source = ClockSource::DeviceTree;
        }
        facts.ram = self.find(c"/memory").or_else(|| self.find(c"/memory@0")).and_then(|node| self.memory(node));
        if self.find(c"via-pmu").is_some() {
            facts.power = PowerController::Pmu;
        }
        let root = self.find(c"/")?;
        let named = |name| {
            let mut bytes = [0; ROOT_BYTES];
            let length = self.property(root, name, &mut bytes)?;
            Board::named_by(&bytes[..length])
        };
        named(c"compatible").or_else(|| named(c"model")).or_else(|| named(c"CODEGEN,board"))
    }

    /// Says why the image does not run here and gives the machine back. Comes back
    /// only when Open Firmware does not take it.
    pub fn refuse(&self, reason: &str) {
        if let Some(chosen) = self.find(c"/chosen")
            && let Some(console) = self.integer(chosen, c"stdout")
        {
            for text in ["\r\ng4pmu: ", reason, "\r\n"] {
                let _written = self.call(c"write", [console, text.as_ptr().addr() as u32, text.len() as u32, 0], 3);
            }
        }
        let _exit = self.call(c"exit", [0; 4], 0);
    }

    fn find(&self, path: &CStr) -> Option<Node> {
        match self.call(c"finddevice", [address(path), 0, 0, 0], 1) {
            Some(u32::MAX) | None => None,
            Some(node) => Some(Node(node)),
        }
    }

    fn child(&self, node: Node) -> Option<Node> {
        match self.call(c"child", [node.0, 0, 0, 0], 1) {
            Some(0 | u32::MAX) | None => None,
            Some(child) => Some(Node(child)),
        }
    }

    /// Bytes of the property that fit the buffer; `None` when there is none.
    fn property(&self, node: Node, name: &CStr, buffer: &mut [u8]) -> Option<usize> {
        let arguments = [node.0, address(name), buffer.as_mut_ptr().addr() as u32, buffer.len() as u32];
        match self.call(c"getprop", arguments, 4) {
            Some(u32::MAX) | None => None,
            Some(length) => Some((length as usize).min(buffer.len())),
        }
    }

    fn integer(&self, node: Node, name: &CStr) -> Option<u32> {
        let mut bytes = [0; 4];
        (self.property(node, name, &mut bytes)? == 4).then(|| u32::from_be_bytes(bytes))
    }

    /// Memory from 0 on that a node's `reg` states, which has one address cell and one
    /// size cell.
    fn memory(&self, node: Node) -> Option<u32> {
        let mut bytes = [0; MEMORY_BYTES];
        let length = self.property(node, c"reg", &mut bytes)?;
        memory::from_zero(&bytes[..length])
    }

    /// Calls a service with up to four arguments and one result.
    fn call(&self, service: &CStr, arguments: [u32; 4], count: usize) -> Option<u32> {
        let mut cells = [0; CALL_CELLS];
        cells[0] = address(service);
        cells[1] = count as u32;
        cells[2] = 1;
        cells[3..3 + count].copy_from_slice(&arguments[..count]);
        let status = (self.entry)(&raw mut cells);
        (status == 0).then(|| cells[3 + count])
    }
}

fn address(text: &CStr) -> u32 {
    text.as_ptr().addr() as u32
}
