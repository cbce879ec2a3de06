//! Going through a state field by field: [`Fields`].

/// Writes the fields of a state down, or puts them back.
///
/// Whoever has a state goes through it once for both, so that nothing can be written and not
/// be read. Cycles are relative to a base. A state that does not fit (a cycle too far away)
/// is not to be used.
pub(crate) trait Fields {
    /// Whether fields are put back: what stands in them does not matter.
    const READS: bool;

    /// The base.
    fn base(&self) -> u64;

    /// The fields that follow belong to this part: tests leave one out to see that it shows.
    fn part(&mut self, _name: &'static str) {}

    /// A number of 16 bits.
    fn short(&mut self, number: &mut u16);

    /// A cycle before or behind the base.
    fn exact(&mut self, cycle: &mut u64);

    /// A cycle that is only compared with cycles behind the base and looks the same to them
    /// all once it is not behind the base itself.
    fn cycle(&mut self, cycle: &mut u64);

    /// A choice.
    fn flag(&mut self, flag: &mut bool) {
        let mut number = u16::from(*flag);
        self.short(&mut number);
        *flag = number != 0;
    }

    /// A number of 32 bits.
    fn word(&mut self, word: &mut u32) {
        let [mut high, mut low] = [(*word >> 16) as u16, *word as u16];
        self.short(&mut high);
        self.short(&mut low);
        *word = u32::from(high) << 16 | u32::from(low);
    }

    /// A number of 64 bits.
    fn long(&mut self, long: &mut u64) {
        let [mut high, mut low] = [(*long >> 32) as u32, *long as u32];
        self.word(&mut high);
        self.word(&mut low);
        *long = u64::from(high) << 32 | u64::from(low);
    }

    /// A table of cycles as [`Fields::cycle`], few of which are behind the base.
    fn table(&mut self, cycles: &mut [u64]) {
        let base = self.base();
        let mut place = 0;
        if Self::READS {
            cycles.fill(base);
        }
        loop {
            while !Self::READS && cycles.get(place).is_some_and(|cycle| *cycle <= base) {
                place += 1;
            }
            let mut number = place as u16;
            self.short(&mut number);
            place = number.into();
            let Some(cycle) = cycles.get_mut(place) else { return };
            self.cycle(cycle);
            place += 1;
        }
    }
}

/// Writes down.
#[derive(Debug)]
pub(crate) struct Writer<'a> {
    base: u64,
    words: &'a mut Vec<u16>,
    fits: bool,
    #[cfg(test)]
    left_out: Option<&'static str>,
    #[cfg(test)]
    part: &'static str,
}

impl<'a> Writer<'a> {
    /// Writes behind what stands there.
    pub(crate) const fn new(base: u64, words: &'a mut Vec<u16>) -> Self {
        Self {
            base,
            words,
            fits: true,
            #[cfg(test)]
            left_out: None,
            #[cfg(test)]
            part: "",
        }
    }

    /// Writes zeros for a part.
    #[cfg(test)]
    pub(crate) const fn leave_out(&mut self, part: Option<&'static str>) {
        self.left_out = part;
    }

    fn push(&mut self, number: u16) {
        #[cfg(test)]
        let number = if self.left_out == Some(self.part) { 0 } else { number };
        self.words.push(number);
    }

    /// Whether everything fitted.
    pub(crate) const fn fits(&self) -> bool {
        self.fits
    }
}

impl Fields for Writer<'_> {
    const READS: bool = false;

    fn base(&self) -> u64 {
        self.base
    }

    #[cfg(test)]
    fn part(&mut self, name: &'static str) {
        self.part = name;
    }

    fn short(&mut self, number: &mut u16) {
        self.push(*number);
    }

    fn exact(&mut self, cycle: &mut u64) {
        let distance = i16::try_from(cycle.wrapping_sub(self.base) as i64);
        self.fits &= distance.is_ok();
        self.push(distance.unwrap_or(0) as u16);
    }

    fn cycle(&mut self, cycle: &mut u64) {
        let distance = u16::try_from(cycle.saturating_sub(self.base));
        self.fits &= distance.is_ok();
        self.push(distance.unwrap_or(0));
    }
}

/// Puts back.
#[derive(Debug)]
pub(crate) struct Reader<'a> {
    base: u64,
    words: std::slice::Iter<'a, u16>,
}

impl<'a> Reader<'a> {
    /// Reads from the first word.
    pub(crate) fn new(base: u64, words: &'a [u16]) -> Self {
        Self { base, words: words.iter() }
    }

    fn next(&mut self) -> u16 {
        *self.words.next().expect("as many words as were written")
    }
}

impl Fields for Reader<'_> {
    const READS: bool = true;

    fn base(&self) -> u64 {
        self.base
    }

    fn short(&mut self, number: &mut u16) {
        *number = self.next();
    }

    fn exact(&mut self, cycle: &mut u64) {
        *cycle = self.base.wrapping_add_signed((self.next() as i16).into());
    }

    fn cycle(&mut self, cycle: &mut u64) {
        *cycle = self.base + u64::from(self.next());
    }
}

#[cfg(test)]
mod tests {
    use super::{Fields, Reader, Writer};

    /// Goes through values of every kind.
    fn go(fields: &mut impl Fields, values: &mut (u64, u64, bool, u64, [u64; 9])) {
        let (exact, cycle, flag, long, table) = values;
        fields.exact(exact);
        fields.cycle(cycle);
        fields.flag(flag);
        fields.long(long);
        fields.table(table);
    }

    #[test]
    fn what_was_written_is_put_back_at_another_base() {
        let mut words = Vec::new();
        let mut values = (90, 70, true, 0x8123_4567_89ab_cdef, [0, 104, 0, 99, 100, 101, 0, 0, 107]);
        let mut writer = Writer::new(100, &mut words);
        go(&mut writer, &mut values);
        assert!(writer.fits());
        let mut found = (0, 0, false, 0, [1; 9]);
        go(&mut Reader::new(1000, &words), &mut found);
        let table = [1000, 1004, 1000, 1000, 1000, 1001, 1000, 1000, 1007];
        assert_eq!(found, (990, 1000, true, 0x8123_4567_89ab_cdef, table));
    }

    #[test]
    fn cycles_far_away_do_not_fit() {
        let near = 0x1_8000;
        for (exact, cycle, fits) in
            [(near, near, true), (near + 0x8000, near, false), (0, near, false), (near, 0x3_0000, false)]
        {
            let mut words = Vec::new();
            let mut writer = Writer::new(0x1_8000, &mut words);
            go(&mut writer, &mut (exact, cycle, false, 0, [0; 9]));
            assert_eq!(writer.fits(), fits, "{exact:#x} {cycle:#x}");
        }
    }
}
