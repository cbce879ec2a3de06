//! QEMU with the plugin: [`run`] and [`run_all`].

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use toolbox::{Outcome, Sink};

use crate::assembler::{COUNT, FAULT, Program, RESULTS, START, TIME};

/// Longest time for one guest.
const PATIENCE: Duration = Duration::from_secs(60);
/// The options of every guest: a time base that ticks every cycle and stands until HID0 lets
/// it run, exceptions that take no time, and the counts at the end.
const OPTIONS: [&str; 4] = ["clocks=1000000/1000000/1000000", "time-base=enabled", "exception-entry=0", "stats=on"];
/// Bytes at the end of a trace that may tell of its end.
const TAIL: usize = 64;
/// Bytes of the guest's memory.
const MEMORY: u64 = 64 << 20;

/// How a guest ended.
#[derive(Debug)]
pub struct Ended {
    /// QEMU's end.
    pub outcome: Outcome,
    /// What QEMU and the plugin said.
    pub said: String,
    /// The guest's memory.
    memory: Vec<u8>,
    /// What the model was told.
    trace: Vec<u8>,
}

/// The plugin as cargo built it, beside this test.
pub fn plugin() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let folders = test.ancestors().skip(1).take(2);
    let name = format!("{}g4pmu_qemu_plugin{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    folders.map(|folder| folder.join(&name)).find(|path| path.is_file()).expect("cargo builds the plugin for its tests")
}

/// Runs a guest with the plugin, writing a trace; `options` are the plugin's, `arguments`
/// QEMU's.
pub fn run(program: &Program, options: &[&str], arguments: &[&str]) -> Ended {
    start(program, options, arguments, true)
}

fn start(program: &Program, options: &[&str], arguments: &[&str], traced: bool) -> Ended {
    let folder = tempfile::tempdir().expect("a folder");
    let (code, memory) = (folder.path().join("code"), folder.path().join("memory"));
    fs::write(&code, program.bytes()).expect("written");
    let qemu = toolbox::qemu(None).expect("`cargo xtask setup` provides QEMU");
    let mut command = qemu.command();
    command.args("-M mac99,memory-backend=ram -display none -monitor none -serial none -vga none -nic none".split(' '));
    command.args(["-no-reboot", "-device", "pvpanic-pci,addr=0xf", "-action", "panic=exit-failure"]);
    command.args(["-m", "64", "-object"]);
    let (code, file) = (code.display(), memory.display());
    command.arg(format!("memory-backend-file,id=ram,size={MEMORY},mem-path={file},share=on"));
    command.arg("-device").arg(format!("loader,file={code},addr=0,force-raw=on"));
    command.arg("-device").arg(format!("loader,addr={START:#x},cpu-num=0"));
    let mut plugin = plugin().display().to_string();
    for option in options {
        plugin.push(',');
        plugin.push_str(option);
    }
    let trace = folder.path().join("trace");
    if traced {
        plugin.push_str(&format!(",trace={}", trace.display()));
    }
    command.arg("-plugin").arg(plugin);
    if !arguments.contains(&"-cpu") {
        command.args(["-cpu", "7450"]);
    }
    command.args(arguments);
    let finished = toolbox::run(command, PATIENCE, &Sink::Discard, &Sink::Capture).expect("QEMU runs");
    Ended {
        outcome: finished.outcome,
        said: String::from_utf8_lossy(&finished.stderr).into_owned(),
        memory: fs::read(memory).unwrap_or_default(),
        trace: fs::read(trace).unwrap_or_default(),
    }
}

impl Ended {
    /// A word of the guest's memory.
    pub fn word(&self, address: u32) -> u32 {
        let bytes = &self.memory[address as usize..][..4];
        u32::from_be_bytes(bytes.try_into().expect("four bytes"))
    }

    /// What the model was told, as the option `trace` writes it.
    pub fn trace(&self) -> &[u8] {
        &self.trace
    }

    /// What the guest wrote down, provided it ended well.
    pub fn results(&self) -> Vec<u32> {
        assert_eq!(self.outcome, Outcome::Exited(0), "{}", self.said);
        assert_eq!(self.word(FAULT), 0, "an exception that nobody expected: {:x?}", self.written());
        self.written()
    }

    fn written(&self) -> Vec<u32> {
        let end = self.word(COUNT);
        assert!((RESULTS..RESULTS + 0x10_0000).contains(&end), "the guest did not come to its end: {}", self.said);
        (RESULTS..end).step_by(4).map(|address| self.word(address)).collect()
    }

    /// The plugin's statistics.
    pub fn statistics(&self) -> BTreeMap<String, u64> {
        let lines = self.said.lines().filter_map(|line| line.strip_prefix("g4pmu plugin: ")?.split_once(' '));
        lines.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect()
    }
}

/// Runs a guest as it is, without a trace, which has the model told by the block, and with one
/// instruction a block. That must make no difference to results, time and what the model is
/// told; gives its results.
pub fn run_all(program: &Program) -> Vec<u32> {
    let blocks = run(program, &OPTIONS, &[]);
    let whole = start(program, &OPTIONS, &[], false);
    let single = run(program, &OPTIONS, &["-accel", "tcg,one-insn-per-tb=on"]);
    let results = blocks.results();
    assert_eq!(results, whole.results(), "told by the block");
    assert_eq!(blocks.word(TIME), whole.word(TIME), "told by the block: the time at the end");
    assert_eq!(results, single.results(), "one instruction a block");
    assert_eq!(blocks.word(TIME), single.word(TIME), "one instruction a block: the time at the end");
    // Behind the end the guest goes round until QEMU stops it.
    let length = blocks.trace.len().min(single.trace.len());
    let same = blocks.trace.iter().zip(&single.trace).take_while(|(block, single)| block == single).count();
    assert!(length > 0 && same + TAIL >= length, "the traces differ at byte {same} of {length}");
    for ended in [blocks, whole, single] {
        assert_eq!(ended.statistics().get("lost-pages"), Some(&0), "{}", ended.said);
    }
    results
}
