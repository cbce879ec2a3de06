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

mod tests {
    use proptest::prelude::*;
    use tock_registers::LocalRegisterCopy;
    use tock_registers::RegisterLongName;
    use tock_registers::debug::RegisterDebugInfo;
    use tock_registers::fields::FieldValue;

    use crate::registers::*;

    /// Writes each field into `word` and reads it back; the rest must stay.
    fn round_trip<R: RegisterLongName + RegisterDebugInfo<u32> + 'static>(word: u32, value: u32) {
        for (field, name) in R::fields().iter().zip(R::field_names()) {
            let mut register = LocalRegisterCopy::<u32, R>::new(word);
            register.modify(FieldValue::<u32, R>::new(field.mask, field.shift, value));
            assert_eq!(register.read(*field), value & field.mask, "{name} of {}", R::name());
            let others = !(field.mask << field.shift);
            assert_eq!(register.get() & others, word & others, "{name} of {} changed other bits", R::name());
        }
    }

    const PAGE: &str = include_str!("../../../../docs/registers.md");

    /// Checks that the table under the heading has this register's fields and no
    /// others.
    fn on_the_page<R: RegisterLongName + RegisterDebugInfo<u32> + 'static>(heading: &str) {
        let section = PAGE.split("\n### ").find(|section| section.starts_with(heading)).expect(heading);
        let table = section.split("\n## ").next().unwrap_or_default();
        let rows: Vec<_> = table.lines().filter(|line| line.starts_with("| ")).skip(2).collect();
        assert_eq!(rows.len(), R::fields().len(), "{heading}");
        for ((row, field), name) in rows.iter().zip(R::fields()).zip(R::field_names()) {
            let mask = field.mask << field.shift;
            let (first, last) = (mask.leading_zeros(), 31 - mask.trailing_zeros());
            let bits = if first == last { first.to_string() } else { format!("{first}-{last}") };
            assert!(row.starts_with(&format!("| {name} | {bits} | {mask:#010x} | ")), "{heading}: {row}");
        }
    }

    #[test]
    fn the_page_on_registers_has_the_same_fields() {
        on_the_page::<MMCR0::Register>("MMCR0");
        on_the_page::<MMCR1::Register>("MMCR1");
        on_the_page::<MMCR2::Register>("MMCR2");
        on_the_page::<PMC::Register>("PMC1");
        on_the_page::<MSR::Register>("MSR");
        on_the_page::<HID0::Register>("HID0");
        on_the_page::<HID1::Register>("HID1");
        on_the_page::<ICTRL::Register>("ICTRL");
        on_the_page::<LDSTCR::Register>("LDSTCR");
        on_the_page::<MSSCR0::Register>("MSSCR0");
        on_the_page::<MSSSR0::Register>("MSSSR0");
        on_the_page::<L2CR::Register>("L2CR");
        on_the_page::<L3CR::Register>("L3CR");
        on_the_page::<BAMR::Register>("BAMR");
        on_the_page::<ICTC::Register>("ICTC");
        on_the_page::<PVR::Register>("PVR");
        on_the_page::<SRR1::Register>("SRR1");
        on_the_page::<DSISR::Register>("DSISR");
        on_the_page::<BATU::Register>("IBAT0U");
        on_the_page::<BATL::Register>("IBAT0L");
        on_the_page::<SDR1::Register>("SDR1");
    }

    proptest! {
        #[test]
        fn a_field_reads_back_what_was_written_and_leaves_the_rest(word: u32, value: u32) {
            round_trip::<MMCR0::Register>(word, value);
            round_trip::<MMCR1::Register>(word, value);
            round_trip::<MMCR2::Register>(word, value);
            round_trip::<PMC::Register>(word, value);
            round_trip::<MSR::Register>(word, value);
            round_trip::<HID0::Register>(word, value);
            round_trip::<HID1::Register>(word, value);
            round_trip::<BATU::Register>(word, value);
            round_trip::<BATL::Register>(word, value);
            round_trip::<L3CR::Register>(word, value);
            round_trip::<MSSCR0::Register>(word, value);
        }
    }
}
