//! Placeholder of the `parts` module until its owner fills it.
