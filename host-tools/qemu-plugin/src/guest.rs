//! The guest's registers and memory: [`Guest`].

use model::code::Code;
use mpc7450::parts::Part;

use crate::qemu::{Buffer, Listed, Register};
use crate::refusal::Refusal;

/// The group of the special-purpose registers. CTR stands in it a second time and
/// reads as 0 there.
const SPECIAL: &str = "org.qemu.power.spr";

/// The handles that are used.
struct Registers {
    general: [Register; 32],
    msr: Register,
    cr: Register,
    lr: Register,
    ctr: Register,
    srr0: Register,
    srr1: Register,
    hid0: Register,
}

/// The processor that QEMU emulates, seen from a callback.
pub struct Guest {
    buffer: Buffer,
    registers: Registers,
    part: Part,
    /// BAT pairs of each kind.
    pub pairs: usize,
}

/// The monitor's registers: the plugin serves them, and a processor without them is
/// none of the family.
const MONITOR: [&str; 10] = ["mmcr0", "mmcr1", "mmcr2", "pmc1", "pmc2", "pmc3", "pmc4", "pmc5", "pmc6", "siar"];

impl Guest {
    /// Looks the registers up.
    ///
    /// # Errors
    ///
    /// A register is missing, or the processor is not of the family.
    pub fn new(listed: &[Listed]) -> Result<Self, Refusal> {
        let mut buffer = Buffer::new();
        let pvr = buffer.register(find(listed, "pvr")?);
        let part = Part::from_pvr(pvr);
        if !part.is_member() {
            return Err(Refusal::Processor { part: part.to_string(), pvr });
        }
        for name in MONITOR {
            find(listed, name)?;
        }
        let pairs = if find(listed, "ibat4u").is_ok() { 8 } else { 4 };
        Ok(Self { buffer, registers: Registers::new(listed)?, part, pairs })
    }

    /// What QEMU runs.
    pub const fn part(&self) -> Part {
        self.part
    }

    /// A general-purpose register.
    pub fn general(&mut self, number: u32) -> u32 {
        self.buffer.register(self.registers.general[number as usize & 31])
    }

    /// A base register: r0 means 0.
    pub fn base(&mut self, number: u32) -> u32 {
        if number == 0 { 0 } else { self.general(number) }
    }

    /// Writes a general-purpose register.
    pub fn set_general(&mut self, number: u32, value: u32) {
        self.buffer.set_register(self.registers.general[number as usize & 31], value);
    }

    /// MSR.
    pub fn msr(&mut self) -> u32 {
        self.buffer.register(self.registers.msr)
    }

    /// Writes MSR.
    pub fn set_msr(&mut self, value: u32) {
        self.buffer.set_register(self.registers.msr, value);
    }

    /// The condition register.
    pub fn cr(&mut self) -> u32 {
        self.buffer.register(self.registers.cr)
    }

    /// The link register.
    pub fn lr(&mut self) -> u32 {
        self.buffer.register(self.registers.lr)
    }

    /// The count register.
    pub fn ctr(&mut self) -> u32 {
        self.buffer.register(self.registers.ctr)
    }

    /// SRR0.
    pub fn srr0(&mut self) -> u32 {
        self.buffer.register(self.registers.srr0)
    }

    /// SRR1.
    pub fn srr1(&mut self) -> u32 {
        self.buffer.register(self.registers.srr1)
    }

    /// Writes SRR0 and SRR1.
    pub fn set_saved(&mut self, srr0: u32, srr1: u32) {
        self.buffer.set_register(self.registers.srr0, srr0);
        self.buffer.set_register(self.registers.srr1, srr1);
    }

    /// Writes QEMU's own HID0, which the guest never sees.
    pub fn set_hid0(&mut self, value: u32) {
        self.buffer.set_register(self.registers.hid0, value);
    }
}

/// Devices stand here on every board that QEMU puts these processors on; above them is
/// the ROM, below them memory.
const DEVICES: std::ops::Range<u64> = 0x8000_0000..0xfff0_0000;

impl Code for Guest {
    /// Devices are not read: it could change them.
    fn word(&mut self, physical: u64) -> Option<u32> {
        if DEVICES.contains(&physical) { None } else { self.buffer.memory(physical) }
    }
}

impl Registers {
    fn new(listed: &[Listed]) -> Result<Self, Refusal> {
        let first = find(listed, "r0")?;
        let mut general = [first; 32];
        for (number, register) in general.iter_mut().enumerate() {
            *register = find(listed, &format!("r{number}"))?;
        }
        Ok(Self {
            general,
            msr: find(listed, "msr")?,
            cr: find(listed, "cr")?,
            lr: find(listed, "lr")?,
            ctr: find(listed, "ctr")?,
            srr0: find(listed, "srr0")?,
            srr1: find(listed, "srr1")?,
            hid0: find(listed, "hid0")?,
        })
    }
}

fn find(listed: &[Listed], name: &str) -> Result<Register, Refusal> {
    let found = listed.iter().find(|entry| entry.name == name && (entry.feature != SPECIAL || !is_core(name)));
    found.map(|entry| entry.register).ok_or_else(|| Refusal::Register { name: name.to_owned() })
}

/// Registers whose entry among the special-purpose ones is not to be used.
fn is_core(name: &str) -> bool {
    ["lr", "ctr", "xer"].contains(&name)
}
