//! Records by number, one for equal keys: [`Interned`].

use std::collections::HashMap;
use std::hash::Hash;

/// Values of type `V`, one for each key of type `K`.
#[derive(Debug)]
pub struct Interned<V, K = V> {
    values: Vec<V>,
    numbers: HashMap<K, usize>,
}

impl<V, K> Default for Interned<V, K> {
    fn default() -> Self {
        Self { values: Vec::new(), numbers: HashMap::new() }
    }
}

impl<V, K: Hash + Eq> Interned<V, K> {
    /// The number of the value for a key, made if it is new.
    pub fn intern(&mut self, key: K, make: impl FnOnce() -> V) -> usize {
        let values = &mut self.values;
        *self.numbers.entry(key).or_insert_with(|| {
            values.push(make());
            values.len() - 1
        })
    }

    /// The value with a number that [`Interned::intern`] gave; `None` for any other.
    pub fn get(&self, number: usize) -> Option<&V> {
        self.values.get(number)
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.values.len()
    }
}

#[cfg(test)]
mod tests {
    use super::Interned;

    #[test]
    fn equal_keys_have_one_value() {
        let mut texts: Interned<String, u32> = Interned::default();
        let seven = texts.intern(7, || "seven".to_owned());
        assert_eq!(texts.intern(7, || unreachable!()), seven);
        assert_ne!(texts.intern(8, || "eight".to_owned()), seven);
        assert_eq!((texts.len(), texts.get(seven).map(String::as_str), texts.get(2)), (2, Some("seven"), None));
    }
}
