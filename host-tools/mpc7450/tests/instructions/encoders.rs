//! Every typed encoder of this crate decodes to its own mnemonic and operands.

use mpc7450::bus::Spr;
use mpc7450::instruction::branch::{Jump, bctr, bctrl, blr};
use mpc7450::instruction::{
    Condition, CrBit, CrField, Fpr, Gpr, Vr, Word, cache, carry, condition_register, decode, float, integer, memory,
    overflow, special, system, vector,
};
use mpc7450::registers::{Hid0, Ibat0u, Pmc1};
use proptest::prelude::*;

/// The text with one space behind the mnemonic.
fn text(word: Word) -> String {
    let decoded = decode(word.bits()).unwrap_or_else(|| panic!("{:08x} does not decode", word.bits()));
    decoded.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn check(word: Word, expected: &str) {
    assert_eq!(text(word), expected);
}

/// A general register as a base: r0 is the value 0.
fn base(number: u8) -> String {
    if number == 0 { "0".to_owned() } else { format!("r{number}") }
}

fn integers(d: u8, a: u8, b: u8) {
    let r = |number| Gpr::new(number).unwrap();
    type Three = fn(Gpr, Gpr, Gpr) -> Word;
    let three: [(&str, Three); 23] = [
        ("add", integer::add),
        ("subf", integer::subf),
        ("mullw", integer::mullw),
        ("mulhwu", integer::mulhwu),
        ("divw", integer::divw),
        ("divwu", integer::divwu),
        ("and", integer::and),
        ("xor", integer::xor),
        ("addc", carry::addc),
        ("subfc", carry::subfc),
        ("adde", carry::adde),
        ("subfe", carry::subfe),
        ("or", integer::or),
        ("addo", overflow::addo),
        ("subfo", overflow::subfo),
        ("mullwo", overflow::mullwo),
        ("divwo", overflow::divwo),
        ("nego", |d, a, _| overflow::nego(d, a)),
        ("cmpw", |_, a, b| integer::cmpw(CrField::CR0, a, b)),
        ("cmplw", |_, a, b| integer::cmplw(CrField::CR0, a, b)),
        ("addze", |d, a, _| carry::addze(d, a)),
        ("cntlzw", |d, a, _| integer::cntlzw(d, a)),
        ("extsb", |d, a, _| integer::extsb(d, a)),
    ];
    for (name, encode) in three {
        let expected = match name {
            "cmpw" | "cmplw" => format!("{name} r{a},r{b}"),
            "addze" | "cntlzw" | "extsb" | "nego" => format!("{name} r{d},r{a}"),
            "or" if a == b => format!("mr r{d},r{a}"),
            _ => format!("{name} r{d},r{a},r{b}"),
        };
        check(encode(r(d), r(a), r(b)), &expected);
    }
    check(integer::mr(r(d), r(a)), &format!("mr r{d},r{a}"));
}

fn immediates(d: u8, a: u8, value: i16) {
    let r = |number| Gpr::new(number).unwrap();
    let sum = if a == 0 { format!("li r{d},{value}") } else { format!("addi r{d},r{a},{value}") };
    check(integer::addi(r(d), r(a), value), &sum);
    check(integer::li(r(d), value), &format!("li r{d},{value}"));
    check(integer::addic_record(r(d), r(a), value), &format!("addic. r{d},r{a},{value}"));
    check(integer::subfic(r(d), r(a), value), &format!("subfic r{d},r{a},{value}"));
    check(integer::mulli(r(d), r(a), value), &format!("mulli r{d},r{a},{value}"));
    check(integer::cmpwi(CrField::new(7).unwrap(), r(a), value), &format!("cmpwi cr7,r{a},{value}"));
}

fn transfers(d: u8, a: u8, b: u8, value: i16) {
    let (r, f, v) =
        (|number| Gpr::new(number).unwrap(), |number| Fpr::new(number).unwrap(), |number| Vr::new(number).unwrap());
    let place = format!("{value}({})", base(a));
    check(memory::lwz(r(d), r(a), value), &format!("lwz r{d},{place}"));
    check(memory::lbz(r(d), r(a), value), &format!("lbz r{d},{place}"));
    check(memory::stw(r(d), r(a), value), &format!("stw r{d},{place}"));
    check(memory::sth(r(d), r(a), value), &format!("sth r{d},{place}"));
    check(memory::stb(r(d), r(a), value), &format!("stb r{d},{place}"));
    check(memory::lfd(f(d), r(a), value), &format!("lfd f{d},{place}"));
    check(memory::stfd(f(d), r(a), value), &format!("stfd f{d},{place}"));
    check(memory::stfs(f(d), r(a), value), &format!("stfs f{d},{place}"));
    let pair = format!("{},r{b}", base(a));
    check(memory::lwzx(r(d), r(a), r(b)), &format!("lwzx r{d},{pair}"));
    check(memory::lhzx(r(d), r(a), r(b)), &format!("lhzx r{d},{pair}"));
    check(memory::lhax(r(d), r(a), r(b)), &format!("lhax r{d},{pair}"));
    check(memory::lbzx(r(d), r(a), r(b)), &format!("lbzx r{d},{pair}"));
    check(memory::lwbrx(r(d), r(a), r(b)), &format!("lwbrx r{d},{pair}"));
    check(memory::lfdx(f(d), r(a), r(b)), &format!("lfdx f{d},{pair}"));
    check(memory::lfsx(f(d), r(a), r(b)), &format!("lfsx f{d},{pair}"));
    check(memory::lvx(v(d), r(a), r(b)), &format!("lvx v{d},{pair}"));
    check(memory::stvx(v(d), r(a), r(b)), &format!("stvx v{d},{pair}"));
    check(memory::lwarx(r(d), r(b)), &format!("lwarx r{d},0,r{b}"));
    check(memory::stwcx(r(d), r(b)), &format!("stwcx. r{d},0,r{b}"));
    for (name, encode) in [
        ("dcbt", cache::dcbt as fn(Gpr, Gpr) -> Word),
        ("dcbtst", cache::dcbtst),
        ("dcbf", cache::dcbf),
        ("icbi", cache::icbi),
    ] {
        check(encode(r(a), r(b)), &format!("{name} {pair}"));
    }
    check(cache::dst(r(a), r(b)), &format!("dst r{a},r{b},0"));
}

/// Whatever an encoder refuses is no instruction, and whatever it accepts is one.
fn updates(d: u8, a: u8, b: u8, value: i16) {
    let (r, f) = (|number| Gpr::new(number).unwrap(), |number| Fpr::new(number).unwrap());
    let encoded = [
        (memory::lwzu(r(d), r(a), value), format!("lwzu r{d},{value}(r{a})")),
        (memory::lwzux(r(d), r(a), r(b)), format!("lwzux r{d},r{a},r{b}")),
        (memory::stwux(r(d), r(a), r(b)), format!("stwux r{d},r{a},r{b}")),
        (memory::lfdu(f(d), r(a), value), format!("lfdu f{d},{value}(r{a})")),
        (memory::lfdux(f(d), r(a), r(b)), format!("lfdux f{d},r{a},r{b}")),
        (memory::stfdu(f(d), r(a), value), format!("stfdu f{d},{value}(r{a})")),
    ];
    for (word, expected) in encoded {
        if let Some(word) = word {
            check(word, &expected);
        }
    }
    let lwzu = 33 << 26 | u32::from(d) << 21 | u32::from(a) << 16 | u32::from(value as u16);
    assert_eq!(decode(lwzu).is_some(), memory::lwzu(r(d), r(a), value).is_some());
}

fn floats_and_vectors(d: u8, a: u8, b: u8, c: u8) {
    let (f, v) = (|number| Fpr::new(number).unwrap(), |number| Vr::new(number).unwrap());
    check(float::fadd(f(d), f(a), f(b)), &format!("fadd f{d},f{a},f{b}"));
    check(float::fadds(f(d), f(a), f(b)), &format!("fadds f{d},f{a},f{b}"));
    check(float::fmul(f(d), f(a), f(c)), &format!("fmul f{d},f{a},f{c}"));
    check(float::fmadd(f(d), f(a), f(c), f(b)), &format!("fmadd f{d},f{a},f{c},f{b}"));
    check(float::fdiv(f(d), f(a), f(b)), &format!("fdiv f{d},f{a},f{b}"));
    check(float::fdivs(f(d), f(a), f(b)), &format!("fdivs f{d},f{a},f{b}"));
    check(float::fabs(f(d), f(b)), &format!("fabs f{d},f{b}"));
    check(float::fmr(f(d), f(b)), &format!("fmr f{d},f{b}"));
    check(float::fsel(f(d), f(a), f(c), f(b)), &format!("fsel f{d},f{a},f{c},f{b}"));
    check(float::fres(f(d), f(b)), &format!("fres f{d},f{b}"));
    check(float::frsqrte(f(d), f(b)), &format!("frsqrte f{d},f{b}"));
    type Three = fn(Vr, Vr, Vr) -> Word;
    let three: [(&str, Three); 6] = [
        ("vaddubm", vector::vaddubm),
        ("vmuloub", vector::vmuloub),
        ("vxor", vector::vxor),
        ("vmrghb", vector::vmrghb),
        ("vaddfp", vector::vaddfp),
        ("vmaxfp", vector::vmaxfp),
    ];
    for (name, encode) in three {
        check(encode(v(d), v(a), v(b)), &format!("{name} v{d},v{a},v{b}"));
    }
    let or = if a == b { format!("vmr v{d},v{a}") } else { format!("vor v{d},v{a},v{b}") };
    check(vector::vor(v(d), v(a), v(b)), &or);
    check(vector::vperm(v(d), v(a), v(b), v(c)), &format!("vperm v{d},v{a},v{b},v{c}"));
    check(vector::vmladduhm(v(d), v(a), v(b), v(c)), &format!("vmladduhm v{d},v{a},v{b},v{c}"));
    check(vector::vmaddfp(v(d), v(a), v(c), v(b)), &format!("vmaddfp v{d},v{a},v{c},v{b}"));
    check(vector::vspltisw_one(v(d)), &format!("vspltisw v{d},1"));
    check(vector::vcfux(v(d), v(b)), &format!("vcfux v{d},v{b},0"));
    check(vector::vrefp(v(d), v(b)), &format!("vrefp v{d},v{b}"));
}

fn moves(d: u8, a: u8, field: u8) {
    let (r, f, v) =
        (|number| Gpr::new(number).unwrap(), |number| Fpr::new(number).unwrap(), |number| Vr::new(number).unwrap());
    let cr = CrField::new(field).unwrap();
    check(special::mflr(r(d)), &format!("mflr r{d}"));
    check(special::mtlr(r(d)), &format!("mtlr r{d}"));
    check(special::mfctr(r(d)), &format!("mfctr r{d}"));
    check(special::mtctr(r(d)), &format!("mtctr r{d}"));
    check(system::mfxer(r(d)), &format!("mfxer r{d}"));
    check(system::mtxer(r(d)), &format!("mtxer r{d}"));
    check(system::mftb(r(d)), &format!("mftb r{d}"));
    check(system::mfmsr(r(d)), &format!("mfmsr r{d}"));
    check(system::mtmsr(r(d)), &format!("mtmsr r{d}"));
    check(system::mfsr0(r(d)), &format!("mfsr r{d},0"));
    check(system::mtsr0(r(d)), &format!("mtsr 0,r{d}"));
    check(system::mfsrin(r(d), r(a)), &format!("mfsrin r{d},r{a}"));
    check(system::mtsrin(r(d), r(a)), &format!("mtsrin r{d},r{a}"));
    check(system::tlbie(r(a)), &format!("tlbie r{a}"));
    check(system::mfcr(r(d)), &format!("mfcr r{d}"));
    check(system::mtcr(r(d)), &format!("mtcr r{d}"));
    check(system::mtcrf(cr, r(d)), &format!("mtcrf {},r{d}", 0x80 >> field));
    check(system::mcrxr(cr), &format!("mcrxr cr{field}"));
    check(system::mcrfs_class(cr), &format!("mcrfs cr{field},cr4"));
    check(system::mffs(f(d)), &format!("mffs f{d}"));
    check(system::mtfs(f(d)), &format!("mtfsf 255,f{d}"));
    check(system::mfvscr(v(d)), &format!("mfvscr v{d}"));
    check(system::mtvscr(v(a)), &format!("mtvscr v{a}"));
    check(system::mfspr::<Hid0>(r(d)), &format!("mfspr r{d},{}", Hid0::NUMBER));
    check(system::mtspr::<Pmc1>(r(d)), &format!("mtspr {},r{d}", Pmc1::NUMBER));
    check(system::mfspr::<Ibat0u>(r(d)), &format!("mfibatu r{d},0"));
    check(condition_register::mcrf(cr, CrField::CR0), &format!("mcrf cr{field},cr0"));
    let bit = CrBit::equal(cr);
    let name = if field == 0 { "eq".to_owned() } else { format!("4*cr{field}+eq") };
    check(condition_register::crand(bit, bit, bit), &format!("crand {name},{name},{name}"));
    check(condition_register::crxor(bit, bit, bit), &format!("crclr {name}"));
}

proptest! {
    #[test]
    fn encoders_and_decoder_agree(d in 0u8..32, a in 0u8..32, b in 0u8..32, c in 0u8..32, value: i16) {
        integers(d, a, b);
        immediates(d, a, value);
        transfers(d, a, b, value);
        updates(d, a, b, value);
        floats_and_vectors(d, a, b, c);
        moves(d, a, c % 8);
    }

    #[test]
    fn branches_of_any_distance_agree(words in -(1i64 << 13)..(1i64 << 13), field in 0u8..8) {
        let distance = 4 * words;
        let cr = CrField::new(field).unwrap();
        let to = format!(".{distance:+}");
        let sign = if distance < 0 { "+" } else { "-" };
        let named = if field == 0 { to.clone() } else { format!("cr{field},{to}") };
        let word = |jump: Jump| jump.over(distance).unwrap();
        check(word(Jump::Always), &format!("b {to}"));
        check(word(Jump::Call), &format!("bl {to}"));
        check(word(Jump::When(Condition::Equal(cr))), &format!("beq{sign} {named}"));
        check(word(Jump::When(Condition::NotEqual(cr))), &format!("bne{sign} {named}"));
        check(word(Jump::When(Condition::Less(cr))), &format!("blt{sign} {named}"));
        check(word(Jump::When(Condition::NotLess(cr))), &format!("bge{sign} {named}"));
        check(word(Jump::When(Condition::CountLeft)), &format!("bdnz{sign} {to}"));
    }

    #[test]
    fn shifts_agree(d in 0u8..32, a in 0u8..32, b in 0u8..32) {
        let r = |number| Gpr::new(number).unwrap();
        let five = integer::Amount::of::<5>();
        let last = integer::Amount::of::<31>();
        let none = integer::Amount::of::<0>();
        check(integer::slwi(r(d), r(a), five), &format!("slwi r{d},r{a},5"));
        check(integer::srwi(r(d), r(a), five), &format!("srwi r{d},r{a},5"));
        check(integer::rotlwi(r(d), r(a), five), &format!("rotlwi r{d},r{a},5"));
        check(integer::srawi(r(d), r(a), five), &format!("srawi r{d},r{a},5"));
        check(integer::rlwinm(r(d), r(a), five, five, five), &format!("rlwinm r{d},r{a},5,5,5"));
        check(integer::rlwnm(r(d), r(a), r(b), five, last), &format!("rlwnm r{d},r{a},r{b},5,31"));
        check(integer::rlwnm(r(d), r(a), r(b), none, last), &format!("rotlw r{d},r{a},r{b}"));
    }
}

#[test]
fn words_without_operands_agree() {
    for (word, name) in [
        (integer::nop(), "nop"),
        (blr(), "blr"),
        (bctr(), "bctr"),
        (bctrl(), "bctrl"),
        (system::isync(), "isync"),
        (system::sync(), "sync"),
        (system::eieio(), "eieio"),
        (system::tlbsync(), "tlbsync"),
        (system::sc(), "sc"),
        (system::rfi(), "rfi"),
        (cache::dssall(), "dssall"),
    ] {
        check(word, name);
    }
}
