//! The pseudo-least-recently-used tree of a set of eight ways (M1).
//!
//! Seven bits, B0 the lowest of a byte. B0 chooses between ways 0-3 (0) and 4-7 (1), B1
//! between 0-1 and 2-3, B2 between 4-5 and 6-7, B3 to B6 between the two ways of a pair.
//! A use sets the three bits on its way's path to point away from it; the victim is
//! where the bits point to [MPC7400UM 3, the tree of its L1].

use super::ways::WAYS;

/// The bits on the path to a way, and what a use makes of them.
const USES: [(u8, u8); WAYS] = [
    (0b000_1011, 0b000_1011),
    (0b000_1011, 0b000_0011),
    (0b001_0011, 0b001_0001),
    (0b001_0011, 0b000_0001),
    (0b010_0101, 0b010_0100),
    (0b010_0101, 0b000_0100),
    (0b100_0101, 0b100_0000),
    (0b100_0101, 0b000_0000),
];

/// The tree after a use of a way.
pub(super) const fn used(tree: u8, way: usize) -> u8 {
    let (path, away) = USES[way];
    tree & !path | away
}

/// The way to give up, none where all are locked; one bit a way, way 0 the lowest.
///
/// Where all ways on the side to which a bit points are locked, the other side is taken.
#[inline]
pub(super) const fn victim(tree: u8, locked: u8) -> Option<usize> {
    match locked {
        0 => Some(VICTIMS[tree as usize % VICTIMS.len()] as usize),
        0xff => None,
        _ => Some(victim_among(tree, locked)),
    }
}

/// By tree, with no way locked.
const VICTIMS: [u8; 128] = {
    let mut victims = [0; 128];
    let mut tree = 0;
    while tree < victims.len() {
        victims[tree] = victim_among(tree as u8, 0) as u8;
        tree += 1;
    }
    victims
};

const fn victim_among(tree: u8, locked: u8) -> usize {
    let upper = side(tree & 1 != 0, locked, 0x0f, 0xf0);
    let (bit, first) = if upper { (2, 4) } else { (1, 0) };
    let second_pair = side(tree >> bit & 1 != 0, locked, 0b11 << first, 0b1100 << first);
    let pair = first / 2 + second_pair as usize;
    let odd = side(tree >> (3 + pair) & 1 != 0, locked, 1 << (2 * pair), 2 << (2 * pair));
    2 * pair + odd as usize
}

const fn side(points_up: bool, locked: u8, lower: u8, upper: u8) -> bool {
    if points_up { locked & upper != upper } else { locked & lower == lower }
}

#[cfg(test)]
mod tests {
    use super::super::ways::WAYS;
    use super::{used, victim};

    /// The tree as a manual draws it: (bit, way below it on the left, on the right).
    fn victim_by_hand(tree: u8) -> usize {
        let bit = |number: u8| tree >> number & 1 == 1;
        match (bit(0), bit(1), bit(2), bit(3), bit(4), bit(5), bit(6)) {
            (false, false, _, false, ..) => 0,
            (false, false, _, true, ..) => 1,
            (false, true, _, _, false, ..) => 2,
            (false, true, _, _, true, ..) => 3,
            (true, _, false, _, _, false, _) => 4,
            (true, _, false, _, _, true, _) => 5,
            (true, _, true, _, _, _, false) => 6,
            (true, _, true, _, _, _, true) => 7,
        }
    }

    #[test]
    fn every_tree_names_the_way_its_drawing_names() {
        for tree in 0..128 {
            assert_eq!(victim(tree, 0), Some(victim_by_hand(tree)), "{tree:07b}");
        }
    }

    #[test]
    fn ways_used_in_order_are_given_up_in_the_order_of_the_tree() {
        let mut tree = (0..WAYS).fold(0, used);
        let mut order = Vec::new();
        for _ in 0..WAYS {
            let way = victim(tree, 0).expect("none is locked");
            order.push(way);
            tree = used(tree, way);
        }
        assert_eq!(order, [0, 4, 2, 6, 1, 5, 3, 7]);
    }

    #[test]
    fn a_used_way_is_never_the_next_victim() {
        for tree in 0..128 {
            for way in 0..WAYS {
                assert_ne!(victim(used(tree, way), 0), Some(way));
            }
        }
    }

    #[test]
    fn a_locked_way_is_never_given_up_and_one_free_way_always() {
        for tree in 0..128 {
            for locked in 0..=255 {
                let victim = victim(tree, locked);
                assert_eq!(victim.is_none(), locked == 255);
                assert!(victim.is_none_or(|way| locked >> way & 1 == 0));
            }
        }
    }
}
