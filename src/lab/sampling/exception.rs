//! Where the exceptions of a sampled call arrive on the chip.
//!
//! While such a call runs, its sampler is lent to the exception handler: the handler
//! takes the pointer out, works, and puts it back, so that a second exception inside
//! the first finds none; the lender looks at the sampler again only when it has taken
//! the pointer back. That is all the synchronisation one processor needs.

use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

use crate::arch::exception::ExceptionFrame;
use crate::arch::exception::cause::vector;
use crate::arch::spr::HardwareBus;
use crate::arch::{msr, time};
use crate::lab::machine::{Call, MOST_WATCHDOG_TICKS, Outcome};
use crate::lab::window::{self, Verdict};
use crate::pmu::group::Group;
use crate::pmu::sampler::sample::{Interrupted, Surroundings};
use crate::pmu::sampler::settings::Settings;
use crate::pmu::sampler::{Sampler, Tick};

/// The sampler while it is lent and the handler does not have it.
static LENT: AtomicPtr<Sampler<'static>> = AtomicPtr::new(ptr::null_mut());

unsafe extern "C" {
    static __stack_guard_end: u8;
    static __stack_top: u8;
}

/// Time base and stack of the image, and what it interrupted.
struct Here<'a>(Option<&'a ExceptionFrame>);

impl Surroundings for Here<'_> {
    fn ticks(&self) -> u64 {
        time::time_base()
    }

    fn stack_word(&self, address: u32) -> Option<u32> {
        let bottom = (&raw const __stack_guard_end).addr() as u32;
        let top = (&raw const __stack_top).addr() as u32;
        if address < bottom || address > top - 4 || !address.is_multiple_of(4) {
            return None;
        }
        let word = ptr::with_exposed_provenance::<u32>(address as usize);
        // SAFETY: an aligned word of the image's stack, which is mapped for good.
        // Volatile, because it belongs to the interrupted code.
        Some(unsafe { word.read_volatile() })
    }

    fn registers(&self) -> u32 {
        let Some(frame) = self.0 else { return 0 };
        let branches = frame.ctr ^ frame.cr.rotate_left(8) ^ frame.xer ^ frame.lr.rotate_left(16);
        frame.gpr.iter().fold(branches, |digest, word| digest.rotate_left(5) ^ word)
    }
}

/// Runs the code of `call` through the window while `sampler` takes samples.
///
/// # Safety
///
/// As for [`window::run`]; and the installed policy must call [`interrupted`] first.
pub unsafe fn run(
    bus: &mut HardwareBus,
    call: &Call,
    settings: &Settings,
    group: &Group,
    sampler: &mut Sampler<'static>,
) -> Outcome {
    let watchdog_ticks = sampler.start(bus, settings, group, call.watchdog_ticks, &Here(None));
    let call = Call { watchdog_ticks, ..*call };
    LENT.store(sampler, Ordering::Release);
    // SAFETY: the caller's promise.
    let outcome = unsafe { window::run(bus, &call) };
    LENT.store(ptr::null_mut(), Ordering::Release);
    sampler.stop();
    // An exception that was signalled within the window may be pending still. It must
    // not come into the next one, nor may a decrementer set for a sample.
    LENT.store(sampler, Ordering::Release);
    // SAFETY: the handlers are installed.
    unsafe { time::set_decrementer(bus, MOST_WATCHDOG_TICKS) }
    // SAFETY: the handlers are installed; a decrementer that has not expired is let
    // pass, and the sampler takes what the performance monitor has pending.
    unsafe { msr::drain_pending() }
    LENT.store(ptr::null_mut(), Ordering::Release);
    outcome
}

/// Called by the exception policy before anybody else: takes the sample where a
/// sampled call runs and the exception is its source's.
pub fn interrupted(bus: &mut HardwareBus, frame: &ExceptionFrame) -> Verdict {
    let is_source = match frame.vector {
        vector::PERFORMANCE_MONITOR => true,
        vector::DECREMENTER => time::decrementer_expired(bus),
        _ => false,
    };
    if !is_source {
        return Verdict::NotMine;
    }
    let lent = LENT.swap(ptr::null_mut(), Ordering::AcqRel);
    // SAFETY: what is in `LENT` is the sampler of `run`, which leaves it alone until
    // it has taken it back, and nobody else finds it now.
    let Some(sampler) = (unsafe { lent.as_mut() }) else { return Verdict::NotMine };
    let at = Interrupted { srr0: frame.srr0, srr1: frame.srr1, lr: frame.lr, stack_pointer: frame.gpr[1] };
    let verdict = if frame.vector == vector::PERFORMANCE_MONITOR {
        sampler.performance_monitor(bus, at, &Here(Some(frame)));
        Verdict::Return
    } else {
        match sampler.decrementer(bus, at, &Here(Some(frame))) {
            Tick::Sampled => Verdict::Return,
            Tick::Expired => Verdict::NotMine,
        }
    };
    LENT.store(lent, Ordering::Release);
    verdict
}
