//! `issue/*`: dependences between the words, and every choice of every kernel.

use powerpc::{Argument, Ins, Opcode};

use super::built::{Built, parameters};
use super::golden;
use super::machine::decode;
use crate::kernels::ALL;
use crate::kernels::descriptor::Descriptor;
use crate::kernels::parameters::Range;
use crate::kernels::preset::Preset;

fn kernels(prefix: &str) -> impl Iterator<Item = &'static Descriptor> {
    ALL.iter().copied().filter(move |kernel| kernel.id.starts_with(prefix))
}

/// The words that a parameter can be set to; a few of its numbers.
fn texts(kernel: &Descriptor, place: usize) -> Vec<String> {
    match kernel.parameters.get(place).map(|parameter| &parameter.range) {
        None => vec![String::new()],
        Some(Range::Choice(words)) => words.iter().map(|word| (*word).to_string()).collect(),
        Some(Range::Number(least, most)) => [*least, 1, 2, 15, 16, 17, *most].map(|number| number.to_string()).into(),
    }
}

/// Every combination of the two parameters that these kernels have at most.
fn settings(kernel: &'static Descriptor) -> Vec<Vec<(&'static str, String)>> {
    let name = |place: usize| kernel.parameters.get(place).map(|parameter| parameter.name);
    let (first, second) = (texts(kernel, 0), texts(kernel, 1));
    let pairs = first.iter().flat_map(|one| second.iter().map(move |other| [one.clone(), other.clone()]));
    pairs
        .map(|texts| texts.into_iter().enumerate().filter_map(|(place, text)| Some((name(place)?, text))).collect())
        .collect()
}

fn built(kernel: &'static Descriptor, settings: &[(&str, String)]) -> Built {
    let settings: Vec<(&str, &str)> = settings.iter().map(|(name, text)| (*name, text.as_str())).collect();
    Built::new(kernel, &parameters(kernel, Preset::Quick, &settings))
}

/// The instructions of the loop: what is executed more often than once a call.
fn body(built: &Built) -> Vec<Ins> {
    let run = built.run(3);
    let repeated = built.code.iter().zip(&run.executions).filter(|(_, times)| **times == 3);
    let mut body: Vec<Ins> = repeated.map(|(word, _)| decode(*word)).collect();
    body.pop().expect("the branch back");
    body
}

fn registers(arguments: powerpc::Arguments) -> Vec<String> {
    use Argument::*;
    let is_register = |argument: &Argument| matches!(argument, GPR(_) | FPR(_) | VR(_) | CRField(_) | CRBit(_));
    arguments.iter().filter(|argument| is_register(argument)).map(ToString::to_string).collect()
}

#[test]
fn every_choice_executes_the_closed_form() {
    for kernel in kernels("issue/") {
        for settings in settings(kernel) {
            let texts: Vec<(&str, &str)> = settings.iter().map(|(name, text)| (*name, text.as_str())).collect();
            let parameters = parameters(kernel, Preset::Quick, &texts);
            let built = Built::new(kernel, &parameters);
            for n in [1, 2, 5] {
                assert_eq!(built.run(n).counts, kernel.counts(&parameters, n.into()), "{} {parameters}", kernel.id);
            }
        }
    }
}

/// A nop reads and writes r0, whichever form is asked for.
#[test]
fn independent_instructions_read_nothing_that_the_loop_writes() {
    let independent = |settings: &[(&str, String)]| {
        settings.iter().all(|(name, text)| *name != "form" || text == "independent")
            && settings.iter().all(|(_, text)| text != "nop")
    };
    for kernel in kernels("issue/").filter(|kernel| !["issue/reserve", "issue/serial"].contains(&kernel.id)) {
        for settings in settings(kernel).into_iter().filter(|settings| independent(settings)) {
            let body = body(&built(kernel, &settings));
            let written: Vec<String> = body.iter().flat_map(|i| registers(i.defs())).collect();
            for i in &body {
                // The base of lwzu is written back as it was.
                let read = registers(i.uses()).into_iter().filter(|register| i.op != Opcode::Lwzu || register != "r6");
                let stale = read.filter(|register| written.contains(register)).count();
                assert_eq!(stale, 0, "{} {settings:?}: {}", kernel.id, i.simplified());
            }
        }
    }
}

#[test]
fn dependent_instructions_read_what_the_one_before_wrote() {
    let mut checked = 0;
    for kernel in kernels("issue/") {
        for settings in settings(kernel) {
            if !settings.contains(&("form", "dependent".to_string())) {
                continue;
            }
            checked += 1;
            let body = body(&built(kernel, &settings));
            assert_eq!(body.len(), 24, "{} {settings:?}", kernel.id);
            for pair in body.windows(2) {
                let written = registers(pair[0].defs());
                let read = registers(pair[1].uses());
                let link = written.first().expect("a result");
                assert!(read.contains(link), "{} {settings:?}: {}", kernel.id, pair[1].simplified());
            }
        }
    }
    assert_eq!(checked, 47);
}

/// The name of an instruction is what an independent disassembler calls it.
#[test]
fn instructions_are_what_their_names_say() {
    for kernel in kernels("issue/") {
        for settings in settings(kernel) {
            let Some((_, name)) = settings.iter().find(|(name, _)| *name == "op") else { continue };
            let expected = match name.as_str() {
                "mullw-16" => "mullw",
                "mtcr" => "mtcrf",
                "mfpmc" | "mfhid0" | "mfl2cr" | "mfpvr" | "mfvrsave" => "mfspr",
                "mtvrsave" => "mtspr",
                "addic." => "addic.",
                other => other,
            };
            let body = body(&built(kernel, &settings));
            let under_test = if kernel.id == "issue/serial" { &body[..8] } else { &body[..] };
            for i in under_test {
                let mnemonic = i.simplified().mnemonic;
                assert_eq!(mnemonic, expected, "{} {settings:?}", kernel.id);
            }
        }
    }
}

#[test]
fn a_window_is_divisions_and_what_is_behind_them() {
    for kernel in kernels("issue/window-") {
        for behind in [0, 1, 40] {
            let body = body(&built(kernel, &[("behind", behind.to_string())]));
            assert_eq!(body.len(), 4 * (1 + behind));
            for (position, i) in body.iter().enumerate() {
                assert_eq!(i.op == Opcode::Divw, position % (1 + behind) == 0, "{} {position}", kernel.id);
            }
        }
    }
}

#[test]
fn issue_kernels_are_the_assembled_ones() {
    let form = |op, form| [("op", op), ("form", form)];
    golden::check("issue/integer", &form("divw", "independent"), include_str!("golden/issue-integer.txt"));
    golden::check("issue/carry", &form("adde", "dependent"), include_str!("golden/issue-carry.txt"));
    golden::check("issue/condition", &form("crand", "independent"), include_str!("golden/issue-condition.txt"));
    golden::check("issue/float", &form("fmadd", "dependent"), include_str!("golden/issue-float.txt"));
    golden::check("issue/vector", &form("vmaddfp", "independent"), include_str!("golden/issue-vector.txt"));
    golden::check("issue/load", &form("lhax", "dependent"), include_str!("golden/issue-load.txt"));
    golden::check("issue/load-wide", &[("op", "lvx")], include_str!("golden/issue-load-wide.txt"));
    golden::check("issue/store", &[("op", "stfd")], include_str!("golden/issue-store.txt"));
    golden::check("issue/reserve", &[], include_str!("golden/issue-reserve.txt"));
    golden::check("issue/serial", &[("op", "mtcr")], include_str!("golden/issue-serial.txt"));
    golden::check("issue/mix-retire", &[], include_str!("golden/issue-mix-retire.txt"));
    golden::check("issue/mix-units", &[], include_str!("golden/issue-mix-units.txt"));
    golden::check("issue/window-both", &[("behind", "3")], include_str!("golden/issue-window-both.txt"));
}
