//! What the tables say of an instruction, put together for the reference.

use model::settings::{Nop, Settings};
use mpc7450::instruction::decode;
use mpc7450::instruction::decode::{
    BranchForm, BranchTarget, Decoded, Extent, Kind, RegisterKind, Resources, Serialization, Transfer, Unit,
};

use crate::program::{Program, Step};

/// A register, of any kind: its number in one list of all.
pub type Register = u8;

pub const CR: Register = 96;
pub const LR: Register = 104 + 3;
pub const CTR: Register = 104 + 4;
pub const REGISTERS: usize = 112;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    General,
    Vector,
    Float,
    None,
}

/// A program's instruction with everything about it that does not depend on time.
pub struct Facts {
    pub step: Step,
    pub decoded: Option<Decoded>,
    pub kind: Kind,
    pub branch: Option<BranchForm>,
    pub unit: Unit,
    pub queue: Queue,
    pub latency: u64,
    pub throughput: u64,
    pub execution: bool,
    pub refetch: bool,
    /// Sources of X1.
    pub sources: Vec<Register>,
    /// Data of a store (X4).
    pub data: Vec<Register>,
    pub writes: Vec<Register>,
    /// Bit n for register n.
    pub write_mask: u128,
    /// The base register that an update form replaces.
    pub base: Option<Register>,
    /// Renames of D3: GPR, FPR, VR.
    pub renames: [u32; 3],
    /// D5.
    pub words: u64,
    pub multiple: bool,
    pub float_compare: bool,
    /// Its memory accesses are floating point (M2, M4).
    pub float: bool,
    /// They can cross 8 bytes (M3).
    pub crosses: bool,
}

/// An instruction in a listing.
pub struct Shown<'a>(pub &'a Facts);

impl std::fmt::Debug for Shown<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:08x} {}", self.0.step.word, self.0.decoded.map_or("?", Decoded::mnemonic))
    }
}

fn registers(set: Resources) -> Vec<Register> {
    let mut list = Vec::new();
    let mut add = |bits: u32, first: u8| list.extend((0..32).filter(|bit| bits >> bit & 1 != 0).map(|bit| first + bit));
    add(set.gprs, 0);
    add(set.fprs, 32);
    add(set.vrs, 64);
    add(set.cr.into(), CR);
    add(set.special.bits().into(), 104);
    list
}

fn transfer(kind: Kind) -> Option<Transfer> {
    match kind {
        Kind::Load(transfer) | Kind::Store(transfer) => Some(transfer),
        _ => None,
    }
}

/// As many registers from the first as there are words (D5, `lswx` and `stswx`).
fn counted(word: u32, count: usize) -> u32 {
    (0..count as u32).fold(0, |mask, place| mask | 1 << (((word >> 21) + place) & 31))
}

impl Facts {
    fn new(step: &Step, settings: &Settings) -> Self {
        let nothing = Self {
            step: step.clone(),
            decoded: None,
            kind: Kind::Plain,
            branch: None,
            unit: Unit::None,
            queue: Queue::None,
            latency: 0,
            throughput: 1,
            execution: false,
            refetch: false,
            sources: Vec::new(),
            data: Vec::new(),
            writes: Vec::new(),
            write_mask: 0,
            base: None,
            renames: [0; 3],
            words: 1,
            multiple: false,
            float_compare: false,
            float: false,
            crosses: false,
        };
        let Some(decoded) = decode(step.word) else { return nothing };
        if step.word == 0x6000_0000 && settings.nop == Nop::Free {
            return Self { decoded: Some(decoded), ..nothing };
        }
        let kind = decoded.kind();
        let mut reads = decoded.reads();
        let mut writes = decoded.writes();
        let mut data = decoded.store_data();
        let transfer = transfer(kind);
        if let Some(Transfer { extent: Extent::Counted, .. }) = transfer {
            let moved = counted(step.word, step.accesses.len());
            if writes.gprs != 0 {
                writes.gprs = moved;
            } else {
                data.gprs = moved;
            }
        }
        let address = decoded.address_registers();
        if matches!(kind, Kind::Store(_)) {
            reads.gprs = reads.gprs & !decoded.store_data().gprs | address.gprs;
            reads.fprs = 0;
            reads.vrs = 0;
        }
        let unit = decoded.unit();
        let multiple = transfer.is_some_and(|transfer| transfer.extent != Extent::Single);
        let update = transfer.is_some_and(|transfer| transfer.update);
        let base = update.then_some((step.word >> 16 & 31) as Register);
        let (latency, throughput) = if step.short_operand {
            (decoded.short_latency(), decoded.short_throughput())
        } else {
            (decoded.latency(), decoded.throughput())
        };
        let access = matches!(kind, Kind::Load(_) | Kind::Store(_));
        let register = transfer.map(|transfer| transfer.register);
        Self {
            step: step.clone(),
            decoded: Some(decoded),
            kind,
            branch: if let Kind::Branch(form) = kind { Some(form) } else { None },
            unit,
            queue: match unit {
                Unit::Lsu | Unit::Iu1 | Unit::Iu2 => Queue::General,
                Unit::Fpu => Queue::Float,
                Unit::Viu1 | Unit::Viu2 | Unit::Vpu | Unit::Vfpu => Queue::Vector,
                Unit::None | Unit::Branch => Queue::None,
            },
            latency: if access { 3 } else { latency.into() },
            throughput: if access { 1 } else { throughput.into() },
            execution: decoded.serialization().contains(Serialization::EXECUTION),
            refetch: decoded.serialization().contains(Serialization::REFETCH),
            sources: registers(reads),
            // X4: a `stwcx.` that stores nothing waits for no data.
            data: if step.accesses.is_empty() { Vec::new() } else { registers(data) },
            writes: registers(writes),
            write_mask: registers(writes).iter().fold(0, |mask, register| mask | 1 << register),
            base,
            renames: [writes.gprs.count_ones(), writes.fprs.count_ones(), writes.vrs.count_ones()],
            words: if multiple { step.accesses.len().max(1) as u64 } else { 1 },
            multiple,
            float_compare: decoded.mnemonic().starts_with("fcmp"),
            float: matches!(register, Some(RegisterKind::Single | RegisterKind::Double | RegisterKind::FloatWord)),
            crosses: !matches!(register, Some(RegisterKind::Vector | RegisterKind::VectorElement)),
        }
    }

    /// B10: treated as not taken in every rule.
    pub fn taken(&self) -> bool {
        self.step.taken && !self.branch.is_some_and(BranchForm::reads_own_address)
    }

    /// `b` and `bc`, which the BTIC holds.
    pub fn has_displacement(&self) -> bool {
        matches!(self.branch, Some(BranchForm { target: BranchTarget::Displacement { .. }, .. }))
    }

    pub fn returns(&self) -> bool {
        matches!(self.branch, Some(BranchForm { target: BranchTarget::LinkRegister, .. }))
    }

    pub fn goes_to_ctr(&self) -> bool {
        matches!(self.branch, Some(BranchForm { target: BranchTarget::CountRegister, .. }))
    }

    /// `mtctr` or `mtlr` (B11).
    pub fn moves_to(&self) -> Option<Register> {
        match self.kind {
            Kind::MoveToSpr(8) => Some(LR),
            Kind::MoveToSpr(9) => Some(CTR),
            _ => None,
        }
    }
}

pub fn of_program(program: &Program) -> Vec<Facts> {
    program.steps.iter().map(|step| Facts::new(step, &program.settings)).collect()
}
