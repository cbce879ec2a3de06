//! Where an answer ends: at the prompt, which is the one thing that the image writes
//! without a line end.

use g4pmu_firmware::monitor::session::PROMPT;
use report_format::MARKER;

/// What the image has said since the last command.
#[derive(Clone, Debug, Default)]
pub struct Ear {
    heard: Vec<u8>,
}

impl Ear {
    /// Takes the next bytes, cut anywhere.
    pub fn take(&mut self, bytes: &[u8]) {
        self.heard.extend_from_slice(bytes);
    }

    /// Whether the image awaits the next command.
    #[must_use]
    pub fn is_prompted(&self) -> bool {
        self.heard.ends_with(PROMPT.as_bytes())
    }

    /// Whether something that looks like a record was heard.
    #[must_use]
    pub fn has_records(&self) -> bool {
        self.heard.windows(MARKER.len()).any(|bytes| bytes == MARKER.as_bytes())
    }

    /// What was heard, up to here.
    #[must_use]
    pub fn heard(&self) -> &[u8] {
        &self.heard
    }

    /// Takes what was heard, up to here.
    #[must_use]
    pub fn answer(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.heard)
    }
}

#[cfg(test)]
mod tests {
    use super::Ear;

    #[test]
    fn an_answer_ends_at_the_prompt_wherever_the_bytes_are_cut() {
        let said = b"\r\n@g4 0 report ...\r\n@g4 1 end ...\r\ng4pmu> ";
        let mut ear = Ear::default();
        for byte in said {
            assert!(!ear.is_prompted());
            ear.take(&[*byte]);
        }
        assert!(ear.is_prompted());
        assert_eq!(ear.answer(), said);
        assert!(!ear.is_prompted());
    }
}
