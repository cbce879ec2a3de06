//! From marks to a formula, by recursive descent; units are checked on the way.

use super::error::{Cause, FormulaError};
use super::lexer::{Mark, marks};
use super::{Node, Operator};
use crate::metrics::quantity::Quantity;
use crate::metrics::unit::Unit;

/// Most parentheses inside each other: no formula for people has as many.
const DEEPEST: usize = 32;

/// Most names, numbers and signs: a tree of so many is still read and dropped level by level.
const LONGEST: usize = 1000;

type Parsed = Result<(Node, Unit), FormulaError>;

/// Reads a whole formula.
pub(super) fn formula(text: &str) -> Parsed {
    let marks = marks(text)?;
    if let Some((column, _)) = marks.get(LONGEST + 1) {
        return Err(FormulaError { column: *column, cause: Cause::TooLong(LONGEST) });
    }
    let mut reader = Reader { marks, place: 0, depth: 0 };
    let found = reader.sum()?;
    match reader.next() {
        (_, Mark::End) => Ok(found),
        (column, mark) => Err(FormulaError { column, cause: Cause::NoOperator { found: mark.shown() } }),
    }
}

struct Reader<'a> {
    marks: Vec<(usize, Mark<'a>)>,
    place: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn next(&self) -> (usize, Mark<'a>) {
        // The last mark is the end, and nothing goes on behind it.
        self.marks[self.place.min(self.marks.len() - 1)]
    }

    /// Takes the next mark where it is one of two signs.
    fn take(&mut self, signs: [(char, Operator); 2]) -> Option<(usize, Operator)> {
        let (column, mark) = self.next();
        let (_, operator) = signs.into_iter().find(|(sign, _)| mark == Mark::Sign(*sign))?;
        self.place += 1;
        Some((column, operator))
    }

    fn sum(&mut self) -> Parsed {
        let (mut node, unit) = self.product()?;
        while let Some((column, operator)) = self.take([('+', Operator::Add), ('-', Operator::Subtract)]) {
            let (right, of_right) = self.product()?;
            if of_right != unit {
                return Err(FormulaError { column, cause: Cause::Kinds { left: unit, right: of_right } });
            }
            node = Node::Two(operator, Box::new(node), Box::new(right));
        }
        Ok((node, unit))
    }

    fn product(&mut self) -> Parsed {
        let (mut node, mut unit) = self.factor()?;
        while let Some((_, operator)) = self.take([('*', Operator::Multiply), ('/', Operator::Divide)]) {
            let (right, of_right) = self.factor()?;
            unit = if operator == Operator::Divide { unit.over(of_right) } else { unit.times(of_right) };
            node = Node::Two(operator, Box::new(node), Box::new(right));
        }
        Ok((node, unit))
    }

    fn factor(&mut self) -> Parsed {
        let (column, mark) = self.next();
        self.place += 1;
        let wrong = |cause| Err(FormulaError { column, cause });
        match mark {
            Mark::Number(number) => {
                let unit = self.unit()?;
                Ok((Node::Number(number, unit), unit))
            }
            Mark::Name(name) => match Quantity::named(name) {
                Ok(quantity) => {
                    let unit = quantity.unit();
                    Ok((Node::Quantity(quantity), unit))
                }
                Err(why) => wrong(Cause::Name(why)),
            },
            Mark::Sign('(') if self.depth == DEEPEST => wrong(Cause::TooDeep(DEEPEST)),
            Mark::Sign('(') => {
                self.depth += 1;
                let inner = self.sum()?;
                self.depth -= 1;
                match self.next() {
                    (_, Mark::Sign(')')) => {
                        self.place += 1;
                        Ok(inner)
                    }
                    (_, Mark::End) => wrong(Cause::Open('(')),
                    (column, mark) => Err(FormulaError { column, cause: Cause::NoOperator { found: mark.shown() } }),
                }
            }
            mark => wrong(Cause::NoValue { found: mark.shown() }),
        }
    }

    /// The unit in brackets behind a number; a plain number has none.
    fn unit(&mut self) -> Result<Unit, FormulaError> {
        match self.next() {
            (column, Mark::Unit(unit)) => {
                self.place += 1;
                Unit::parse(unit).map_err(|error| FormulaError { column, cause: error.into() })
            }
            _ => Ok(Unit::NUMBER),
        }
    }
}
