//! Quotients as text.

/// A count divided by iterations: whole where it is whole, else three decimals,
/// rounded to the nearest.
#[must_use]
pub fn per(count: i128, iterations: u64) -> String {
    quotient(count, i128::from(iterations.max(1)))
}

/// A quotient: whole where it is whole, else three decimals, rounded to the nearest.
/// The divisor is greater than 0.
#[must_use]
pub fn quotient(dividend: i128, divisor: i128) -> String {
    if dividend % divisor == 0 {
        return (dividend / divisor).to_string();
    }
    let thousandths = (dividend.abs() * 1000 + divisor / 2) / divisor;
    let sign = if dividend < 0 { "-" } else { "" };
    format!("{sign}{}.{:03}", thousandths / 1000, thousandths % 1000)
}

#[cfg(test)]
mod tests {
    use super::per;

    #[test]
    fn quotients_are_whole_or_have_three_rounded_decimals() {
        assert_eq!(per(1000, 100), "10");
        assert_eq!(per(1001, 100), "10.010");
        assert_eq!(per(2, 3), "0.667");
        assert_eq!(per(-1, 3), "-0.333");
        assert_eq!(per(5, 0), "5");
    }
}
