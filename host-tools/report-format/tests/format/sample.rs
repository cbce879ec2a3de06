//! A small report by the rules, as stock QEMU gives it: a kernel that runs, one
//! that faults in its second trial, one that is skipped.

use report_format::log::{Boot, Diagnosis};
use report_format::record::*;
use report_format::text::Text;
use report_format::write::Writer;

const TB_HZ: u32 = 25_000_000;
const ICOUNT_SHIFT: u32 = 7;
const OVERHEAD: u32 = 9;

/// Ticks in which so many instructions execute under `-icount shift=7`.
fn ticks(instructions: u64) -> u64 {
    ((instructions * u64::from(TB_HZ)) << ICOUNT_SHIFT) / 1_000_000_000
}

/// The records between `report` and `end`, `report` included.
pub fn records() -> Vec<Record<'static>> {
    let mut records = header();
    records.extend(run(0, "calibrate/loads", "-", 8));
    records.extend(run(1, "dispatch/mega", "objects:64,seed:42", 11));
    records.truncate(records.len() - 3);
    records.push(Record::Fault(Fault {
        run: 1,
        n: 1_000,
        phase: Phase::Trial,
        vector: 0x300,
        cause: Text::new("data-storage"),
        srr0: 0x0110_0014,
        srr1: 0x0000_b030,
        dsisr: 0x4000_0000,
        dar: 0x7fff_fffc,
    }));
    records.push(Record::Skip(Skip {
        id: Text::new("calibrate/vector"),
        reason: Text::new("the processor has no AltiVec unit"),
    }));
    records
}

/// The whole report as text.
pub fn text() -> String {
    written(&records())
}

/// Records as a whole report, `end` record added.
pub fn written(records: &[Record<'_>]) -> String {
    let mut out = String::new();
    let mut writer = Writer::new(&mut out);
    for record in records {
        writer.write(record).unwrap();
    }
    writer.finish().unwrap();
    out
}

/// Asserts that a boot is whole and has exactly the sample's records.
pub fn assert_complete(boot: &Boot<'_>) {
    assert_eq!(boot.findings, []);
    assert_eq!(boot.diagnosis(), Diagnosis::Complete);
    let sample = records();
    assert_eq!(boot.entries.len(), sample.len() + 1);
    for (entry, record) in boot.entries.iter().zip(&sample) {
        assert_eq!(entry.record, *record);
    }
    assert_eq!(report_format::check::check(boot), []);
}

fn header() -> Vec<Record<'static>> {
    let mut records = vec![
        Record::Report(Report {
            version: report_format::VERSION,
            image: Text::new("0.1.0"),
            build: 0x1c29_1ca3,
            start: Start::Loader,
            emulator: Emulator::Qemu,
            console: Text::new("scc-a"),
        }),
        Record::Cpu(Cpu { pvr: 0x8000_0201, part: Text::new("MPC7450"), counters: 6 }),
        Record::Clock(Clock {
            tb_hz: TB_HZ,
            core_hz: None,
            bus_hz: None,
            source: ClockSource::FwCfg,
            icount_shift: Some(ICOUNT_SHIFT),
        }),
        Record::Memory(Memory {
            ram: Some(134_217_728),
            image: 0x0100_0000,
            image_bytes: 114_688,
            code: 0x0110_0000,
            code_bytes: 65_536,
            data: 0x0120_0000,
            data_bytes: 262_144,
        }),
        Record::Arguments(Arguments { source: ArgumentSource::FwCfg, text: Text::new("suite=default preset=quick") }),
        Record::Register(Register { name: Text::new("hid0"), found: 0, set: Some(0x8410_c0bc), back: 0x8410_c0bc }),
        Record::Register(Register { name: Text::new("hid1"), found: 0x8000_0000, set: None, back: 0x8000_0000 }),
    ];
    records.extend(
        (1..=6).map(|pmc| Record::Counter(CounterCheck { pmc, code: 2, expected: 10_000, advanced: 0, counts: false })),
    );
    records.extend([(State::Supervisor, OVERHEAD), (State::User, 5)].map(|(state, overhead)| {
        Record::TimeBase(TimeBaseCheck {
            state,
            instructions: 100_003,
            ticks: ticks(100_003 + u64::from(overhead)),
            overhead,
            exact: true,
        })
    }));
    records.push(Record::Suite(Suite {
        name: Text::new("default"),
        preset: Text::new("quick"),
        seed: 42,
        kernels: 3,
        instructions: 114_210,
    }));
    records
}

/// A run of two trials at n = 1000 and two at 2n.
fn run(run: u32, id: &'static str, parameters: &'static str, per_iteration: u64) -> Vec<Record<'static>> {
    let executed = |n| per_iteration * n + 2;
    let mut records = vec![Record::Kernel(Kernel {
        run,
        id: Text::new(id),
        parameters: Text::new(parameters),
        translation: Translation::Bat,
        state: State::Supervisor,
        warmup: 10,
        trials: 2,
        n: 1_000,
        code: 0x0110_0000,
        code_bytes: 4 * (per_iteration as u32 + 3),
        code_crc: 0x5f1b_33a0 + run,
    })];
    records.extend([1_000, 2_000].map(|n| {
        Record::Expect(Expect {
            run,
            n,
            executed: executed(n),
            completed_least: executed(n) - n - 1,
            completed_most: executed(n) - n,
            branches: n,
            taken: n - 1,
            loads: 6 * n,
            stores: 0,
            float: 0,
            vector: 0,
        })
    }));
    records.extend((0..).zip([1_000, 1_000, 2_000, 2_000]).map(|(trial, n)| {
        Record::Trial(Trial {
            run,
            trial,
            n,
            mmcr0: 0x0000_0401,
            mmcr1: 0,
            mmcr2: 0,
            hid0: 0x8410_c0bc,
            start: [0; 6],
            stop: [0; 6],
            ticks: ticks(executed(n) + u64::from(OVERHEAD)),
        })
    }));
    records
}
