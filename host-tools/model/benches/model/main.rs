//! How fast the model is, without anybody who executes: `cargo bench -p model`.
//!
//! Four streams, each told to the pipeline with its memory and nobody who counts, to the
//! whole model with six counters selected, by instruction and by block, and written as a trace. Elements a second are
//! instructions a second of processor time.

mod processor_time;
mod streams;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use model::code::NoCode;
use model::controls::Controls;
use model::instruction::Instruction;
use model::memory::Memory;
use model::model::Model;
use model::pipeline::Pipeline;
use model::record::{Place, Retired};
use model::settings::Settings;
use model::sink::Nobody;
use model::trace::Encoder;
use mpc7450::bus::Spr;
use mpc7450::parts::Part;
use mpc7450::registers::{HID0, Hid0, Mmcr0, Mmcr1};

use processor_time::ProcessorTime;
use streams::Stream;

/// Caches, branch prediction and folding on, as the image has them.
fn hid0() -> u32 {
    let caches = HID0::ICE::SET + HID0::DCE::SET + HID0::SGE::SET;
    (caches + HID0::BTIC::SET + HID0::LRSTK::SET + HID0::FOLD::SET + HID0::BHT::SET).value
}

fn settings() -> Settings {
    Settings::new(Part::from_pvr(0x8000_0201))
}

/// The counters' default events: cycles, instructions, stalls on CTR, mispredictions, L2
/// data misses, L2 instruction misses.
const MMCR0: u32 = 1 << 6 | 2;
const MMCR1: u32 = 29 << 27 | 28 << 22 | 6 << 17 | 4 << 11;

/// A model that is on and counts.
fn counting() -> Model {
    let mut model = Model::new(settings());
    for (spr, value) in [(Hid0::NUMBER, hid0()), (Mmcr1::NUMBER, MMCR1), (Mmcr0::NUMBER, MMCR0)] {
        let word = 0x7c00_03a6 | (u32::from(spr) & 31) << 16 | (u32::from(spr) >> 5) << 11;
        let instruction = Instruction::new(word);
        let at = Place::real(0);
        let retired = Retired {
            instruction: &instruction,
            at,
            next: 4,
            taken: false,
            accesses: &[],
            value,
            short_operand: false,
        };
        model.retire(&retired, &mut NoCode);
    }
    assert!(model.is_on());
    model
}

fn pipeline(criterion: &mut Criterion<ProcessorTime>, streams: &[Stream]) {
    let mut group = criterion.benchmark_group("pipeline, nothing counted");
    for stream in streams {
        let (mut pipeline, mut memory) = (Pipeline::new(&settings()), Memory::new(&settings()));
        let controls = Controls { hid0: hid0(), ..Controls::default() };
        pipeline.listen(&Nobody);
        group.throughput(Throughput::Elements(stream.steps.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(stream.name), |bencher| {
            bencher.iter(|| {
                stream.tell(|retired| {
                    pipeline.retire(retired, &mut memory, &controls, &mut NoCode, &mut Nobody);
                });
                black_box(pipeline.completed())
            });
        });
    }
    group.finish();
}

fn model(criterion: &mut Criterion<ProcessorTime>, streams: &[Stream]) {
    let mut group = criterion.benchmark_group("model, six counters");
    for stream in streams {
        let mut model = counting();
        group.throughput(Throughput::Elements(stream.steps.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(stream.name), |bencher| {
            bencher.iter(|| {
                stream.tell(|retired| {
                    model.retire(retired, &mut NoCode);
                });
                black_box(model.now())
            });
        });
    }
    group.finish();
}

fn blocks(criterion: &mut Criterion<ProcessorTime>, streams: &[Stream]) {
    let mut group = criterion.benchmark_group("model, six counters, by block");
    for stream in streams {
        let mut model = counting();
        let runs = stream.runs(&mut model);
        group.throughput(Throughput::Elements(stream.steps.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(stream.name), |bencher| {
            bencher.iter(|| {
                runs.iter().for_each(|run| run.tell(&mut model));
                black_box(model.now())
            });
        });
    }
    group.finish();
}

fn trace(criterion: &mut Criterion<ProcessorTime>, streams: &[Stream]) {
    let mut group = criterion.benchmark_group("trace, written");
    for stream in streams {
        let mut encoder = Encoder::new(&settings());
        group.throughput(Throughput::Elements(stream.steps.len() as u64));
        group.bench_function(BenchmarkId::from_parameter(stream.name), |bencher| {
            bencher.iter(|| {
                encoder.drain();
                stream.tell(|retired| encoder.retired(retired, None));
                black_box(encoder.bytes().len())
            });
        });
    }
    group.finish();
}

fn all(criterion: &mut Criterion<ProcessorTime>) {
    let streams = Stream::all();
    pipeline(criterion, &streams);
    model(criterion, &streams);
    blocks(criterion, &streams);
    trace(criterion, &streams);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .with_measurement(ProcessorTime)
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(1));
    targets = all
}
criterion_main!(benches);
