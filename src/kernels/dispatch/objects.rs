//! Objects, classes and their tables, as a C++ compiler lays them out.
//!
//! An object's first word points to its class's table of virtual functions, its second
//! word is its value. The table pointer points behind two words that only casts and
//! type identification use, at the first function. An array holds the addresses of the
//! objects, one after the other in memory, as an allocator fed in a loop places them.

use crate::kernels::label::Label;
use crate::kernels::random::Random;
use crate::kernels::workspace::Workspace;

/// Most classes that a kernel uses.
pub const MOST_CLASSES: usize = 4;

/// Which class each object has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All have the first.
    One,
    /// The first and the second in turn.
    Alternating,
    /// Any of the four, drawn for each object.
    Random,
}

impl Order {
    /// The table of the object with this index.
    fn pick(self, tables: &[u32; MOST_CLASSES], index: u32, random: &mut Random) -> u32 {
        let [first, second, third, fourth] = *tables;
        let class = match self {
            Self::One => 0,
            Self::Alternating => index % 2,
            Self::Random => random.below(MOST_CLASSES as u32),
        };
        match class {
            0 => first,
            1 => second,
            2 => third,
            _ => fourth,
        }
    }
}

/// Addresses of what was laid out.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    /// Of the word that takes the sum.
    pub result: u32,
    /// Of the functions' addresses, four words.
    pub functions: u32,
    /// Of the array of objects.
    pub array: u32,
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
    objects: u32,
    order: Order,
    seed: u32,
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
    let mut random = Random::new(seed);
    let mut value = values(seed);
    for index in 0..objects {
        workspace.store(order.pick(&tables, index, &mut random));
        workspace.store(value());
    }
    workspace.align_data();
    let array = workspace.data_here();
    (0..objects).for_each(|index| workspace.store(first.wrapping_add(8 * index)));
    Placed { result, functions, array }
}
