//! Which values of an axis have a tick, and how they are written.

use super::scale::Scale;

/// A value with a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// The value.
    pub value: f64,
    /// As it is written.
    pub name: String,
}

/// At most so many ticks of a scale, at round values: every power of two, or of four, eight
/// and so on, of a logarithmic one; 1, 2 or 5 times a power of ten apart on a linear one.
#[must_use]
pub fn ticks(scale: Scale, most: usize, name: fn(f64) -> String) -> Vec<Tick> {
    let most = most.max(2);
    let values: Vec<f64> = match scale {
        Scale::Log2 { from, to } => {
            let (first, last) = (from.log2().ceil() as i32, to.log2().floor() as i32);
            let step = (1..).find(|step| (last - first) / step < most as i32).unwrap_or(1);
            (0..).map(|number| first + number * step).take_while(|power| *power <= last).map(power_of_two).collect()
        }
        Scale::Linear { from, to } => {
            let step = step(to - from, most);
            let first = (from / step).ceil();
            (0..=most).map(|number| (first + number as f64) * step).take_while(|value| *value <= to).collect()
        }
    };
    values.into_iter().map(|value| Tick { value, name: name(value) }).collect()
}

fn power_of_two(power: i32) -> f64 {
    f64::from(power).exp2()
}

/// The least round distance that gives no more ticks than these.
fn step(length: f64, most: usize) -> f64 {
    let wanted = length / (most - 1) as f64;
    let ten = 10.0_f64.powf(wanted.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().find(|round| round * ten >= wanted * (1.0 - 1e-9));
    round.unwrap_or(10.0) * ten
}

/// A number as people write it: up to three decimals and no zeros at its end.
#[must_use]
pub fn number(value: f64) -> String {
    let thousandths = (value * 1000.0).round() / 1000.0 + 0.0;
    if thousandths == 0.0 && value != 0.0 { format!("{value:.1e}") } else { format!("{thousandths}") }
}

/// A measured value with three digits that say something.
#[must_use]
pub fn digits(value: f64) -> String {
    let decimals = match value.abs() {
        size if size >= 100.0 => 0,
        size if size >= 10.0 => 1,
        _ => 2,
    };
    format!("{value:.decimals$}")
}

/// A number of bytes: `32 KiB`, `1 MiB`.
#[must_use]
pub fn bytes(value: f64) -> String {
    const UNITS: [(f64, &str); 2] = [(1_048_576.0, "MiB"), (1024.0, "KiB")];
    let unit = UNITS.into_iter().find(|(size, _)| value >= *size);
    unit.map_or_else(|| format!("{} B", number(value)), |(size, name)| format!("{} {name}", number(value / size)))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{bytes, digits, number, ticks};
    use crate::pictures::scale::Scale;

    fn names(scale: Scale, most: usize) -> Vec<String> {
        ticks(scale, most, number).into_iter().map(|tick| tick.name).collect()
    }

    #[test]
    fn powers_of_two_stand_as_close_as_there_is_room() {
        let scale = Scale::Log2 { from: 1.0, to: 16384.0 };
        assert_eq!(names(scale, 15).len(), 15);
        assert_eq!(names(scale, 14), ["1", "4", "16", "64", "256", "1024", "4096", "16384"]);
        assert_eq!(names(scale, 4), ["1", "16", "256", "4096"]);
        assert_eq!(names(Scale::Log2 { from: 0.25, to: 1.0 }, 9), ["0.25", "0.5", "1"]);
    }

    #[test]
    fn linear_ticks_are_round() {
        assert_eq!(names(Scale::Linear { from: 0.0, to: 23.1 }, 6), ["0", "5", "10", "15", "20"]);
        assert_eq!(names(Scale::Linear { from: 0.0, to: 1.0 }, 6), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(names(Scale::Linear { from: 0.0, to: 317.0 }, 4), ["0", "200"]);
    }

    #[test]
    fn sizes_and_values_read_like_this() {
        assert_eq!([512.0, 32768.0, 1_572_864.0].map(bytes), ["512 B", "32 KiB", "1.5 MiB"]);
        assert_eq!([0.333_4, 7.0, 22.24, 543.6].map(digits), ["0.33", "7.00", "22.2", "544"]);
        assert_eq!([0.0, -0.0, 2.5, 1e-5].map(number), ["0", "0", "2.5", "1.0e-5"]);
    }

    proptest! {
        #[test]
        fn ticks_lie_on_their_scale_and_are_not_too_many(to in 1e-3_f64..1e9, most in 2_usize..20) {
            for scale in [Scale::Linear { from: 0.0, to }, Scale::powers_of_two([1e-3, to].into_iter())] {
                let found = ticks(scale, most, number);
                prop_assert!(found.len() <= most && !found.is_empty(), "{found:?}");
                prop_assert!(found.iter().all(|tick| scale.holds(tick.value)), "{found:?}");
                prop_assert!(found.windows(2).all(|pair| pair[0].value < pair[1].value));
            }
        }
    }
}
