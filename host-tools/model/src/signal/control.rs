//! Events of the core clock, the time base and the monitor itself.

use super::Exactness::{Exact, Modelled, NotModelled};
use super::{Row, Signal};

pub(super) const ROWS: &[Row] = &[
    Row::new(Signal::ProcessorCycles, &[(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)], Modelled),
    Row::new(Signal::TblBitTransitions, &[(1, 3), (2, 3), (3, 3), (4, 3)], Modelled),
    Row::new(Signal::ProcessorPerformanceMonitorException, &[(1, 5), (2, 5), (3, 5), (4, 5)], Modelled),
    Row::new(
        Signal::ExternalPerformanceMonitorSignal,
        &[(1, 7), (2, 7), (3, 7), (4, 7)],
        NotModelled("no board wires the pin"),
    ),
    Row::new(Signal::SwitchesBetweenPrivilegedAndUser, &[(2, 61)], Exact),
];
