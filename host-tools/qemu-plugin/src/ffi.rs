//! QEMU's plugin interface, version 7, as C declares it, and nothing else.
//!
//! The symbols are the emulator's own: the library leaves them open and the loader binds
//! them when QEMU opens it. The published crates for this interface stop two versions
//! before it, so what is used is declared here [QEMU include/plugins/qemu-plugin.h,
//! 11.1]. [`crate::qemu`] puts safe names around it.

use std::ffi::{c_char, c_int, c_uint, c_void};

/// The version of the interface.
pub const VERSION: c_int = 7;

/// An opaque thing of QEMU's.
macro_rules! opaque {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {
        $($(#[$doc])* #[repr(C)] pub struct $name { _private: [u8; 0] })+
    };
}

#[cfg(debug_assertions)]
opaque! {
    /// Where an access went.
    HardwareAddress,
}

opaque! {
    /// A block that is being translated.
    TranslationBlock,
    /// An instruction in it.
    Instruction,
    /// A register's handle.
    Register,
    /// An array with an element for each virtual processor.
    Scoreboard,
}

/// What QEMU says about itself and the guest when it loads a plugin.
#[repr(C)]
pub struct Info {
    /// The architecture, for instance `ppc`.
    pub target_name: *const c_char,
    /// The oldest version of the interface that is served.
    pub oldest_version: c_int,
    /// The version of the interface.
    pub current_version: c_int,
    /// Whether a whole machine is emulated.
    pub system_emulation: bool,
    /// Virtual processors at the start.
    pub smp_vcpus: c_int,
    /// Virtual processors at most.
    pub max_vcpus: c_int,
}

/// A register as QEMU lists it.
#[repr(C)]
pub struct RegisterDescriptor {
    /// Its handle.
    pub handle: *mut Register,
    /// Its name.
    pub name: *const c_char,
    /// The group it belongs to; may be null.
    pub feature: *const c_char,
    /// Whether it cannot be written.
    pub is_readonly: bool,
}

/// The beginning of GLib's `GArray`.
#[repr(C)]
pub struct Array {
    /// The elements.
    pub data: *mut c_char,
    /// Their number.
    pub len: c_uint,
}

/// The beginning of GLib's `GByteArray`.
#[repr(C)]
pub struct ByteArray {
    /// The bytes.
    pub data: *mut u8,
    /// Their number.
    pub len: c_uint,
}

/// A counter in a scoreboard.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Counter {
    /// The scoreboard.
    pub score: *mut Scoreboard,
    /// Bytes from the start of an element.
    pub offset: usize,
}

/// Callback with user data.
pub type Udata = extern "C" fn(userdata: *mut c_void);
/// Callback of a virtual processor.
pub type Vcpu = extern "C" fn(vcpu: c_uint, userdata: *mut c_void);
/// Callback when a block has been translated.
pub type Translated = extern "C" fn(block: *mut TranslationBlock, userdata: *mut c_void);
/// Callback after an access.
pub type Accessed = extern "C" fn(vcpu: c_uint, info: u32, address: u64, userdata: *mut c_void);
/// Callback when the program counter jumps by an exception.
pub type Discontinuity = extern "C" fn(vcpu: c_uint, kind: c_int, from: u64, to: u64, userdata: *mut c_void);

/// Kind of a [`Discontinuity`]: from outside the instruction stream.
pub const INTERRUPT: c_int = 1;
/// Kind of a [`Discontinuity`]: by an instruction.
pub const EXCEPTION: c_int = 2;

/// Callback flags: touches no registers.
pub const NO_REGISTERS: c_int = 0;
/// Callback flags: reads and writes registers and sets the program counter.
pub const REGISTERS_AND_PC: c_int = 3;

/// Accesses: reads and writes.
pub const READS_AND_WRITES: c_int = 3;

/// Condition: greater or equal, unsigned.
pub const GREATER_OR_EQUAL: c_int = 7;

/// Inline operation: add.
pub const ADD: c_int = 0;
/// Inline operation: store.
pub const STORE: c_int = 1;

unsafe extern "C" {
    pub fn qemu_plugin_register_vcpu_init_cb(id: u64, callback: Vcpu, userdata: *mut c_void);
    pub fn qemu_plugin_register_vcpu_tb_trans_cb(id: u64, callback: Translated, userdata: *mut c_void);
    pub fn qemu_plugin_register_vcpu_discon_cb(id: u64, kinds: c_int, callback: Discontinuity, userdata: *mut c_void);
    pub fn qemu_plugin_register_flush_cb(id: u64, callback: Udata, userdata: *mut c_void);
    pub fn qemu_plugin_register_atexit_cb(id: u64, callback: Udata, userdata: *mut c_void);
    pub fn qemu_plugin_reset(id: u64, callback: Udata, userdata: *mut c_void);

    pub fn qemu_plugin_tb_n_insns(block: *const TranslationBlock) -> usize;
    pub fn qemu_plugin_tb_get_insn(block: *const TranslationBlock, index: usize) -> *mut Instruction;
    pub fn qemu_plugin_insn_data(instruction: *const Instruction, data: *mut c_void, length: usize) -> usize;
    pub fn qemu_plugin_insn_vaddr(instruction: *const Instruction) -> u64;

    pub fn qemu_plugin_register_vcpu_insn_exec_cb(
        instruction: *mut Instruction,
        callback: Vcpu,
        flags: c_int,
        userdata: *mut c_void,
    );
    pub fn qemu_plugin_register_vcpu_insn_exec_cond_cb(
        instruction: *mut Instruction,
        callback: Vcpu,
        flags: c_int,
        condition: c_int,
        entry: Counter,
        immediate: u64,
        userdata: *mut c_void,
    );
    pub fn qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu(
        instruction: *mut Instruction,
        operation: c_int,
        entry: Counter,
        immediate: u64,
    );
    pub fn qemu_plugin_register_vcpu_mem_cb(
        instruction: *mut Instruction,
        callback: Accessed,
        flags: c_int,
        kinds: c_int,
        userdata: *mut c_void,
    );
    pub fn qemu_plugin_mem_size_shift(info: u32) -> c_uint;
    #[cfg(debug_assertions)]
    pub fn qemu_plugin_get_hwaddr(info: u32, address: u64) -> *mut HardwareAddress;
    #[cfg(debug_assertions)]
    pub fn qemu_plugin_hwaddr_phys_addr(address: *const HardwareAddress) -> u64;

    pub fn qemu_plugin_get_registers() -> *mut Array;
    pub fn qemu_plugin_read_register(register: *mut Register, value: *mut ByteArray) -> bool;
    pub fn qemu_plugin_write_register(register: *mut Register, value: *mut ByteArray) -> bool;
    pub fn qemu_plugin_set_pc(address: u64) -> !;
    pub fn qemu_plugin_read_memory_hwaddr(address: u64, data: *mut ByteArray, length: usize) -> c_int;

    pub fn qemu_plugin_scoreboard_new(element_size: usize) -> *mut Scoreboard;
    pub fn qemu_plugin_u64_get(entry: Counter, vcpu: c_uint) -> u64;
    pub fn qemu_plugin_u64_set(entry: Counter, vcpu: c_uint, value: u64);

    pub fn g_byte_array_new() -> *mut ByteArray;
    pub fn g_byte_array_set_size(array: *mut ByteArray, length: c_uint) -> *mut ByteArray;
    pub fn g_array_free(array: *mut Array, free_segment: c_int) -> *mut c_char;
    pub fn getpid() -> c_int;
    pub fn kill(process: c_int, signal: c_int) -> c_int;
    pub fn _exit(status: c_int) -> !;
}
