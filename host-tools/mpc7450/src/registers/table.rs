//! The check behind the table test of every register file.

use tock_registers::RegisterLongName;
use tock_registers::debug::RegisterDebugInfo;

/// One row of a table test: field, first and last manual bit, mask in the register.
pub type Row = (&'static str, u32, u32, u32);

/// Compares a register's fields with the rows: same fields in the same order,
/// each at the manual's bits and with the mask written out in the row.
pub fn check<R: RegisterLongName + RegisterDebugInfo<u32> + 'static>(rows: &[Row]) {
    let names: Vec<_> = rows.iter().map(|row| row.0).collect();
    assert_eq!(R::field_names(), names, "every field has one row");
    let mut seen = 0;
    for (field, &(name, first, last, mask)) in R::fields().iter().zip(rows) {
        let by_manual = (u32::MAX >> first) & (u32::MAX << (31 - last));
        assert_eq!(by_manual, mask, "{name}: manual bits {first}-{last} against the mask in the row");
        assert_eq!(field.mask << field.shift, mask, "{name}: layout against the mask in the row");
        assert_eq!(seen & mask, 0, "{name} overlaps a field before it");
        seen |= mask;
    }
}
