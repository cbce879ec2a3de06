//! Interrupts of devices: the OpenPIC in mac-io [QEMU hw/intc/openpic.c].

use crate::assembler::*;
use crate::emulator::run_all;

/// The slot of mac-io on this machine, and where the guests place it.
const MAC_IO: (u32, u32) = (12, 0x8000_0000);
/// Registers of the OpenPIC.
const GLOBAL_CONFIGURATION: u32 = 0x8004_1020;
const IPI_0_VECTOR: u32 = 0x8004_10a0;
const IPI_0_DISPATCH: u32 = 0x8006_0040;
const TASK_PRIORITY: u32 = 0x8006_0080;

const EE: u32 = 0x8000;
const POW: u32 = 0x0004_0000;
const NAP: u32 = 0x0040_0000;
const FC: u32 = 0x8000_0000;
/// Instructions of the handler.
const HANDLER: u32 = 11;

/// A handler that counts in r20, keeps SRR0 in r21 and the interrupt's number in r22, and
/// an interrupt controller that lets everything through.
fn controller(program: &mut Program) {
    let acknowledge = [d_form(15, 6, 0, 0x8006), d_form(24, 6, 6, 0xa0), x_form(534, 22, 0, 6)];
    let end = [addi(6, 6, 0x10), addi(7, 0, 0), x_form(662, 7, 0, 6), EIEIO];
    program.place(0x500, [addi(20, 20, 1), mfspr(21, SRR0)]);
    program.place(0x508, acknowledge.into_iter().chain(end).chain([NOP, RFI]));
    program.load(20, 0);
    program.map(MAC_IO.0, MAC_IO.1);
    program.write_device(GLOBAL_CONFIGURATION, 0x2000_0000);
    program.write_device(TASK_PRIORITY, 0);
}

/// Straight code in which the processor interrupts itself; without MSR[EE] nothing comes.
fn interrupted(on: bool, enabled: bool) -> (u32, Vec<u32>) {
    let mut program = Program::new();
    controller(&mut program);
    // Priority 8, vector 0x42.
    program.write_device(IPI_0_VECTOR, 0x0008_0042);
    if on {
        program.set(MMCR0, FC | 2 << 6);
        program.set(PMC1, 0);
    }
    program.load(3, if enabled { EE } else { 0 });
    program.push(mtmsr(3));
    program.load(5, 1);
    program.load(4, IPI_0_DISPATCH);
    program.load(3, 2 << 6);
    program.load(10, FC | 2 << 6);
    program.push(if on { mtspr(MMCR0, 3) } else { NOP });
    program.push(ISYNC);
    program.push(STWBRX);
    let behind = program.here();
    program.extend((0..10).map(|_| addi(11, 11, 1)));
    program.push(if on { mtspr(MMCR0, 10) } else { NOP });
    program.push(ISYNC);
    for register in [20, 21, 22] {
        program.result(register);
    }
    program.result_of(PMC1);
    program.load(3, 0);
    program.push(mtmsr(3));
    program.end();
    (behind, run_all(&program))
}

#[test]
fn an_interrupt_of_a_device_is_taken_and_its_handler_counted() {
    for on in [false, true] {
        let (behind, results) = interrupted(on, true);
        assert_eq!(results[..3], [1, behind, 0x42], "{results:x?}");
        let (_, quiet) = interrupted(on, false);
        assert_eq!(quiet[0], 0, "masked");
        assert_eq!(results[3] - quiet[3], if on { HANDLER } else { 0 }, "{results:x?}, {quiet:x?}");
    }
}

/// The model's time stands, so it has no exception to come, and QEMU is left to end the
/// nap: here with an interrupt that waits already. When the guest has taken the power-saving
/// mode out of HID0 again, MSR[POW] does nothing.
#[test]
fn a_device_ends_a_nap_that_the_model_cannot_end() {
    for on in [false, true] {
        let mut program = Program::new();
        controller(&mut program);
        program.set(HID0, NAP);
        if on {
            program.set(MMCR0, FC | 1 << 6);
        }
        program.write_device(IPI_0_VECTOR, 0x0008_0043);
        program.write_device(IPI_0_DISPATCH, 1);
        program.load(3, EE | POW);
        program.push(SYNC);
        let nap = program.here();
        program.push(mtmsr(3));
        program.push(ISYNC);
        program.load(3, 0);
        program.push(mtmsr(3));
        program.set(HID0, 0);
        program.load(3, POW);
        program.push(mtmsr(3));
        program.push(ISYNC);
        for register in [20, 21, 22] {
            program.result(register);
        }
        program.end();
        assert_eq!(run_all(&program), [1, nap + 4, 0x43], "the model is on: {on}");
    }
}
