//! Which addresses an instruction touches.

use std::collections::HashMap;

use model::record::{Access, AccessKind, Attributes, Place, Translation};
use mpc7450::instruction::decode::{CacheOperation, Extent, Kind, RegisterKind, StreamOperation, Transfer};

use crate::random::Random;

/// A piece of memory with one translation.
#[derive(Clone, Copy)]
struct Region {
    base: u32,
    bytes: u32,
    translation: Translation,
    /// Physical less effective address.
    offset: u64,
    attributes: Attributes,
}

/// How an instruction goes through its region.
#[derive(Clone, Copy)]
enum Way {
    Same,
    Stride(u32),
    Random,
    /// Near what was stored last.
    LastStore,
}

pub struct Addresses {
    regions: Vec<Region>,
    ways: HashMap<u32, (usize, Way, u32)>,
    misaligned: u32,
    last_store: Option<(usize, u32)>,
}

impl Addresses {
    pub fn new(random: &mut Random) -> Self {
        let number = random.within(1, 4);
        let regions = (0..number).map(|number| region(0x0100_0000 * (number + 1), random)).collect();
        let misaligned = random.pick(&[0, 0, 5, 30]);
        Self { regions, ways: HashMap::new(), misaligned, last_store: None }
    }

    pub fn any(&self, random: &mut Random) -> u32 {
        let region = &self.regions[0];
        region.base + random.below(region.bytes)
    }

    pub fn of(&mut self, at: u32, kind: Kind, random: &mut Random) -> Vec<Access> {
        match kind {
            Kind::Load(transfer) => self.moved(at, transfer, AccessKind::Load, random),
            Kind::Store(transfer) if transfer.reserve && random.chance(30) => Vec::new(),
            Kind::Store(transfer) => self.moved(at, transfer, AccessKind::Store, random),
            Kind::Cache(CacheOperation::Touch | CacheOperation::TouchForStore) => {
                self.single(at, 1, AccessKind::Touch, random)
            }
            Kind::Stream(StreamOperation::Start { .. }) => self.single(at, 1, AccessKind::Touch, random),
            Kind::Cache(_) => self.single(at, 1, AccessKind::Operation, random),
            _ => Vec::new(),
        }
    }

    fn moved(&mut self, at: u32, transfer: Transfer, kind: AccessKind, random: &mut Random) -> Vec<Access> {
        let bytes = match transfer.extent {
            Extent::Single => return self.element(at, transfer, kind, random),
            Extent::Multiple(words) => 4 * u32::from(words),
            Extent::String(bytes) => bytes.into(),
            Extent::Counted => random.below(40),
        };
        let (region, first) = self.place(at, 4, bytes, random);
        (0..bytes.div_ceil(4))
            .map(|word| self.access(region, first + 4 * word, (bytes - 4 * word).min(4), kind))
            .collect()
    }

    fn element(&mut self, at: u32, transfer: Transfer, kind: AccessKind, random: &mut Random) -> Vec<Access> {
        let bytes = u32::from(transfer.bytes);
        let (region, mut address) = self.place(at, bytes, bytes, random);
        if matches!(transfer.register, RegisterKind::Vector | RegisterKind::VectorElement) || transfer.reserve {
            address &= !(bytes - 1);
        }
        vec![self.access(region, address, bytes, kind)]
    }

    fn single(&mut self, at: u32, bytes: u32, kind: AccessKind, random: &mut Random) -> Vec<Access> {
        let (region, address) = self.place(at, bytes, bytes, random);
        vec![self.access(region, address, bytes, kind)]
    }

    fn access(&mut self, region: usize, address: u32, bytes: u32, kind: AccessKind) -> Access {
        if kind == AccessKind::Store {
            self.last_store = Some((region, address));
        }
        let Region { translation, offset, attributes, .. } = self.regions[region];
        let physical = u64::from(address) + offset;
        Access { place: Place { effective: address, physical, translation, attributes }, bytes: bytes as u8, kind }
    }

    fn place(&mut self, at: u32, align: u32, bytes: u32, random: &mut Random) -> (usize, u32) {
        let number = self.regions.len() as u32;
        let (region, way, step) = *self.ways.entry(at).or_insert_with(|| {
            let way = match random.below(5) {
                0 => Way::Same,
                1 => Way::Stride(random.pick(&[4, 8, 16, 32, 64, 100, 4096])),
                2 => Way::Stride(random.pick(&[0x8000, 0x2_0000])),
                3 => Way::Random,
                _ => Way::LastStore,
            };
            (random.below(number) as usize, way, random.below(1 << 20))
        });
        if let Way::Stride(stride) = way {
            self.ways.insert(at, (region, way, step + stride));
        }
        let held = self.regions[region];
        let room = held.bytes - bytes - 8;
        let (region, offset) = match (way, self.last_store) {
            (Way::LastStore, Some((region, address))) => {
                let near = (address - self.regions[region].base + random.below(9)).saturating_sub(4);
                (region, near % (self.regions[region].bytes - bytes - 8))
            }
            (Way::Random | Way::LastStore, _) => (region, random.below(room)),
            _ => (region, step % room),
        };
        let misaligned = if random.chance(self.misaligned) { random.below(8) } else { 0 };
        (region, self.regions[region].base + (offset & !(align - 1)) + misaligned)
    }
}

fn region(base: u32, random: &mut Random) -> Region {
    let translation = random.pick(&[Translation::Real, Translation::Block, Translation::Page, Translation::Page]);
    let offset = if translation == Translation::Real { 0 } else { 0x1000 * u64::from(random.below(4096)) };
    let attributes =
        Attributes { write_through: random.chance(8), inhibited: random.chance(5), coherent: false, guarded: false };
    // Strides of a way of each cache meet in one set. In a cache, larger than the first level, larger than the second, more pages than a
    // TLB holds.
    let bytes = random.pick(&[512, 4096, 0x6000, 0x1_4000, 0x6_0000, 0x30_0000, 0x30_0000]);
    Region { base, bytes, translation, offset, attributes }
}
