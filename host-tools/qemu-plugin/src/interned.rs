//! Records by number, one for equal keys: [`Interned`].
//!
//! QEMU hands each callback one word of the plugin's: the number of a record. QEMU throws
//! all translated blocks away together; then [`Interned::clear`] does so with what was
//! known of them. Code that is translated again meanwhile finds its records here.

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

    /// The value with a number that [`Interned::intern`] gave since the last
    /// [`Interned::clear`]; `None` for any other.
    pub fn get(&self, number: usize) -> Option<&V> {
        self.values.get(number)
    }

    /// As [`Interned::get`], to be changed.
    pub fn get_mut(&mut self, number: usize) -> Option<&mut V> {
        self.values.get_mut(number)
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.values.len()
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        *self = Self::default();
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
        texts.clear();
        assert_eq!((texts.len(), texts.get(seven)), (0, None));
    }
}
