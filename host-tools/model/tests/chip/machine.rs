//! A small guest machine: it executes a few instructions and tells the model, as any
//! producer does. What the guest sees of the model it sees by `mfspr`.

use std::collections::HashMap;

use model::code::NoCode;
use model::instruction::Instruction;
use model::model::Model;
use model::record::{Access, AccessKind, Exception, Place, Retired, Translation};
use model::settings::Settings;
use mpc7450::instruction::decode::{BranchForm, Kind, Transfer, decode};
use mpc7450::parts::Part;

use crate::words::{MSR_EE, MSR_PMM, SRR0, SRR1};

/// The settings of all tests but those on a part: a 7455.
pub fn settings() -> Settings {
    Settings::new(Part::from_pvr(0x8001_0201))
}

/// A word as the machine executes it.
#[derive(Clone, Copy)]
struct Line {
    instruction: Instruction,
    kind: Option<Kind>,
}

/// An instruction that ran.
#[derive(Clone, Copy, Debug)]
pub struct Ran {
    pub at: u32,
    /// MSR[PMM] while it ran.
    pub marked: bool,
    /// The cycle in which it completed; `None` for folded and removed branches.
    pub complete: Option<u64>,
}

/// A processor with memory, one instruction at a time.
pub struct Machine {
    pub model: Model,
    pub r: [u32; 32],
    pub pc: u32,
    pub msr: u32,
    pub ctr: u32,
    pub lr: u32,
    pub cr: u32,
    sprs: HashMap<u16, u32>,
    code: HashMap<u32, Line>,
    data: HashMap<u32, u32>,
    /// Each exception of the model: vector, SRR0, and how many instructions had run.
    pub taken: Vec<(u32, u32, u64)>,
    /// Instructions run, those of handlers included.
    pub ran: u64,
    /// Everything that ran, if wanted.
    pub log: Option<Vec<Ran>>,
    /// All addresses are translated by the page table.
    pub paged: bool,
    /// Ask only when the model's horizon is over.
    pub lazy: bool,
    ask_at: u64,
}

impl Machine {
    pub fn new() -> Self {
        Self::with(settings())
    }

    pub fn with(settings: Settings) -> Self {
        Self {
            model: Model::new(settings),
            r: [0; 32],
            pc: 0,
            msr: 0,
            ctr: 0,
            lr: 0,
            cr: 0,
            sprs: HashMap::new(),
            code: HashMap::new(),
            data: HashMap::new(),
            taken: Vec::new(),
            ran: 0,
            log: None,
            paged: false,
            lazy: false,
            ask_at: 0,
        }
    }

    /// Puts a program into memory and answers the address behind it.
    pub fn place(&mut self, at: u32, words: &[u32]) -> u32 {
        for (word, at) in words.iter().zip((at..).step_by(4)) {
            let kind = decode(*word).map(|decoded| decoded.kind());
            self.code.insert(at, Line { instruction: Instruction::new(*word), kind });
        }
        at + 4 * words.len() as u32
    }

    /// What a word of memory holds.
    pub fn word(&self, at: u32) -> u32 {
        self.data.get(&at).copied().unwrap_or(0)
    }

    /// Writes a word of memory behind the program's back.
    pub fn set_word(&mut self, at: u32, value: u32) {
        self.data.insert(at, value);
    }

    /// So many instructions from `from` on.
    pub fn steps(&mut self, from: u32, count: u64) {
        self.pc = from;
        (0..count).for_each(|_| self.step());
    }

    /// Where an address is: the page table maps each to itself, if it is used.
    fn at(&self, address: u32) -> Place {
        let translation = if self.paged { Translation::Page } else { Translation::Real };
        Place { translation, ..Place::real(address) }
    }

    /// Runs from `from` until the instruction at `until` would be next.
    pub fn run(&mut self, from: u32, until: u32) {
        self.pc = from;
        while self.pc != until {
            self.step();
        }
    }

    /// One instruction, and the exception before it, if one is due.
    pub fn step(&mut self) {
        if !self.lazy || self.ran >= self.ask_at {
            if let Some(due) = self.model.due(self.pc, self.msr) {
                self.taken.push((due.vector, due.srr0, self.ran));
                self.enter(due.vector, due.srr0, due.srr1, due.msr);
            }
            self.ask_at = self.ran + self.model.horizon().max(1);
        }
        self.execute();
        self.ran += 1;
    }

    fn enter(&mut self, vector: u32, srr0: u32, srr1: u32, msr: u32) {
        self.sprs.insert(SRR0, srr0);
        self.sprs.insert(SRR1, srr1);
        self.msr = msr;
        self.pc = vector;
        self.model.exception(&Exception { vector, handler: Place::real(vector), msr });
    }

    /// Tells the model of an instruction; answers what it reads.
    fn tell(&mut self, line: Line, next: u32, taken: bool, accesses: &[Access], value: u32) -> Option<u32> {
        let at = self.at(self.pc);
        let retired =
            Retired { instruction: &line.instruction, at, next, taken, accesses, value, short_operand: false };
        let answer = self.model.retire(&retired, &mut NoCode);
        if let Some(log) = &mut self.log {
            let complete = self.model.stages().and_then(|stages| stages.complete);
            log.push(Ran { at: self.pc, marked: self.msr & MSR_PMM != 0, complete });
        }
        answer
    }

    fn execute(&mut self) {
        let line = *self.code.get(&self.pc).unwrap_or_else(|| panic!("no program at {:#x}", self.pc));
        let word = line.instruction.word;
        let (d, a) = ((word >> 21 & 31) as usize, (word >> 16 & 31) as usize);
        let behind = self.pc.wrapping_add(4);
        match line.kind.unwrap_or_else(|| panic!("{word:#010x}")) {
            Kind::Branch(branch) => return self.branch(line, branch),
            Kind::Load(transfer) | Kind::Store(transfer) => return self.access(line, transfer, d, a),
            Kind::MoveToSpr(spr) => {
                let value = self.r[d];
                self.tell(line, behind, false, &[], value);
                match spr {
                    8 => self.lr = value,
                    9 => self.ctr = value,
                    _ if self.model.owns(spr) => self.ask_at = 0,
                    _ => _ = self.sprs.insert(spr, value),
                }
            }
            Kind::MoveFromSpr(spr) | Kind::MoveFromTimeBase(spr) => {
                let answer = self.tell(line, behind, false, &[], 0);
                self.r[d] = answer.unwrap_or_else(|| match spr {
                    8 => self.lr,
                    9 => self.ctr,
                    _ => self.sprs.get(&spr).copied().unwrap_or(0),
                });
            }
            Kind::MoveToMsr => {
                let value = self.r[d];
                self.tell(line, behind, false, &[], value);
                self.msr = value;
                self.ask_at = 0;
            }
            Kind::ReturnFromInterrupt => {
                let (next, msr) = (self.sprs[&SRR0], self.sprs[&SRR1]);
                self.tell(line, next, true, &[], msr);
                (self.pc, self.msr, self.ask_at) = (next, msr, 0);
                return;
            }
            Kind::SystemCall => {
                self.tell(line, behind, true, &[], 0);
                let msr = self.msr;
                return self.enter(0xc00, behind, msr, 0);
            }
            _ => {
                self.tell(line, behind, false, &[], 0);
                self.compute(word, d, a);
            }
        }
        self.pc = behind;
    }

    /// The few instructions that compute something the tests look at; all others only
    /// take their time.
    fn compute(&mut self, word: u32, d: usize, a: usize) {
        let immediate = word as u16 as i16 as u32;
        let base = if a == 0 { 0 } else { self.r[a] };
        match (word >> 26, word >> 1 & 0x3ff) {
            (14, _) => self.r[d] = base.wrapping_add(immediate),
            (15, _) => self.r[d] = base.wrapping_add(word << 16),
            (24, _) => self.r[a] = self.r[d] | word & 0xffff,
            (31, 266) => self.r[d] = self.r[a].wrapping_add(self.r[(word >> 11 & 31) as usize]),
            (31, 83) => self.r[d] = self.msr,
            _ => {}
        }
    }

    fn branch(&mut self, line: Line, branch: BranchForm) {
        let taken = branch.taken(self.cr, self.ctr);
        let behind = self.pc.wrapping_add(4);
        let next = if taken { branch.target(self.pc, self.lr, self.ctr) } else { behind };
        self.tell(line, next, taken, &[], 0);
        if branch.decrements_ctr() {
            self.ctr = self.ctr.wrapping_sub(1);
        }
        if branch.link {
            self.lr = behind;
        }
        self.pc = next;
    }

    /// Loads and stores, one access for each word of a multiple; values only of words.
    fn access(&mut self, line: Line, transfer: Transfer, d: usize, a: usize) {
        let word = line.instruction.word;
        let (primary, base) = (word >> 26, if a == 0 { 0 } else { self.r[a] });
        let indexed = matches!(primary, 4 | 31);
        let offset = if indexed { self.r[(word >> 11 & 31) as usize] } else { word as u16 as i16 as u32 };
        let address = base.wrapping_add(offset);
        let store = matches!(line.kind, Some(Kind::Store(_)));
        let kind = if store { AccessKind::Store } else { AccessKind::Load };
        let pieces = if matches!(primary, 46 | 47) { 32 - d as u32 } else { 1 };
        let places = (0..pieces).map(|piece| self.at(address.wrapping_add(4 * piece)));
        let accesses: Vec<Access> = places.map(|place| Access { place, bytes: transfer.bytes, kind }).collect();
        let behind = self.pc.wrapping_add(4);
        self.tell(line, behind, false, &accesses, 0);
        match primary {
            36 => _ = self.data.insert(address, self.r[d]),
            32 => self.r[d] = self.word(address),
            _ => {}
        }
        self.pc = behind;
    }

    /// Writes a register at a spot where no program stands, as an `mtspr` there would.
    pub fn mtspr(&mut self, spr: u16, value: u32) {
        self.r[SCRATCH] = value;
        self.once(crate::words::mtspr(spr, SCRATCH as u32));
    }

    /// Reads a register likewise.
    pub fn mfspr(&mut self, spr: u16) -> u32 {
        self.once(crate::words::mfspr(spr, SCRATCH as u32));
        self.r[SCRATCH]
    }

    /// One instruction at a spot of its own, without asking for exceptions.
    pub fn once(&mut self, word: u32) {
        self.place(SPOT, &[word]);
        let pc = std::mem::replace(&mut self.pc, SPOT);
        self.execute();
        self.ran += 1;
        self.pc = pc;
    }

    /// MSR[EE] is set or cleared, behind the program's back.
    pub fn set_interrupts(&mut self, enabled: bool) {
        let msr = if enabled { self.msr | MSR_EE } else { self.msr & !MSR_EE };
        self.set_msr(msr);
    }

    pub fn set_msr(&mut self, msr: u32) {
        self.r[SCRATCH] = msr;
        self.once(crate::words::mtmsr(SCRATCH as u32));
    }
}

const SCRATCH: usize = 31;
/// In the last set of the instruction cache: programs of tests seldom reach that far.
const SPOT: u32 = 0x000f_0fe0;
