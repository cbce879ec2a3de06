//! Texts: one spelling each, cut where they are too long.

use proptest::prelude::*;
use report_format::parse::{Line, parse_line};
use report_format::record::{Error, Record};
use report_format::text::{LONGEST, Text};
use report_format::write::write_line;

/// The text on the wire.
fn wire(text: Text<'_>) -> String {
    let mut line = String::new();
    write_line(&mut line, 1, &Record::Error(Error { text })).unwrap();
    let value = line.strip_prefix("@g4 1 error text=").unwrap();
    value[..value.len() - " *01234567\n".len()].to_owned()
}

/// Hands the text over the wire and gives the parsed one to `look`.
fn over_the_wire(plain: &str, look: impl FnOnce(Text<'_>)) {
    let mut line = String::new();
    write_line(&mut line, 1, &Record::Error(Error { text: Text::new(plain) })).unwrap();
    match parse_line(line.as_bytes()) {
        Line::Record { record: Record::Error(Error { text }), .. } => look(text),
        other => panic!("{other:?}"),
    }
}

#[test]
fn only_what_needs_an_escape_has_one() {
    for (plain, expected) in [
        ("", "%"),
        ("-", "-"),
        ("%", "%25"),
        ("a=b c@d", "a%3db%20c%40d"),
        ("!\"#$&'()*+,-./:;<>?[\\]^_`{|}~", "!\"#$&'()*+,-./:;<>?[\\]^_`{|}~"),
        ("\0\t\r\n\u{7f}", "%00%09%0d%0a%7f"),
        ("\u{e9}\u{20ac}\u{1f600}", "%c3%a9%e2%82%ac%f0%9f%98%80"),
    ] {
        assert_eq!(wire(Text::new(plain)), expected);
        over_the_wire(plain, |text| assert_eq!(text.to_string(), plain));
    }
}

#[test]
fn a_long_text_is_cut_between_characters_and_says_how_much_is_missing() {
    let whole = "x".repeat(LONGEST);
    assert_eq!(wire(Text::new(&whole)), whole);

    let longer = "x".repeat(LONGEST + 1);
    assert_eq!(wire(Text::new(&longer)), format!("{}%+23", "x".repeat(LONGEST - 22)));
    assert_eq!(Text::new(&longer).left_out(), 23);
    over_the_wire(&longer, |text| {
        assert_eq!(text.left_out(), 23);
        assert_eq!(text.to_string(), format!("{}[23 bytes left out]", "x".repeat(LONGEST - 22)));
    });

    // 40 characters of nine bytes on the wire: 360; the next one would pass 362.
    let wide = "\u{20ac}".repeat(50);
    assert_eq!(wire(Text::new(&wide)), format!("{}%+30", "%e2%82%ac".repeat(40)));
}

#[test]
fn texts_are_equal_when_they_are_the_same_on_the_wire() {
    let long = |last: &str| format!("{}{last}", "x".repeat(LONGEST));
    assert_eq!(Text::new("a b"), Text::new("a b"));
    assert_ne!(Text::new("a b"), Text::new("a%20b"));
    assert_ne!(Text::new(""), Text::new("-"));
    assert_eq!(Text::new(&long("1")), Text::new(&long("2")), "the difference is cut off");
    assert_ne!(Text::new(&long("1")), Text::new(&long("12")));
    over_the_wire("a b", |text| {
        assert_eq!(text, Text::new("a b"));
        assert_ne!(text, Text::new("a%20b"));
    });
}

proptest! {
    #[test]
    fn a_text_that_fits_arrives_unchanged(plain in any::<String>()) {
        prop_assume!(wire(Text::new(&plain)).len() < LONGEST - 22);
        over_the_wire(&plain, |text| {
            assert_eq!(text.to_string(), plain);
            assert_eq!(text.left_out(), 0);
        });
    }

    #[test]
    fn any_text_keeps_its_beginning_and_its_length(plain in "[a-z=\u{e9}\u{20ac}\u{1f600}]{0,700}") {
        let wire = wire(Text::new(&plain));
        prop_assert!(wire.len() <= LONGEST);
        over_the_wire(&plain, |text| {
            let shown = text.to_string();
            let kept = plain.len() - text.left_out() as usize;
            assert_eq!(shown.as_bytes()[..kept], plain.as_bytes()[..kept]);
        });
    }
}
