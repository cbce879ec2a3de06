//! A small PowerPC interpreter that counts.
//!
//! Written apart from the generators and the encoders: instructions are decoded by the
//! `powerpc` crate, semantics follow the architecture's definition, and whatever a
//! kernel must not do (leave its code, touch memory that is not its data, misalign,
//! return with a changed stack pointer) is a panic. Floating-point and vector
//! arithmetic is counted, not computed: no kernel's path depends on it.

use powerpc::{Extension, Extensions, Ins, Opcode};

use super::built::Built;
use crate::kernels::counts::Counts;
use crate::kernels::workspace::Prepared;

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
    /// The EQ bit of condition field 0, the only one that any kernel tests.
    equal: bool,
    /// Counted by kind.
    pub counts: Counts,
    /// Times that each word of the code was executed, the final `blr` not counted.
    pub executions: Vec<u64>,
    /// Targets of `bctrl`, in order.
    pub called: Vec<u32>,
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
            equal: true,
            counts: Counts::default(),
            executions: vec![0; built.code.len()],
            called: Vec::new(),
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

    /// The data word at an address.
    pub fn word(&self, address: u32) -> u32 {
        self.data[self.place(address)]
    }

    /// Executes one instruction; the target of a taken branch.
    fn step(&mut self, address: u32, i: Ins) -> Option<u32> {
        let r = self.registers;
        let [a, b, s, d] = [i.field_ra(), i.field_rb(), i.field_rs(), i.field_rd()].map(usize::from);
        let base = if a == 0 { 0 } else { r[a] };
        let signed = i32::from(i.field_simm()) as u32;
        match i.op {
            Opcode::Addi => self.registers[d] = base.wrapping_add(signed),
            Opcode::Addic_ => {
                self.registers[d] = r[a].wrapping_add(signed);
                self.equal = self.registers[d] == 0;
            }
            Opcode::Subfic => self.registers[d] = signed.wrapping_sub(r[a]),
            Opcode::Mulli => self.registers[d] = r[a].wrapping_mul(signed),
            Opcode::Add => self.registers[d] = r[a].wrapping_add(r[b]),
            Opcode::Subf => self.registers[d] = r[b].wrapping_sub(r[a]),
            Opcode::Mullw => self.registers[d] = r[a].wrapping_mul(r[b]),
            Opcode::Mulhwu => self.registers[d] = ((u64::from(r[a]) * u64::from(r[b])) >> 32) as u32,
            Opcode::Or => self.registers[a] = r[s] | r[b],
            Opcode::Xor => self.registers[a] = r[s] ^ r[b],
            Opcode::Ori => self.registers[a] = r[s] | u32::from(i.field_uimm()),
            Opcode::Rlwinm => {
                let rotated = r[s].rotate_left(u32::from(i.field_sh()));
                self.registers[a] = rotated & mask(i.field_mb(), i.field_me());
            }
            Opcode::Cmpl => {
                assert_eq!(i.field_crfd(), 0, "only cr0 is modelled");
                self.equal = r[a] == r[b];
            }
            Opcode::Lwz => self.registers[d] = self.word(base.wrapping_add(signed)),
            Opcode::Lwzu => {
                assert!(a != 0 && a != d, "invalid form of lwzu");
                self.registers[a] = r[a].wrapping_add(signed);
                self.registers[d] = self.word(self.registers[a]);
            }
            Opcode::Lwzx => self.registers[d] = self.word(base.wrapping_add(r[b])),
            Opcode::Stw => {
                let place = self.place(base.wrapping_add(signed));
                self.data[place] = r[s];
            }
            Opcode::Lfd => {
                let from = base.wrapping_add(signed);
                assert!(from.is_multiple_of(8), "a double at {from:08x}");
                self.place(from);
                self.place(from + 4);
            }
            Opcode::Mfspr => self.registers[d] = *self.special(i),
            Opcode::Mtspr => *self.special(i) = r[s],
            Opcode::B => {
                assert!(!i.field_aa());
                self.link(address, i);
                return Some(address.wrapping_add_signed(i.field_li()));
            }
            Opcode::Bc => {
                assert!(!i.field_aa());
                let to = address.wrapping_add_signed(i32::from(i.field_bd()));
                return self.holds(i).then_some(to);
            }
            Opcode::Bclr => return self.holds(i).then_some(self.lr),
            Opcode::Bcctr => {
                let to = self.ctr;
                if i.field_lk() {
                    self.called.push(to);
                }
                self.link(address, i);
                return self.holds(i).then_some(to);
            }
            _ if is_float(i.op) || is_vector(i.op) => {}
            _ => panic!("{} at {address:08x} is not modelled", i.simplified()),
        }
        None
    }

    /// Whether a branch's condition holds, CTR counted down first where BO says so.
    fn holds(&mut self, i: Ins) -> bool {
        match i.field_bo() {
            0b10100 => true,
            0b10000 => {
                self.ctr = self.ctr.wrapping_sub(1);
                self.ctr != 0
            }
            option @ (0b01100 | 0b00100) => {
                assert_eq!(i.field_bi(), 2, "only cr0's EQ is modelled");
                self.equal == (option == 0b01100)
            }
            option => panic!("BO {option:05b} is not modelled"),
        }
    }

    fn link(&mut self, address: u32, i: Ins) {
        if i.field_lk() {
            self.lr = address + 4;
        }
    }

    fn special(&mut self, i: Ins) -> &mut u32 {
        match i.field_spr() {
            8 => &mut self.lr,
            9 => &mut self.ctr,
            number => panic!("SPR {number} is not modelled"),
        }
    }

    /// Counts what was executed; a branch folds when it is taken and updates neither
    /// LR nor CTR.
    fn count(&mut self, i: Ins, taken: bool) {
        let kind = kind(i);
        let counts = &mut self.counts;
        counts.executed += 1;
        counts.branches += kind.branches;
        counts.loads += kind.loads;
        counts.stores += kind.stores;
        counts.float += kind.float;
        counts.vector += kind.vector;
        if kind.branches == 1 {
            let updates = i.field_lk() || (i.op == Opcode::Bc && i.field_bo() & 0b00100 == 0);
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

    fn place(&self, address: u32) -> usize {
        let offset = address.wrapping_sub(self.data_address);
        assert!(offset.is_multiple_of(4) && (offset as usize) < 4 * self.data.len(), "{address:08x} is not data");
        offset as usize / 4
    }
}

/// Ones from bit `begin` to bit `end`, counted from the most significant.
fn mask(begin: u8, end: u8) -> u32 {
    assert!(begin <= end, "masks that wrap are not modelled");
    u32::MAX >> begin & u32::MAX << (31 - end)
}

fn is_float(op: Opcode) -> bool {
    matches!(op, Opcode::Fadd | Opcode::Fmul | Opcode::Fmadd)
}

fn is_vector(op: Opcode) -> bool {
    matches!(op, Opcode::Vaddubm | Opcode::Vmuloub | Opcode::Vperm | Opcode::Vmaddfp | Opcode::Vxor)
}

/// What one execution of an instruction counts as, whether it branches or not.
pub fn kind(i: Ins) -> Counts {
    Counts {
        executed: 1,
        branches: u64::from(i.is_branch()),
        loads: u64::from(matches!(i.op, Opcode::Lwz | Opcode::Lwzu | Opcode::Lwzx | Opcode::Lfd)),
        stores: u64::from(i.op == Opcode::Stw),
        float: u64::from(is_float(i.op)),
        vector: u64::from(is_vector(i.op)),
        ..Counts::default()
    }
}
