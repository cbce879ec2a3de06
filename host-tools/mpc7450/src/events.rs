//! Placeholder of the `events` module until its owner fills it.
