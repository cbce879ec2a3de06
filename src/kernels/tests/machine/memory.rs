//! Loads and stores of every width, and hints to the caches.

use powerpc::{Ins, Opcode};

use super::Machine;

/// What a load or store moves.
#[derive(Clone, Copy)]
enum Unit {
    /// Bytes of a general register, zeros above them.
    Unsigned(u32),
    /// Two bytes, their sign above them.
    Signed,
    /// Four bytes, in reverse.
    Reversed,
    /// Four bytes as a number of single precision.
    Single,
    /// Eight bytes as a number of double precision.
    Double,
    /// Sixteen bytes, whose value nothing depends on.
    Vector,
}

/// Whether it loads, whether base and index make the address, whether the base becomes
/// the address, and what is moved; `None` for other instructions.
fn access(op: Opcode) -> Option<(bool, bool, bool, Unit)> {
    use Opcode::*;
    let indexed = matches!(
        op,
        Lbzx | Lhzx | Lhax | Lwzx | Lwzux | Lwbrx | Lwarx | Stwux | Stwcx_ | Lfsx | Lfdx | Lfdux | Lvx | Stvx
    );
    let updates = matches!(op, Lwzu | Lwzux | Stwux | Lfdu | Lfdux | Stfdu);
    let (loads, unit) = match op {
        Lbz | Lbzx => (true, Unit::Unsigned(1)),
        Lhzx => (true, Unit::Unsigned(2)),
        Lwz | Lwzx | Lwzu | Lwzux | Lwarx => (true, Unit::Unsigned(4)),
        Lhax => (true, Unit::Signed),
        Lwbrx => (true, Unit::Reversed),
        Lfsx => (true, Unit::Single),
        Lfd | Lfdx | Lfdu | Lfdux => (true, Unit::Double),
        Lvx => (true, Unit::Vector),
        Stb => (false, Unit::Unsigned(1)),
        Sth => (false, Unit::Unsigned(2)),
        Stw | Stwux | Stwcx_ => (false, Unit::Unsigned(4)),
        Stfs => (false, Unit::Single),
        Stfd | Stfdu => (false, Unit::Double),
        Stvx => (false, Unit::Vector),
        _ => return None,
    };
    Some((loads, indexed, updates, unit))
}

pub fn is_load(op: Opcode) -> bool {
    access(op).is_some_and(|(loads, ..)| loads)
}

pub fn is_store(op: Opcode) -> bool {
    access(op).is_some_and(|(loads, ..)| !loads)
}

impl Machine {
    /// Executes a load, a store, a hint or a flush; false when it is none.
    pub(super) fn memory(&mut self, i: Ins) -> bool {
        let [a, b, register] = [i.field_ra(), i.field_rb(), i.field_rd()].map(usize::from);
        let base = if a == 0 { 0 } else { self.registers[a] };
        let sum = base.wrapping_add(self.registers[b]);
        if matches!(i.op, Opcode::Dcbf | Opcode::Dcbt | Opcode::Dcbtst | Opcode::Dst) {
            let touched = if i.op == Opcode::Dst { base } else { sum };
            self.place(touched & !3);
            self.hinted.push(touched);
            return true;
        }
        if i.op == Opcode::Icbi {
            self.index(sum);
            return true;
        }
        let Some((loads, indexed, updates, unit)) = access(i.op) else {
            return i.op == Opcode::Dss;
        };
        let address = if indexed { sum } else { base.wrapping_add(i32::from(i.field_simm()) as u32) };
        self.accessed.push(address);
        if updates {
            let loads_itself = loads && a == register && matches!(unit, Unit::Unsigned(_));
            assert!(a != 0 && !loads_itself, "invalid form of {}", i.simplified());
            self.registers[a] = address;
        }
        match i.op {
            Opcode::Lwarx => self.reserved = Some(address),
            Opcode::Stwcx_ => assert_eq!(self.reserved.take(), Some(address), "stores what it did not reserve"),
            _ => {}
        }
        if loads {
            self.loaded.push(address);
            self.load(register, address, unit)
        } else {
            self.store(register, address, unit)
        }
        true
    }

    fn load(&mut self, register: usize, address: u32, unit: Unit) {
        match unit {
            Unit::Unsigned(bytes) => self.registers[register] = self.read(address, bytes) as u32,
            Unit::Signed => self.registers[register] = i32::from(self.read(address, 2) as i16) as u32,
            Unit::Reversed => self.registers[register] = (self.read(address, 4) as u32).swap_bytes(),
            Unit::Single => self.floats[register] = f32::from_bits(self.read(address, 4) as u32).into(),
            Unit::Double => self.floats[register] = f64::from_bits(self.read(address, 8)),
            Unit::Vector => {
                self.place(address & !15);
            }
        }
    }

    fn store(&mut self, register: usize, address: u32, unit: Unit) {
        match unit {
            Unit::Unsigned(bytes) => self.write(address, bytes, self.registers[register].into()),
            Unit::Single => self.write(address, 4, (self.floats[register] as f32).to_bits().into()),
            Unit::Double => self.write(address, 8, self.floats[register].to_bits()),
            Unit::Vector => {
                self.place(address & !15);
            }
            Unit::Signed | Unit::Reversed => unreachable!("no kernel stores so"),
        }
    }

    /// Bytes from an address that must be a multiple of their number.
    fn read(&self, address: u32, bytes: u32) -> u64 {
        assert!(address.is_multiple_of(bytes), "{bytes} bytes at {address:08x}");
        if bytes == 8 {
            return u64::from(self.word(address)) << 32 | u64::from(self.word(address + 4));
        }
        let shift = 8 * (4 - bytes - address % 4);
        u64::from(self.word(address & !3) >> shift) & ((1 << (8 * bytes)) - 1)
    }

    fn write(&mut self, address: u32, bytes: u32, value: u64) {
        assert!(address.is_multiple_of(bytes), "{bytes} bytes at {address:08x}");
        if bytes == 8 {
            self.write(address, 4, value >> 32);
            return self.write(address + 4, 4, value & 0xffff_ffff);
        }
        let shift = 8 * (4 - bytes - address % 4);
        let mask = (((1u64 << (8 * bytes)) - 1) as u32) << shift;
        let place = self.place(address & !3);
        self.data[place] = self.data[place] & !mask | (value as u32) << shift & mask;
    }

    /// The data word at an address.
    pub fn word(&self, address: u32) -> u32 {
        self.data[self.place(address)]
    }

    fn place(&self, address: u32) -> usize {
        let offset = address.wrapping_sub(self.data_address);
        assert!(offset.is_multiple_of(4) && (offset as usize) < 4 * self.data.len(), "{address:08x} is not data");
        offset as usize / 4
    }
}
