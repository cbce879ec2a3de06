//! What QEMU calls.
//!
//! A panic must not cross into QEMU, and a jump leaves without dropping anything: each
//! callback here works inside [`guarded`], which catches the one, and jumps after it has
//! returned. After a panic the guest makes no step any more, QEMU is asked to end in good
//! order, and the process ends with status [`FAILURE`].

use std::ffi::{c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::blocks::Mark;
use crate::ffi::TranslationBlock;
use crate::load::{LOADED, MACHINE};
use crate::machine::{Flow, Handlers, Machine};
use crate::qemu::{self, Access, Block, Callbacks};

/// The process's status after a panic: an internal error, as in `sysexits.h`.
const FAILURE: c_int = 70;

static FAILED: AtomicBool = AtomicBool::new(false);

/// The callbacks for everything but the start.
pub const CALLBACKS: Callbacks = Callbacks { translated, discontinuity, flushed, ended };

const HANDLERS: Handlers = Handlers {
    concerning: on_concerning,
    branch: on_branch,
    lone_access: on_lone_access,
    block: on_block,
    step: on_step,
    access: on_access,
};

/// Does the work of a callback; `None` if that panicked, now or earlier.
#[inline]
fn guarded<R>(work: impl FnOnce(&mut Machine) -> R) -> Option<R> {
    if FAILED.load(Ordering::Relaxed) {
        return None;
    }
    let work = || MACHINE.with(|machine| work(machine.as_mut().expect("QEMU has started the processor")));
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| fail()).ok()
}

/// The panic's message is out by now.
#[cold]
pub fn fail() {
    FAILED.store(true, Ordering::Relaxed);
    eprintln!("g4pmu plugin: that is a mistake in the plugin or the model; QEMU ends");
    qemu::terminate();
}

/// Does the work before an instruction and goes on as it says.
#[inline]
fn step(userdata: *mut c_void, work: impl FnOnce(&mut Machine, Mark) -> Flow) {
    let mark = mark(userdata);
    // After a panic the guest stays before the instruction, so that QEMU can end.
    match guarded(|machine| work(machine, mark)).unwrap_or(Flow::Jump(mark.address())) {
        Flow::Continue => {}
        Flow::Jump(address) => qemu::jump(address),
        Flow::Again(address) => {
            translate_again();
            qemu::jump(address)
        }
    }
}

/// The instruction that a callback is about.
#[inline]
fn mark(userdata: *mut c_void) -> Mark {
    Mark::from_number(qemu::number(userdata))
}

extern "C" fn on_concerning(_vcpu: c_uint, userdata: *mut c_void) {
    step(userdata, Machine::before_concerning);
}

extern "C" fn on_branch(_vcpu: c_uint, userdata: *mut c_void) {
    step(userdata, Machine::before_branch);
}

extern "C" fn on_block(_vcpu: c_uint, userdata: *mut c_void) {
    step(userdata, Machine::before_block);
}

extern "C" fn on_step(_vcpu: c_uint, userdata: *mut c_void) {
    step(userdata, Machine::before_step);
}

extern "C" fn on_lone_access(_vcpu: c_uint, _info: u32, _address: u64, userdata: *mut c_void) {
    guarded(|machine| machine.after_lone_access(mark(userdata)));
}

extern "C" fn on_access(_vcpu: c_uint, info: u32, address: u64, userdata: *mut c_void) {
    // SAFETY: the arguments are those of this callback.
    let access = unsafe { Access::new(info, address) };
    guarded(|machine| machine.accessed(mark(userdata), &access));
}

extern "C" fn translated(block: *mut TranslationBlock, _userdata: *mut c_void) {
    // SAFETY: the argument is that of this callback.
    let block = unsafe { Block::new(block) };
    if guarded(|machine| machine.translate(&block, &HANDLERS)) == Some(true) {
        translate_again();
    }
}

extern "C" fn discontinuity(_vcpu: c_uint, _kind: c_int, from: u64, to: u64, _userdata: *mut c_void) {
    guarded(|machine| machine.interrupted(from as u32, to as u32));
}

extern "C" fn flushed(_userdata: *mut c_void) {
    guarded(Machine::flushed);
}

/// Has QEMU translate everything anew.
fn translate_again() {
    if let Some(loaded) = LOADED.get() {
        loaded.plugin.translate_again(again);
    }
}

extern "C" fn again(_userdata: *mut c_void) {
    if let Some(loaded) = LOADED.get() {
        loaded.plugin.register(&CALLBACKS);
    }
}

extern "C" fn ended(_userdata: *mut c_void) {
    if FAILED.load(Ordering::Relaxed) {
        qemu::end(FAILURE);
    }
    let wanted = LOADED.get().is_some_and(|loaded| loaded.arguments.stats);
    guarded(|machine| {
        let statistics = machine.finish();
        if wanted {
            eprint!("{statistics}");
        }
    });
}
