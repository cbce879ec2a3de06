//! Reads a flattened device tree [Devicetree Specification 0.4, 5].
//!
//! One walk over the structure block; every property is handed out with the path of
//! its node. No tree is built: the image asks for a handful of values once.

use report_format::record::{ArgumentSource, ClockSource};

use super::board::Board;
use super::facts::{Facts, arguments_from_bytes};
use super::memory;

const BEGIN_NODE: u32 = 1;
const END_NODE: u32 = 2;
const PROPERTY: u32 = 3;
const NOTHING: u32 = 4;

/// Nodes inside each other that are told apart; deeper ones are passed over.
const DEEPEST: usize = 3;

/// Length in bytes that the header states.
#[must_use]
pub fn length(header: &[u8]) -> Option<usize> {
    Some(word(header, 4)? as usize)
}

/// Adds what the tree says to the facts, and tells the board.
#[must_use]
pub fn collect(tree: &[u8], facts: &mut Facts) -> Option<&'static Board> {
    let mut board = None;
    // One cell each is what `memory` reads; the root states both before its nodes.
    let mut single_cells = 0;
    walk(tree, |path, name, value| {
        let number = || value.try_into().ok().map(u32::from_be_bytes);
        match (path, name) {
            ([], b"compatible" | b"model") => board = board.or(Board::named_by(value)),
            ([], b"#address-cells" | b"#size-cells") => single_cells += u32::from(number() == Some(1)),
            ([node], b"reg") if single_cells == 2 && is_memory(node) => facts.ram = memory::from_zero(value),
            ([b"chosen"], b"bootargs") if value.first().is_some_and(|byte| *byte != 0) => {
                facts.arguments = arguments_from_bytes(value);
                facts.argument_source = ArgumentSource::Bootargs;
            }
            ([b"cpus", _], b"timebase-frequency") => {
                if let Some(hertz) = number() {
                    facts.tb_hz = hertz;
                    facts.clock_source = ClockSource::DeviceTree;
                }
            }
            ([b"cpus", _], b"clock-frequency") => facts.core_hz = number().or(facts.core_hz),
            ([b"cpus", _], b"bus-frequency") => facts.bus_hz = number().or(facts.bus_hz),
            _ => {}
        }
    });
    board
}

/// Whether this is the node of memory, with or without its address.
fn is_memory(node: &[u8]) -> bool {
    node.split(|byte| *byte == b'@').next() == Some(b"memory".as_slice())
}

/// Calls `property` with path, name and value of every property down to [`DEEPEST`].
/// Stops at the first thing that is not as it must be: a tree that is cut or
/// damaged gives what stands before.
fn walk<'a>(tree: &'a [u8], mut property: impl FnMut(&[&'a [u8]], &'a [u8], &'a [u8])) -> Option<()> {
    let (structure, strings) = (word(tree, 8)? as usize, word(tree, 12)? as usize);
    let mut path = heapless::Vec::<&[u8], DEEPEST>::new();
    let mut depth = 0_usize;
    let mut position = structure;
    loop {
        let token = word(tree, position)?;
        position += 4;
        match token {
            BEGIN_NODE => {
                let name = text(tree, position)?;
                position = (position + name.len() + 1).next_multiple_of(4);
                // The root has no name and is no part of a path.
                if (1..=DEEPEST).contains(&depth) {
                    path.push(name).ok()?;
                }
                depth += 1;
            }
            END_NODE => {
                depth = depth.checked_sub(1)?;
                path.truncate(depth.saturating_sub(1));
            }
            PROPERTY => {
                let length = word(tree, position)? as usize;
                let name = text(tree, strings.checked_add(word(tree, position + 4)? as usize)?)?;
                let value = tree.get(position + 8..position.checked_add(8)?.checked_add(length)?)?;
                position = (position + 8 + length).next_multiple_of(4);
                if depth <= DEEPEST + 1 {
                    property(&path, name, value);
                }
            }
            NOTHING => {}
            _ => return Some(()),
        }
    }
}

fn word(bytes: &[u8], position: usize) -> Option<u32> {
    let four = bytes.get(position..position.checked_add(4)?)?;
    Some(u32::from_be_bytes(four.try_into().ok()?))
}

/// The bytes up to the next NUL.
fn text(bytes: &[u8], position: usize) -> Option<&[u8]> {
    let rest = bytes.get(position..)?;
    Some(&rest[..rest.iter().position(|byte| *byte == 0)?])
}

#[cfg(test)]
mod tests {
    use super::{collect, length};
    use crate::platform::facts::{Facts, arguments_from_bytes};
    use proptest::prelude::*;
    use report_format::record::{ArgumentSource, ClockSource};

    /// Builds trees: the inverse of what is tested, for properties and nodes in order.
    #[derive(Default)]
    struct Builder {
        structure: Vec<u8>,
        strings: Vec<u8>,
    }

    impl Builder {
        fn word(mut self, word: u32) -> Self {
            self.structure.extend(word.to_be_bytes());
            self
        }

        fn padded(mut self, bytes: &[u8]) -> Self {
            self.structure.extend(bytes);
            self.structure.resize(self.structure.len().next_multiple_of(4), 0);
            self
        }

        fn node(self, name: &str) -> Self {
            self.word(1).padded(format!("{name}\0").as_bytes())
        }

        fn end(self) -> Self {
            self.word(2)
        }

        fn property(mut self, name: &str, value: &[u8]) -> Self {
            let at = self.strings.len() as u32;
            self.strings.extend(format!("{name}\0").bytes());
            self.word(3).word(value.len() as u32).word(at).padded(value)
        }

        fn build(self) -> Vec<u8> {
            let this = self.word(9);
            let strings = 40 + this.structure.len() as u32;
            let total = strings + this.strings.len() as u32;
            let mut tree: Vec<u8> = [0xd00d_feed_u32, total, 40, strings, 40, 17, 16, 0, 0, 0]
                .iter()
                .flat_map(|word| word.to_be_bytes())
                .collect();
            tree.extend(this.structure);
            tree.extend(this.strings);
            tree
        }
    }

    fn tree() -> Vec<u8> {
        Builder::default()
            .node("")
            .property("compatible", b"PowerMac3,1\0MacRISC\0")
            .property("#address-cells", &1_u32.to_be_bytes())
            .property("#size-cells", &1_u32.to_be_bytes())
            .node("memory@0")
            .property("reg", &[0, 0, 0, 0, 8, 0, 0, 0])
            .end()
            .node("memory-controller@f8000000")
            .property("reg", &[0, 0, 0, 0, 1, 0, 0, 0])
            .end()
            .node("cpus")
            .property("timebase-frequency", &1_u32.to_be_bytes())
            .node("PowerPC,G4@0")
            .property("timebase-frequency", &33_333_333_u32.to_be_bytes())
            .property("clock-frequency", &1_000_000_000_u32.to_be_bytes())
            .node("l2-cache")
            .node("inner")
            .node("innermost")
            .property("timebase-frequency", &2_u32.to_be_bytes())
            .end()
            .end()
            .end()
            .end()
            .end()
            .node("chosen")
            .property("bootargs", b"suite=quick\0")
            .end()
            .end()
            .build()
    }

    #[test]
    fn the_tree_is_read() {
        let mut facts = Facts::default();
        let board = collect(&tree(), &mut facts);
        assert_eq!(board.map(|board| board.name), Some("New World Power Mac"));
        assert_eq!(facts.arguments, arguments_from_bytes(b"suite=quick"));
        assert_eq!(facts.argument_source, ArgumentSource::Bootargs);
        assert_eq!(facts.ram, Some(0x0800_0000));
        assert_eq!((facts.tb_hz, facts.core_hz, facts.bus_hz), (33_333_333, Some(1_000_000_000), None));
        assert_eq!(facts.clock_source, ClockSource::DeviceTree);
        assert_eq!(length(&tree()), Some(tree().len()));
    }

    #[test]
    fn memory_with_wide_cells_is_not_guessed_at() {
        let wide = Builder::default()
            .node("")
            .property("#address-cells", &2_u32.to_be_bytes())
            .property("#size-cells", &1_u32.to_be_bytes())
            .node("memory")
            .property("reg", &[0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0])
            .end()
            .end()
            .build();
        let mut facts = Facts::default();
        assert!(collect(&wide, &mut facts).is_none());
        assert_eq!(facts.ram, None);
    }

    proptest! {
        /// A cut or damaged tree never panics, and what stands before the cut counts.
        #[test]
        fn damage_is_survived(cut in 0_usize..400, place in 0_usize..400, byte: u8) {
            let mut tree = tree();
            tree.truncate(cut);
            if let Some(target) = tree.get_mut(place) {
                *target = byte;
            }
            let _board = collect(&tree, &mut Facts::default());
        }
    }
}
