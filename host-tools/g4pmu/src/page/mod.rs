//! A run as one page: `report.html`.
//!
//! Nothing on it comes from elsewhere, nothing on it is a program: pictures are SVG in the
//! page, each in two sizes of which the style sheet shows one, and tables scroll sideways
//! where a screen is narrow. It is made from [`Results`] and from nothing else. Rejected:
//! scaling one picture. On a phone its letters would be 5 pixels high.

mod facts;
mod table;
mod tables;

use clap::ValueEnum;

use self::table::Table;
use crate::pictures::markup::Markup;
use crate::pictures::sheet::{Place, Size};
use crate::pictures::{self, Absent, Kind, Picture, style};
use crate::results::Results;

const SHEET: &str = include_str!("page.css");

/// The page.
#[must_use]
pub fn bytes(results: &Results) -> Vec<u8> {
    let (found, absent) = pictures::all(results, Kind::value_variants());
    let troubles = tables::troubles(results);
    let mut page = Markup::default();
    page.raw("<!DOCTYPE html>\n");
    page.open("html", &[("lang", &"en")]);
    page.open("head", &[]);
    page.empty("meta", &[("charset", &"utf-8")]);
    page.empty("meta", &[("name", &"viewport"), ("content", &"width=device-width, initial-scale=1")]);
    page.holding("title", &[], &facts::title(results));
    page.raw(&format!("<style>\n{SHEET}{}</style>\n", style::SHEET));
    page.close();
    page.open("body", &[]);
    page.open("main", &[]);
    page.holding("h1", &[], &facts::title(results));
    let (class, verdict) = facts::verdict(results);
    page.holding("p", &[("class", &class)], &verdict);
    contents(&mut page, &found, troubles.is_some());
    section(&mut page, "facts", "What ran", &[facts::table(results)]);
    if let Some(troubles) = troubles {
        section(&mut page, "troubles", "What is wrong", &[troubles]);
    }
    drawings(&mut page, &found, &absent);
    section(&mut page, "kernels", "Kernels", &[tables::kernels(results)]);
    section(&mut page, "counts", "Counts", &tables::counts(results));
    section(&mut page, "samples", "Samples", tables::samples(results).as_slice());
    section(&mut page, "registers", "Registers", &[tables::registers(results)]);
    page.finish().into_bytes()
}

/// Links to the parts of the page.
fn contents(page: &mut Markup, found: &[Picture], troubles: bool) {
    let fixed = [("facts", "What ran"), ("troubles", "What is wrong"), ("pictures", "Pictures")];
    let fixed = fixed.into_iter().filter(|(id, _)| troubles || *id != "troubles");
    let tables = [("kernels", "Kernels"), ("counts", "Counts"), ("registers", "Registers")];
    let pictures = found.iter().map(|picture| (&*picture.name, &*picture.name));
    page.open("nav", &[("aria-label", &"Contents")]);
    page.open("ul", &[]);
    for (id, name) in fixed.chain(pictures).chain(tables) {
        page.open("li", &[]);
        page.holding("a", &[("href", &format!("#{id}"))], name);
        page.close();
    }
    page.close();
    page.close();
}

/// A heading with tables below it; nothing without tables.
fn section(page: &mut Markup, id: &str, heading: &str, tables: &[Table]) {
    if !tables.is_empty() {
        page.open("section", &[("id", &id)]);
        page.holding("h2", &[], heading);
        tables.iter().for_each(|table| table.write(page));
        page.close();
    }
}

/// Every picture, and why there are no others.
fn drawings(page: &mut Markup, found: &[Picture], absent: &[Absent]) {
    page.open("section", &[("id", &"pictures")]);
    page.holding("h2", &[], "Pictures");
    for picture in found {
        page.open("figure", &[("id", &picture.name)]);
        for (class, size) in [("wide", Size::WIDE), ("narrow", Size::NARROW)] {
            page.open("div", &[("class", &class)]);
            match picture.svg(size, Place::Page) {
                Ok(svg) => page.raw(&svg),
                Err(error) => page.holding("p", &[], &error.to_string()),
            }
            page.close();
        }
        page.close();
    }
    for why in absent {
        page.holding("p", &[("class", &"soft")], &format!("{why}."));
    }
    page.close();
}
