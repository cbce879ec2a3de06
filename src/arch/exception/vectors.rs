//! Installs the exception stubs at the low vectors.

use core::mem::{offset_of, size_of};
use core::ptr;
use core::sync::atomic::{AtomicPtr, Ordering};

use mpc7450::bus::SprBus;
use mpc7450::registers::Sprg;

use super::frame::ExceptionFrame;
use crate::arch::cache::publish_code;
use crate::arch::msr;
use crate::arch::spr::HardwareBus;

/// First vector; below it lies nothing the image may touch.
const FIRST_VECTOR: usize = 0x100;
/// Bytes of the vector page, the assembly's `__vector_page`.
const PAGE_BYTES: usize = 0x1800;
/// Stack of one nesting level, frame included.
pub const SLOT_BYTES: u32 = 0x2000;

/// What the common entry calls with the saved state: the layers above decide what
/// an exception means.
pub type Policy = extern "C" fn(&mut ExceptionFrame);

/// The address of the policy, read by the common entry.
static POLICY: AtomicPtr<()> = AtomicPtr::new(ptr::null_mut());

unsafe extern "C" {
    static __vectors_start: [u8; PAGE_BYTES];
    static __exception_stack_start: u8;
    static __exception_stack_top: u8;
}

core::arch::global_asm!(
    include_str!("../../../boot/vectors.s"),
    frame_size = const size_of::<ExceptionFrame>(),
    slot_size = const SLOT_BYTES,
    gpr = const offset_of!(ExceptionFrame, gpr),
    cr = const offset_of!(ExceptionFrame, cr),
    lr = const offset_of!(ExceptionFrame, lr),
    ctr = const offset_of!(ExceptionFrame, ctr),
    xer = const offset_of!(ExceptionFrame, xer),
    srr0 = const offset_of!(ExceptionFrame, srr0),
    srr1 = const offset_of!(ExceptionFrame, srr1),
    dsisr = const offset_of!(ExceptionFrame, dsisr),
    dar = const offset_of!(ExceptionFrame, dar),
    vector = const offset_of!(ExceptionFrame, vector),
    running_msr = sym msr::RUNNING,
    policy = sym POLICY,
);

/// Copies the stubs to 0x100 and gives them their stack.
///
/// # Safety
///
/// The first 256 MB must be mapped one to one, and nobody may need the handlers
/// that stand at the vectors now.
pub unsafe fn install(bus: &mut HardwareBus, policy: Policy) {
    POLICY.store(policy as *mut (), Ordering::Release);
    let source = &raw const __vectors_start;
    let target = ptr::without_provenance_mut::<u8>(FIRST_VECTOR);
    // SAFETY: the linker script gives the section PAGE_BYTES bytes.
    let first_stub = unsafe { source.cast::<u8>().add(FIRST_VECTOR) };
    // SAFETY: the caller gives the vector page away; the image lies far above it.
    unsafe { ptr::copy_nonoverlapping(first_stub, target, PAGE_BYTES - FIRST_VECTOR) }
    // SAFETY: the page is mapped and no vector is executing.
    unsafe { publish_code(FIRST_VECTOR as u32, (PAGE_BYTES - FIRST_VECTOR) as u32) }
    let top = (&raw const __exception_stack_top).addr() as u32;
    // SAFETY: SPRG0 belongs to the stubs; the stack is reserved by the linker script.
    unsafe { bus.write_raw::<Sprg<0>>(top) }
}

/// Whether the exception stack has no slot left for another nesting level.
#[must_use]
pub fn stack_exhausted(bus: &HardwareBus) -> bool {
    let bottom = (&raw const __exception_stack_start).addr() as u32;
    bus.read_raw::<Sprg<0>>() <= bottom
}
