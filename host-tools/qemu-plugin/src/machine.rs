//! The guest and its model: [`Machine`], the state behind all callbacks.
//!
//! | file | what happens in it |
//! | --- | --- |
//! | `translate` | a block has been translated: which callbacks its instructions get |
//! | `passing` | the model is off: instructions are only counted |
//! | `feeding` | the model is on: instructions are told by the block |
//! | `reading` | what is read or done before an instruction executes |
//! | `making` | which blocks become the model's |
//! | `accesses` | what the accesses of a block's instructions are |
//! | `serving` | moves to and from registers that the model owns |
//! | `exceptions` | exceptions of QEMU's and of the model's |
//! | `napping` | `MSR[POW]` |

mod accesses;
mod exceptions;
mod feeding;
mod making;
mod napping;
mod passing;
mod reading;
mod serving;
mod translate;

use model::record::Access;
use model::signature;

use crate::address::AddressSpace;
use crate::blocks::Blocks;
use crate::guest::Guest;
use crate::qemu::Counter;
use crate::recorded::Recorded;
use crate::statistics::Statistics;

use accesses::Accesses;
use exceptions::Prefix;
use feeding::Running;
use passing::NO_BLOCK;

pub use translate::Handlers;

/// How the guest goes on after a callback.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// With the instruction that the callback came before.
    Continue,
    /// At this address.
    Jump(u32),
    /// At this address, in blocks translated anew: the model went on or off.
    Again(u32),
}

/// The guest and its model.
pub struct Machine {
    model: Recorded,
    guest: Guest,
    blocks: Blocks,
    addresses: AddressSpace,
    /// Whether blocks are translated to tell the model each instruction.
    watching: bool,
    /// Counts instructions while the model is off; see `passing`.
    counter: Counter,
    /// The counter's value as far as it was told.
    counted: u64,
    /// The number of the block that runs while the model is off.
    block: Counter,
    /// The block that executes, while the model is on.
    running: Option<Running>,
    accesses: Accesses,
    /// Accesses of one instruction, in use while it is told.
    several: Vec<Access>,
    /// Makes each instruction call, while the model is on; and whether it does.
    steps: Counter,
    stepping: bool,
    /// How often the model has forgotten the blocks that were made of blocks.
    epoch: u32,
    /// Instructions in them.
    made_instructions: usize,
    /// Instructions until the model has to be asked what is due.
    left: u64,
    /// Instructions until it is worth asking how far away that is.
    near: u32,
    /// MSR, while the model is on and nothing may have changed it.
    msr: Option<u32>,
    prefix: Prefix,
    /// HID0 as the guest wrote it.
    hid0: u32,
    signature: String,
    /// What happened so far.
    pub statistics: Statistics,
}

impl Machine {
    /// A machine at reset.
    pub fn new(mut guest: Guest, model: Recorded) -> Self {
        let (prefix, pairs) = (Prefix::of(guest.msr()), guest.pairs);
        let signature = signature::text(model.settings());
        let mut machine = Self {
            model,
            guest,
            blocks: Blocks::default(),
            addresses: AddressSpace::new(pairs),
            watching: false,
            counter: Counter::new(),
            counted: 0,
            block: Counter::new(),
            running: None,
            accesses: Accesses::default(),
            several: Vec::new(),
            steps: Counter::new(),
            stepping: false,
            epoch: 0,
            made_instructions: 0,
            left: 0,
            near: 0,
            msr: None,
            prefix,
            hid0: 0,
            signature,
            statistics: Statistics::default(),
        };
        machine.rearm(0);
        machine
    }

    /// QEMU has thrown all blocks away.
    pub fn flushed(&mut self) {
        self.statistics.flushes += 1;
        self.statistics.records = self.statistics.records.max(self.blocks.bytes() as u64);
        self.keep_running();
        self.block.set(NO_BLOCK);
    }

    /// QEMU ends: gives what was counted.
    pub fn finish(&mut self) -> &Statistics {
        if !self.watching {
            self.pass(0);
        }
        self.model.end();
        self.statistics.lost_pages = self.addresses.lost;
        self.statistics.records = self.statistics.records.max(self.blocks.bytes() as u64);
        &self.statistics
    }

    /// MSR as it is before the instruction that executes next.
    #[inline]
    fn msr(&mut self) -> u32 {
        self.msr.unwrap_or_else(|| self.read_msr())
    }

    #[cold]
    fn read_msr(&mut self) -> u32 {
        let msr = self.guest.msr();
        self.addresses.enter(msr);
        self.msr = Some(msr);
        msr
    }
}
