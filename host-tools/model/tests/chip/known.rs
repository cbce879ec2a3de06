//! What the model says about when a signal is known, held against what it tells.

use std::cell::RefCell;
use std::rc::Rc;

use model::code::NoCode;
use model::instruction::Instruction;
use model::model::Model;
use model::record::{Access, AccessKind, Place, Retired};
use model::signal::Signal;
use model::sink::Sink;
use mpc7450::counter::Counter;

use crate::invariants::ITEMS;
use crate::machine::settings;
use crate::words::*;

/// Keeps which signals were told for a cycle before the last completion.
#[derive(Clone, Default)]
struct Watcher(Rc<RefCell<Watched>>);

#[derive(Default)]
struct Watched {
    completed: u64,
    told: Vec<Signal>,
    early: Vec<Signal>,
}

impl Watcher {
    fn note(&self, signal: Signal, cycle: u64) {
        let mut watched = self.0.borrow_mut();
        watched.told.push(signal);
        if cycle < watched.completed {
            watched.early.push(signal);
        }
    }
}

impl Sink for Watcher {
    fn count(&mut self, signal: Signal, cycle: u64, amount: u32) {
        if amount > 0 {
            self.note(signal, cycle);
        }
    }
    fn span(&mut self, signal: Signal, from: u64, to: u64) {
        if from < to {
            self.note(signal, from);
        }
    }
    fn wants(&self, _signal: Signal) -> bool {
        true
    }
    fn threshold(&self) -> u32 {
        0
    }
    fn scaled_threshold(&self) -> u32 {
        0
    }
}

#[test]
fn what_is_known_at_completion_is_never_told_later() {
    let watcher = Watcher::default();
    let mut model = Model::watched(settings(), watcher.clone());
    let mut tell = |word: u32, at: u32, taken: bool, value: u32| {
        let instruction = Instruction::new(word);
        let kind = if word >> 26 & 1 == 0 { AccessKind::Load } else { AccessKind::Store };
        let access = [Access { place: Place::real(0x0010_0000 + at % 4096), bytes: 4, kind }];
        let memory = matches!(word >> 26, 32..=55);
        let accesses: &[Access] = if memory { &access } else { &[] };
        let next = if taken { at + 64 } else { at + 4 };
        let retired = Retired {
            instruction: &instruction,
            at: Place::real(at),
            next,
            taken,
            accesses,
            value,
            short_operand: false,
        };
        model.retire(&retired, &mut NoCode);
        watcher.0.borrow_mut().completed = model.now();
        next
    };
    let mut at = tell(mtspr(HID0, 3), 0x1000, false, HID0_ON);
    at = tell(mtspr(MMCR0, 3), at, false, 0);
    for round in 0..4000_usize {
        let item = &ITEMS[round * 7 % ITEMS.len()];
        at = tell(item.word, at, false, 0);
        if round % 9 == 0 {
            at = tell(0x2c03_0000, at, false, 0);
            at = tell(bne(64), at, round % 2 == 0, 0);
        }
    }
    let watched = watcher.0.borrow();
    let early: Vec<&Signal> = watched.early.iter().filter(|signal| signal.is_known_at_completion()).collect();
    assert!(early.is_empty(), "{early:?}");
    let told = |signal| watched.told.contains(&signal);
    assert!(told(Signal::InstructionsCompleted) && told(Signal::Completing3Instructions));
    assert!(watched.early.contains(&Signal::InstructionsDispatched));
    assert!(!Signal::InstructionsDispatched.is_known_at_completion());
}

#[test]
fn code_2_of_the_first_four_counters_is_known_at_completion() {
    for counter in &Counter::ALL[..4] {
        assert!(Signal::of(*counter, 2).is_some_and(Signal::is_known_at_completion));
        assert!(Signal::of(*counter, 4).is_some_and(|signal| !signal.is_known_at_completion()));
    }
}
