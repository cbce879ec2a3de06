//! Time base and decrementer.

use crate::assembler::*;
use crate::emulator::run_all;

#[test]
fn the_time_base_is_written_and_carries() {
    for on in [false, true] {
        let mut program = Program::new();
        if on {
            program.set(MMCR0, 0x8000_0040);
        }
        program.load(3, 0);
        program.push(mtspr(TBL_WRITE, 3));
        program.load(4, 7);
        program.push(mtspr(TBU_WRITE, 4));
        program.load(3, 0xffff_fff0);
        program.push(mtspr(TBL_WRITE, 3));
        program.push(mftb(5, TBU));
        program.extend([NOP; 60]);
        program.push(mftb(6, TBU));
        program.push(mfspr(7, TBL));
        for register in [5, 6, 7] {
            program.result(register);
        }
        program.end();
        let results = run_all(&program);
        assert_eq!(results[..2], [7, 8], "{results:x?}");
        assert!((20..120).contains(&results[2]), "{results:x?}");
    }
}

#[test]
fn time_stands_until_it_is_switched_on() {
    let mut program = Program::new();
    program.set(HID0, 0);
    program.push(mftb(5, TBL));
    program.extend([NOP; 60]);
    program.push(mftb(6, TBL));
    program.push(x_form(40, 5, 5, 6));
    program.result(5);
    program.end();
    assert_eq!(run_all(&program), [0]);
}
