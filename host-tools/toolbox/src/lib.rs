//! Where external programs are found and how they are run.
