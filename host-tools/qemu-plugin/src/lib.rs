//! QEMU runs the guest, the model counts it.
//!
//! A plugin for QEMU 11.1 and later: `qemu-system-ppc -M mac99 -cpu 7450 ...
//! -plugin libg4pmu_qemu_plugin.so`. It tells the [`model`] each instruction that the
//! guest completes and each exception, serves the registers that the model owns (the
//! performance monitor's, time base, decrementer, HID0, ICTRL, LDSTCR, MSSCR0, L2CR,
//! L3CR) and delivers the model's exceptions. QEMU's own decrementer, its clock and its
//! monitor registers, which never count, are not seen by the guest any more.
//!
//! | module | holds |
//! | --- | --- |
//! | `ffi` | QEMU's interface as C declares it |
//! | `qemu` | safe names for it |
//! | `callbacks` | what QEMU calls |
//! | `load` | what is checked before anything runs |
//! | `arguments`, `refusal` | options, and why the plugin does not load |
//! | `shared` | the one state behind all callbacks |
//! | `machine` | that state: guest and model, and how one is told to the other |
//! | `guest` | the guest's registers and memory |
//! | `known` | what is known of an instruction before it executes |
//! | `blocks` | translated blocks by number |
//! | `interned` | records by number |
//! | `address` | from effective to physical addresses |
//! | `recorded` | the model, and files of what it is told |
//! | `statistics` | what the option `stats` prints |
//!
//! All state is one value in one place, for QEMU's callbacks carry a single pointer each,
//! and that names the instruction. `unsafe` stands in `ffi`, `qemu` and `shared`, and where
//! `callbacks` and `load` take QEMU's pointers.

mod address;
mod arguments;
mod blocks;
mod callbacks;
mod ffi;
mod guest;
mod interned;
mod known;
mod load;
mod machine;
mod qemu;
mod recorded;
mod refusal;
mod shared;
mod statistics;
