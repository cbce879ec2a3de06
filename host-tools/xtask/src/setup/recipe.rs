//! What to fetch from Debian where the machine lacks it.
//!
//! A recipe names packages and, as `assumed`, those that their dependencies
//! would bring but that the programs do without: what no Debian system lacks
//! (the C library and what `apt` and `dpkg` themselves need), the C compiler that
//! rustup's cargo needs anyway, and user administration. Everything else comes
//! along, so that a set does not change when the system does.
//!
//! Rejected: leaving out whatever the system happens to have. A later removal
//! or upgrade on the system would then break the unpacked programs.

/// Which archive a suite stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Archive {
    /// Releases and backports.
    Main,
    /// Security updates.
    Security,
}

/// Which dynamic loader, and with it which C library, runs a set's programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loader {
    /// The system's. The set was built for an older C library than any accepted
    /// system has, and loads libraries that are built on the system.
    System,
    /// The set's own: it may need a newer C library than the system has.
    Own,
}

/// A program of a set and the name under which it is started.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Name of the start script.
    pub name: &'static str,
    /// Path of the program in the set.
    pub path: &'static str,
    /// Arguments always given; `{root}` stands for the set's folder.
    pub arguments: &'static [&'static str],
}

impl Program {
    /// The program's path, with `{root}` for the set's folder.
    #[must_use]
    pub fn path_in_set(&self) -> String {
        format!("{{root}}/{}", self.path)
    }
}

/// A set of packages unpacked into one folder.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Name of the folder in the cache.
    pub name: &'static str,
    /// Suites to look in.
    pub suites: &'static [(Archive, &'static str)],
    /// The suite preferred over all others, if any.
    pub preferred: Option<&'static str>,
    /// Packages wanted.
    pub packages: &'static [&'static str],
    /// Packages taken as present.
    pub assumed: &'static [&'static str],
    /// Folders and files not kept, relative to the set; one `*` a part.
    pub dropped: &'static [&'static str],
    /// How its programs are loaded.
    pub loader: Loader,
    /// Programs to start.
    pub programs: &'static [Program],
}

/// QEMU from Debian 13's backports.
pub const QEMU: Recipe = Recipe {
    name: "qemu",
    suites: &[(Archive::Main, "trixie"), (Archive::Main, "trixie-backports")],
    preferred: Some("trixie-backports"),
    packages: &["qemu-system-ppc"],
    assumed: &["adduser"],
    dropped: &["usr/share/doc", "usr/share/man", "usr/share/locale"],
    loader: Loader::Own,
    programs: &[Program {
        name: "qemu-system-ppc",
        path: "usr/bin/qemu-system-ppc",
        // The second folder has the display's ROM.
        arguments: &["-L", "{root}/usr/share/qemu", "-L", "{root}/usr/share/seabios"],
    }],
};

/// A compiler with the library source, from Debian 12's security updates: it is
/// built for the oldest C library of all accepted systems.
pub const COMPILER: Recipe = Recipe {
    name: "compiler",
    suites: &[
        (Archive::Main, "bookworm"),
        (Archive::Main, "bookworm-updates"),
        (Archive::Security, "bookworm-security"),
    ],
    preferred: None,
    packages: &["rustc-web", "rust-web-src", "rust-web-clippy", "lld-22"],
    assumed: &["binutils", "gcc", "libc-dev", "libc6", "libgcc-s1", "libstdc++6", "zlib1g"],
    dropped: &["usr/share/doc", "usr/share/man", "usr/src/*/src", "usr/src/*/compiler"],
    loader: Loader::System,
    programs: &[
        Program { name: "rustc", path: "usr/bin/rustc", arguments: &[] },
        Program { name: "clippy-driver", path: "usr/bin/clippy-driver", arguments: &[] },
        Program { name: "ld.lld", path: "usr/lib/llvm-22/bin/ld.lld", arguments: &[] },
    ],
};

/// A disassembler for PowerPC, from Debian 12.
pub const DISASSEMBLER: Recipe = Recipe {
    name: "disassembler",
    suites: &[(Archive::Main, "bookworm")],
    preferred: None,
    packages: &["binutils-powerpc-linux-gnu"],
    assumed: &["libc6", "libgcc-s1", "libstdc++6", "zlib1g"],
    dropped: &["usr/share/doc", "usr/share/man", "usr/share/locale"],
    loader: Loader::System,
    programs: &[Program {
        name: "powerpc-linux-gnu-objdump",
        path: "usr/bin/powerpc-linux-gnu-objdump",
        arguments: &[],
    }],
};
