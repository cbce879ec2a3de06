//! Objects, classes and their tables, as a C++ compiler lays them out.
//!
//! An object's first word points to its class's table of virtual functions, its second
//! word is its value. The table pointer points behind two words that only casts and
//! type identification use, at the first function. Where the code knows all classes,
//! the first word is the class's number instead. An array holds the addresses of the
//! objects, one after the other in memory, as an allocator fed in a loop places them.

use crate::kernels::deal::{Deal, MOST_KINDS};
use crate::kernels::label::Label;
use crate::kernels::random::Random;
use crate::kernels::workspace::Workspace;

/// Most classes that a kernel uses.
pub const MOST_CLASSES: usize = MOST_KINDS;

/// What an object's first word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Head {
    /// The address of its class's table.
    Table,
    /// The number of its class.
    Number,
}

/// Addresses of what was laid out.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Of the word that takes the sum.
    pub result: u32,
    /// Of the functions' addresses, four words.
    pub functions: u32,
    /// Of each class's table.
    pub tables: [u32; MOST_CLASSES],
    /// Of the word before the array of objects.
    pub before: u32,
    /// Of the array's last word.
    pub last: u32,
}

/// Values of objects: odd and below 2^16, so that products never become 0 and a
/// multiplication always takes the short time of a 16-bit operand.
pub fn values(seed: u32) -> impl FnMut() -> u32 {
    let mut random = Random::new(!seed);
    move || random.bits() >> 16 | 1
}

/// Writes tables, objects and the array; `methods` are the functions of the classes.
pub fn place(
    workspace: &mut Workspace<'_>,
    deal: Deal,
    seed: u32,
    head: Head,
    methods: &[Label; MOST_CLASSES],
) -> Placed {
    workspace.align_data();
    let result = workspace.data_here();
    workspace.store(0);
    workspace.align_data();
    let functions = workspace.data_here();
    methods.iter().for_each(|method| workspace.store(method.address()));
    let tables = methods.map(|method| {
        workspace.store(0);
        workspace.store(0);
        let table = workspace.data_here();
        workspace.store(method.address());
        table
    });
    workspace.align_data();
    let first = workspace.data_here();
    let objects = deal.left();
    let mut value = values(seed);
    for class in deal {
        let table = tables.get(class as usize).copied().unwrap_or_default();
        workspace.store(if head == Head::Table { table } else { class });
        workspace.store(value());
    }
    workspace.align_data();
    let before = workspace.data_here().wrapping_sub(4);
    (0..objects).for_each(|index| workspace.store(first.wrapping_add(8 * index)));
    Placed { result, functions, tables, before, last: before.wrapping_add(4 * objects) }
}
