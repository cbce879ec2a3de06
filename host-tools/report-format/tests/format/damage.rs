//! What is said about lines that are not records. The checksums match where the
//! mistake is another one.

use report_format::parse::{Line, parse_line};

#[track_caller]
fn assert_damage(line: &[u8], expected: &str) {
    match parse_line(line) {
        Line::Damaged { reason } => assert_eq!(reason.to_string(), expected),
        other => panic!("{other:?}"),
    }
}

#[test]
fn what_has_no_marker_is_foreign() {
    for line in ["", "\r\n", ">> OpenBIOS 1.1", "@g4", "@g4: ", "@G4 0 report", "g4 0 report", "*1a2b3c4d"] {
        assert_eq!(parse_line(line.as_bytes()), Line::Foreign, "{line}");
    }
}

/// The record in front of the last one was cut.
#[test]
fn the_last_marker_of_a_line_counts() {
    let golden = crate::golden::golden();
    let line = format!("{}{}", &golden[2].0[..40], golden[3].0);
    assert_eq!(parse_line(line.as_bytes()), Line::Record { sequence: 3, record: golden[3].1.clone() });
}

#[test]
fn a_cut_line_is_called_cut_wherever_it_ends() {
    let line = crate::golden::golden()[1].0;
    for length in "@g4 ".len()..line.len() {
        assert_damage(&line.as_bytes()[..length], "the line is cut before the end of its checksum");
    }
}

#[test]
fn a_changed_line_shows_both_checksums() {
    assert_damage(
        b"@g4 1 cpu pvr=0x80000201 part=MPC7450 counters=6 *00000000",
        "the checksum says 00000000, the line has a973c624",
    );
}

#[test]
fn upper_case_digits_are_no_checksum() {
    assert_damage(
        b"@g4 1 error text=a *ABCDEF01",
        "after ` *` there must be eight lower-case hex digits and the end of the line",
    );
}

#[test]
fn nothing_may_follow_the_checksum() {
    assert_damage(
        b"@g4 1 error text=a *8cf4ef4b x",
        "after ` *` there must be eight lower-case hex digits and the end of the line",
    );
}

#[test]
fn a_control_byte_is_named() {
    assert_damage(b"@g4 1 error text=a\tb *109f4c11", "byte 0x09 at position 18, a record is printable ASCII");
}

#[test]
fn a_high_byte_is_named() {
    assert_damage(b"@g4 1 error text=a\xff *1e826cf7", "byte 0xff at position 18, a record is printable ASCII");
}

#[test]
fn a_number_has_no_leading_zeros() {
    assert_damage(
        b"@g4 01 error text=a *af7efd4e",
        "sequence number `01`, legal are decimal digits without leading zeros, below 2^32",
    );
}

#[test]
fn a_number_has_32_bits() {
    assert_damage(
        b"@g4 4294967296 error text=a *9142704a",
        "sequence number `4294967296`, legal are decimal digits without leading zeros, below 2^32",
    );
}

#[test]
fn an_unknown_type_lists_the_legal_ones() {
    assert_damage(
        b"@g4 1 measurement a=b *825b6ce4",
        "unknown record type `measurement`, legal are report cpu model clock memory arguments register counter time-base suite kernel expect trial code sample sampling fault skip answer offer spr word load error end",
    );
}

#[test]
fn only_report_has_number_0() {
    assert_damage(b"@g4 0 error text=a *11fb0e3d", "record `error` with number 0: `report`, and only it, has number 0");
}

#[test]
fn report_has_number_0() {
    assert_damage(
        b"@g4 1 report version=1 *084160da",
        "record `report` with number 1: `report`, and only it, has number 0",
    );
}

#[test]
fn another_version_is_refused_whatever_its_fields() {
    assert_damage(
        b"@g4 0 report version=7 colour=blue *97a1f1cb",
        "report format version 7, this tool reads version 1: use the tool of the image",
    );
}

#[test]
fn fields_stand_in_order() {
    assert_damage(b"@g4 1 cpu part=MPC7450 pvr=0x80000201 counters=6 *fb1eebc2", "`part=MPC7450` where `pvr=` belongs");
}

#[test]
fn no_field_may_be_missing() {
    assert_damage(b"@g4 1 cpu pvr=0x80000201 part=MPC7450 *e518b626", "the record ends before `counters=`");
}

#[test]
fn no_field_may_be_added() {
    assert_damage(b"@g4 1 error text=a b=c *0e03b423", "`b=c` after the last field");
}

#[test]
fn one_space_stands_between_fields() {
    assert_damage(b"@g4 1 cpu pvr=0x80000201  part=MPC7450 counters=6 *8b4c4cce", "`` where `part=` belongs");
}

#[test]
fn a_number_has_one_spelling() {
    assert_damage(
        b"@g4 1 cpu pvr=0x80000201 part=MPC7450 counters=06 *77484a85",
        "`counters=06`, legal is: decimal digits without leading zeros, below 2^32",
    );
}

#[test]
fn a_long_number_has_64_bits() {
    assert_damage(
        b"@g4 1 time-base state=user instructions=18446744073709551616 ticks=0 overhead=0 exact=no *d06d0396",
        "`instructions=18446744073709551616`, legal is: decimal digits without leading zeros, below 2^64",
    );
}

#[test]
fn hex_has_eight_digits() {
    assert_damage(
        b"@g4 1 cpu pvr=0x201 part=MPC7450 counters=6 *896fadde",
        "`pvr=0x201`, legal is: 0x and eight lower-case hex digits",
    );
}

#[test]
fn hex_is_lower_case() {
    assert_damage(
        b"@g4 1 register name=hid0 found=0x00000000 set=0x8410C0BC back=0x00000000 *d5899b3f",
        "`set=0x8410C0BC`, legal is: - or 0x and eight lower-case hex digits",
    );
}

#[test]
fn an_optional_number_is_one_or_none() {
    assert_damage(
        b"@g4 1 clock tb_hz=1 core_hz=none bus_hz=- source=assumed icount_shift=- *b78bcad3",
        "`core_hz=none`, legal is: - or decimal digits without leading zeros, below 2^32",
    );
}

#[test]
fn a_word_lists_the_legal_ones() {
    assert_damage(
        b"@g4 1 clock tb_hz=1 core_hz=- bus_hz=- source=guess icount_shift=- *ebda2992",
        "`source=guess`, legal is: device-tree, fw-cfg, model, assumed",
    );
}

#[test]
fn there_are_six_counters() {
    assert_damage(
        b"@g4 1 trial run=0 trial=0 n=0 mmcr0=0x00000000 mmcr1=0x00000000 mmcr2=0x00000000 hid0=0x00000000 start=0x00000000/0x00000000/0x00000000/0x00000000/0x00000000/0x00000000/0x00000000 stop=0x00000000/0x00000000/0x00000000/0x00000000/0x00000000/0x00000000 ticks=0 *b0fbaf1c",
        "`start=0x00000000/0x00000000/0x00000000/0x00000000/0x00000000/0x00000000/0x00000000`, legal is: six times 0x and eight lower-case hex digits, / between them",
    );
}

#[test]
fn a_text_is_not_an_empty_word() {
    assert_damage(
        b"@g4 1 error text= *28f9c819",
        "`text=`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_text_has_no_needless_escape() {
    assert_damage(
        b"@g4 1 error text=%61 *cdb0437f",
        "`text=%61`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_text_has_lower_case_escapes() {
    assert_damage(
        b"@g4 1 error text=%3D *90a83289",
        "`text=%3D`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_text_has_no_half_escape() {
    assert_damage(
        b"@g4 1 error text=a%2 *42c5764b",
        "`text=a%2`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_text_has_no_bare_equals_sign() {
    assert_damage(
        b"@g4 1 error text=a=b *abb5bfe6",
        "`text=a=b`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_text_has_no_bare_at_sign() {
    assert_damage(
        b"@g4 1 error text=a@b *3124b85d",
        "`text=a@b`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_text_is_utf_8() {
    assert_damage(
        b"@g4 1 error text=%c3 *e4728b42",
        "`text=%c3`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_text_is_not_an_overlong_form() {
    assert_damage(
        b"@g4 1 error text=%c0%80 *f756767a",
        "`text=%c0%80`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_cut_leaves_something() {
    assert_damage(
        b"@g4 1 error text=%+5 *35b1eb7a",
        "`text=%+5`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_cut_leaves_something_out() {
    assert_damage(
        b"@g4 1 error text=a%+0 *8e972b57",
        "`text=a%+0`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_cut_states_a_number() {
    assert_damage(
        b"@g4 1 error text=a%+x *f690e2f5",
        "`text=a%+x`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
    );
}

#[test]
fn a_text_has_a_limit() {
    let text = "a".repeat(385);
    let line = format!("@g4 1 error text={} *591837b3", text);
    assert_damage(
        line.as_bytes(),
        &format!(
            "`text={}`, legal is: text with exactly the escapes it needs, at most 384 bytes, % where it is empty",
            text
        ),
    );
}

#[test]
fn a_line_has_a_limit() {
    let text = "a".repeat(1300);
    let line = format!("@g4 1 error text={} *1ffcdf73", text);
    assert_damage(line.as_bytes(), "1327 bytes from the marker to the end of the line, a record has at most 1280");
}

#[test]
fn a_ninth_digit_is_not_a_cut() {
    assert_damage(
        b"@g4 1 error text=a *8cf4ef4b0",
        "after ` *` there must be eight lower-case hex digits and the end of the line",
    );
}

#[test]
fn there_are_one_to_eight_calls_or_none() {
    for (line, calls) in [
        (
            b"@g4 1 sample run=0 sample=0 ticks=0 period=1 late=- siar=- srr0=0x00000000 srr1=0x00000000 lr=0x00000000 calls= *67d1b64f".as_slice(),
            "",
        ),
        (
            b"@g4 1 sample run=0 sample=0 ticks=0 period=1 late=- siar=- srr0=0x00000000 srr1=0x00000000 lr=0x00000000 calls=0x01000000/ *73c04ac0".as_slice(),
            "0x01000000/",
        ),
        (
            b"@g4 1 sample run=0 sample=0 ticks=0 period=1 late=- siar=- srr0=0x00000000 srr1=0x00000000 lr=0x00000000 calls=/0x01000000 *413c9a59".as_slice(),
            "/0x01000000",
        ),
        (
            b"@g4 1 sample run=0 sample=0 ticks=0 period=1 late=- siar=- srr0=0x00000000 srr1=0x00000000 lr=0x00000000 calls=-/0x01000000 *b5e24918".as_slice(),
            "-/0x01000000",
        ),
        (
            b"@g4 1 sample run=0 sample=0 ticks=0 period=1 late=- siar=- srr0=0x00000000 srr1=0x00000000 lr=0x00000000 calls=0x100 *51f332a9".as_slice(),
            "0x100",
        ),
        (
            b"@g4 1 sample run=0 sample=0 ticks=0 period=1 late=- siar=- srr0=0x00000000 srr1=0x00000000 lr=0x00000000 calls=0x01000000/0x01000000/0x01000000/0x01000000/0x01000000/0x01000000/0x01000000/0x01000000/0x01000000 *5af9d7e4".as_slice(),
            "0x01000000/0x01000000/0x01000000/0x01000000/0x01000000/0x01000000/0x01000000/0x01000000/0x01000000",
        ),
    ] {
        let legal = "legal is: - or one to eight times 0x and eight lower-case hex digits, / between them";
        assert_damage(line, &format!("`calls={calls}`, {legal}"));
    }
}
