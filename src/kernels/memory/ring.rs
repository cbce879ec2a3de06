//! Nodes that point at each other, in one cycle through all of them.

use crate::kernels::random::Random;
use crate::kernels::workspace::Workspace;

/// Lets each node point at the next, the last at the first. `place` gives the address of
/// a node's word, which must have been appended.
pub fn link_in_turn(workspace: &mut Workspace<'_>, nodes: u32, place: impl Fn(u32) -> u32) {
    for node in 0..nodes {
        let next = if node + 1 < nodes { node + 1 } else { 0 };
        workspace.replace_data(place(node), place(next));
    }
}

/// Links the nodes in one random cycle, each such cycle being equally likely: Sattolo's
/// algorithm, in place. A random permutation would be several cycles, of which a chase
/// would see one.
pub fn link_at_random(workspace: &mut Workspace<'_>, nodes: u32, random: &mut Random, place: impl Fn(u32) -> u32) {
    (0..nodes).for_each(|node| workspace.replace_data(place(node), place(node)));
    for last in (1..nodes).rev() {
        workspace.exchange_data(place(last), place(random.below(last)));
    }
}
