//! A replay is the run again, and says so; with other settings it says what would be.

use model::code::NoCode;
use model::model::Model;
use model::record::{Exception, Place};
use model::signal::Signal;
use model::sink::{Nobody, Sink};
use model::trace::{Difference, Encoder, Replay};
use mpc7450::bus::Spr;
use mpc7450::instruction::decode::{Kind, decode};
use mpc7450::registers::{MMCR0, Mmcr0, Mmcr1, Pmc1};

use crate::told::{Record, settings};

/// A producer that records: a model, its trace, and what it answered.
struct Run {
    model: Model,
    encoder: Encoder,
    answers: Vec<u32>,
}

/// `mtspr` and `mfspr` with r3.
const fn move_to(spr: u16) -> u32 {
    0x7c60_03a6 | (spr as u32 & 31) << 16 | (spr as u32 >> 5) << 11
}

const fn move_from(spr: u16) -> u32 {
    0x7c60_02a6 | (spr as u32 & 31) << 16 | (spr as u32 >> 5) << 11
}

const ADDI: u32 = 0x3863_0001;
const LWZ: u32 = 0x8083_0000;
const NOP: u32 = 0x6000_0000;
const BDNZ_BACK_3: u32 = 0x4200_fff4;
const MULHW: u32 = 0x7c64_2896;

impl Run {
    fn new() -> Self {
        let settings = settings();
        Self { model: Model::new(settings.clone()), encoder: Encoder::new(&settings), answers: Vec::new() }
    }

    fn tell(&mut self, record: &Record) {
        let (model, encoder) = (&mut self.model, &mut self.encoder);
        let answer = record.with(|retired| {
            let answer = model.retire(retired, &mut encoder.listen(&mut NoCode));
            encoder.retired(retired, answer);
            answer
        });
        self.answers.extend(answer);
    }

    fn pass(&mut self, instructions: u64) {
        self.model.pass(instructions);
        self.encoder.passed(instructions);
    }

    fn raise(&mut self, next: u32, msr: u32) -> Option<u32> {
        let due = self.model.due(next, msr)?;
        let exception = Exception { vector: due.vector, handler: Place::real(due.vector), msr: due.msr };
        self.model.exception(&exception);
        self.encoder.exception(&exception, true);
        Some(due.vector)
    }

    /// Counts six kinds of things over a loop with loads, nops and multiplications, with
    /// an exception every 1000 instructions.
    fn sampled(mut self) -> (Vec<u8>, u64, Vec<u32>) {
        const EE: u32 = 0x8000;
        self.pass(1_000_000);
        let write = |spr, value| Record { value, ..Record::new(0x100, move_to(spr)) };
        let start = MMCR0::PMXE::SET.value | MMCR0::PMC1CE::SET.value | 2 << 6 | 1;
        self.tell(&write(Pmc1::NUMBER, 0x8000_0000 - 1000));
        self.tell(&write(Mmcr1::NUMBER, 0x0840_0000));
        self.tell(&write(Mmcr0::NUMBER, start));
        let mut raised = 0;
        for pass in 0..5000_u32 {
            let address = 0x10_0000 + pass * 52 % 0x4_0000;
            let access =
                model::record::Access { place: Place::real(address), bytes: 4, kind: model::record::AccessKind::Load };
            let body = [
                Record::new(0x1000, ADDI),
                Record { accesses: vec![access], ..Record::new(0x1004, LWZ) },
                Record::new(0x1008, NOP),
                Record { short_operand: pass % 3 == 0, ..Record::new(0x100c, MULHW) },
                Record { next: 0x1000, taken: true, ..Record::new(0x1010, BDNZ_BACK_3) },
            ];
            for record in &body {
                if self.model.horizon() == 0 && self.raise(record.at.effective, EE).is_some() {
                    raised += 1;
                    self.tell(&write(Pmc1::NUMBER, 0x8000_0000 - 1000));
                    self.tell(&Record::new(0x100, move_from(Pmc1::NUMBER)));
                    self.tell(&write(Mmcr0::NUMBER, start));
                }
                self.tell(record);
            }
        }
        self.tell(&Record::new(0x100, move_from(Pmc1::NUMBER)));
        assert!(raised > 5, "{raised} exceptions");
        self.encoder.ended(self.model.now());
        (self.encoder.bytes().to_vec(), self.model.now(), self.answers)
    }
}

fn finish<W: Sink>(mut replay: Replay<'_, W>) -> Replay<'_, W> {
    while replay.step().expect("whole").is_some() {}
    replay
}

#[test]
fn raw_words_are_what_they_are_called() {
    let kind = |word| decode(word).expect("an instruction").kind();
    assert_eq!(kind(move_to(Pmc1::NUMBER)), Kind::MoveToSpr(Pmc1::NUMBER));
    assert_eq!(kind(move_from(Pmc1::NUMBER)), Kind::MoveFromSpr(Pmc1::NUMBER));
    assert!(matches!(kind(LWZ), Kind::Load(_)));
    assert!(matches!(kind(BDNZ_BACK_3), Kind::Branch(_)));
}

#[test]
fn a_replay_gives_the_same_cycles_and_answers() {
    let (bytes, cycle, answers) = Run::new().sampled();
    let replay = finish(Replay::new(&bytes, Nobody, |_| {}).expect("a trace"));
    assert_eq!(replay.difference(), None);
    assert!(replay.is_whole());
    assert_eq!(replay.model().now(), cycle);
    assert_eq!(replay.answers(), answers.len() as u64);
    assert!(replay.instructions() > 25_000);
}

#[test]
fn another_switch_gives_other_cycles_and_the_first_difference() {
    let (bytes, cycle, _) = Run::new().sampled();
    for (name, value) in [("serialization", "9"), ("memory", "400")] {
        let change = |settings: &mut model::settings::Settings| settings.set(name, value).expect("legal");
        let replay = finish(Replay::new(&bytes, Nobody, change).expect("a trace"));
        assert!(replay.model().now() > cycle, "{name}={value}");
        assert!(replay.difference().is_some(), "{name}={value}");
    }
}

#[test]
fn a_watcher_sees_what_nobody_selected_and_changes_nothing() {
    struct Multiplications(u64);
    impl Sink for Multiplications {
        fn count(&mut self, signal: Signal, _cycle: u64, amount: u32) {
            self.0 += if signal == Signal::Iu2InstructionsCompleted { amount.into() } else { 0 };
        }
        fn span(&mut self, _signal: Signal, _from: u64, _to: u64) {}
        fn wants(&self, signal: Signal) -> bool {
            signal == Signal::Iu2InstructionsCompleted
        }
        fn threshold(&self) -> u32 {
            0
        }
        fn scaled_threshold(&self) -> u32 {
            0
        }
    }
    let (bytes, cycle, _) = Run::new().sampled();
    let replay = finish(Replay::new(&bytes, Multiplications(0), |_| {}).expect("a trace"));
    assert_eq!((replay.difference(), replay.model().now()), (None, cycle));
    let seen = replay.model().watcher().0;
    assert!((5000..5200).contains(&seen), "5000 multiplications and a few moves: {seen}");
}

#[test]
fn a_wrong_answer_and_a_wrong_end_are_told() {
    let mut run = Run::new();
    run.tell(&Record { value: 1, ..Record::new(0x100, move_to(Mmcr0::NUMBER)) });
    Record::new(0x104, move_from(Mmcr0::NUMBER)).with(|retired| run.encoder.retired(retired, Some(2)));
    run.encoder.ended(99);
    let bytes = run.encoder.bytes().to_vec();
    let difference = finish(Replay::new(&bytes, Nobody, |_| {}).expect("a trace")).difference().expect("one");
    assert_eq!(difference.to_string(), "instruction 2 at 0x00000104 read 0x00000002 then and 0x00000001 now");
    assert!(matches!(difference, Difference::Answer { instruction: 2, .. }));
    let mut run = Run::new();
    run.pass(10);
    run.encoder.ended(11);
    let bytes = run.encoder.bytes().to_vec();
    let difference = finish(Replay::new(&bytes, Nobody, |_| {}).expect("a trace")).difference();
    assert_eq!(difference, Some(Difference::End { then: 11, now: 10 }));
}
