//! How fast a log is parsed: `cargo bench -p report-format`.
//!
//! Two logs of about 10 MB: one like a long session's, boots of a default suite
//! with the firmware's banner between them, and one of foreign lines only.

use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use report_format::log::{Diagnosis, parse};
use report_format::record::*;
use report_format::text::Text;
use report_format::write::Writer;

/// Size of each log in bytes, at the least.
const SIZE: usize = 10_000_000;

const BANNER: &str = "\r\n>> =============================================================\r\n\
                      >> OpenBIOS 1.1 [Mar 7 2023 22:21]\r\n>> CPU type PowerPC,750\r\n\
                      >> switching to new context:\r\n";

/// A boot of 30 kernels with 20 trials each.
fn boot(out: &mut String, seed: u32) {
    let mut writer = Writer::new(out);
    let mut write = |record| writer.write(&record).expect("a string takes everything");
    write(Record::Report(Report {
        version: report_format::VERSION,
        image: Text::new("0.1.0"),
        build: seed,
        start: Start::OpenFirmware,
        emulator: Emulator::Qemu,
        console: Text::new("scc-a"),
    }));
    for run in 0..30 {
        write(Record::Kernel(Kernel {
            run,
            id: Text::new("branch/chain"),
            parameters: Text::new("branches:64,nops:2,fill:nop"),
            translation: Translation::Bat,
            state: State::Supervisor,
            warmup: 500,
            trials: 10,
            n: 5_000,
            code: 0x0110_0000,
            code_bytes: 780,
            code_crc: seed ^ run,
        }));
        for trial in 0..20 {
            write(Record::Trial(Trial {
                run,
                trial,
                n: 5_000 << (trial / 10),
                mmcr0: 0x0000_0401,
                mmcr1: 0x0840_0000,
                mmcr2: 0,
                hid0: 0x8410_c0bc,
                start: [0; 6],
                stop: [seed, 0x0012_3456, 0x0001_0002, 0x7fff_ffff, trial, run],
                ticks: 12_345_678 + u64::from(seed),
            }));
        }
    }
    writer.finish().expect("a string takes everything");
}

fn boots() -> String {
    let mut log = String::new();
    for seed in 0.. {
        log += BANNER;
        boot(&mut log, seed);
        if log.len() > SIZE {
            break;
        }
    }
    let parsed = parse(log.as_bytes());
    assert!(parsed.boots.iter().all(|boot| boot.diagnosis() == Diagnosis::Complete));
    log
}

fn noise() -> String {
    let mut log = String::new();
    for number in 0_u32.. {
        writeln!(log, "[{number}] {:08x} {:08x} nobody@g4.example\r", number.wrapping_mul(2_654_435_761), !number)
            .expect("a string takes everything");
        if log.len() > SIZE {
            break;
        }
    }
    assert_eq!(parse(log.as_bytes()).boots, []);
    log
}

fn logs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("log");
    for (name, log) in [("boots", boots()), ("noise", noise())] {
        group.throughput(Throughput::Bytes(log.len() as u64));
        group.sample_size(20);
        group.bench_function(name, |bencher| bencher.iter(|| parse(black_box(log.as_bytes()))));
    }
    group.finish();
}

criterion_group!(benches, logs);
criterion_main!(benches);
