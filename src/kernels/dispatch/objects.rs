//! Objects, classes and their tables, as a C++ compiler lays them out.
//!
//! An object's first word points to its class's table of virtual functions, its second
//! word is its value. The table pointer points behind two words that only casts and
//! type identification use, at the first function. Where the code knows all classes,
//! the first word is the class's number instead. An array holds the addresses of the
//! objects, one after the other in memory, as an allocator fed in a loop places them.

use crate::kernels::factor::share;
use crate::kernels::label::Label;
use crate::kernels::random::Random;
use crate::kernels::workspace::Workspace;

/// Most classes that a kernel uses.
pub const MOST_CLASSES: usize = 4;

/// In which order the classes come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One after the other, again and again.
    Turn,
    /// Drawn for each object from those that are left.
    Random,
    /// All of the first, then all of the second.
    Sorted,
}

/// Deals classes to objects, to each class as many as to any other, or one more.
///
/// A random order is drawn without putting back: every order of the same shares is
/// equally likely, and how many objects a class has depends on no seed, so that counts
/// stay closed forms.
#[derive(Clone, Debug)]
pub struct Deal {
    left: [u32; MOST_CLASSES],
    classes: u32,
    order: Order,
    dealt: u32,
    random: Random,
}

impl Deal {
    /// So many objects of so many classes, 1 to [`MOST_CLASSES`].
    pub fn new(objects: u32, classes: u32, order: Order, seed: u32) -> Self {
        let shares = core::array::from_fn(|class| share(objects, classes, class as u32));
        Self { classes, order, ..Self::of_shares(shares, seed) }
    }

    /// So many of each class, in random order.
    pub const fn of_shares(left: [u32; MOST_CLASSES], seed: u32) -> Self {
        Self { left, classes: MOST_CLASSES as u32, order: Order::Random, dealt: 0, random: Random::new(seed) }
    }

    /// Objects that are left.
    fn objects(&self) -> u32 {
        self.left.iter().sum()
    }
}

impl Iterator for Deal {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let objects = self.objects();
        if objects == 0 {
            return None;
        }
        let mut place = match self.order {
            Order::Random => self.random.below(objects),
            Order::Turn | Order::Sorted => 0,
        };
        let class = match self.order {
            Order::Turn => (self.dealt % self.classes) as usize,
            Order::Random | Order::Sorted => self.left.iter().position(|left| {
                let here = place < *left;
                place = place.wrapping_sub(*left);
                here
            })?,
        };
        *self.left.get_mut(class)? -= 1;
        self.dealt += 1;
        Some(class as u32)
    }
}

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
    let objects = deal.objects();
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
