//! The MPC7450 family (PowerPC G4) as facts: registers, events, parts and
//! instruction encodings. No I/O, no allocation, no `std`.
//!
//! | module | holds |
//! | --- | --- |
//! | [`bus`] | [`bus::SprBus`], the only way to a special-purpose register |
//! | [`registers`] | one file a register: number, fields, masks |
//! | [`counter`] | the six counters as a checked type |
//! | [`events`] | the event catalogue, generated from `data/events.csv` |
//! | [`parts`] | family members by processor version |
//! | [`instruction`] | the instruction table: decoding, timing; typed encoders for generated code |
//!
//! # References
//!
//! Facts cite their source as `[KEY section]`. Nobody here read chapter 11 of
//! the MPC7450 manual itself; what it says is known through tables and register
//! models that others made from it, and a fact counts as certain where two of
//! them agree and none disagrees. MMCR0's behaviour is the MPC7400's, whose
//! register is the same with fewer events.
//!
//! | key | source |
//! | --- | --- |
//! | MPC7450UM | Freescale, *MPC7450 RISC Microprocessor Family Reference Manual*, not at hand |
//! | PEM, ALTIVECPEM | Freescale, Programming Environments Manuals of PowerPC and AltiVec, not at hand: section numbers were not read again |
//! | AN2203 | Freescale, *MPC7450 RISC Microprocessor Family Software Optimization Guide*, read in part |
//! | MPC7400UM | Freescale, *MPC7400 RISC Microprocessor User's Manual* |
//! | LINUX-PMU | Linux, `arch/powerpc/perf/mpc7450-pmu.c` |
//! | LINUX-CLASS | the same, `mpc7450_classify_event`: which counters share a code, without naming it |
//! | LINUX-CORE | Linux, `arch/powerpc/perf/core-book3s.c` |
//! | LINUX-REG | Linux, `arch/powerpc/include/asm/reg.h`, 32-bit section |
//! | LINUX-SETUP | Linux, `arch/powerpc/kernel/cpu_setup_6xx.S` |
//! | LINUX-CPUTABLE | Linux, `cpu_specs_book3s_32.h` |
//! | LINUX-OPROF | Linux before 5.12, `arch/powerpc/oprofile/op_model_7450.c` |
//! | FREEBSD-PMC | FreeBSD, `sys/dev/hwpmc/hwpmc_mpc7xxx.c` as of 2018 to 2023 |
//! | FREEBSD-SPR | FreeBSD, `sys/powerpc/include/spr.h` |
//! | NETBSD-HID | NetBSD, `sys/arch/powerpc/include/oea/hid.h` |
//! | XNU | Apple, `osfmk/ppc/hw_perfmon.c` and `hw_perfmon_mmcr.h` |
//! | SHARK | Apple, *Shark User Guide*, PPC 7450 (G4+) event list |
//! | PAPI | PAPI, `src/ppc32_events.c`, an index made from the MPC7450 manual |
//! | PERFCTR | perfctr 2.6.42, `linux/drivers/perfctr/ppc.c` |
//! | OPROFILE | OProfile, `events/ppc/7450/events` |
//! | UNISIM | UNISIM-VP, `powerpc/cpu.hh`, made from the MPC7450 manual, Rev. 5 |
//! | QEMU | QEMU 10.0.2 executed on `mac99`, and `target/ppc/cpu_init.c` |
//! | SYLIXOS | SylixOS, `ppc604.h`, the parts for `__SYLIXOS_PPC745X__` |
//! | DS55 | Freescale, MPC7455 hardware specification, table that compares the family |
//! | GCC | GCC, `gcc/config/rs6000/7450.md` |
//! | LLVM | LLVM, `lib/Target/PowerPC/PPCScheduleG4Plus.td` |
//! | APV | Apple, *AltiVec Instruction Cross-Reference*, column of the 7450 |
//! | 7448CE, 7447ACE, 7451CE | Freescale chip errata documents |
#![cfg_attr(not(test), no_std)]
#![allow(rustdoc::broken_intra_doc_links, reason = "a source key in brackets looks like a link")]

pub mod bus;
pub mod counter;
pub mod events;
pub mod instruction;
pub mod parts;
pub mod registers;
