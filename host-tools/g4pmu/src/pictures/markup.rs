//! Elements as text, of SVG and of HTML: [`Markup`].
//!
//! Every text and every attribute goes through one escape, and every number through one
//! format, so that no name in a report can leave its place and the same picture has the same
//! bytes everywhere.

use std::fmt::{self, Display, Write};

/// A document in the making.
#[derive(Debug, Default)]
pub struct Markup {
    text: String,
    open: Vec<&'static str>,
}

/// An attribute: its name and its value.
pub type Attribute<'a> = (&'a str, &'a dyn Display);

/// A coordinate or a length: two decimals, fewer where they are zeros.
#[derive(Clone, Copy, Debug)]
pub struct Length(pub f64);

impl Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding nothing makes a plain zero of a negative one.
        let hundredths = (self.0 * 100.0).round() / 100.0 + 0.0;
        write!(f, "{hundredths}")
    }
}

impl Markup {
    /// Opens an element; [`Markup::close`] closes it.
    pub fn open(&mut self, name: &'static str, attributes: &[Attribute<'_>]) {
        self.start(name, attributes);
        self.text.push_str(">\n");
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            put(&mut self.text, &format_args!("</{name}>\n"));
        }
    }

    /// An element without content.
    pub fn empty(&mut self, name: &'static str, attributes: &[Attribute<'_>]) {
        self.start(name, attributes);
        self.text.push_str("/>\n");
    }

    /// An element that holds a text.
    pub fn holding(&mut self, name: &'static str, attributes: &[Attribute<'_>], text: &str) {
        self.start(name, attributes);
        put(&mut self.text, &format_args!(">{}</{name}>\n", escaped(text)));
    }

    /// Takes what is markup already.
    pub fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// The document, every element closed.
    #[must_use]
    pub fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }

    fn start(&mut self, name: &str, attributes: &[Attribute<'_>]) {
        put(&mut self.text, &format_args!("<{name}"));
        for (name, value) in attributes {
            put(&mut self.text, &format_args!(" {name}=\"{}\"", escaped(&value.to_string())));
        }
    }
}

/// Text as XML and HTML take it, between tags and in quotes. What XML has no character for
/// becomes the replacement character.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(letter),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            _ => safe.push(letter),
        }
    }
    safe
}

fn put(text: &mut String, what: &dyn Display) {
    write!(text, "{what}").expect("text takes every write");
}

#[cfg(test)]
mod tests {
    use super::{Length, Markup, escaped};

    #[test]
    fn elements_nest_and_are_closed() {
        let mut svg = Markup::default();
        svg.open("g", &[("class", &"grid")]);
        svg.empty("line", &[("x1", &Length(1.0)), ("x2", &Length(-0.001))]);
        svg.holding("text", &[], "a < b");
        assert_eq!(svg.finish(), "<g class=\"grid\">\n<line x1=\"1\" x2=\"0\"/>\n<text>a &lt; b</text>\n</g>\n");
    }

    #[test]
    fn no_text_leaves_its_place() {
        assert_eq!(escaped("</text>\"' & \u{1b}[31m"), "&lt;/text&gt;&quot;&#39; &amp; \u{fffd}[31m");
        let mut svg = Markup::default();
        svg.empty("g", &[("class", &"\" onload=\"alert(1)")]);
        assert_eq!(svg.finish(), "<g class=\"&quot; onload=&quot;alert(1)\"/>\n");
    }

    #[test]
    fn lengths_have_two_decimals_at_most() {
        let told: Vec<String> = [1.0, 0.5, 1.0 / 3.0, 12.345_6, -7.0].map(|length| Length(length).to_string()).to_vec();
        assert_eq!(told, ["1", "0.5", "0.33", "12.35", "-7"]);
    }
}
