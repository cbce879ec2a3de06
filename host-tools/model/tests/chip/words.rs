//! Raw words, as a guest's assembler makes them: nothing here comes from the encoders.

pub const MMCR0: u16 = 952;
pub const MMCR1: u16 = 956;
pub const MMCR2: u16 = 944;
pub const SIAR: u16 = 955;
/// PMC1 to PMC6.
pub const PMC: [u16; 6] = [953, 954, 957, 958, 945, 946];
/// UMMCR0.
pub const UMMCR0: u16 = 936;
/// UPMC1.
pub const UPMC1: u16 = 937;
/// USIAR.
pub const USIAR: u16 = 939;
pub const SRR0: u16 = 26;
pub const SRR1: u16 = 27;
pub const SPRG0: u16 = 272;
pub const DEC: u16 = 22;
pub const HID0: u16 = 1008;

pub const MSR_EE: u32 = 0x0000_8000;
pub const MSR_PR: u32 = 0x0000_4000;
pub const MSR_PMM: u32 = 0x0000_0004;

/// MMCR0[FC].
pub const FC: u32 = 0x8000_0000;
/// MMCR0[FCS]: frozen in supervisor state.
pub const FCS: u32 = 0x4000_0000;
/// MMCR0[FCM0]: frozen while MSR[PMM] = 0.
pub const FCM0: u32 = 0x0800_0000;
/// MMCR0[PMXE].
pub const PMXE: u32 = 0x0400_0000;
/// MMCR0[TBEE].
pub const TBEE: u32 = 0x0040_0000;
/// MMCR0[FCECE].
pub const FCECE: u32 = 0x0200_0000;
/// MMCR0[PMC1CE].
pub const PMC1CE: u32 = 0x0000_8000;
/// MMCR0[PMCnCE].
pub const PMCNCE: u32 = 0x0000_4000;

/// HID0 with caches, branch units and time base on: TBEN, ICE, DCE, SGE, BTIC, LRSTK,
/// FOLD, BHT.
pub const HID0_ON: u32 = 0x0400_c0bc;

pub const ISYNC: u32 = 0x4c00_012c;
pub const RFI: u32 = 0x4c00_0064;
pub const SC: u32 = 0x4400_0002;

fn spr(number: u16) -> u32 {
    u32::from(number & 31) << 16 | u32::from(number >> 5) << 11
}

pub fn mtspr(number: u16, s: u32) -> u32 {
    0x7c00_03a6 | s << 21 | spr(number)
}

pub fn mfspr(number: u16, d: u32) -> u32 {
    0x7c00_02a6 | d << 21 | spr(number)
}

pub fn mftb(d: u32) -> u32 {
    0x7c0c_42e6 | d << 21
}

pub fn mtmsr(s: u32) -> u32 {
    0x7c00_0124 | s << 21
}

pub fn addi(d: u32, a: u32, immediate: i16) -> u32 {
    0x3800_0000 | d << 21 | a << 16 | u32::from(immediate as u16)
}

pub fn add(d: u32, a: u32, b: u32) -> u32 {
    0x7c00_0214 | d << 21 | a << 16 | b << 11
}

pub fn lwz(d: u32, a: u32, displacement: i16) -> u32 {
    0x8000_0000 | d << 21 | a << 16 | u32::from(displacement as u16)
}

pub fn stw(s: u32, a: u32, displacement: i16) -> u32 {
    0x9000_0000 | s << 21 | a << 16 | u32::from(displacement as u16)
}

pub fn b(distance: i32) -> u32 {
    0x4800_0000 | distance as u32 & 0x03ff_fffc
}

pub fn bl(distance: i32) -> u32 {
    b(distance) | 1
}

pub fn bdnz(distance: i32) -> u32 {
    0x4200_0000 | distance as u32 & 0xfffc
}

/// `bne cr0`.
pub fn bne(distance: i32) -> u32 {
    0x4082_0000 | distance as u32 & 0xfffc
}

/// TBL for `mfspr`, as the machine asks; the same as `mftb` reads.
pub const TBL: u16 = 268;

pub const MSSCR0: u16 = 1014;
pub const L2CR: u16 = 1017;
pub const L3CR: u16 = 1018;
/// L2CR[L2E].
pub const L2E: u32 = 0x8000_0000;
/// L3CR[L3E].
pub const L3E: u32 = 0x8000_0000;
