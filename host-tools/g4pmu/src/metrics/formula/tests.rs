//! Tests of [`Formula`]: reading, units, values, errors.

use proptest::prelude::*;

use super::{Formula, Node, Operator};
use crate::metrics::quantity::Quantity;
use crate::metrics::unit::Unit;

fn formula(text: &str) -> Formula {
    Formula::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn complaint(text: &str) -> String {
    Formula::parse(text).expect_err(text).to_string()
}

fn unit(text: &str) -> Unit {
    Unit::parse(text).expect(text)
}

#[test]
fn products_bind_closer_than_sums_and_both_from_the_left() {
    let value = |text: &str| formula(text).value(&|_| Err("no name".to_owned()));
    assert_eq!(value("1 + 2 * 3"), Ok(7.0));
    assert_eq!(value("10 - 2 - 3"), Ok(5.0));
    assert_eq!(value("100 / 10 / 5"), Ok(2.0));
    assert_eq!(value("10 - (2 - 3)"), Ok(11.0));
    assert_eq!(value("2.5*4"), Ok(10.0));
}

#[test]
fn a_hyphen_is_part_of_a_name_and_a_minus_stands_between_blanks() {
    let names = |text: &str| formula(text).quantities().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names("processor-cycles - branch-unit-stall"), ["processor-cycles", "branch-unit-stall"]);
    assert_eq!(names("instructions / cycles"), ["instructions-completed", "processor-cycles"]);
    assert_eq!(names("r41c / r122"), ["mispredicted-branches", "completed-branch-instructions"]);
    assert_eq!(names("0x41c + 0x41c"), ["mispredicted-branches"]);
    assert_eq!(names("L1-dcache-load-misses / form.loads"), ["l1-data-load-access-miss", "form.loads"]);
    assert_eq!(
        complaint("cycles-instructions"),
        "column 1: nothing is called `cycles-instructions`: no event has this name; did you mean \
         cycles-where-no-instructions-completed?"
    );
}

#[test]
fn units_come_out_of_the_events() {
    assert_eq!(formula("instructions / cycles").unit(), unit("instructions per cycle"));
    assert_eq!(formula("branch-misses / branches").unit(), Unit::NUMBER);
    assert_eq!(formula("8 [bytes per beat] * bus-tas-for-reads / cycles").unit(), unit("bytes per cycle"));
    assert_eq!(formula("branch-misses / branches").divisor_unit(), Some(unit("branches")));
    assert_eq!(formula("branch-misses").divisor_unit(), None);
}

#[test]
fn an_error_names_its_place_and_its_cause() {
    assert_eq!(complaint(""), "column 1: the end stands where a name, a number or `(` is wanted");
    assert_eq!(complaint("cycles /"), "column 9: the end stands where a name, a number or `(` is wanted");
    assert_eq!(complaint("cycles instructions"), "column 8: `instructions` stands where + - * / or the end is wanted");
    assert_eq!(
        complaint("cycles % 2"),
        "column 8: `%` has no meaning here: a formula has names, numbers, + - * / and parentheses"
    );
    assert_eq!(complaint("1.2.3"), "column 1: `1.2.3` is no number");
    assert_eq!(complaint("2 * (cycles"), "column 5: the `(` here is not closed");
    assert_eq!(complaint("2 * 3 [bytes"), "column 7: the `[` here is not closed");
    assert_eq!(complaint("(cycles))"), "column 9: `)` stands where + - * / or the end is wanted");
    assert_eq!(complaint("- cycles"), "column 1: `-` stands where a name, a number or `(` is wanted");
    assert_eq!(
        complaint("cycles + instructions"),
        "column 8: cycles and instructions are not of one kind, so their sum or difference counts nothing"
    );
    assert!(complaint("2 [bites] * cycles").starts_with("column 3: `bites` is no unit; there are cycles"));
    assert!(complaint("branch-mises / branches").ends_with("did you mean branch-misses?"));
    assert_eq!(
        complaint("mispredicted-branches:PMC6").split(": ").nth(1),
        Some("nothing is called `mispredicted-branches:PMC6`")
    );
    assert!(complaint(&"(".repeat(40)).starts_with("column 33: more than 32 parentheses"));
    let sum = "cycles".to_owned() + &" + cycles".repeat(100_000);
    assert!(complaint(&sum).ends_with(": more than 1000 names, numbers and signs"));
}

#[test]
fn a_divisor_of_nothing_is_named() {
    let value = formula("branch-misses / (branches - branches)").value(&|_| Ok(5.0));
    let why = "completed-branch-instructions - completed-branch-instructions is 0, and nothing is divided by it";
    assert_eq!(value, Err(why.to_owned()));
}

#[test]
fn the_reason_of_a_missing_count_comes_through() {
    let value = formula("branch-misses / branches").value(&|quantity| Err(format!("{quantity} was not counted")));
    assert_eq!(value, Err("mispredicted-branches was not counted".to_owned()));
}

/// Events that all count cycles, each with a prime of its own.
const PRIMES: [(&str, f64); 5] = [
    ("processor-cycles", 1_000_003.0),
    ("branch-unit-stall", 104_729.0),
    ("vr-stalls", 7919.0),
    ("dispatching-0-instructions", 541.0),
    ("gpr-issue-queue-stalled", 31.0),
];

fn prime(quantity: &Quantity) -> Result<f64, String> {
    let name = quantity.to_string();
    PRIMES.iter().find(|(own, _)| *own == name).map(|(_, prime)| *prime).ok_or(name)
}

fn node() -> impl Strategy<Value = Node> {
    let leaf = prop_oneof![
        (0_usize..PRIMES.len()).prop_map(|place| Node::Quantity(Quantity::named(PRIMES[place].0).expect("an event"))),
        (1_u32..1000).prop_map(|number| Node::Number(f64::from(number), unit("cycles"))),
    ];
    // Sums of products with plain numbers, so that every sum is of one kind.
    leaf.prop_recursive(6, 40, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| two(Operator::Add, a, b)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| two(Operator::Subtract, a, b)),
            (inner.clone(), 1_u32..100).prop_map(|(a, b)| two(Operator::Multiply, a, plain(b))),
            (inner, 1_u32..100).prop_map(|(a, b)| two(Operator::Divide, a, plain(b))),
        ]
    })
}

fn two(operator: Operator, left: Node, right: Node) -> Node {
    Node::Two(operator, Box::new(left), Box::new(right))
}

fn plain(number: u32) -> Node {
    Node::Number(f64::from(number), Unit::NUMBER)
}

/// The same arithmetic, written apart from the one under test.
fn reference(node: &Node) -> f64 {
    match node {
        Node::Number(number, _) => *number,
        Node::Quantity(quantity) => prime(quantity).expect("a prime"),
        Node::Two(operator, left, right) => {
            let (left, right) = (reference(left), reference(right));
            match operator.sign() {
                '+' => left + right,
                '-' => left - right,
                '*' => left * right,
                _ => left / right,
            }
        }
    }
}

proptest! {
    /// What is written out and read again is the same formula with the same value.
    #[test]
    fn a_formula_survives_being_written(node in node()) {
        let read = formula(&node.to_string());
        prop_assert_eq!(&read.root, &node);
        prop_assert_eq!(read.unit(), unit("cycles"));
        prop_assert_eq!(read.value(&prime), Ok(reference(&node)));
    }

    #[test]
    fn any_text_is_read_or_refused_inside_itself(text in "[ -~]{0,60}") {
        if let Err(error) = Formula::parse(&text) {
            prop_assert!(error.column >= 1 && error.column <= text.len() + 1, "{error}");
        }
    }
}
