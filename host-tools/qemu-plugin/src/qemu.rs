//! Safe names for what the plugin asks of QEMU.
//!
//! Two promises stand behind every block here. QEMU calls the plugin with handles that
//! live until the callback returns, and the types here that hold such a handle
//! ([`Block`], [`Instruction`], [`Access`]) are made from a callback's arguments only and
//! cannot leave it, for they borrow. And QEMU runs one virtual processor
//! ([`crate::load`] refuses more), so registers and memory are those of the processor
//! whose callback runs.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::marker::PhantomData;
use std::ptr;

use crate::ffi;

/// The number that QEMU gave the plugin when it loaded it.
#[derive(Clone, Copy)]
pub struct Plugin(u64);

/// The callbacks of a plugin.
pub struct Callbacks {
    /// A block has been translated.
    pub translated: ffi::Translated,
    /// An exception or interrupt was taken.
    pub discontinuity: ffi::Discontinuity,
    /// All translated blocks are gone.
    pub flushed: ffi::Udata,
    /// QEMU ends.
    pub ended: ffi::Udata,
}

impl Plugin {
    /// The plugin that QEMU loads under this number.
    pub const fn new(id: u64) -> Self {
        Self(id)
    }

    /// Has `callback` called when the processor exists.
    pub fn on_start(self, callback: ffi::Vcpu) {
        // SAFETY: the number is QEMU's own, and a function of this library lives as long.
        unsafe { ffi::qemu_plugin_register_vcpu_init_cb(self.0, callback, ptr::null_mut()) }
    }

    /// Registers the callbacks for everything else.
    pub fn register(self, callbacks: &Callbacks) {
        let none = ptr::null_mut();
        // SAFETY: as in `on_start`.
        unsafe { ffi::qemu_plugin_register_vcpu_tb_trans_cb(self.0, callbacks.translated, none) }
        let kinds = ffi::INTERRUPT | ffi::EXCEPTION;
        // SAFETY: as in `on_start`.
        unsafe { ffi::qemu_plugin_register_vcpu_discon_cb(self.0, kinds, callbacks.discontinuity, none) }
        // SAFETY: as in `on_start`.
        unsafe { ffi::qemu_plugin_register_flush_cb(self.0, callbacks.flushed, none) }
        // SAFETY: as in `on_start`.
        unsafe { ffi::qemu_plugin_register_atexit_cb(self.0, callbacks.ended, none) }
    }

    /// Has QEMU drop all callbacks and all translated blocks before it runs the next
    /// block, and then call `again`, which registers anew.
    pub fn translate_again(self, again: ffi::Udata) {
        // SAFETY: as in `on_start`.
        unsafe { ffi::qemu_plugin_reset(self.0, again, ptr::null_mut()) }
    }
}

/// A counter that translated code adds to without a call.
#[derive(Clone, Copy)]
pub struct Counter(ffi::Counter);

impl Counter {
    /// A counter at 0.
    pub fn new() -> Self {
        // SAFETY: an element has room for the one counter at its start.
        let score = unsafe { ffi::qemu_plugin_scoreboard_new(size_of::<u64>()) };
        Self(ffi::Counter { score, offset: 0 })
    }

    /// Its value.
    pub fn get(self) -> u64 {
        // SAFETY: the scoreboard is never freed, and processor 0 exists.
        unsafe { ffi::qemu_plugin_u64_get(self.0, 0) }
    }

    /// Sets it.
    pub fn set(self, value: u64) {
        // SAFETY: as in `get`.
        unsafe { ffi::qemu_plugin_u64_set(self.0, 0, value) }
    }
}

/// A block that QEMU has just translated.
pub struct Block<'a> {
    block: *mut ffi::TranslationBlock,
    callback: PhantomData<&'a ()>,
}

impl Block<'_> {
    /// # Safety
    ///
    /// `block` is the argument of a [`ffi::Translated`] callback that still runs.
    pub const unsafe fn new(block: *mut ffi::TranslationBlock) -> Self {
        Self { block, callback: PhantomData }
    }

    /// Its instructions.
    pub fn instructions(&self) -> impl Iterator<Item = Instruction<'_>> {
        // SAFETY: the block lives as long as `self`.
        let count = unsafe { ffi::qemu_plugin_tb_n_insns(self.block) };
        (0..count).map(|index| {
            // SAFETY: as above, and the index is below the number.
            let instruction = unsafe { ffi::qemu_plugin_tb_get_insn(self.block, index) };
            Instruction { instruction, callback: PhantomData }
        })
    }
}

/// An instruction of a block that QEMU has just translated.
pub struct Instruction<'a> {
    instruction: *mut ffi::Instruction,
    callback: PhantomData<&'a ()>,
}

impl Instruction<'_> {
    /// Its effective address.
    pub fn address(&self) -> u32 {
        // SAFETY: the instruction lives as long as `self`.
        let address = unsafe { ffi::qemu_plugin_insn_vaddr(self.instruction) };
        address as u32
    }

    /// Its word.
    pub fn word(&self) -> u32 {
        let mut bytes = [0_u8; 4];
        // SAFETY: as in `address`, and `bytes` has room for the length given.
        let copied = unsafe { ffi::qemu_plugin_insn_data(self.instruction, bytes.as_mut_ptr().cast(), bytes.len()) };
        assert_eq!(copied, bytes.len(), "QEMU gave part of an instruction");
        u32::from_be_bytes(bytes)
    }

    /// Has `count` added to the counter each time before it executes.
    pub fn add(&self, counter: Counter, count: u64) {
        // SAFETY: as in `address`; the scoreboard is never freed.
        unsafe {
            ffi::qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(self.instruction, ffi::ADD, counter.0, count)
        }
    }

    /// Has `value` stored in the counter each time before it executes.
    pub fn store(&self, counter: Counter, value: u64) {
        // SAFETY: as in `add`.
        unsafe {
            ffi::qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(self.instruction, ffi::STORE, counter.0, value)
        }
    }

    /// Has `callback` called with `userdata` each time before it executes.
    pub fn call(&self, callback: ffi::Vcpu, userdata: usize) {
        let userdata = ptr::without_provenance_mut(userdata);
        // SAFETY: as in `address`; the callback reads the user data as a number.
        unsafe {
            ffi::qemu_plugin_register_vcpu_insn_exec_cb(self.instruction, callback, ffi::REGISTERS_AND_PC, userdata)
        }
    }

    /// As [`Instruction::call`], but only while the counter has reached `limit`.
    pub fn call_from(&self, counter: Counter, limit: u64, callback: ffi::Vcpu, userdata: usize) {
        let userdata = ptr::without_provenance_mut(userdata);
        // SAFETY: as in `call` and `add`.
        unsafe {
            ffi::qemu_plugin_register_vcpu_insn_exec_cond_cb(
                self.instruction,
                callback,
                ffi::REGISTERS_AND_PC,
                ffi::GREATER_OR_EQUAL,
                counter.0,
                limit,
                userdata,
            )
        }
    }

    /// Has `callback` called with `userdata` after each of its accesses.
    pub fn watch(&self, callback: ffi::Accessed, userdata: usize) {
        let userdata = ptr::without_provenance_mut(userdata);
        // SAFETY: as in `address`.
        unsafe {
            ffi::qemu_plugin_register_vcpu_mem_cb(
                self.instruction,
                callback,
                ffi::NO_REGISTERS,
                ffi::READS_AND_WRITES,
                userdata,
            )
        }
    }
}

/// An access that has just been made.
pub struct Access<'a> {
    info: u32,
    address: u64,
    callback: PhantomData<&'a ()>,
}

impl Access<'_> {
    /// # Safety
    ///
    /// `info` and `address` are the arguments of an [`ffi::Accessed`] callback that
    /// still runs.
    pub const unsafe fn new(info: u32, address: u64) -> Self {
        Self { info, address, callback: PhantomData }
    }

    /// The effective address.
    pub const fn effective(&self) -> u32 {
        self.address as u32
    }

    /// Bytes.
    pub fn bytes(&self) -> u8 {
        // SAFETY: the callback whose argument `info` is still runs.
        let shift = unsafe { ffi::qemu_plugin_mem_size_shift(self.info) };
        1 << shift
    }

    /// The physical address, as QEMU translated.
    #[cfg(debug_assertions)]
    pub fn physical(&self) -> Option<u64> {
        // SAFETY: as in `bytes`.
        let address = unsafe { ffi::qemu_plugin_get_hwaddr(self.info, self.address) };
        if address.is_null() {
            return None;
        }
        // SAFETY: it lives until the callback returns.
        Some(unsafe { ffi::qemu_plugin_hwaddr_phys_addr(address) })
    }
}

/// A register of the guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register(*mut ffi::Register);

/// A register with its name and the group it belongs to.
pub struct Listed {
    /// The name, `r0`.
    pub name: String,
    /// The group, `org.gnu.gdb.power.core`.
    pub feature: String,
    /// The register.
    pub register: Register,
}

/// All registers of the processor whose callback runs.
pub fn registers() -> Vec<Listed> {
    // SAFETY: called from the start callback, in the processor's context.
    let array = unsafe { ffi::qemu_plugin_get_registers() };
    // SAFETY: QEMU gives an array, which may be empty.
    let ffi::Array { data, len } = unsafe { array.read() };
    let listed = (0..len as usize)
        .map(|index| {
            let descriptors = data.cast::<ffi::RegisterDescriptor>();
            // SAFETY: the index is below the number of elements.
            let descriptor = unsafe { descriptors.add(index) };
            // SAFETY: as above; QEMU filled the elements.
            let ffi::RegisterDescriptor { handle, name, feature, .. } = unsafe { descriptor.read() };
            // SAFETY: the name is QEMU's own text, which it never frees.
            let name = unsafe { text(name) };
            // SAFETY: as above; it may be null.
            let feature = unsafe { text(feature) };
            Listed { name, feature, register: Register(handle) }
        })
        .collect();
    // SAFETY: the array is the caller's to free, and nothing points into it any more.
    unsafe { ffi::g_array_free(array, 1) };
    listed
}

/// A C text; an empty one for null.
///
/// # Safety
///
/// `text` is null or points to a text that ends in a 0 byte and lives during the call.
pub unsafe fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller promises it.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// What registers and memory are read into.
pub struct Buffer(*mut ffi::ByteArray);

impl Buffer {
    /// A buffer for the life of the plugin.
    pub fn new() -> Self {
        // SAFETY: the function takes nothing and gives an array or ends the program.
        Self(unsafe { ffi::g_byte_array_new() })
    }

    /// Reads a register of 32 bits. Only where the callback may read registers.
    pub fn register(&mut self, register: Register) -> u32 {
        self.resize(0);
        // SAFETY: handle and array are QEMU's own.
        let read = unsafe { ffi::qemu_plugin_read_register(register.0, self.0) };
        assert!(read, "QEMU did not let a register be read");
        self.word().expect("a register of 32 bits")
    }

    /// Writes a register of 32 bits. Only where the callback may write registers.
    pub fn set_register(&mut self, register: Register, value: u32) {
        let bytes = self.resize(4);
        // SAFETY: the array was just given room for four bytes.
        unsafe { bytes.cast::<[u8; 4]>().write(value.to_be_bytes()) };
        // SAFETY: as in `register`, and the array holds as many bytes as the register.
        let written = unsafe { ffi::qemu_plugin_write_register(register.0, self.0) };
        assert!(written, "QEMU did not let a register be written");
    }

    /// Reads the word at a physical address.
    pub fn memory(&mut self, physical: u64) -> Option<u32> {
        // SAFETY: QEMU makes the array as large as the length asks for.
        let result = unsafe { ffi::qemu_plugin_read_memory_hwaddr(physical, self.0, 4) };
        if result == 0 { self.word() } else { None }
    }

    fn resize(&mut self, length: c_uint) -> *mut u8 {
        // SAFETY: the array is this buffer's own.
        let array = unsafe { ffi::g_byte_array_set_size(self.0, length) };
        // SAFETY: as above.
        unsafe { array.read() }.data
    }

    /// The bytes, if they are four, as the big-endian guest has them.
    fn word(&self) -> Option<u32> {
        // SAFETY: the array is this buffer's own.
        let ffi::ByteArray { data, len } = unsafe { self.0.read() };
        if len != 4 {
            return None;
        }
        // SAFETY: there are four bytes.
        let bytes = unsafe { data.cast::<[u8; 4]>().read() };
        Some(u32::from_be_bytes(bytes))
    }
}

/// Continues the guest at an address. Only where the callback may set the program
/// counter; what the caller holds is not dropped.
pub fn jump(address: u32) -> ! {
    // SAFETY: the callbacks that end here hold nothing that needs to be dropped.
    unsafe { ffi::qemu_plugin_set_pc(u64::from(address)) }
}

/// The signal on which QEMU ends in good order.
const SIGTERM: c_int = 15;

/// Asks QEMU to end in good order.
pub fn terminate() {
    // SAFETY: the function takes nothing.
    let own = unsafe { ffi::getpid() };
    // SAFETY: QEMU handles this signal of the whole process.
    unsafe { ffi::kill(own, SIGTERM) };
}

/// Ends the process at once, without QEMU's own end.
pub fn end(status: c_int) -> ! {
    // SAFETY: the function takes any status.
    unsafe { ffi::_exit(status) }
}

/// The number that [`Instruction::call`] was given.
pub fn number(userdata: *mut c_void) -> usize {
    userdata.addr()
}
