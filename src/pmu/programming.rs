//! What the unit is to count, as a value: [`Programming`].
//!
//! A programming is made on a PC or on the chip, compared, printed and turned
//! into the three control words by [`Programming::words`]. The words are always
//! whole: the selector of a counter without an event is zero at its full width
//! of 7, 6, 5, 5, 5 or 6 bits, and so is every bit that nobody asked for.
//!
//! The type holds no combination that one unit cannot count. The only one there
//! is comes from the threshold, of which there is one for all events (see
//! [`threshold`](mod@super::threshold)). Whether a programming suits a purpose or
//! a part is decided where it is used: a frozen one is a fine value, but no
//! measurement.

use mpc7450::counter::Counter;
use mpc7450::events::Selector;
use mpc7450::registers::MMCR0::TBSEL::Value as TimeBaseBit;
use mpc7450::registers::{MMCR0, MMCR1, MMCR2};

use super::control::Control;
use super::elapsed;
use super::error::ProgrammingError;
use super::present::Present;
use super::threshold::{self, Demand, Threshold};

/// One programming of the unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Programming {
    selected: [Option<Selected>; 6],
    threshold: Threshold,
    control: Control,
    time_base_bit: TimeBaseBit,
    start: [u32; 6],
}

/// An event with the level it is compared with, if it is a threshold event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Selected {
    selector: Selector,
    demand: Option<Demand>,
}

/// The control registers' words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Words {
    /// MMCR0: control bits, threshold, selectors of PMC1 and PMC2.
    pub mmcr0: u32,
    /// MMCR1: selectors of PMC3 to PMC6.
    pub mmcr1: u32,
    /// MMCR2: threshold multiplier.
    pub mmcr2: u32,
}

/// An event that has the same code on every counter that has it, and whose
/// count is known for known code: what a check of the counters uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Common {
    /// Core clocks, code 1, on PMC1 to PMC6.
    Cycles,
    /// Instructions completed, code 2, on PMC1 to PMC4.
    InstructionsCompleted,
}

impl Programming {
    /// Nothing selected, nothing frozen, every counter starting at 0.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            selected: [None; 6],
            threshold: Threshold::UNUSED,
            control: Control::empty(),
            time_base_bit: TimeBaseBit::Tbl31,
            start: [0; 6],
        }
    }

    /// Selects the event on every counter that is present and has it.
    #[must_use]
    pub fn common(event: Common, present: Present) -> Self {
        let (code, has_it): (u32, &[Counter]) = match event {
            Common::Cycles => (1, &Counter::ALL),
            Common::InstructionsCompleted => (2, &[Counter::Pmc1, Counter::Pmc2, Counter::Pmc3, Counter::Pmc4]),
        };
        let selected = Counter::ALL.map(|counter| {
            let selector = Selector::raw(counter, code).ok()?;
            let selected = Selected { selector, demand: None };
            (present.has(counter) && has_it.contains(&counter)).then_some(selected)
        });
        Self { selected, ..Self::new() }
    }

    /// Selects an event on the counter it belongs to, in place of what that
    /// counter had. A threshold event counts whatever exceeds 0.
    ///
    /// # Errors
    ///
    /// [`ProgrammingError::ThresholdConflict`].
    pub fn select(self, selector: Selector) -> Result<Self, ProgrammingError> {
        let scale = threshold::scale(selector);
        self.with(Selected { selector, demand: scale.map(|scale| Demand { scale, level: 0 }) })
    }

    /// Selects a threshold event that counts what exceeds `level`: entries of a
    /// queue or core clocks, as the event says.
    ///
    /// # Errors
    ///
    /// [`ProgrammingError::NoThreshold`], [`ProgrammingError::Level`] and
    /// [`ProgrammingError::ThresholdConflict`].
    pub fn select_above(self, selector: Selector, level: u32) -> Result<Self, ProgrammingError> {
        let Some(scale) = threshold::scale(selector) else {
            return Err(ProgrammingError::NoThreshold { selector });
        };
        let demand = Demand { scale, level };
        if Threshold::serving([demand].into_iter()).is_none() {
            return Err(ProgrammingError::Level { selector, level, scale });
        }
        self.with(Selected { selector, demand: Some(demand) })
    }

    /// Compares every threshold event that is selected with `level`; `None` where
    /// there is none.
    ///
    /// # Errors
    ///
    /// [`ProgrammingError::Level`] and [`ProgrammingError::ThresholdConflict`].
    pub fn above(mut self, level: u32) -> Result<Option<Self>, ProgrammingError> {
        let mut last = None;
        for Selected { selector, demand } in self.selected.iter_mut().flatten() {
            let (selector, Some(demand)) = (*selector, demand) else { continue };
            demand.level = level;
            if Threshold::serving([*demand].into_iter()).is_none() {
                return Err(ProgrammingError::Level { selector, level, scale: demand.scale });
            }
            last = Some(selector);
        }
        let Some(selector) = last else { return Ok(None) };
        let demands = self.selected.iter().flatten().filter_map(|selected| selected.demand);
        self.threshold = Threshold::serving(demands).ok_or(ProgrammingError::ThresholdConflict { selector })?;
        Ok(Some(self))
    }

    /// Sets the control bits, all of them: bits not given are 0.
    #[must_use]
    pub const fn control(self, control: Control) -> Self {
        Self { control, ..self }
    }

    /// Chooses the time base bit whose 0-to-1 changes event 3 counts and
    /// [`Control::TBEE`] turns into an enabled event.
    #[must_use]
    pub const fn time_base_bit(self, time_base_bit: TimeBaseBit) -> Self {
        Self { time_base_bit, ..self }
    }

    /// Starts the counter so that it turns negative with the N-th event, N being
    /// `events`, 1 to 0x80000000.
    ///
    /// # Errors
    ///
    /// [`ProgrammingError::Preload`] outside that range.
    pub fn negative_after(mut self, counter: Counter, events: u32) -> Result<Self, ProgrammingError> {
        self.start[counter.index()] = elapsed::preload(events).ok_or(ProgrammingError::Preload { events })?;
        Ok(self)
    }

    /// The event selected on a counter.
    #[must_use]
    pub fn selector(&self, counter: Counter) -> Option<Selector> {
        self.selected[counter.index()].map(|selected| selected.selector)
    }

    /// The control bits.
    #[must_use]
    pub const fn control_bits(&self) -> Control {
        self.control
    }

    /// The values the counters start from, PMC1 first. Never negative: a
    /// negative counter is a condition, and PMC2 to PMC6 share one enable.
    #[must_use]
    pub const fn start(&self) -> [u32; 6] {
        self.start
    }

    /// The control words.
    #[must_use]
    pub fn words(&self) -> Words {
        let [pmc1, pmc2, pmc3, pmc4, pmc5, pmc6] =
            Counter::ALL.map(|counter| self.selector(counter).map_or(0, |selector| u32::from(selector.code())));
        let mmcr0 = MMCR0::PMC1SEL.val(pmc1)
            + MMCR0::PMC2SEL.val(pmc2)
            + MMCR0::THRESHOLD.val(self.threshold.field())
            + MMCR0::TBSEL.val(self.time_base_bit as u32);
        let mmcr1 =
            MMCR1::PMC3SEL.val(pmc3) + MMCR1::PMC4SEL.val(pmc4) + MMCR1::PMC5SEL.val(pmc5) + MMCR1::PMC6SEL.val(pmc6);
        let mmcr2 = MMCR2::THRESHMULT.val(self.threshold.multiplier() as u32);
        Words { mmcr0: mmcr0.value | self.control.bits(), mmcr1: mmcr1.value, mmcr2: mmcr2.value }
    }

    /// Puts a selection in its counter's place and finds the threshold anew.
    fn with(mut self, selected: Selected) -> Result<Self, ProgrammingError> {
        let selector = selected.selector;
        self.selected[selector.counter().index()] = Some(selected);
        let demands = self.selected.iter().flatten().filter_map(|selected| selected.demand);
        self.threshold = Threshold::serving(demands).ok_or(ProgrammingError::ThresholdConflict { selector })?;
        Ok(self)
    }
}

impl Default for Programming {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use mpc7450::counter::Counter;
    use mpc7450::events::Selector;
    use mpc7450::registers::MMCR0::TBSEL::Value as TimeBaseBit;
    use proptest::prelude::*;

    use super::{Common, Programming, Words};
    use crate::pmu::control::Control;
    use crate::pmu::error::ProgrammingError;
    use crate::pmu::present::Present;
    use crate::pmu::threshold::Scale;

    fn selector(counter: Counter, code: u32) -> Selector {
        Selector::raw(counter, code).unwrap()
    }

    fn selecting(codes: [u32; 6]) -> Programming {
        Counter::ALL
            .into_iter()
            .zip(codes)
            .try_fold(Programming::new(), |programming, (counter, code)| programming.select(selector(counter, code)))
            .unwrap()
    }

    /// Cycles, instructions completed, data TLB misses, mispredicted branches,
    /// L2 data misses, bus reads not retried.
    fn six_events() -> Programming {
        selecting([1, 2, 18, 28, 6, 44])
    }

    #[test]
    fn six_events_under_every_control_the_manuals_show() {
        let words = |control| six_events().control(control).words();
        let expected = |mmcr0| Words { mmcr0, mmcr1: 0x970d_6000, mmcr2: 0 };
        assert_eq!(words(Control::empty()), expected(0x0000_0042));
        assert_eq!(words(Control::FC), expected(0x8000_0042));
        let sampling = Control::PMXE | Control::FCECE | Control::PMC1CE | Control::PMCNCE;
        assert_eq!(words(sampling), expected(0x0600_c042));
        assert_eq!(words(Control::FCS), expected(0x4000_0042));
        assert_eq!(words(Control::FCM1), expected(0x1000_0042));
    }

    #[test]
    fn a_seven_bit_code_stays_whole_and_the_rest_is_zero() {
        let programming = Programming::new().select(selector(Counter::Pmc1, 94)).unwrap();
        assert_eq!(programming.words(), Words { mmcr0: 0x0000_1780, mmcr1: 0, mmcr2: 0 });
    }

    #[test]
    fn loads_slower_than_320_clocks() {
        let programming = Programming::new().select_above(selector(Counter::Pmc1, 43), 320).unwrap();
        assert_eq!(programming.words(), Words { mmcr0: 0x000a_0ac0, mmcr1: 0, mmcr2: 0x8000_0000 });
    }

    #[test]
    fn every_selector_at_its_largest() {
        let largest = Words { mmcr0: 0x0000_1fff, mmcr1: 0xffff_f800, mmcr2: 0 };
        assert_eq!(selecting([127, 63, 31, 31, 31, 63]).words(), largest);
    }

    #[test]
    fn nothing_asked_for_is_nothing_written() {
        assert_eq!(Programming::new().words(), Words { mmcr0: 0, mmcr1: 0, mmcr2: 0 });
        assert_eq!(Programming::new().start(), [0; 6]);
    }

    #[test]
    fn every_control_bit_is_the_manuals() {
        for (control, mask) in [
            (Control::FC, 0x8000_0000_u32),
            (Control::FCS, 0x4000_0000),
            (Control::FCP, 0x2000_0000),
            (Control::FCM1, 0x1000_0000),
            (Control::FCM0, 0x0800_0000),
            (Control::PMXE, 0x0400_0000),
            (Control::FCECE, 0x0200_0000),
            (Control::TBEE, 0x0040_0000),
            (Control::PMC1CE, 0x0000_8000),
            (Control::PMCNCE, 0x0000_4000),
            (Control::TRIGGER, 0x0000_2000),
        ] {
            assert_eq!(Programming::new().control(control).words().mmcr0, mask, "{control:?}");
        }
        let words = Programming::new().time_base_bit(TimeBaseBit::Tbl15).words();
        assert_eq!(words.mmcr0, 0x0180_0000);
    }

    #[test]
    fn a_second_event_on_a_counter_takes_the_place_of_the_first() {
        let programming = six_events().select(selector(Counter::Pmc4, 29)).unwrap();
        assert_eq!(programming.words().mmcr1, 0x974d_6000);
        let conflict_gone = Programming::new()
            .select_above(selector(Counter::Pmc1, 43), 320)
            .and_then(|programming| programming.select(selector(Counter::Pmc1, 1)))
            .and_then(|programming| programming.select_above(selector(Counter::Pmc2, 32), 7))
            .unwrap();
        assert_eq!(conflict_gone.words(), Words { mmcr0: 0x0007_0060, mmcr1: 0, mmcr2: 0 });
    }

    #[test]
    fn one_level_for_all_threshold_events() {
        let queues = [(Counter::Pmc1, 30), (Counter::Pmc2, 32), (Counter::Pmc4, 16), (Counter::Pmc3, 2)]
            .into_iter()
            .try_fold(Programming::new(), |programming, (counter, code)| programming.select(selector(counter, code)))
            .unwrap();
        let above = queues.above(7).unwrap().unwrap();
        assert_eq!(above.words(), Words { mmcr0: 0x0007_07a0, mmcr1: 0x1400_0000, mmcr2: 0 });
        assert_eq!(above.above(63).unwrap().unwrap().words().mmcr0, 0x003f_07a0, "the level before does not matter");
        let queue = selector(Counter::Pmc1, 30);
        let refused = Err(ProgrammingError::Level { selector: queue, level: 64, scale: Scale::Unscaled });
        assert_eq!(queues.above(64), refused);
        let walk = selector(Counter::Pmc3, 17);
        let mixed = queues.select(walk).unwrap();
        assert_eq!(mixed.above(2), Err(ProgrammingError::ThresholdConflict { selector: selector(Counter::Pmc4, 16) }));
        assert_eq!(Programming::new().select(selector(Counter::Pmc1, 1)).unwrap().above(7), Ok(None));
    }

    #[test]
    fn two_threshold_events_run_together_only_on_one_threshold() {
        let slow_loads = Programming::new().select_above(selector(Counter::Pmc1, 43), 320).unwrap();
        let ten_entries = slow_loads.select_above(selector(Counter::Pmc2, 32), 10).unwrap();
        assert_eq!(ten_entries.words(), Words { mmcr0: 0x000a_0ae0, mmcr1: 0, mmcr2: 0x8000_0000 });
        let queue = selector(Counter::Pmc2, 32);
        let conflict = Err(ProgrammingError::ThresholdConflict { selector: queue });
        assert_eq!(slow_loads.select_above(queue, 11), conflict);
        assert_eq!(slow_loads.select(queue), conflict);
        assert!(slow_loads.select(selector(Counter::Pmc2, 2)).is_ok(), "no threshold, no conflict");
    }

    #[test]
    fn impossible_levels_are_told_from_events_without_one() {
        let walk = selector(Counter::Pmc3, 17);
        let queue = selector(Counter::Pmc4, 16);
        let cycles = selector(Counter::Pmc1, 1);
        let refused = |selector, level| Programming::new().select_above(selector, level).unwrap_err();
        let error = refused(walk, 65);
        assert_eq!(error, ProgrammingError::Level { selector: walk, level: 65, scale: Scale::Scaled });
        assert_eq!(
            error.to_string(),
            "PMC3 code 17 cannot be compared with 65: the levels are 0 to 126 in steps of 2 and 0 to 2016 in steps of 32"
        );
        assert_eq!(refused(queue, 64).to_string(), "PMC4 code 16 cannot be compared with 64: the levels are 0 to 63");
        assert_eq!(
            refused(cycles, 1).to_string(),
            "PMC1 code 1 compares nothing with a threshold: select it without a level"
        );
    }

    #[test]
    fn a_start_value_is_never_negative() {
        let programming = Programming::new().negative_after(Counter::Pmc2, 1_000_000).unwrap();
        assert_eq!(programming.start(), [0, 0x7ff0_bdc0, 0, 0, 0, 0]);
        for events in [0, 0x8000_0001, u32::MAX] {
            let refused = Programming::new().negative_after(Counter::Pmc2, events);
            assert_eq!(refused, Err(ProgrammingError::Preload { events }));
        }
    }

    #[test]
    fn common_events_are_selected_where_they_exist() {
        let words = |event, present| Programming::common(event, present).words();
        let cycles = Words { mmcr0: 0x0000_0041, mmcr1: 0x0842_0800, mmcr2: 0 };
        assert_eq!(words(Common::Cycles, Present::Six), cycles);
        assert_eq!(words(Common::Cycles, Present::Four), Words { mmcr1: 0x0840_0000, ..cycles });
        let completed = Words { mmcr0: 0x0000_0082, mmcr1: 0x1080_0000, mmcr2: 0 };
        assert_eq!(words(Common::InstructionsCompleted, Present::Six), completed);
        assert_eq!(words(Common::Cycles, Present::None), Words { mmcr0: 0, mmcr1: 0, mmcr2: 0 });
    }

    proptest! {
        /// The words hold each code in its own field and set no other bit.
        #[test]
        fn selectors_come_back_from_the_words(
            codes in (0_u32..128, 0_u32..64, 0_u32..32, 0_u32..32, 0_u32..32, 0_u32..64),
        ) {
            let (pmc1, pmc2, pmc3, pmc4, pmc5, pmc6) = codes;
            let Words { mmcr0, mmcr1, mmcr2 } = selecting([pmc1, pmc2, pmc3, pmc4, pmc5, pmc6]).words();
            prop_assert_eq!(mmcr0 >> 6, pmc1);
            prop_assert_eq!(mmcr0 & 0x3f, pmc2);
            prop_assert_eq!(mmcr1 >> 27, pmc3);
            prop_assert_eq!(mmcr1 >> 22 & 0x1f, pmc4);
            prop_assert_eq!(mmcr1 >> 17 & 0x1f, pmc5);
            prop_assert_eq!(mmcr1 >> 11 & 0x3f, pmc6);
            prop_assert_eq!(mmcr1 & 0x7ff, 0);
            prop_assert_eq!(mmcr2, 0);
        }
    }
}
