//! Cache operations on one line (M14).

use mpc7450::registers::HID0;

use super::below::bus_write_lines;
use super::l1::Filling;
use super::store_queue::{Bytes, Kind};
use super::{Memory, line};
use crate::controls::Controls;
use crate::record::Access;
use crate::signal::Signal;
use crate::sink::Sink;

/// What an instruction does to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CacheOperation {
    /// `dcbz`, `dcba`: the line is in the L1, modified, without being read.
    Zero,
    /// `dcbf`: written to memory where modified, and out of all caches.
    Flush,
    /// `dcbst`: written to memory where modified, and stays.
    Store,
    /// `dcbi`: out of all data caches, unwritten.
    Invalidate,
    /// `icbi`: out of the L1 instruction cache.
    InvalidateInstructions,
}

impl Memory {
    /// The operation completed in `c`; at its execution it was told as a store.
    pub fn operate<S: Sink>(
        &mut self,
        operation: CacheOperation,
        access: &Access,
        c: u64,
        controls: &Controls,
        sink: &mut S,
    ) {
        let place = &access.place;
        let line = line(place.physical);
        let leaves = self.stores.leaves(c, 0);
        self.stores.complete(Bytes::default(), Kind::Operation, c, leaves);
        match operation {
            CacheOperation::Zero => {
                if !place.attributes.inhibited && HID0::DCE.is_set(controls.hid0) {
                    self.zero(line, leaves, controls, sink);
                }
            }
            CacheOperation::Flush => {
                let (there, modified) = self.data.remove(line);
                count_hit(there, leaves, sink);
                if self.below.remove(line) || modified {
                    bus_write_lines(1, leaves, sink);
                }
            }
            CacheOperation::Store => {
                let (there, modified) = self.data.clean(line);
                count_hit(there, leaves, sink);
                if self.below.clean(line) || modified {
                    bus_write_lines(1, leaves, sink);
                }
            }
            CacheOperation::Invalidate => {
                self.data.remove(line);
                self.below.remove(line);
            }
            CacheOperation::InvalidateInstructions => {
                self.instructions.remove(line);
            }
        }
    }

    fn zero<S: Sink>(&mut self, line: u32, at: u64, controls: &Controls, sink: &mut S) {
        let filling = Filling { line, modified: true, arrival: 0, touched: false };
        if self.data.write(line).is_none() && !self.fill_data(filling, at, controls, sink) {
            self.below.remove(line);
            bus_write_lines(1, at, sink);
        }
    }
}

fn count_hit<S: Sink>(there: bool, at: u64, sink: &mut S) {
    if there {
        sink.count(Signal::L1DataCacheOperationHit, at, 1);
    }
}
