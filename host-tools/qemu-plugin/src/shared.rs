//! The one state behind all callbacks: [`Shared`].

use std::cell::UnsafeCell;
use std::sync::atomic::{AtomicBool, Ordering};

/// A value that callbacks share.
///
/// The rule: QEMU calls the plugin from one thread at a time. Loading comes before the
/// processor's thread exists; with one processor (more are refused) all that follows
/// comes from its thread; the end comes after that thread has been stopped. And no
/// callback comes while another runs. The guard catches the second half being broken.
pub struct Shared<T> {
    value: UnsafeCell<Option<T>>,
    taken: AtomicBool,
}

// SAFETY: by the rule above no two threads use the value at the same time, and QEMU orders
// what one thread does before the next begins.
unsafe impl<T> Sync for Shared<T> {}

/// Gives the value back.
struct Guard<'a>(&'a AtomicBool);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl<T> Shared<T> {
    /// No value yet.
    pub const fn new() -> Self {
        Self { value: UnsafeCell::new(None), taken: AtomicBool::new(false) }
    }

    /// Uses the value.
    ///
    /// # Panics
    ///
    /// A callback came while another ran.
    #[inline]
    pub fn with<R>(&self, user: impl FnOnce(&mut Option<T>) -> R) -> R {
        assert!(!self.taken.load(Ordering::Relaxed), "QEMU called the plugin from within a call");
        self.taken.store(true, Ordering::Relaxed);
        let _guard = Guard(&self.taken);
        // SAFETY: the value was free, and by the type's rule no other thread looks.
        user(unsafe { &mut *self.value.get() })
    }
}
