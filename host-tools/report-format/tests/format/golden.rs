//! One literal line of every type. The checksums were computed with zlib, so that
//! a mistake shared by the writer and the parser shows.

use report_format::parse::{Line, parse_line};
use report_format::record::*;
use report_format::text::Text;
use report_format::write::{Writer, write_line};

/// The lines of a report that has every type once, and what they say.
pub fn golden() -> Vec<(&'static str, Record<'static>)> {
    vec![
        (
            "@g4 0 report version=1 image=0.1.0 build=0x1c291ca3 start=loader emulator=qemu console=scc-a *30ce3670",
            Record::Report(Report {
                version: 1,
                image: Text::new("0.1.0"),
                build: 0x1c29_1ca3,
                start: Start::Loader,
                emulator: Emulator::Qemu,
                console: Text::new("scc-a"),
            }),
        ),
        (
            "@g4 1 cpu pvr=0x80000201 part=MPC7450 counters=6 *a973c624",
            Record::Cpu(Cpu { pvr: 0x8000_0201, part: Text::new("MPC7450"), counters: 6 }),
        ),
        (
            "@g4 2 model version=0.1.0 part=7450 switches=nop:ordinary,memory:150,clocks:900000000/100000000/25000000 *8e3c38f3",
            Record::Model(Model {
                version: Text::new("0.1.0"),
                part: Text::new("7450"),
                switches: Text::new("nop:ordinary,memory:150,clocks:900000000/100000000/25000000"),
            }),
        ),
        (
            "@g4 3 clock tb_hz=25000000 core_hz=266000000 bus_hz=- source=fw-cfg icount_shift=7 *bb8f2da3",
            Record::Clock(Clock {
                tb_hz: 25_000_000,
                core_hz: Some(266_000_000),
                bus_hz: None,
                source: ClockSource::FwCfg,
                icount_shift: Some(7),
            }),
        ),
        (
            "@g4 4 memory ram=134217728 image=0x01000000 image_bytes=114688 code=0x01100000 code_bytes=65536 data=0x01200000 data_bytes=262144 *59f080bb",
            Record::Memory(Memory {
                ram: Some(134_217_728),
                image: 0x0100_0000,
                image_bytes: 114_688,
                code: 0x0110_0000,
                code_bytes: 65_536,
                data: 0x0120_0000,
                data_bytes: 262_144,
            }),
        ),
        (
            "@g4 5 arguments source=fw-cfg text=suite%3dquick%20seed%3d42%20%c3%a9%25%40%7f%0a *8a97b87d",
            Record::Arguments(Arguments {
                source: ArgumentSource::FwCfg,
                text: Text::new("suite=quick seed=42 \u{e9}%@\u{7f}\n"),
            }),
        ),
        (
            "@g4 6 register name=hid0 found=0x00000000 set=0x8410c0bc back=0x8410c0bc *13f0fc86",
            Record::Register(Register { name: Text::new("hid0"), found: 0, set: Some(0x8410_c0bc), back: 0x8410_c0bc }),
        ),
        (
            "@g4 7 register name=hid1 found=0x80000000 set=- back=0x80000000 *c1adbc64",
            Record::Register(Register { name: Text::new("hid1"), found: 0x8000_0000, set: None, back: 0x8000_0000 }),
        ),
        (
            "@g4 8 counter pmc=1 code=2 expected=10000 advanced=0 counts=no *2e9c132c",
            Record::Counter(CounterCheck { pmc: 1, code: 2, expected: 10_000, advanced: 0, counts: false }),
        ),
        (
            "@g4 9 time-base state=supervisor instructions=100003 ticks=320010 overhead=9 exact=yes *92bb282d",
            Record::TimeBase(TimeBaseCheck {
                state: State::Supervisor,
                instructions: 100_003,
                ticks: 320_010,
                overhead: 9,
                exact: true,
            }),
        ),
        (
            "@g4 10 suite name=- preset=quick seed=42 kernels=12 instructions=18446744073709551615 *e7db985e",
            Record::Suite(Suite {
                name: Text::new("-"),
                preset: Text::new("quick"),
                seed: 42,
                kernels: 12,
                instructions: u64::MAX,
            }),
        ),
        (
            "@g4 11 kernel run=0 id=branch/chain parameters=branches:64,nops:2,fill:nop translation=page state=user warmup=10 trials=5 n=1000 code=0x01100000 code_bytes=780 code_crc=0x0badc0de *bbb3b65b",
            Record::Kernel(Kernel {
                run: 0,
                id: Text::new("branch/chain"),
                parameters: Text::new("branches:64,nops:2,fill:nop"),
                translation: Translation::Page,
                state: State::User,
                warmup: 10,
                trials: 5,
                n: 1_000,
                code: 0x0110_0000,
                code_bytes: 780,
                code_crc: 0x0bad_c0de,
            }),
        ),
        (
            "@g4 12 expect run=0 n=1000 executed=195002 completed_least=130002 completed_most=131002 branches=65000 taken=64999 loads=1 stores=2 float=3 vector=4 *85bfd5e7",
            Record::Expect(Expect {
                run: 0,
                n: 1_000,
                executed: 195_002,
                completed_least: 130_002,
                completed_most: 131_002,
                branches: 65_000,
                taken: 64_999,
                loads: 1,
                stores: 2,
                float: 3,
                vector: 4,
            }),
        ),
        (
            "@g4 13 trial run=0 trial=4294967295 n=1000 mmcr0=0x80000001 mmcr1=0x00000002 mmcr2=0x00000003 hid0=0x8410c0bc start=0x00000000/0x00000001/0x00000002/0x00000003/0x00000004/0x00000005 stop=0xffffffff/0x7fffffff/0x80000000/0x00000000/0x12345678/0x9abcdef0 ticks=62400 *90d13a96",
            Record::Trial(Trial {
                run: 0,
                trial: u32::MAX,
                n: 1_000,
                mmcr0: 0x8000_0001,
                mmcr1: 2,
                mmcr2: 3,
                hid0: 0x8410_c0bc,
                start: [0, 1, 2, 3, 4, 5],
                stop: [0xffff_ffff, 0x7fff_ffff, 0x8000_0000, 0, 0x1234_5678, 0x9abc_def0],
                ticks: 62_400,
            }),
        ),
        (
            "@g4 14 code run=0 generator=branch/chain parameters=branches:64,nops:2,fill:nop address=0x01100000 bytes=780 crc=0x0badc0de entry=0x01100008 data=0x01200000 *1bcf5c14",
            Record::Code(Code {
                run: 0,
                generator: Text::new("branch/chain"),
                parameters: Text::new("branches:64,nops:2,fill:nop"),
                address: 0x0110_0000,
                bytes: 780,
                crc: 0x0bad_c0de,
                entry: 0x0110_0008,
                data: 0x0120_0000,
            }),
        ),
        (
            "@g4 15 sample run=0 sample=0 ticks=18446744073709551615 period=9999 late=3 siar=0x01100010 srr0=0x0110001c srr1=0x0200b036 lr=0x01000100 calls=0x01000100/0x01000200/0x01000300/0x01000400/0x01000500/0x01000600/0x01000700/0x01000800 *131ac966",
            Record::Sample(Sample {
                run: 0,
                sample: 0,
                ticks: u64::MAX,
                period: 9_999,
                late: Some(3),
                siar: Some(0x0110_0010),
                srr0: 0x0110_001c,
                srr1: 0x0200_b036,
                lr: 0x0100_0100,
                calls: Calls::new(&[1, 2, 3, 4, 5, 6, 7, 8].map(|call| 0x0100_0000 + 0x100 * call)),
            }),
        ),
        (
            "@g4 16 sample run=0 sample=1 ticks=0 period=1 late=- siar=- srr0=0x00000000 srr1=0xffffffff lr=0x80000000 calls=- *7efeaf5a",
            Record::Sample(Sample {
                run: 0,
                sample: 1,
                ticks: 0,
                period: 1,
                late: None,
                siar: None,
                srr0: 0,
                srr1: u32::MAX,
                lr: 0x8000_0000,
                calls: Calls::default(),
            }),
        ),
        (
            "@g4 17 sampling run=0 n=2000 source=pmc2 mmcr0=0x0c004042 mmcr1=0x00000000 mmcr2=0x00000000 period=10000 jitter=625 seed=42 floor=1000 ticks=18446744073709551615 samples=2 lost=1 spurious=3 storms=4 reason=- *7f72e09e",
            Record::Sampling(Sampling {
                run: 0,
                n: 2_000,
                source: SampleSource::Pmc2,
                mmcr0: 0x0c00_4042,
                mmcr1: 0,
                mmcr2: 0,
                period: 10_000,
                jitter: 625,
                seed: 42,
                floor: Some(1_000),
                ticks: Some(u64::MAX),
                samples: 2,
                lost: 1,
                spurious: 3,
                storms: 4,
                reason: Text::new("-"),
            }),
        ),
        (
            "@g4 18 fault run=0 n=2000 phase=warmup vector=0x00000700 cause=program-illegal srr0=0x01100004 srr1=0x00083030 dsisr=0x00000000 dar=0xdeadbeef *5256ed36",
            Record::Fault(Fault {
                run: 0,
                n: 2_000,
                phase: Phase::Warmup,
                vector: 0x700,
                cause: Text::new("program-illegal"),
                srr0: 0x0110_0004,
                srr1: 0x0008_3030,
                dsisr: 0,
                dar: 0xdead_beef,
            }),
        ),
        (
            "@g4 19 skip id=calibrate/vector reason=no%20AltiVec%20unit *a478e3c8",
            Record::Skip(Skip { id: Text::new("calibrate/vector"), reason: Text::new("no AltiVec unit") }),
        ),
        (
            "@g4 20 answer command=peek%200x01000000%20words%3d1 *de7e1596",
            Record::Answer(Answer { command: Text::new("peek 0x01000000 words=1") }),
        ),
        (
            "@g4 21 offer kind=kernel name=branch/chain values=branches:1..16384,nops:0..64 *f07d2620",
            Record::Offer(Offer {
                kind: OfferKind::Kernel,
                name: Text::new("branch/chain"),
                values: Text::new("branches:1..16384,nops:0..64"),
            }),
        ),
        (
            "@g4 22 spr name=hid0 number=1008 value=0x8410c0bc *301b896d",
            Record::Spr(SprValue { name: Text::new("hid0"), number: 1008, value: 0x8410_c0bc }),
        ),
        (
            "@g4 23 word address=0x01000000 value=0x48000008 *c1f226db",
            Record::Word(WordValue { address: 0x0100_0000, value: 0x4800_0008 }),
        ),
        (
            "@g4 24 load area=data address=0x01900020 bytes=512 received=256 crc=0x89abcdef *cfc78eed",
            Record::Load(Loaded {
                area: LoadArea::Data,
                address: 0x0190_0020,
                bytes: 512,
                received: 256,
                crc: 0x89ab_cdef,
            }),
        ),
        ("@g4 25 error text=% *6fe5464d", Record::Error(Error { text: Text::new("") })),
        (
            "@g4 26 end records=26 kernels=1 trials=1 faults=1 skips=1 errors=1 *886b1510",
            Record::End(End { records: 26, kernels: 1, trials: 1, faults: 1, skips: 1, errors: 1 }),
        ),
    ]
}

#[test]
fn every_type_is_written_as_the_golden_line() {
    for (sequence, (line, record)) in (0..).zip(golden()) {
        let mut written = String::new();
        write_line(&mut written, sequence, &record).unwrap();
        assert_eq!(written, format!("{line}\n"));
    }
}

#[test]
fn every_golden_line_is_parsed_with_any_line_end() {
    for (sequence, (line, record)) in (0..).zip(golden()) {
        for end in ["", "\n", "\r\n", "\r\r\n"] {
            let line = format!("{line}{end}");
            let expected = Line::Record { sequence, record: record.clone() };
            assert_eq!(parse_line(line.as_bytes()), expected, "{line}");
        }
    }
}

#[test]
fn the_writer_numbers_and_totals_as_in_the_golden_lines() {
    let golden = golden();
    let mut out = String::new();
    let mut writer = Writer::new(&mut out);
    for (_, record) in &golden[..golden.len() - 1] {
        writer.write(record).unwrap();
    }
    writer.finish().unwrap();
    let lines: Vec<_> = golden.iter().map(|(line, _)| *line).collect();
    assert_eq!(out.lines().collect::<Vec<_>>(), lines);
}
