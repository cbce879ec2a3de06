//! Special-purpose registers that can be read by name.
//!
//! The number of a register is part of the instruction that reads it, so there is a
//! reader for each one. Code made at run time could read any number, but what is no
//! register of the part does different things on different parts and nothing at all
//! in an emulator: a number on no list is refused instead. L3CR is on none: the
//! processor version does not tell a part with an L3 controller from its twin without.

use core::fmt;
use core::marker::PhantomData;

use heapless::String;
use mpc7450::bus::{Spr, SprBus};
use mpc7450::parts::{Model, Part};
use mpc7450::registers::*;

use super::command::parse_number;

/// What a part must have for a register to exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    /// Nothing: the architecture has it [PEM 2.3].
    Nothing,
    /// Any G3 or G4 that is known.
    Known,
    /// The MPC7400 or a later part.
    G4,
    /// The MPC7450 family.
    Family,
    /// BAT pairs 4 to 7, which come with SPRG4 to SPRG7.
    HighBats,
}

/// One register and how to read it.
struct Readable<B> {
    name: &'static str,
    number: u16,
    needs: Needs,
    read: fn(&B) -> u32,
}

const fn readable<B: SprBus, R: Spr>(needs: Needs) -> Readable<B> {
    Readable { name: R::NAME, number: R::NUMBER, needs, read: B::read_raw::<R> }
}

/// A register that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    /// Its name in the manual.
    pub name: &'static str,
    /// Its number.
    pub number: u16,
    /// What it holds.
    pub value: u32,
}

impl Value {
    /// Its name as records have it.
    #[must_use]
    pub fn lower_case_name(&self) -> String<MOST_NAME_BYTES> {
        let mut name = String::new();
        let _fits = self.name.chars().try_for_each(|letter| name.push(letter.to_ascii_lowercase()));
        name
    }
}

/// Why a register is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprError<'a> {
    /// No register on the list has the name or number.
    Unknown(&'a str),
    /// The part has no such register.
    Absent {
        /// The register.
        name: &'static str,
        /// The part.
        part: Part,
    },
}

/// Longest name of a register.
const MOST_NAME_BYTES: usize = 8;

/// Every register that can be read. A constant of a type rather than of a function,
/// so that it lies in memory and is not made at each use.
struct Readables<B>(PhantomData<B>);

impl<B: SprBus + 'static> Readables<B> {
    const ALL: &'static [Readable<B>] = {
        use Needs::{Family, G4, HighBats, Known, Nothing};
        &[
            readable::<B, Pvr>(Nothing),
            readable::<B, Dsisr>(Nothing),
            readable::<B, Dar>(Nothing),
            readable::<B, Dec>(Nothing),
            readable::<B, Sdr1>(Nothing),
            readable::<B, Srr0>(Nothing),
            readable::<B, Srr1>(Nothing),
            readable::<B, Sprg0>(Nothing),
            readable::<B, Sprg1>(Nothing),
            readable::<B, Sprg2>(Nothing),
            readable::<B, Sprg3>(Nothing),
            readable::<B, Ibat0u>(Known),
            readable::<B, Ibat0l>(Known),
            readable::<B, Dbat0u>(Known),
            readable::<B, Dbat0l>(Known),
            readable::<B, Dbat1u>(Known),
            readable::<B, Dbat1l>(Known),
            readable::<B, Dbat2u>(Known),
            readable::<B, Dbat2l>(Known),
            readable::<B, Hid0>(Known),
            readable::<B, Ictc>(Known),
            readable::<B, L2cr>(Known),
            readable::<B, Hid1>(Known),
            readable::<B, Mmcr0>(Known),
            readable::<B, Mmcr1>(Known),
            readable::<B, Pmc1>(Known),
            readable::<B, Pmc2>(Known),
            readable::<B, Pmc3>(Known),
            readable::<B, Pmc4>(Known),
            readable::<B, Siar>(Known),
            readable::<B, Mmcr2>(G4),
            readable::<B, Bamr>(G4),
            readable::<B, Msscr0>(G4),
            readable::<B, Pir>(G4),
            readable::<B, Pmc5>(Family),
            readable::<B, Pmc6>(Family),
            readable::<B, Ictrl>(Family),
            readable::<B, Ldstcr>(Family),
            readable::<B, Msssr0>(Family),
            readable::<B, Sprg4>(HighBats),
            readable::<B, Sprg5>(HighBats),
            readable::<B, Sprg6>(HighBats),
            readable::<B, Sprg7>(HighBats),
            readable::<B, Ibat4u>(HighBats),
            readable::<B, Dbat4u>(HighBats),
        ]
    };
}

/// Reads the register of this name, in any case, or number.
///
/// # Errors
///
/// See [`SprError`].
pub fn read<'a, B: SprBus + 'static>(bus: &B, part: &Part, name: &'a str) -> Result<Value, SprError<'a>> {
    let number = parse_number(name);
    let asked =
        |register: &&Readable<B>| register.name.eq_ignore_ascii_case(name) || number == Some(register.number.into());
    let register = Readables::<B>::ALL.iter().find(asked).ok_or(SprError::Unknown(name))?;
    if !register.needs.met_by(part) {
        return Err(SprError::Absent { name: register.name, part: *part });
    }
    Ok(Value { name: register.name, number: register.number, value: (register.read)(bus) })
}

/// Name and number of each register that the part has.
pub fn names<B: SprBus + 'static>(part: &Part) -> impl Iterator<Item = (&'static str, u16)> {
    let part = *part;
    let registers = Readables::<B>::ALL.iter();
    registers.filter(move |register| register.needs.met_by(&part)).map(|register| (register.name, register.number))
}

impl Needs {
    fn met_by(self, part: &Part) -> bool {
        match self {
            Self::Nothing => true,
            Self::Known => part.model() != Model::Unknown,
            Self::G4 => part.has_altivec(),
            Self::Family => part.is_member(),
            Self::HighBats => part.has_high_bats(),
        }
    }
}

impl fmt::Display for SprError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(name) => write!(f, "no register `{name}` that can be read; `list` names those that can"),
            Self::Absent { name, part } => write!(f, "{part} has no {name}"),
        }
    }
}

impl core::error::Error for SprError<'_> {}

#[cfg(test)]
mod tests {
    use super::{Readables, SprError, Value, names, read};
    use mpc7450::bus::SprBus;
    use mpc7450::bus::memory::MemoryBus;
    use mpc7450::parts::Part;
    use mpc7450::registers::{Hid0, Pmc3};

    const MPC7450: Part = Part::from_pvr(0x8000_0201);
    const MPC7448: Part = Part::from_pvr(0x8004_0202);
    const MPC7400: Part = Part::from_pvr(0x000c_0209);
    const UNKNOWN: Part = Part::from_pvr(0x1234_5678);

    #[test]
    fn a_register_is_found_by_name_and_by_number() {
        let mut bus = MemoryBus::new();
        // SAFETY: these registers are memory.
        unsafe { bus.write_raw::<Hid0>(0x8410_c0bc) }
        bus.set_raw::<Pmc3>(7);
        let hid0 = Value { name: "HID0", number: 1008, value: 0x8410_c0bc };
        for name in ["HID0", "hid0", "1008", "0x3f0"] {
            assert_eq!(read(&bus, &MPC7450, name), Ok(hid0));
        }
        assert_eq!(read(&bus, &MPC7450, "pmc3"), Ok(Value { name: "PMC3", number: 957, value: 7 }));
    }

    #[test]
    fn each_register_is_listed_once_and_reads_itself() {
        let registers = Readables::<MemoryBus>::ALL;
        for (position, register) in registers.iter().enumerate() {
            let others = &registers[position + 1..];
            assert!(register.name.len() <= super::MOST_NAME_BYTES);
            assert!(others.iter().all(|other| other.name != register.name && other.number != register.number));
        }
    }

    #[test]
    fn what_the_part_has_not_is_refused() {
        let bus = MemoryBus::new();
        let absent = |part, name| read(&bus, &part, name).map_err(|error| error.to_string());
        assert_eq!(absent(MPC7450, "sprg4"), Err("MPC7450 or MPC7440 has no SPRG4".to_owned()));
        assert!(absent(MPC7448, "sprg4").is_ok());
        assert!(absent(MPC7400, "pmc4").is_ok() && absent(MPC7400, "pmc5").is_err());
        assert!(absent(UNKNOWN, "pvr").is_ok() && absent(UNKNOWN, "hid0").is_err());
        assert_eq!(names::<MemoryBus>(&UNKNOWN).count(), 11);
        assert!(names::<MemoryBus>(&MPC7450).all(|(name, _)| absent(MPC7450, name).is_ok()));
    }

    #[test]
    fn what_is_on_no_list_is_refused() {
        let bus = MemoryBus::new();
        for name in ["hid9", "9", "", "4294967304", "tbl", "l3cr", "1018"] {
            assert_eq!(read(&bus, &MPC7450, name), Err(SprError::Unknown(name)));
        }
    }
}
