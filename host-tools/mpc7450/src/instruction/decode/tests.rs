//! What decoded words say, on raw words as GNU as makes them.

use super::{
    BranchTarget, Extent, Kind, RegisterKind, Resources, Serialization, Special, StreamOperation, Transfer, Unit,
    decode,
};
use crate::instruction::decode::{BranchForm, Decoded};

fn of(word: u32) -> Decoded {
    decode(word).unwrap_or_else(|| panic!("{word:08x} does not decode"))
}

fn branch(word: u32) -> BranchForm {
    match of(word).kind() {
        Kind::Branch(branch) => branch,
        other => panic!("{word:08x} is {other:?}"),
    }
}

fn gprs(numbers: &[u32]) -> Resources {
    Resources { gprs: numbers.iter().fold(0, |mask, number| mask | 1 << number), ..Resources::NONE }
}

fn special(special: Special) -> Resources {
    Resources { special, ..Resources::NONE }
}

fn cr(mask: u8) -> Resources {
    Resources { cr: mask, ..Resources::NONE }
}

#[test]
fn mnemonics_have_the_suffixes_of_the_word() {
    for (word, mnemonic) in [
        (0x7c64_2a14, "add"),
        (0x7c64_2a15, "add."),
        (0x7c64_2e14, "addo"),
        (0x7c64_2e15, "addo."),
        (0x3860_0001, "addi"),
        (0x7060_0001, "andi."),
        (0x4e80_0020, "bclr"),
        (0x4e80_0421, "bcctrl"),
        (0x4800_0003, "bla"),
        (0x429f_0005, "bcl"),
        (0x1022_1806, "vcmpequb"),
        (0x1022_1c06, "vcmpequb."),
        (0x7e04_2aac, "dstt"),
        (0x7e00_066c, "dssall"),
        (0x7c69_03a6, "mtspr"),
        (0x7c60_292d, "stwcx."),
    ] {
        assert_eq!(of(word).mnemonic(), mnemonic, "{word:08x}");
    }
}

#[test]
fn what_the_processor_does_not_have_does_not_decode() {
    for (word, why) in [
        (0x0000_0000, "no instruction"),
        (0xfc20_102c, "fsqrt"),
        (0xec20_102c, "fsqrts"),
        (0x7c00_02e4, "tlbia"),
        (0x7c63_2415, "addco."),
        (0x7c60_00a7, "mfmsr with bit 31"),
        (0x8460_0004, "lwzu from r0"),
        (0x8463_0004, "lwzu replacing its base twice"),
        (0xe800_0000, "ld"),
    ] {
        assert_eq!(decode(word).is_some(), word == 0x7c63_2415, "{why}");
    }
}

#[test]
fn r0_as_a_base_is_not_read() {
    assert_eq!(of(0x3860_0001).reads(), Resources::NONE, "li r3,1");
    assert_eq!(of(0x3864_0001).reads(), gprs(&[4]), "addi r3,r4,1");
    assert_eq!(of(0x7c60_282e).reads(), gprs(&[5]), "lwzx r3,0,r5");
    assert_eq!(of(0x7c60_2a14).reads(), gprs(&[0, 5]), "add r3,r0,r5");
}

#[test]
fn updates_write_their_base() {
    let lwzu = of(0x847c_0004);
    assert_eq!((lwzu.reads(), lwzu.writes()), (gprs(&[28]), gprs(&[3, 28])), "lwzu r3,4(r28)");
    assert_eq!(lwzu.update_latency(), Some(1));
    assert_eq!(of(0x807c_0004).update_latency(), None, "lwz");
    let stwu = of(0x9421_fff0);
    assert_eq!((stwu.reads(), stwu.writes()), (gprs(&[1]), gprs(&[1])), "stwu r1,-16(r1)");
    assert_eq!((stwu.store_data(), stwu.address_registers()), (gprs(&[1]), gprs(&[1])));
}

#[test]
fn data_of_a_store_is_apart_from_its_address() {
    let stwx = of(0x7c64_292e);
    assert_eq!(stwx.reads(), gprs(&[3, 4, 5]), "stwx r3,r4,r5");
    assert_eq!((stwx.store_data(), stwx.address_registers()), (gprs(&[3]), gprs(&[4, 5])));
    let stfd = of(0xd824_0008);
    assert_eq!(stfd.store_data(), Resources { fprs: 1 << 1, ..Resources::NONE }, "stfd f1,8(r4)");
    assert_eq!(stfd.address_registers(), gprs(&[4]));
}

#[test]
fn recording_writes_the_field_of_its_kind() {
    assert_eq!(of(0x7c64_2a15).writes(), gprs(&[3]) | cr(1), "add.");
    let fadd = of(0xfc29_502b);
    assert_eq!(fadd.writes(), Resources { fprs: 2, cr: 2, special: Special::FPSCR, ..Resources::NONE }, "fadd.");
    assert_eq!(of(0x1022_1c06).writes(), Resources { vrs: 2, cr: 1 << 6, ..Resources::NONE }, "vcmpequb.");
    assert_eq!(of(0x7c8f_0040).writes(), cr(2), "cmplw cr1,r15,r0");
}

#[test]
fn carry_and_overflow_are_registers_of_their_own() {
    let adde = of(0x7c64_2914);
    assert_eq!(adde.reads(), gprs(&[4, 5]) | special(Special::XER_CA));
    assert_eq!(adde.writes(), gprs(&[3]) | special(Special::XER_CA));
    assert_eq!(of(0x7c64_2e14).writes(), gprs(&[3]) | special(Special::XER_SO_OV), "addo");
}

#[test]
fn the_condition_register_is_eight_registers() {
    assert_eq!(of(0x7c68_1120).writes(), cr(0b1000_0001), "mtcrf 129,r3 writes cr0 and cr7");
    assert_eq!(of(0x7c60_0026).reads(), cr(0xff), "mfcr");
    let crand = of(0x4cca_7202);
    assert_eq!(crand.reads(), cr(0b1110), "crand 4*cr1+eq,4*cr2+eq,4*cr3+eq keeps the rest of cr1");
    assert_eq!(crand.writes(), cr(0b10));
}

#[test]
fn branches_read_what_they_test() {
    let bdnz = of(0x4200_ffe0);
    assert_eq!((bdnz.reads(), bdnz.writes()), (special(Special::CTR), special(Special::CTR)));
    assert_eq!(of(0x419e_7ffc).reads(), cr(0x80), "beq cr7");
    assert_eq!(of(0x4e80_0020).reads(), special(Special::LR), "blr");
    assert_eq!(of(0x4e80_0421).writes(), special(Special::LR), "bctrl");
    assert_eq!(of(0x4800_0004).reads(), Resources::NONE, "b");
}

#[test]
fn the_decision_of_a_branch_is_the_architectures() {
    let bdnz = branch(0x4200_ffe0);
    assert!(bdnz.taken(0, 2) && !bdnz.taken(0, 1) && bdnz.taken(0, 0), "bdnz");
    let bdz = branch(0x4240_0008);
    assert!(!bdz.taken(0, 2) && bdz.taken(0, 1), "bdz");
    let beq = branch(0x419e_7ffc);
    assert!(beq.taken(2, 0) && !beq.taken(0xffff_fffd, 0), "beq cr7");
    let bdnzf = branch(0x4006_0008);
    let eq_of_cr1 = 1 << 25;
    assert!(bdnzf.taken(0, 2) && !bdnzf.taken(eq_of_cr1, 2) && !bdnzf.taken(0, 1), "bdnzf 4*cr1+eq");
    assert!(branch(0x4e80_0020).taken(0, 0), "blr");
}

#[test]
fn targets_count_from_the_branch_or_from_zero() {
    assert_eq!(branch(0x4bff_ffe1).target(0x1000, 0, 0), 0x0fe0, "bl -32");
    assert_eq!(branch(0x4800_0102).target(0x1000, 0, 0), 0x100, "ba 0x100");
    assert_eq!(branch(0x4086_8000).target(0x1_0000, 0, 0), 0x8000, "bne cr1,-32768");
    assert_eq!(branch(0x4e80_0020).target(0, 0x1237, 0), 0x1234, "blr");
    assert_eq!(branch(0x4e80_0420).target(0, 0, 0x2003), 0x2000, "bctr");
    assert_eq!(branch(0x4e80_0420).target, BranchTarget::CountRegister);
}

#[test]
fn only_one_form_reads_its_own_address() {
    assert!(branch(0x429f_0005).reads_own_address(), "bcl 20,31,$+4");
    assert!(!branch(0x429f_0009).reads_own_address(), "bcl 20,31,$+8");
    assert!(!branch(0x4800_0005).reads_own_address(), "bl $+4");
}

#[test]
fn static_prediction_follows_sign_and_hint() {
    assert!(branch(0x4200_ffe0).statically_taken(), "backward");
    assert!(!branch(0x4200_0008).statically_taken(), "forward");
    assert!(branch(0x4220_0008).statically_taken() && branch(0x4220_0008).hint(), "forward with hint");
    assert!(!branch(0x4220_ffe0).statically_taken(), "backward with hint");
    assert!(branch(0x4e80_0020).statically_taken(), "blr");
}

#[test]
fn loads_and_stores_tell_their_form() {
    let word = Transfer::new(4, RegisterKind::General);
    let kinds = [
        (0x847c_0004, Kind::Load(Transfer { update: true, ..word }), "lwzu"),
        (0x7c64_2aae, Kind::Load(Transfer { bytes: 2, indexed: true, algebraic: true, ..word }), "lhax"),
        (0x7c64_2c2c, Kind::Load(Transfer { indexed: true, reversed: true, ..word }), "lwbrx"),
        (0x7c60_292d, Kind::Store(Transfer { indexed: true, reserve: true, ..word }), "stwcx."),
        (0xba61_0000, Kind::Load(Transfer { extent: Extent::Multiple(13), ..word }), "lmw r19"),
        (0x7ca4_05aa, Kind::Store(Transfer { extent: Extent::String(32), ..word }), "stswi r5,r4,32"),
        (0x7c24_28ce, Kind::Load(Transfer { indexed: true, ..Transfer::new(16, RegisterKind::Vector) }), "lvx"),
    ];
    for (raw, kind, text) in kinds {
        assert_eq!(of(raw).kind(), kind, "{text}");
    }
    let start = StreamOperation::Start { stream: 3, store: false, transient: true };
    assert_eq!(of(0x7e63_22ac).kind(), Kind::Stream(start), "dstt r3,r4,3");
    assert_eq!(of(0x7c79_eaa6).kind(), Kind::MoveFromSpr(953));
    assert_eq!(of(0x7c6d_42e6).kind(), Kind::MoveFromTimeBase(269));
}

#[test]
fn multiples_take_a_cycle_a_register() {
    let lmw = of(0xba61_0000);
    assert_eq!((lmw.latency(), lmw.throughput(), lmw.micro_operations()), (16, 13, Some(13)));
    assert_eq!(lmw.writes().gprs, 0xfff8_0000);
    let lswi = of(0x7fe0_4caa);
    assert_eq!(lswi.writes().gprs, 0x8000_0003, "lswi r31,0,9 wraps to r0 and r1");
    assert_eq!(of(0x7c64_2c2a).micro_operations(), None, "lswx");
}

#[test]
fn timing_follows_the_word() {
    let timing = |word| {
        let decoded = of(word);
        (decoded.unit(), decoded.latency(), decoded.serialization())
    };
    let alone = Serialization::EXECUTION;
    assert_eq!(timing(0x7c68_0120), (Unit::Iu1, 1, Serialization::empty()), "mtcrf of one field");
    assert_eq!(timing(0x7c6f_f120), (Unit::Iu2, 2, alone), "mtcrf of all fields");
    assert_eq!(timing(0x7c61_03a6), (Unit::Iu2, 2, alone | Serialization::REFETCH), "mtxer");
    assert_eq!(timing(0x7c70_82a6), (Unit::Iu2, 4, alone), "mfibatu");
    assert_eq!(timing(0x7c68_02a6), (Unit::Iu2, 3, alone), "mflr");
    let mullw = of(0x7fff_19d6);
    assert_eq!((mullw.latency(), mullw.short_latency(), mullw.short_throughput()), (4, 3, 1));
    let lfd = of(0xc824_0008);
    assert_eq!((lfd.misaligned_latency(), lfd.misaligned_throughput()), (Some(5), Some(2)));
}
