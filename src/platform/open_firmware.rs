//! Client of Open Firmware: what it knows, asked before the image takes over.
//!
//! The client interface is one C function that gets an array of cells: service
//! name, numbers of arguments and results, arguments, results [IEEE 1275 6.3.1].
//! It works only as long as Open Firmware's own vectors, translation and SPRGs
//! stand untouched.

use core::ffi::CStr;
use core::mem;

use report_format::record::{ArgumentSource, ClockSource};

use super::facts::{Facts, MOST_ARGUMENT_BYTES, arguments_from_bytes};

/// A node of the device tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node(u32);

const CALL_CELLS: usize = 8;

/// The client interface.
pub struct Client {
    entry: extern "C" fn(*mut [u32; CALL_CELLS]) -> i32,
}

impl Client {
    /// The interface at the address that came in r5.
    ///
    /// # Safety
    ///
    /// `entry` must be the client interface of a live Open Firmware, and the
    /// processor must still run in the environment it set up.
    #[must_use]
    pub unsafe fn new(entry: u32) -> Self {
        // SAFETY: the caller promises that a function with this signature is there.
        let entry = unsafe { mem::transmute::<usize, extern "C" fn(*mut [u32; CALL_CELLS]) -> i32>(entry as usize) };
        Self { entry }
    }

    /// Adds what the device tree says to the facts.
    pub fn collect(&self, facts: &mut Facts) {
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
