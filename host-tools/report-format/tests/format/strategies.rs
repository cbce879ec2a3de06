//! Arbitrary records of every type.
//!
//! Strategies are boxed: nested in one another their values in the making are too
//! large for a test's stack.

use proptest::prelude::*;
use report_format::record::*;
use report_format::text::Text;
use report_format::word::Word;

/// A text whose characters live as long as the tests.
fn plain() -> BoxedStrategy<Text<'static>> {
    prop_oneof![
        4 => "[ -~]{0,40}",
        2 => any::<String>(),
        1 => Just(String::new()),
        1 => Just("-".to_owned()),
        1 => "[a-z=% \u{e9}\u{20ac}\u{1f600}]{100,600}",
    ]
    .prop_map(|text| Text::new(text.leak()))
    .boxed()
}

fn choice<W: Word + std::fmt::Debug>() -> impl Strategy<Value = W> {
    prop::sample::select(W::ALL)
}

/// Numbers with their edges more often than chance has them.
fn number() -> BoxedStrategy<u32> {
    prop_oneof![any::<u32>(), 0..20_u32, Just(u32::MAX), Just(0x8000_0000)].boxed()
}

fn long() -> BoxedStrategy<u64> {
    prop_oneof![any::<u64>(), 0..20_u64, Just(u64::MAX), number().prop_map(u64::from)].boxed()
}

fn optional() -> impl Strategy<Value = Option<u32>> {
    prop::option::of(number())
}

fn header() -> BoxedStrategy<Record<'static>> {
    prop_oneof![
        (number(), plain(), number()).prop_map(|(pvr, part, counters)| Record::Cpu(Cpu { pvr, part, counters })),
        (plain(), plain(), plain()).prop_map(|(version, part, switches)| Record::Model(Model {
            version,
            part,
            switches
        })),
        (number(), optional(), optional(), choice(), optional()).prop_map(
            |(tb_hz, core_hz, bus_hz, source, icount_shift)| {
                Record::Clock(Clock { tb_hz, core_hz, bus_hz, source, icount_shift })
            }
        ),
        (optional(), any::<[u32; 6]>()).prop_map(|(ram, [image, image_bytes, code, code_bytes, data, data_bytes])| {
            Record::Memory(Memory { ram, image, image_bytes, code, code_bytes, data, data_bytes })
        }),
        (choice(), plain()).prop_map(|(source, text)| Record::Arguments(Arguments { source, text })),
        (plain(), number(), optional(), number()).prop_map(|(name, found, set, back)| Record::Register(Register {
            name,
            found,
            set,
            back
        })),
        (number(), number(), number(), number(), choice()).prop_map(|(pmc, code, expected, advanced, counts)| {
            Record::Counter(CounterCheck { pmc, code, expected, advanced, counts })
        }),
        (choice(), long(), long(), number(), choice()).prop_map(|(state, instructions, ticks, overhead, exact)| {
            Record::TimeBase(TimeBaseCheck { state, instructions, ticks, overhead, exact })
        }),
        (plain(), plain(), number(), number(), long()).prop_map(|(name, preset, seed, kernels, instructions)| {
            Record::Suite(Suite { name, preset, seed, kernels, instructions })
        }),
    ]
    .boxed()
}

fn body() -> BoxedStrategy<Record<'static>> {
    prop_oneof![
        ((number(), plain(), plain(), long(), number()), (choice(), choice(), long(), any::<[u32; 3]>())).prop_map(
            |((run, id, parameters, warmup, trials), (translation, state, n, [code, code_bytes, code_crc]))| {
                Record::Kernel(Kernel {
                    run,
                    id,
                    parameters,
                    translation,
                    state,
                    warmup,
                    trials,
                    n,
                    code,
                    code_bytes,
                    code_crc,
                })
            }
        ),
        (number(), prop::array::uniform10(long())).prop_map(|(run, counts)| {
            let [n, executed, completed_least, completed_most, branches, taken, loads, stores, float, vector] = counts;
            Record::Expect(Expect {
                run,
                n,
                executed,
                completed_least,
                completed_most,
                branches,
                taken,
                loads,
                stores,
                float,
                vector,
            })
        }),
        (any::<[u32; 6]>(), long(), any::<[u32; 6]>(), any::<[u32; 6]>(), long()).prop_map(
            |([run, trial, mmcr0, mmcr1, mmcr2, hid0], n, start, stop, ticks)| {
                Record::Trial(Trial { run, trial, n, mmcr0, mmcr1, mmcr2, hid0, start, stop, ticks })
            }
        ),
        (any::<[u32; 6]>(), long(), choice(), plain()).prop_map(
            |([run, vector, srr0, srr1, dsisr, dar], n, phase, cause)| {
                Record::Fault(Fault { run, n, phase, vector, cause, srr0, srr1, dsisr, dar })
            }
        ),
        sampled(),
        (plain(), plain()).prop_map(|(id, reason)| Record::Skip(Skip { id, reason })),
        plain().prop_map(|text| Record::Error(Error { text })),
    ]
    .boxed()
}

fn sampled() -> BoxedStrategy<Record<'static>> {
    prop_oneof![
        (plain(), plain(), any::<[u32; 6]>()).prop_map(
            |(generator, parameters, [run, address, bytes, crc, entry, data])| {
                Record::Code(Code { run, generator, parameters, address, bytes, crc, entry, data })
            }
        ),
        (any::<[u32; 6]>(), long(), optional(), optional(), prop::collection::vec(number(), 0..=MOST_CALLS)).prop_map(
            |([run, sample, period, srr0, srr1, lr], ticks, late, siar, calls)| {
                let calls = Calls::new(&calls);
                Record::Sample(Sample { run, sample, ticks, period, late, siar, srr0, srr1, lr, calls })
            }
        ),
        ((any::<[u32; 7]>(), any::<[u32; 4]>()), (long(), prop::option::of(long())), choice(), optional(), plain())
            .prop_map(|((words, totals), (n, ticks), source, floor, reason)| {
                let [run, mmcr0, mmcr1, mmcr2, period, jitter, seed] = words;
                let [samples, lost, spurious, storms] = totals;
                Record::Sampling(Sampling {
                    run,
                    n,
                    source,
                    mmcr0,
                    mmcr1,
                    mmcr2,
                    period,
                    jitter,
                    seed,
                    floor,
                    ticks,
                    samples,
                    lost,
                    spurious,
                    storms,
                    reason,
                })
            }),
    ]
    .boxed()
}

fn answered() -> BoxedStrategy<Record<'static>> {
    prop_oneof![
        plain().prop_map(|command| Record::Answer(Answer { command })),
        (choice(), plain(), plain()).prop_map(|(kind, name, values)| Record::Offer(Offer { kind, name, values })),
        (plain(), number(), number())
            .prop_map(|(name, number, value)| { Record::Spr(SprValue { name, number, value }) }),
        (number(), number()).prop_map(|(address, value)| Record::Word(WordValue { address, value })),
        (choice(), any::<[u32; 4]>()).prop_map(|(area, [address, bytes, received, crc])| {
            Record::Load(Loaded { area, address, bytes, received, crc })
        }),
    ]
    .boxed()
}

/// A `report` record of this version.
pub fn report() -> impl Strategy<Value = Record<'static>> {
    (plain(), number(), choice(), choice(), plain()).prop_map(|(image, build, start, emulator, console)| {
        Record::Report(Report { version: report_format::VERSION, image, build, start, emulator, console })
    })
}

/// A record of any type between `report` and `end`.
pub fn inner() -> impl Strategy<Value = Record<'static>> {
    prop_oneof![header(), body(), answered()]
}

/// A record of any type with a number it can have.
pub fn numbered() -> impl Strategy<Value = (u32, Record<'static>)> {
    let end = any::<[u32; 6]>().prop_map(|[records, kernels, trials, faults, skips, errors]| {
        Record::End(End { records, kernels, trials, faults, skips, errors })
    });
    prop_oneof![
        1 => report().prop_map(|record| (0, record)),
        12 => (1..=u32::MAX, inner()),
        1 => (1..=u32::MAX, end),
    ]
    .boxed()
}
