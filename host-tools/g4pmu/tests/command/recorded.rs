//! Sessions that were recorded, and a program in QEMU's place that answers from them.

use report_format::command_line::Summed;
use report_format::log::parse;
use report_format::record::{Record, Trial};
use report_format::write::Writer;

use crate::tool::Place;

/// Answers a line with the file of its checksum, and keeps what it heard; with `.2` behind the
/// file's name when asked again.
pub const MONITOR: &str = "printf 'banner\\r\\ng4pmu> '
while IFS= read -r line; do
  printf '%s\\n' \"$line\" >> heard
  sum=${line##*\\*}; name=answer-${sum%?}
  if [ -f \"$name.2\" ] && [ -f \"$name.asked\" ]; then cat \"$name.2\"; else cat \"$name\"; fi
  : > \"$name.asked\"
  case \"$line\" in off*) exit 0 ;; esac
  printf 'g4pmu> '
done";

/// A folder with the image, the model's library and all answers of the sessions.
pub fn place(sessions: &[&str]) -> Place {
    let place = Place::new();
    place.image("image");
    place.write("plugin.so", "qemu_plugin_install");
    place.fake_qemu("11.1.3", MONITOR);
    for (command, answer) in sessions.iter().flat_map(|session| commands(session)) {
        place.write(&file(&command), answer);
    }
    place
}

/// The file of the answer to a command.
pub fn file(command: &str) -> String {
    let line = Summed(command).to_string();
    format!("answer-{}", line.rsplit_once('*').expect("a checksum").1)
}

/// The answers of a session with their commands.
pub fn commands(session: &str) -> Vec<(String, &str)> {
    let answers = session.split("g4pmu> ").filter(|answer| !answer.is_empty()).map(|answer| {
        let log = parse(answer.as_bytes());
        let command = log.boots[0].entries.iter().find_map(|entry| match &entry.record {
            Record::Answer(answer) => Some(answer.command.to_string()),
            _ => None,
        });
        (command.expect("an answer"), answer)
    });
    answers.collect()
}

/// The answer to a command.
pub fn answer<'a>(session: &'a str, command: &str) -> &'a str {
    commands(session).into_iter().find(|(asked, _)| asked == command).expect("it is recorded").1
}

/// The answer to a command with each record changed, or left out where `change` says false.
pub fn edited(session: &str, command: &str, change: impl Fn(&mut Record<'_>) -> bool) -> String {
    let mut text = String::from("\r\n");
    let mut writer = Writer::new(&mut text);
    for entry in &mut parse(answer(session, command).as_bytes()).boots[0].entries {
        if let Record::End(_) = entry.record {
            break;
        }
        if change(&mut entry.record) {
            writer.write(&entry.record).expect("text takes all");
        }
    }
    writer.finish().expect("text takes all");
    text
}

/// The answer to a command with each trial changed.
pub fn with_trials(session: &str, command: &str, change: impl Fn(&mut Trial)) -> String {
    edited(session, command, |record| {
        if let Record::Trial(trial) = record {
            change(trial);
        }
        true
    })
}
