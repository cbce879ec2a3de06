//! A file as the commands that load it.
//!
//! What is typed is `load code FILE [offset=BYTES]`, or `data`; what the image
//! understands is an announcement and blocks.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use g4pmu_firmware::monitor::command::parse_number;
use g4pmu_firmware::monitor::load::MOST_BLOCK_BYTES;
use report_format::checksum;
use report_format::record::LoadArea;
use report_format::word::Word;
use thiserror::Error;

/// A file that is to be loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loading {
    area: LoadArea,
    file: PathBuf,
    offset: u32,
}

/// Why a file cannot be loaded.
#[derive(Debug, Error)]
pub enum LoadError {
    /// It cannot be read.
    #[error("cannot read {file}: {source}")]
    Read {
        /// The file.
        file: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It is a device, a pipe or a folder, whose end may never come.
    #[error("{file} is no regular file")]
    NoFile {
        /// The file.
        file: PathBuf,
    },
    /// Its length is no number of words, or more than there can be room for.
    #[error("{file} has {bytes} bytes; legal are multiples of 4 from 4 to {MOST_FILE_BYTES}")]
    Length {
        /// The file.
        file: PathBuf,
        /// Its length.
        bytes: u64,
    },
}

/// Longest file: no area of the image is larger than the memory that it uses at most.
const MOST_FILE_BYTES: u64 = 128 << 20;

impl Loading {
    /// The file that a line asks to load; `None` for any other line, the image's own
    /// `load` included, which has `offset=` where the file stands here.
    #[must_use]
    pub fn of(line: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        let area = words.next().filter(|word| *word == "load").and_then(|_| LoadArea::from_word(words.next()?))?;
        let file = words.next().filter(|word| !word.starts_with("offset="))?;
        let offset = match words.next() {
            Some(word) => parse_number(word.strip_prefix("offset=")?)?,
            None => 0,
        };
        words.next().is_none().then(|| Self { area, file: PathBuf::from(file), offset })
    }

    /// The commands that load it.
    ///
    /// # Errors
    ///
    /// The file cannot be read, is no whole number of words, or too long.
    pub fn commands(&self) -> Result<Vec<String>, LoadError> {
        let bytes = self.read()?;
        let length = |bytes| LoadError::Length { file: self.file.clone(), bytes };
        commands(self.area, self.offset, &bytes).ok_or_else(|| length(bytes.len() as u64))
    }

    fn read(&self) -> Result<Vec<u8>, LoadError> {
        let unreadable = |source| LoadError::Read { file: self.file.clone(), source };
        // Looked at before it is opened, for opening a pipe waits for its other end.
        let described = self.file.metadata().map_err(unreadable)?;
        if !described.is_file() {
            return Err(LoadError::NoFile { file: self.file.clone() });
        }
        if described.len() > MOST_FILE_BYTES {
            return Err(LoadError::Length { file: self.file.clone(), bytes: described.len() });
        }
        let mut bytes = Vec::new();
        // A file may grow meanwhile, and some of the system's own state no length.
        let whole = File::open(&self.file).and_then(|file| file.take(MOST_FILE_BYTES + 1).read_to_end(&mut bytes));
        whole.map_err(unreadable)?;
        if bytes.len() as u64 > MOST_FILE_BYTES {
            return Err(LoadError::Length { file: self.file.clone(), bytes: bytes.len() as u64 });
        }
        Ok(bytes)
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }
}

/// The commands that load these bytes; `None` where they are no whole number of words.
#[must_use]
pub fn commands(area: LoadArea, offset: u32, bytes: &[u8]) -> Option<Vec<String>> {
    let length = u32::try_from(bytes.len()).ok().filter(|length| *length > 0 && length.is_multiple_of(4))?;
    let crc = checksum::of(bytes);
    let mut commands = vec![format!("load {} offset={offset} bytes={length} crc=0x{crc:08x}", area.word())];
    for (at, block) in (0..).step_by(MOST_BLOCK_BYTES as usize).zip(bytes.chunks(MOST_BLOCK_BYTES as usize)) {
        let digits: String = block.iter().map(|byte| format!("{byte:02x}")).collect();
        commands.push(format!("load at={at} data={digits}"));
    }
    Some(commands)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use g4pmu_firmware::monitor::command::{Command, Load};
    use g4pmu_firmware::monitor::line::MOST_LINE_BYTES;
    use g4pmu_firmware::monitor::load::{Arena, Loader};
    use proptest::prelude::*;
    use report_format::command_line::Summed;
    use report_format::record::LoadArea;

    use super::{Loading, MOST_FILE_BYTES, commands};

    #[test]
    fn a_line_with_a_file_is_told_from_the_images_own() {
        let loading = |line| Loading::of(line).map(|loading| (loading.area, loading.file, loading.offset));
        assert_eq!(loading("load code a.bin"), Some((LoadArea::Code, PathBuf::from("a.bin"), 0)));
        assert_eq!(loading(" load data  b offset=64"), Some((LoadArea::Data, PathBuf::from("b"), 64)));
        assert_eq!(loading("load data b offset=0x40"), Some((LoadArea::Data, PathBuf::from("b"), 64)));
        let named = PathBuf::from("n=5/trial=1.bin");
        assert_eq!(loading("load code n=5/trial=1.bin offset=4"), Some((LoadArea::Code, named, 4)));
        for line in [
            "load",
            "load clear",
            "load code",
            "load code offset=0 bytes=4 crc=0x0",
            "load code offset=0",
            "load at=0 data=00",
            "load code a b",
            "load code a offset=x",
            "run code a",
        ] {
            assert_eq!(loading(line), None, "{line}");
        }
    }

    struct Areas(Vec<u32>);

    impl Arena for Areas {
        fn words(&mut self, _: LoadArea) -> &mut [u32] {
            &mut self.0
        }
    }

    proptest! {
        /// The image's own parser and loader take every line and end up with the bytes.
        #[test]
        fn the_image_understands_every_line(words in prop::collection::vec(any::<u32>(), 1..300), place in 0_u32..50) {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_be_bytes()).collect();
            let (mut loader, mut areas) = (Loader::default(), Areas(vec![0; 400]));
            let mut complete = false;
            for line in commands(LoadArea::Code, 4 * place, &bytes).expect("whole words") {
                prop_assert!(Summed(&line).to_string().len() <= MOST_LINE_BYTES);
                let piece = match Command::parse(&line, true) {
                    Ok(Command::Load(Load::Announce(announced))) => loader.announce(announced, &mut areas),
                    Ok(Command::Load(Load::Block { at, data })) => loader.block(at, data, &mut areas),
                    other => panic!("{line}: {other:?}"),
                };
                complete = piece.expect("accepted").is_complete();
            }
            prop_assert!(complete);
            prop_assert_eq!(&areas.0[place as usize..][..words.len()], &words[..]);
        }
    }

    #[test]
    fn what_may_have_no_end_is_not_read() {
        let refusal = |file: &str| {
            let loading = Loading::of(&format!("load data {file}")).expect("a file");
            loading.commands().expect_err(file).to_string()
        };
        assert_eq!(refusal("/dev/zero"), "/dev/zero is no regular file");
        assert_eq!(refusal("/"), "/ is no regular file");
        let folder = tempfile::tempdir().expect("a folder");
        let long = folder.path().join("long");
        let file = std::fs::File::create(&long).expect("a file");
        file.set_len(MOST_FILE_BYTES + 4).expect("a file with a hole");
        let long = long.to_str().expect("UTF-8");
        assert_eq!(refusal(long), format!("{long} has 134217732 bytes; legal are multiples of 4 from 4 to 134217728"));
    }

    #[test]
    fn bytes_that_are_no_words_are_refused() {
        assert_eq!(commands(LoadArea::Code, 0, &[]), None);
        assert_eq!(commands(LoadArea::Code, 0, &[1, 2, 3]), None);
    }
}
