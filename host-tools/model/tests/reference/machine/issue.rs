//! The issue queues and the stations of the units (I1-I3).

use model::signal::Signal;
use mpc7450::instruction::decode::Unit;

use super::{Machine, Shared};
use crate::broken::Broken;

impl Machine<'_> {
    pub fn issue(&mut self, shared: &mut Shared<'_>) {
        let threshold = self.program.threshold as usize;
        let now = self.now;
        let vector = self.vector.len() > threshold;
        let float = self.float.len() > threshold;
        shared.tell(|outcome| {
            outcome.count(Signal::AltivecIssueQueueEntriesOverThreshold, now, vector.into());
            outcome.count(Signal::FprIssueQueueEntries, now, float.into());
        });
        let bottom = if self.broken == Some(Broken::BottomThree) { 2 } else { 3 };
        let general: Vec<usize> = self.general.iter().take(bottom).copied().collect();
        let issued: Vec<bool> = general.iter().map(|index| self.issue_one(*index)).collect();
        self.note_stall(Signal::GprIssueQueueStalled, &general, &issued, shared);
        self.general.retain(|index| !general.iter().zip(&issued).any(|(held, gone)| held == index && *gone));
        let vector = self.issue_in_order(self.vector.iter().take(2).copied().collect(), Signal::VrStalls, shared);
        self.vector.drain(..vector);
        let float = self.issue_in_order(self.float.iter().take(1).copied().collect(), Signal::FprIssueStalled, shared);
        self.float.drain(..float);
    }

    /// How many of them went.
    fn issue_in_order(&mut self, oldest: Vec<usize>, stall: Signal, shared: &mut Shared<'_>) -> usize {
        let count = oldest.iter().take_while(|index| self.issue_one(**index)).count();
        let issued: Vec<bool> = (0..oldest.len()).map(|place| place < count).collect();
        self.note_stall(stall, &oldest, &issued, shared);
        count
    }

    fn note_stall(&self, signal: Signal, oldest: &[usize], issued: &[bool], shared: &mut Shared<'_>) {
        let waits = oldest.first().is_some_and(|index| self.slot(*index).first_part < Some(self.now));
        let stalled = waits && !issued[0];
        shared.tell(|outcome| outcome.count(signal, self.now, stalled.into()));
    }

    /// Whether the instruction issues now.
    fn issue_one(&mut self, index: usize) -> bool {
        if self.slot(index).first_part >= Some(self.now) {
            return false;
        }
        let unit = self.facts[index].unit;
        let Some(place) = self.free_station(unit) else { return false };
        let now = self.now;
        let station = &mut self.stations[place];
        let before = station.last.replace(index);
        station.held.push_back(index);
        let slot = self.slot_mut(index);
        slot.times.i = Some(now);
        slot.before_in_unit = before;
        true
    }

    fn free_station(&self, unit: Unit) -> Option<usize> {
        let of_unit = self.stations.iter().enumerate().filter(|(_, station)| station.unit == unit);
        let free = of_unit.filter(|(_, station)| station.held.len() < station.places);
        free.min_by_key(|(_, station)| station.last_execution).map(|(place, _)| place)
    }
}
