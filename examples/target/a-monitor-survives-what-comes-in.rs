//! The monitor at a real port: answers, refusals, noise, a read that the processor
//! refuses, code that is loaded and read back, and `off`.
#![cfg_attr(target_arch = "powerpc", no_std, no_main)]

#[cfg(target_arch = "powerpc")]
mod target {
    use core::fmt::{self, Write};

    use g4pmu_firmware::image::{Ending, Hardware, ReportPort};
    use g4pmu_firmware::lab::report::Found;
    use g4pmu_firmware::monitor::session::Session;
    use g4pmu_firmware::monitor::terminal::Terminal;
    use heapless::String;

    /// The port without what differs from build to build and run to run.
    struct Steady {
        line: String<2048>,
    }

    const SHOWN: [&str; 5] = ["answer", "spr", "word", "load", "error"];

    /// What of a line is the same every time: of the last record its totals alone.
    fn steady(line: &str) -> Option<&str> {
        match line.strip_prefix("@g4 ").and_then(|record| record.split(' ').nth(1)) {
            Some("end") => line.find("kernels=").and_then(|totals| line[totals..].split(" *").next()),
            kind => kind.is_none_or(|kind| SHOWN.contains(&kind)).then(|| line.trim_end()),
        }
    }

    impl Write for Steady {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            for letter in text.chars() {
                if letter != '\n' {
                    self.line.push(letter).map_err(|_| fmt::Error)?;
                    continue;
                }
                if let Some(shown) = steady(&self.line) {
                    writeln!(ReportPort, "{shown}")?;
                }
                self.line.clear();
            }
            Ok(())
        }
    }

    impl Terminal for Steady {
        fn receive(&mut self) -> Option<u8> {
            ReportPort.receive()
        }

        fn ticks(&self) -> u64 {
            ReportPort.ticks()
        }
    }

    pub fn body(machine: &mut Hardware, found: &Found<'_>) -> Ending {
        // As on a board whose firmware does not say how much memory there is.
        let mut memory = found.memory.clone();
        memory.ram = None;
        let found = Found { memory, registers: found.registers, facts: found.facts, ..*found };
        ReportPort.listen(machine);
        let mut port = Steady { line: String::new() };
        match Session::new(machine, &found, &mut port, Some(7), false).run(None) {
            Ok(()) => Ending::PowerOff,
            Err(_) => Ending::Failure,
        }
    }
}

#[cfg(target_arch = "powerpc")]
use target::body;

g4pmu_firmware::image_main!(body);
