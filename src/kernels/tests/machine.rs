//! A small PowerPC interpreter that counts.
//!
//! Written apart from the generators and the encoders: instructions are decoded by the
//! `powerpc` crate, semantics follow the architecture's definition, and whatever a
//! kernel must not do (leave its code, touch memory that is not its data, misalign,
//! return with a changed stack pointer, change a system register) is a panic. Vector
//! arithmetic is counted, not computed: no kernel's path depends on it.
//!
//! One file a kind of instruction: each takes what it knows and says so.

mod branch;
mod float;
mod integer;
mod kind;
mod memory;
mod system;

use powerpc::{Extension, Extensions, Ins};

use super::built::Built;
use crate::kernels::counts::Counts;
use crate::kernels::workspace::Prepared;

pub use kind::kind;

/// Where the caller's `bctrl` left the return address.
const RETURN: u32 = 0xffff_fff0;
/// More than any test executes.
const RUNAWAY: u64 = 100_000_000;
/// Registers that the caller wants back: stack pointer and the two small-data bases.
const KEPT: [usize; 3] = [1, 2, 13];

/// Decodes with AltiVec on.
pub fn decode(word: u32) -> Ins {
    Ins::new(word, Extensions::from_extension(Extension::AltiVec))
}

/// The machine's state and what it has counted.
pub struct Machine {
    code: Vec<Ins>,
    code_address: u32,
    data: Vec<u32>,
    data_address: u32,
    registers: [u32; 32],
    lr: u32,
    ctr: u32,
    /// The condition register, field 0 in the highest four bits.
    cr: u32,
    xer: u32,
    floats: [f64; 32],
    /// Whether FPSCR was read, so that it may be written back.
    fpscr_read: bool,
    /// The same of VSCR.
    vscr_read: bool,
    /// Address that `lwarx` reserved.
    reserved: Option<u32>,
    /// Counted by kind.
    pub counts: Counts,
    /// Times that each word of the code was executed, the final `blr` not counted.
    pub executions: Vec<u64>,
    /// Addresses of loads and stores, in order.
    pub accessed: Vec<u32>,
    /// Addresses of hints to the caches, in order.
    pub hinted: Vec<u32>,
    /// Targets of `bctrl`, in order.
    pub called: Vec<u32>,
    /// Targets of `bctr`, in order.
    pub jumped: Vec<u32>,
    /// Address of each `bc` and whether it was taken, in order.
    pub decisions: Vec<(u32, bool)>,
    /// Address of each load, in order.
    pub loaded: Vec<u32>,
}

impl Machine {
    /// A machine with the kernel in memory and every register holding nonsense.
    pub fn new(built: &Built) -> Self {
        Self {
            code: built.code.iter().map(|word| decode(*word)).collect(),
            code_address: built.code_address,
            data: built.data.clone(),
            data_address: built.data_address,
            registers: core::array::from_fn(|number| 0x5a5a_0001 + 0x0101 * number as u32),
            lr: RETURN,
            ctr: 0x5a5a_5a5b,
            cr: 0x5a5a_5a5a,
            xer: 0x2000_005a,
            floats: [f64::NAN; 32],
            fpscr_read: false,
            vscr_read: false,
            reserved: None,
            counts: Counts::default(),
            executions: vec![0; built.code.len()],
            accessed: Vec::new(),
            hinted: Vec::new(),
            called: Vec::new(),
            jumped: Vec::new(),
            decisions: Vec::new(),
            loaded: Vec::new(),
        }
    }

    /// Calls the kernel as the lab does and runs until it returns.
    pub fn call(&mut self, prepared: &Prepared, iterations: u32) {
        self.registers[3] = iterations;
        self.registers[4..10].copy_from_slice(&prepared.arguments);
        self.lr = RETURN;
        let kept = KEPT.map(|number| self.registers[number]);
        let mut address = prepared.entry;
        while address != RETURN {
            let index = self.index(address);
            let instruction = self.code[index];
            let next = self.step(address, instruction);
            let to = next.unwrap_or(address.wrapping_add(4));
            if to == RETURN {
                assert!(instruction.is_blr(), "left by {} at {address:08x}", instruction.simplified());
            } else {
                self.count(instruction, next.is_some());
                self.executions[index] += 1;
            }
            assert!(self.counts.executed < RUNAWAY, "does not return");
            address = to;
        }
        assert_eq!(KEPT.map(|number| self.registers[number]), kept, "r1, r2 and r13 belong to the caller");
    }

    /// Executes one instruction; the target of a taken branch.
    fn step(&mut self, address: u32, i: Ins) -> Option<u32> {
        if i.is_branch() {
            return self.branch(address, i);
        }
        let known =
            self.integer(i) || self.memory(i) || self.system(i) || self.float(i) || kind::is_vector_arithmetic(i.op);
        assert!(known, "{} at {address:08x} is not modelled", i.simplified());
        None
    }

    /// Counts what was executed; a branch folds when it is taken and updates neither
    /// LR nor CTR.
    fn count(&mut self, i: Ins, taken: bool) {
        let kind = kind(i);
        let counts = &mut self.counts;
        counts.executed += kind.executed;
        counts.branches += kind.branches;
        counts.loads += kind.loads;
        counts.stores += kind.stores;
        counts.float += kind.float;
        counts.vector += kind.vector;
        counts.system_calls += kind.system_calls;
        if kind.branches == 1 {
            let updates = branch::updates(i);
            counts.taken += u64::from(taken);
            counts.folded += u64::from(taken && !updates);
            counts.fall_through += u64::from(!taken && !updates);
        }
    }

    fn index(&self, address: u32) -> usize {
        let offset = address.wrapping_sub(self.code_address);
        assert!(offset.is_multiple_of(4) && (offset as usize) < 4 * self.code.len(), "{address:08x} is not code");
        offset as usize / 4
    }
}
