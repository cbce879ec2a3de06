//! Placeholder of the `registers` module until its owner fills it.
