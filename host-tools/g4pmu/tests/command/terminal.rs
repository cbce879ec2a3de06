//! Sessions at a terminal: the test holds the other end of a pseudo-terminal.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{LocalModes, tcgetattr};

use crate::tool::{Place, signal};

/// Longest wait for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// A session whose terminal is here.
struct AtTerminal {
    child: Child,
    keys: File,
    /// The end that the session uses.
    terminal: File,
    shown: Receiver<Vec<u8>>,
    seen: String,
}

/// A stand-in that answers nothing, and does not end when its input does.
const DEAF: &str = "echo $$ > pid; printf 'g4pmu> '; exec sleep 100";

impl AtTerminal {
    fn start(place: &Place) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
        grantpt(&master).expect("its other end");
        unlockpt(&master).expect("its other end");
        let name = ptsname(&master, Vec::new()).expect("a name").into_string().expect("UTF-8");
        let open = || OpenOptions::new().read(true).write(true).open(&name).expect("the other end");
        let mut command =
            place.command(&["monitor", "--target", "stock", "--qemu", "./qemu", "--image", "image", "--timeout", "60"]);
        command.env("TERM", "xterm").env("XDG_CACHE_HOME", place.path());
        command.stdin(open()).stdout(open()).stderr(Stdio::piped());
        let terminal = open();
        let child = command.spawn().expect("the command runs");
        let keys = File::from(master);
        let mut screen = keys.try_clone().expect("a second handle");
        let (sender, shown) = channel();
        std::thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(length @ 1..) = screen.read(&mut piece) {
                if sender.send(piece[..length].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self { child, keys, terminal, shown, seen: String::new() }
    }

    /// Waits until this is shown.
    fn wait_for(&mut self, text: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.seen.contains(text) {
            let left = deadline.saturating_duration_since(Instant::now());
            let piece = self.shown.recv_timeout(left).unwrap_or_else(|_| panic!("{text:?} is not in {:?}", self.seen));
            self.seen += &String::from_utf8_lossy(&piece);
        }
    }

    fn is_edited(&self) -> bool {
        !tcgetattr(&self.terminal).expect("a terminal").local_modes.contains(LocalModes::ICANON)
    }

    /// The status, as a shell has it.
    fn status(&mut self) -> i32 {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match self.child.try_wait().expect("a child") {
                Some(status) => return status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or_default()),
                None if Instant::now() > deadline => {
                    self.child.kill().expect("a child");
                    panic!("the session does not end");
                }
                None => std::thread::sleep(Duration::from_millis(10)),
            }
        }
    }
}

fn ended_by(name: &str, keys: &str) -> i32 {
    let place = Place::new();
    place.image("image");
    place.fake_qemu("11.1.3", DEAF);
    let mut session = AtTerminal::start(&place);
    session.wait_for("g4pmu> ");
    session.keys.write_all(keys.as_bytes()).expect("a terminal");
    session.wait_for(keys);
    assert!(session.is_edited());
    signal(name, session.child.id());
    let status = session.status();
    assert!(!session.is_edited(), "the terminal is as it was");
    let qemu = place.read("pid").trim().parse().expect("a process number");
    assert!(!signal("-0", qemu), "the stand-in for QEMU is still there");
    status
}

#[test]
fn a_signal_at_the_prompt_ends_the_session_and_qemu() {
    assert_eq!(ended_by("-TERM", ""), 143);
    assert_eq!(ended_by("-HUP", ""), 129);
    assert_eq!(ended_by("-QUIT", ""), 131);
    assert_eq!(ended_by("-TERM", "run bra"), 143);
}

#[test]
fn a_target_that_ends_at_the_prompt_ends_the_session() {
    let place = Place::new();
    place.image("image");
    place.fake_qemu("11.1.3", "printf 'g4pmu> '; while [ ! -e end ]; do sleep 0.1; done; exit 3");
    let mut session = AtTerminal::start(&place);
    session.wait_for("g4pmu> ");
    place.write("end", "");
    assert_eq!(session.status(), 7);
}

#[test]
fn lines_are_kept_for_the_next_session() {
    let place = Place::new();
    place.image("image");
    place.fake_qemu("11.1.3", "printf 'g4pmu> '; read -r line; exit 0");
    let mut session = AtTerminal::start(&place);
    session.wait_for("g4pmu> ");
    session.keys.write_all(b"off\r").expect("a terminal");
    assert_eq!(session.status(), 0);
    assert!(place.read("g4pmu/monitor-history").contains("off"));
}
