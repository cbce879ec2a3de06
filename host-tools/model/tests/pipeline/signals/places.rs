//! Places taken over a threshold: both ends of a stay count.

use model::signal::Signal as S;
use mpc7450::instruction::Word;
use mpc7450::instruction::float::fadd;
use mpc7450::instruction::integer::add;
use mpc7450::instruction::vector::vaddubm;

use super::{Case, check};
use crate::calibration::{R4, R5};
use crate::guest::{Stream, fpr, gpr, vr};

fn over(threshold: u32, words: &[Word]) -> Case {
    Case { threshold, ..Case::of(Stream::new().run(0x1000, words)) }
}

#[test]
fn more_places_than_the_threshold() {
    let adds = [add(gpr(10), R4, R5); 4];
    // Four in the queue in 2, one left in 3.
    check(S::InstructionQueueEntriesOverThreshold, 1, &over(2, &adds), &over(4, &adds));
    check(S::InstructionQueueEntriesOverThreshold, 2, &over(0, &adds), &over(12, &adds));
    // Three dispatched in 2, issued in 3, completed in 5.
    let adds = &adds[..3];
    check(S::CompletionQueueEntriesOverThreshold, 4, &over(2, adds), &over(3, adds));
    check(S::GprRenameBufferEntriesOverThreshold, 4, &over(2, adds), &over(3, adds));
    check(S::GprIssueQueueEntriesOverThreshold, 2, &over(2, adds), &over(3, adds));
    // Two dispatched in 2; the second finds its station in 4.
    let vectors = [vaddubm(vr(1), vr(2), vr(3)); 2];
    check(S::AltivecIssueQueueEntriesOverThreshold, 2, &over(1, &vectors), &over(2, &vectors));
    let floats = [fadd(fpr(1), fpr(2), fpr(3))];
    check(S::FprIssueQueueEntries, 2, &over(0, &floats), &over(1, &floats));
}
