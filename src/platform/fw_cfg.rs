//! QEMU's configuration device: what the emulator knows about its own machine.
//!
//! On mac99 the selector is a 16-bit register at 0xf0000510 and the data come a
//! byte at a time from 0xf0000512 [QEMU hw/ppc/mac_newworld.c, docs/specs/fw_cfg.rst].
//! Integers are little-endian, the file directory is big-endian.

use report_format::record::{ArgumentSource, ClockSource, Emulator};

use super::facts::{Arguments, Facts, MOST_ARGUMENT_BYTES, PowerController, arguments_from_bytes};

/// Name of the file that carries boot arguments, `-fw_cfg name=...,string=...`.
pub const ARGUMENT_FILE: &[u8] = b"opt/g4pmu/args";

const KEY_SIGNATURE: u16 = 0x00;
const KEY_RAM_SIZE: u16 = 0x03;
const KEY_FILE_DIRECTORY: u16 = 0x19;
const KEY_TB_HZ: u16 = 0x8003;
const KEY_CORE_HZ: u16 = 0x8004;
const KEY_BUS_HZ: u16 = 0x8009;
const KEY_VIA: u16 = 0x800b;

/// More files than QEMU ever offers; bounds the walk over a broken directory.
const MOST_FILES: u32 = 256;

/// The two registers of the device.
pub trait ConfigDevice {
    /// Chooses an item and rewinds it.
    fn select(&mut self, key: u16);
    /// The item's next byte; zero behind its end.
    fn next(&mut self) -> u8;
}

/// Whether the device answers with QEMU's signature.
pub fn is_present(device: &mut impl ConfigDevice) -> bool {
    device.select(KEY_SIGNATURE);
    [device.next(), device.next(), device.next(), device.next()] == *b"QEMU"
}

/// Adds what the device knows. Arguments that Open Firmware gave are kept.
pub fn collect(device: &mut impl ConfigDevice, facts: &mut Facts) {
    facts.emulator = Emulator::Qemu;
    facts.ram = Some(integer(device, KEY_RAM_SIZE));
    facts.power = if integer(device, KEY_VIA) == 0 { PowerController::Cuda } else { PowerController::Pmu };
    if facts.clock_source == ClockSource::Assumed {
        let tb_hz = integer(device, KEY_TB_HZ);
        if tb_hz != 0 {
            facts.tb_hz = tb_hz;
            facts.core_hz = Some(integer(device, KEY_CORE_HZ));
            facts.bus_hz = Some(integer(device, KEY_BUS_HZ));
            facts.clock_source = ClockSource::FwCfg;
        }
    }
    if facts.argument_source == ArgumentSource::None
        && let Some((key, size)) = find_file(device, ARGUMENT_FILE)
    {
        facts.arguments = read_arguments(device, key, size);
        facts.argument_source = ArgumentSource::FwCfg;
    }
}

fn integer(device: &mut impl ConfigDevice, key: u16) -> u32 {
    device.select(key);
    u32::from_le_bytes([device.next(), device.next(), device.next(), device.next()])
}

/// Key and size in bytes of the file with this name.
fn find_file(device: &mut impl ConfigDevice, name: &[u8]) -> Option<(u16, u32)> {
    device.select(KEY_FILE_DIRECTORY);
    let files = big_endian(device);
    for _ in 0..files.min(MOST_FILES) {
        let size = big_endian(device);
        let key = u16::from_be_bytes([device.next(), device.next()]);
        let _reserved = [device.next(), device.next()];
        let mut matches = true;
        for position in 0..56 {
            let expected = name.get(position).copied().unwrap_or(0);
            matches &= device.next() == expected;
        }
        if matches {
            return Some((key, size));
        }
    }
    None
}

fn big_endian(device: &mut impl ConfigDevice) -> u32 {
    u32::from_be_bytes([device.next(), device.next(), device.next(), device.next()])
}

fn read_arguments(device: &mut impl ConfigDevice, key: u16, size: u32) -> Arguments {
    let mut bytes = [0; MOST_ARGUMENT_BYTES + 1];
    let wanted = bytes.len().min(size as usize);
    device.select(key);
    for byte in &mut bytes[..wanted] {
        *byte = device.next();
    }
    arguments_from_bytes(&bytes[..wanted])
}

#[cfg(test)]
mod tests {
    use super::{ConfigDevice, collect, find_file, is_present};
    use crate::platform::facts::{Facts, PowerController, arguments_from_bytes};
    use report_format::record::{ArgumentSource, ClockSource};
    use std::collections::BTreeMap;

    struct Fake {
        items: BTreeMap<u16, Vec<u8>>,
        item: Vec<u8>,
    }

    impl ConfigDevice for Fake {
        fn select(&mut self, key: u16) {
            self.item = self.items.get(&key).cloned().unwrap_or_default();
            self.item.reverse();
        }
        fn next(&mut self) -> u8 {
            self.item.pop().unwrap_or(0)
        }
    }

    fn file(name: &str, key: u16, size: u32) -> Vec<u8> {
        let mut entry = size.to_be_bytes().to_vec();
        entry.extend(key.to_be_bytes());
        entry.extend([0, 0]);
        let mut padded = name.as_bytes().to_vec();
        padded.resize(56, 0);
        entry.extend(padded);
        entry
    }

    fn machine() -> Fake {
        let mut directory = 2_u32.to_be_bytes().to_vec();
        directory.extend(file("opt/g4pmu/args.old", 0x20, 3));
        directory.extend(file("opt/g4pmu/args", 0x21, 11));
        let items = [
            (0x00, b"QEMU".to_vec()),
            (0x03, 0x0800_0000_u32.to_le_bytes().to_vec()),
            (0x8003, 25_000_000_u32.to_le_bytes().to_vec()),
            (0x800b, 1_u32.to_le_bytes().to_vec()),
            (0x19, directory),
            (0x20, b"no!".to_vec()),
            (0x21, b"suite=quick".to_vec()),
        ];
        Fake { items: items.into(), item: Vec::new() }
    }

    #[test]
    fn the_machine_is_read() {
        let mut device = machine();
        assert!(is_present(&mut device));
        let mut facts = Facts::default();
        collect(&mut device, &mut facts);
        assert_eq!(facts.ram, Some(0x0800_0000));
        assert_eq!(facts.power, PowerController::Pmu);
        assert_eq!(facts.clock_source, ClockSource::FwCfg);
        assert_eq!(facts.arguments, arguments_from_bytes(b"suite=quick"));
    }

    #[test]
    fn arguments_of_open_firmware_win() {
        let mut facts = Facts { argument_source: ArgumentSource::Bootargs, ..Facts::default() };
        collect(&mut machine(), &mut facts);
        assert_eq!(facts.argument_source, ArgumentSource::Bootargs);
    }

    #[test]
    fn a_missing_file_and_a_silent_device_are_no_surprise() {
        assert_eq!(find_file(&mut machine(), b"opt/other"), None);
        assert!(!is_present(&mut Fake { items: BTreeMap::new(), item: Vec::new() }));
    }
}
