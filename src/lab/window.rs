//! The measurement window on the chip: see `window.s` for what stands in it.

use core::cell::UnsafeCell;
use core::mem::offset_of;
use core::ptr::{self, NonNull};
use core::sync::atomic::{AtomicBool, Ordering};

use mpc7450::bus::Spr;
use mpc7450::registers::{MSR, Mmcr0};
use report_format::record::State;
use volatile::VolatilePtr;

use super::machine::{Call, Interruption, MOST_WATCHDOG_TICKS, Outcome};
use super::reading::Reading;
use crate::arch::cache::publish_code;
use crate::arch::exception::ExceptionFrame;
use crate::arch::exception::cause::vector;
use crate::arch::exception::direct_return::DirectReturn;
use crate::arch::mmu::entry::Access;
use crate::arch::spr::HardwareBus;
use crate::arch::{mmu, msr, time};

/// Instructions between the window's two readings of TBL, the first reading
/// included, besides the kernel; the kernel's `blr` is one of them.
const OVERHEAD: u32 = 18;

/// The same for a kernel in user state.
const USER_OVERHEAD: u32 = 10;

/// What the assembly gets and gives, written and read by it.
#[repr(C)]
struct WindowContext {
    entry: u32,
    arguments: [u32; 7],
    mmcr0_start: u32,
    mmcr0_stop: u32,
    msr_start: u32,
    msr_stop: u32,
    start: Reading,
    stop: Reading,
}

core::arch::global_asm!(
    include_str!("window.s"),
    overhead = const OVERHEAD,
    user_overhead = const USER_OVERHEAD,
    user_state = const MSR::PR::SET.value,
    mmcr0_number = const <Mmcr0 as Spr>::NUMBER,
    entry = const offset_of!(WindowContext, entry),
    arguments = const offset_of!(WindowContext, arguments),
    mmcr0_start = const offset_of!(WindowContext, mmcr0_start),
    mmcr0_stop = const offset_of!(WindowContext, mmcr0_stop),
    msr_start = const offset_of!(WindowContext, msr_start),
    msr_stop = const offset_of!(WindowContext, msr_stop),
    start_upper_before = const offset_of!(WindowContext, start.upper_before),
    start_lower = const offset_of!(WindowContext, start.lower),
    start_upper_after = const offset_of!(WindowContext, start.upper_after),
    stop_upper_before = const offset_of!(WindowContext, stop.upper_before),
    stop_lower = const offset_of!(WindowContext, stop.lower),
    stop_upper_after = const offset_of!(WindowContext, stop.upper_after),
);

unsafe extern "C" {
    /// Runs the window; 0 when the kernel returned, 1 when it was abandoned.
    fn window_run(context: *mut WindowContext) -> u32;
    fn window_abandon();
    fn window_user_returned();
    fn user_returned();
    fn known_loop();
    static user_code_start: u8;
    static user_code_end: u8;
    /// Addresses of the instructions that write MMCR0.
    static window_mmcr0_writes: [u32; 5];
}

/// `ori r0,r0,0`.
const NOP: u32 = 0x6000_0000;

/// Has the window leave MMCR0 alone, on a part whose counters are none that this image
/// knows. Its length stays what it is. Done once, in place: a second window without
/// these instructions would have to be proven as long as this one.
///
/// # Safety
///
/// The image must be mapped for writing, and no kernel may run.
pub unsafe fn leave_counters_alone() {
    // SAFETY: the assembly defines the list, and nobody writes it.
    for address in unsafe { window_mmcr0_writes } {
        let place = ptr::with_exposed_provenance_mut::<u32>(address as usize);
        // SAFETY: an instruction of the window stands there, which nobody executes now.
        unsafe { place.write_volatile(NOP) }
        // SAFETY: the caller promises the mapping.
        unsafe { publish_code(address, 4) }
    }
}

/// Whether a kernel is running: what the exception handler goes by.
static KERNEL_RUNS: AtomicBool = AtomicBool::new(false);

/// The exception that ended the kernel. Written by the handler while
/// [`KERNEL_RUNS`], read after it; never both at once on the one processor.
static INTERRUPTION: Slot = Slot(UnsafeCell::new(Interruption { vector: 0, srr0: 0, srr1: 0, dsisr: 0, dar: 0 }));

struct Slot(UnsafeCell<Interruption>);

// SAFETY: one processor; the handler writes only while the window runs and the
// window's caller reads only after that.
unsafe impl Sync for Slot {}

impl Slot {
    /// Volatile, because a handler writes what the interrupted code reads.
    fn pointer(&self) -> VolatilePtr<'_, Interruption> {
        // SAFETY: a static is never at null.
        let pointer = unsafe { NonNull::new_unchecked(self.0.get()) };
        // SAFETY: the pointer to a static is valid, and accesses do not overlap (see Sync).
        unsafe { VolatilePtr::new(pointer) }
    }
}

/// Instructions that the window around a kernel in this state executes besides it.
#[must_use]
pub const fn overhead(state: State) -> u32 {
    match state {
        State::Supervisor => OVERHEAD,
        State::User => USER_OVERHEAD,
    }
}

/// Memory that user state executes besides kernels, whole pages.
#[must_use]
pub fn user_code() -> mmu::table::Range {
    let address = |end: *const u8| end.addr() as u32;
    mmu::table::Range {
        start: address(&raw const user_code_start),
        end: address(&raw const user_code_end),
        access: Access::UserReads,
    }
}

/// Address of the known loop: r3 passes of one `bdnz`.
#[must_use]
pub fn known_loop_address() -> u32 {
    known_loop as *const () as usize as u32
}

/// Runs the code of `call` through the window.
///
/// # Safety
///
/// The vectors must be installed with a policy that calls [`interrupted`], and a page
/// table that maps arena and [`user_code`]. The code must keep the kernels' calling convention and write only to its own data.
pub unsafe fn run(bus: &mut HardwareBus, call: &Call) -> Outcome {
    let [a, b, c, d, e, f] = call.kernel.arguments;
    let nothing = Reading { upper_before: 0, lower: 0, upper_after: 0 };
    let mut context = WindowContext {
        entry: call.kernel.entry,
        arguments: [call.iterations, a, b, c, d, e, f],
        mmcr0_start: call.mmcr0_start,
        mmcr0_stop: call.mmcr0_stop,
        msr_start: call.mode.msr(msr::measured()),
        msr_stop: msr::running(),
        start: nothing,
        stop: nothing,
    };
    let returns = call.system_calls_return && call.mode.state == State::Supervisor;
    // SAFETY: the stubs are installed, this code and all behind the window runs under
    // the image's blocks, and only the kernel makes system calls.
    let vector = returns.then(|| unsafe { DirectReturn::patch() });
    // A decrementer that cannot expire yet makes a pending exception a stale one.
    // SAFETY: the handlers are installed.
    unsafe { time::set_decrementer(bus, MOST_WATCHDOG_TICKS) }
    // SAFETY: the handlers are installed and let a stale decrementer exception pass.
    unsafe { msr::drain_pending() }
    // SAFETY: the caller promises the page table.
    unsafe { mmu::switch::enter(bus, call.mode) }
    // However few ticks these are, the exception waits for the kernel to run.
    // SAFETY: the handlers are installed.
    unsafe { time::set_decrementer(bus, call.watchdog_ticks) }
    KERNEL_RUNS.store(true, Ordering::Release);
    // SAFETY: the context lives across the call; the code is what the caller promises.
    let status = unsafe { window_run(&raw mut context) };
    KERNEL_RUNS.store(false, Ordering::Release);
    // SAFETY: kernels end in supervisor state, whatever ends them.
    unsafe { mmu::switch::leave(bus, call.mode) }
    drop(vector);
    if status == 0 {
        Outcome::Returned { ticks: context.stop.ticks().wrapping_sub(context.start.ticks()) }
    } else {
        Outcome::Interrupted(INTERRUPTION.pointer().read())
    }
}

/// What an exception means to a running kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// No kernel runs: the exception is not the window's.
    NotMine,
    /// Handled: return to the frame's SRR0.
    Return,
}

/// Called by the exception policy. The system call behind a kernel in user state and
/// any other exception in a kernel end it: the frame is changed so that the window
/// returns to its caller. A decrementer exception that was pending from before is let
/// pass.
pub fn interrupted(bus: &HardwareBus, frame: &mut ExceptionFrame) -> Verdict {
    if frame.vector == vector::DECREMENTER && !time::decrementer_expired(bus) {
        return Verdict::Return;
    }
    if !KERNEL_RUNS.swap(false, Ordering::AcqRel) {
        return Verdict::NotMine;
    }
    if returned_from_user_state(frame) {
        frame.srr0 = window_user_returned as *const () as usize as u32;
        frame.srr1 = msr::running();
        return Verdict::Return;
    }
    INTERRUPTION.pointer().write(Interruption {
        vector: frame.vector,
        srr0: frame.srr0,
        srr1: frame.srr1,
        dsisr: frame.dsisr,
        dar: frame.dar,
    });
    frame.srr0 = window_abandon as *const () as usize as u32;
    frame.srr1 = msr::running();
    Verdict::Return
}

/// Whether the exception is the system call that a kernel in user state returns to.
fn returned_from_user_state(frame: &ExceptionFrame) -> bool {
    let behind_the_call = user_returned as *const () as usize as u32;
    frame.vector == vector::SYSTEM_CALL && frame.srr0 == behind_the_call && frame.srr1 & MSR::PR::SET.value != 0
}
