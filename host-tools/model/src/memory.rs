//! Caches, translation, load and store queues as a model of timestamps: [`Memory`].
//!
//! Nothing here loops over cycles. Each access is told once, in program order, with the
//! cycle in which it happens, and the answer is the cycle in which its result can be used.
//! Directories (which line is in which cache) change in the order of telling; queues are
//! the cycles in which their entries become free. The rules stand in `docs/model/memory.md`
//! by number (`M4`); that page also says what is assumed.
//!
//! | file | holds |
//! | --- | --- |
//! | `ways`, `plru`, `random` | which way of a set holds a line, which is given up |
//! | `l1`, `sectored`, `tlb` | directories |
//! | `in_flight` | lines asked for below the L1s that arrive later |
//! | `below` | L2, L3, prefetch engines, bus |
//! | `known` | fetches of blocks whose timing is remembered |
//! | `store_queue` | stores between completion and writing |
//! | `translate`, `fetch`, `load`, `miss`, `store`, `operation`, `stream` | what each kind of access does |

mod below;
mod covered;
mod fetch;
mod in_flight;
mod known;
mod l1;
mod latency;
mod load;
mod miss;
mod operation;
mod plru;
mod random;
mod sectored;
mod store;
mod store_queue;
mod stream;
mod tlb;
mod translate;
mod ways;

pub(crate) use known::Lines;
pub use load::{Load, Target};
pub use operation::CacheOperation;
pub use store::Store;
pub use stream::{Descriptor, Stop};

use crate::controls::Actions;
use crate::settings::Settings;

/// The memory system of one chip.
///
/// Cycles of data accesses (E, and C apart from it) never decrease from one to the next,
/// nor do those of fetches; a fetch may lie before data accesses told earlier.
#[derive(Debug)]
pub struct Memory {
    latency: latency::Latency,
    below: below::Below,
    instructions: l1::L1,
    data: l1::L1,
    instruction_tlb: tlb::Tlb,
    data_tlb: tlb::Tlb,
    misses: miss::Misses,
    stores: store_queue::StoreQueue,
    streams: stream::Streams,
    settings: Settings,
}

/// Number of the 32-byte line with a physical address of 36 bits.
const fn line(physical: u64) -> u32 {
    (physical >> 5) as u32 & 0x7fff_ffff
}

impl Memory {
    /// An empty memory system.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        Self {
            latency: latency::Latency::new(settings),
            below: below::Below::new(settings),
            instructions: l1::L1::new(),
            data: l1::L1::new(),
            instruction_tlb: tlb::Tlb::new(),
            data_tlb: tlb::Tlb::new(),
            misses: miss::Misses::new(),
            stores: store_queue::StoreQueue::new(),
            streams: stream::Streams::new(),
            settings: settings.clone(),
        }
    }

    /// Empties everything: directories, TLBs, queues, streams.
    pub fn cold(&mut self) {
        *self = Self::new(&self.settings);
    }

    /// Does what a write to a control register starts, at once and without a bus write.
    pub fn act(&mut self, actions: &Actions) {
        if actions.invalidate_instructions {
            self.instructions.clear();
        }
        if actions.invalidate_data {
            self.data.clear();
        }
        if actions.invalidate_l2 {
            self.below.clear_l2();
        }
        if actions.invalidate_l3 {
            self.below.clear_l3();
        }
    }

    /// `tlbie`: forgets the pages of the address's set in both TLBs (M11).
    pub fn invalidate_page(&mut self, effective: u32) {
        self.instruction_tlb.invalidate(effective);
        self.data_tlb.invalidate(effective);
    }

    /// The first cycle in which every store told so far has left and every line that a
    /// data access asked for has arrived.
    #[must_use]
    pub fn drained(&self) -> u64 {
        self.stores.last_leaves().max(self.misses.latest())
    }
}
