//! Which events a replay counts.

use anyhow::anyhow;
use model::signal::{Exactness, Signal};
use mpc7450::events::find;

use crate::exit::{Exit, Failure};

/// An event and what the model tells of it.
pub(super) struct Counted {
    /// Its id.
    pub(super) id: &'static str,
    pub(super) signal: Signal,
}

/// What is counted where nothing is said.
const USUAL: [&str; 12] = [
    "completed-branch-instructions",
    "mispredicted-branches",
    "branch-unit-stall-on-ctr-dependency",
    "bpu-stall-on-lr-dependency",
    "btic-miss",
    "cycles-where-no-instructions-completed",
    "l1-instruction-cache-misses",
    "l1-data-total-misses",
    "l2-cache-misses",
    "itlb-non-speculative-misses",
    "dtlb-misses",
    "refetch-serialization",
];

/// The events that ids, perf's names and raw codes stand for; the usual ones without any.
pub(super) fn chosen(typed: &[String]) -> Result<Vec<Counted>, Failure> {
    if typed.is_empty() {
        return USUAL.iter().map(|id| event(id)).collect();
    }
    typed.iter().map(|spec| event(spec)).collect()
}

fn event(spec: &str) -> Result<Counted, Failure> {
    let refused = |reason: String| Failure::new(Exit::Usage, anyhow!("no event `{spec}`: {reason}"));
    let matches = find(spec).map_err(|reason| refused(reason.to_string()))?;
    let selector = matches.iter().next().ok_or_else(|| refused("it names none".to_owned()))?;
    let event = selector.event().ok_or_else(|| refused(format!("no source lists {selector}")))?;
    let signal = Signal::of(selector.counter(), selector.code());
    let signal = signal.ok_or_else(|| refused("it counts nothing".to_owned()))?;
    match (signal.exactness(), signal) {
        (Exactness::NotModelled(reason), _) => Err(refused(format!("the model never counts it: {reason}"))),
        (
            _,
            Signal::TblBitTransitions
            | Signal::ProcessorPerformanceMonitorException
            | Signal::SwitchesBetweenPrivilegedAndUser,
        ) => Err(refused("only the guest's own counters see it, not a replay".to_owned())),
        _ => Ok(Counted { id: event.id, signal }),
    }
}

#[cfg(test)]
mod tests {
    use super::chosen;

    fn refused(spec: &str) -> String {
        chosen(&[spec.to_owned()]).err().expect("refused").error.to_string()
    }

    #[test]
    fn the_usual_events_can_be_counted() {
        assert_eq!(chosen(&[]).expect("all of them").len(), 12);
    }

    #[test]
    fn events_that_a_replay_cannot_count_are_refused_with_the_reason() {
        assert!(refused("branch-mises").contains("no event `branch-mises`"));
        assert!(refused("snoop-retries").contains("the model never counts it: "));
        assert!(refused("tbl-bit-transitions").ends_with("only the guest's own counters see it, not a replay"));
    }
}
