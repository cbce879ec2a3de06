//! What `g4pmu explain` and `g4pmu show` print.

use report_format::checksum;
use serde_json::Value;

use g4pmu::results::Results;

use crate::tool::Place;

fn printed(line: &str) -> String {
    let done = Place::new().g4pmu(line);
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{line}");
    done.out
}

fn refused(line: &str) -> String {
    let done = Place::new().g4pmu(line);
    assert_eq!((done.code, done.out.as_str()), (2, ""), "{line}");
    done.err
}

#[test]
fn every_event_and_every_alias_is_explained() {
    let ids: Vec<&str> = mpc7450::events::CATALOGUE.iter().map(|event| event.id).collect();
    let aliases = mpc7450::events::ALIASES.map(|alias| alias.name);
    let names = [ids.as_slice(), &aliases].concat();
    let all: Vec<Value> = serde_json::from_str(&printed(&format!("explain -j {}", names.join(" ")))).expect("JSON");
    assert_eq!(all.len(), names.len());
    for (name, facts) in names.iter().zip(all) {
        assert_eq!(facts["kind"], "event", "{name}");
        assert!(!facts["places"].as_array().expect("places").is_empty(), "{name}");
        assert!(facts["model"].as_str().is_some_and(|model| model.contains(": ")), "{name}");
    }
}

#[test]
fn disagreements_of_the_tables_are_told() {
    let text = printed("explain r221");
    assert!(text.contains("not in LINUX-PMU, OPROFILE\n"), "{text}");
    assert!(text.contains("FreeBSD says dispatched"), "{text}");
    // The article's mistake stands with the code that it names.
    assert!(printed("explain bordq-full").contains("A well-known article takes this code for"));
    // No list of OProfile has PMC6 at all, so that its silence means nothing.
    assert!(!printed("explain r61a").contains("OPROFILE"));
}

#[test]
fn a_modifier_is_told_what_it_means_here() {
    let text = printed("explain cycles:up");
    assert!(text.contains("modifier :u") && text.contains("MMCR0[FCS]"), "{text}");
    assert!(text.contains("modifier :p") && text.contains("SIAR"), "{text}");
    assert!(!printed("explain cycles:PMC2").contains("modifier"));
}

#[test]
fn a_name_of_perf_without_an_event_is_answered_with_some() {
    let text = printed("explain stalled-cycles-frontend");
    assert!(text.starts_with("stalled-cycles-frontend: a name of perf without an event of this family\n"), "{text}");
    assert!(text.contains("  instead       dispatching-0-instructions, "), "{text}");
}

#[test]
fn a_name_that_nothing_has_is_answered_with_the_nearest() {
    let nearest = "g4pmu: error: nothing is called `misprediction-rat`; did you mean misprediction-rate?\n";
    assert_eq!(refused("explain misprediction-rat"), nearest);
    assert!(refused("explain r17f").contains("no source lists this code"));
    assert!(refused("explain cache-reference").ends_with("did you mean cache-references?\n"));
}

#[test]
fn a_users_metrics_are_explained_and_listed() {
    let place = Place::new();
    let metric = "metric mine\nformula: branch-misses / branches\nunit: ratio\nmeaning: Mine.\n";
    place.write("mine.txt", format!("group own: of my own\n{metric}"));
    let done = place.g4pmu("explain mine --metrics mine.txt");
    assert!(done.out.contains("mispredicted-branches / completed-branch-instructions"), "{}", done.out);
    let done = place.g4pmu("list metrics own --metrics mine.txt -x,");
    assert_eq!(done.out, "metric,group,unit,meaning\nmine,own,ratio,Mine.\n");
    place.write("mine.txt", format!("group own: of my own\n{}", metric.replace("branches\n", "cycels\n")));
    let done = place.g4pmu("list metrics --metrics mine.txt");
    assert_eq!(done.code, 2);
    assert!(
        done.err.starts_with("g4pmu: error: mine.txt: line 3, column 26: nothing is called `cycels`"),
        "{}",
        done.err
    );
    assert_eq!(place.g4pmu("list metrics --metrics none.txt").code, 1);
}

/// The words that are shown are those that ran: the report has their checksum.
#[test]
fn a_kernel_is_shown_as_it_runs() {
    let log = report_format::log::parse(include_bytes!("quick.log"));
    let results = Results::of(&log);
    for run in results.kernels.iter().filter(|run| run.code_bytes < 4096).step_by(5) {
        let parameters = run.parameters.replace(',', " ").replace(':', "=");
        let text = printed(&format!("show --all {} {}", run.kernel, parameters.trim_start_matches('-')));
        let words = text.lines().filter_map(|line| line.get(2..)?.split_once(": ")).filter_map(|(address, rest)| {
            u32::from_str_radix(address, 16).ok()?;
            u32::from_str_radix(rest.split(' ').next()?, 16).ok()
        });
        let words: Vec<u32> = words.collect();
        assert_eq!(checksum::of_words(&words), run.code_crc.0, "{}: {text}", run.kernel);
    }
}

#[test]
fn a_kernel_is_shown_with_closed_forms_and_predictions() {
    let text = printed("show branch/chain branches=3 nops=1");
    for part in [
        "parameters    branches:3,nops:1,fill:nop\n",
        "executed                210003  3 + n * (1 + branches + branches * nops)\n",
        "predicted btic-knee: ",
        "\n> ",
        "  b       0x",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(printed("show branch/chain branches=1000").ends_with("more: --all shows them\n"));
    assert!(refused("show branch/chain branches=0").ends_with("legal are 1 to 16384\n"), "the name was right");
    assert!(refused("show branch/chain nop=3").ends_with("did you mean nops?\n"));
    assert!(
        refused("show branch/chain nops")
            .contains("`nops` sets nothing: write NAME=VALUE; branch/chain has branches nops fill")
    );
    assert!(refused("show branch/chian").contains("'branch/chain'"));
}
