//! What an exception means, and the last words after a fatal one.

use core::fmt::Write;
use core::panic::PanicInfo;
use core::sync::atomic::{AtomicBool, Ordering};

use crate::arch::exception::{ExceptionFrame, cause, vectors};
use crate::arch::guarded;
use crate::arch::spr::HardwareBus;
use crate::lab::sampling::exception;
use crate::lab::window::{self, Verdict};
use crate::platform::console::{self, Console};
use crate::platform::devices;

/// Set by the first fatal event: a second one inside its message only ends.
static DYING: AtomicBool = AtomicBool::new(false);

/// The word that fills the stack's guard.
const GUARD: u32 = 0x6775_6172;

unsafe extern "C" {
    static __stack_guard_start: u32;
    static __stack_guard_end: u32;
}

/// Decides about every exception; see `arch::exception::vectors`.
pub extern "C" fn policy(frame: &mut ExceptionFrame) {
    // SAFETY: handlers run in supervisor state.
    let mut bus = unsafe { HardwareBus::new() };
    if vectors::stack_exhausted(&bus) {
        die(|console| writeln!(console, "exceptions nested too deeply\n{frame}"));
    }
    if guarded::interrupted(frame) {
        return;
    }
    if exception::interrupted(&mut bus, frame) == Verdict::Return {
        return;
    }
    match window::interrupted(&bus, frame) {
        Verdict::Return => {}
        Verdict::NotMine => die(|console| {
            let word = cause::name(frame.vector, frame.srr1, frame.dsisr);
            writeln!(console, "exception outside a kernel: {word}\n{frame}")
        }),
    }
}

/// The panic handler's body.
pub fn panicked(info: &PanicInfo<'_>) -> ! {
    die(|console| writeln!(console, "panic: {info}"))
}

/// Fills the stack's guard; [`check_stack_guard`] looks at it.
pub fn set_stack_guard() {
    for word in guard_words() {
        // SAFETY: the guard is reserved by the linker script and used by nobody.
        unsafe { word.write_volatile(GUARD) }
    }
}

/// Dies when something has been written below the stack.
pub fn check_stack_guard() {
    // SAFETY: the guard is reserved by the linker script.
    let intact = guard_words().all(|word| unsafe { word.read_volatile() } == GUARD);
    if !intact {
        die(|console| writeln!(console, "the stack has run into its guard"));
    }
}

fn guard_words() -> impl Iterator<Item = *mut u32> {
    let start = (&raw const __stack_guard_start).cast_mut();
    let words = ((&raw const __stack_guard_end).addr() - start.addr()) / 4;
    (0..words).map(move |word| start.wrapping_add(word))
}

/// Says why, then ends the machine with a failure.
fn die(message: impl FnOnce(&mut Console) -> core::fmt::Result) -> ! {
    if !DYING.swap(true, Ordering::AcqRel) {
        // SAFETY: nothing after this returns to whoever holds the console.
        unsafe { console::force_unlock() }
        // A console that fails has nobody to be told.
        let _lost = Console.write_str("\n").and_then(|()| message(&mut Console));
    }
    devices::fail()
}
