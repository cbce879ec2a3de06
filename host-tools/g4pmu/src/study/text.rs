//! The tables for people.

use std::fmt::{self, Write};

use super::{Cost, Decision, Expectation, Family, Indirect, Percent, Ratios};
use crate::output::table::wrapped;

/// Writes all tables.
///
/// # Errors
///
/// The writer's own.
pub fn write(study: &Indirect, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "Indirect branches on {}", study.counted_by)?;
    families(&study.families, out)?;
    if let Some(ratios) = &study.ratios {
        self::ratios(ratios, out)?;
    }
    if let Some(cost) = &study.cost {
        self::cost(cost, out)?;
    }
    percents(&study.percents, out)?;
    if !study.decisions.is_empty() {
        decisions(&study.decisions, out)?;
    }
    for missing in &study.missing {
        writeln!(out, "\nnot in these logs: {missing}")?;
    }
    Ok(())
}

/// Columns side by side, the first to the left and the last as long as it likes.
fn table(rows: &[Vec<String>], out: &mut impl Write) -> fmt::Result {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| rows.iter().filter_map(|row| row.get(column)).map(String::len).max().unwrap_or(0);
    for row in rows {
        let mut line = String::new();
        for (column, cell) in row.iter().enumerate() {
            match column {
                0 => write!(line, "{cell:0$}", width(0))?,
                _ if column + 1 == columns => write!(line, "  {cell}")?,
                _ => write!(line, "  {cell:>0$}", width(column))?,
            }
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn number(value: Option<f64>, decimals: usize) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.decimals$}"))
}

fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.1} %", 100.0 * share))
}

fn families(families: &[Family], out: &mut impl Write) -> fmt::Result {
    let head = row([
        "for each call or jump",
        "expected cycles",
        "cycles",
        "of baseline",
        "expected misses",
        "misses",
        "CTR stall",
        "",
    ]);
    let mut rows = vec![head];
    for family in families {
        rows.push(vec![format!("{}, baseline {}", family.family, family.forms.first().map_or("", |form| form.kernel))]);
        for form in &family.forms {
            let expected = |own: &Option<Expectation>| own.as_ref().map_or_else(|| "-".to_owned(), Expectation::short);
            let agreement = match (form.agreement, form.mispredictions_agreement) {
                (super::Agreement::AsExpected, super::Agreement::AsExpected | super::Agreement::Open) => {
                    "as expected".to_owned()
                }
                (super::Agreement::AsExpected, misses) => format!("misses: {}", misses.word()),
                (cycles, _) => format!("cycles: {}", cycles.word()),
            };
            rows.push(vec![
                format!("  {}", form.kernel),
                expected(&form.expected_cycles),
                number(form.cycles, 2),
                percent(form.relative),
                expected(&form.expected_mispredictions),
                number(form.mispredictions, 4),
                number(form.ctr_stall, 2),
                agreement,
            ]);
        }
    }
    // The names of families are no cells of the first column.
    let wide = rows.iter().filter(|row| row.len() > 1).map(|row| row[0].len()).max().unwrap_or(0);
    writeln!(out)?;
    let mut text = String::new();
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| if row.len() > 1 { row.clone() } else { vec![" ".repeat(wide)] }).collect();
    table(&cells, &mut text)?;
    for (line, row) in text.lines().zip(&rows) {
        writeln!(out, "{}", if row.len() > 1 { line } else { &row[0] })?;
    }
    Ok(())
}

fn ratios(ratios: &Ratios, out: &mut impl Write) -> fmt::Result {
    writeln!(out)?;
    let mut rows = vec![row(["one class against four in random order", "mono", "mega", "mega/mono", ""])];
    for ratio in &ratios.rows {
        let times = ratio.ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}"));
        rows.push(vec![format!("  {}", ratio.name), number(ratio.one, 4), number(ratio.four, 4), times, String::new()]);
    }
    table(&rows, out)?;
    let told = match (ratios.time, ratios.by_ipc, ratios.agree) {
        (Some(time), Some(by_ipc), Some(agree)) => {
            let verdict =
                if agree { "they agree" } else { "they do not agree: one of the counts is of something else" };
            format!(
                "time by a factor of {time:.3} by the time base, of {by_ipc:.3} by instructions over instructions per cycle: {verdict}"
            )
        }
        _ => "time, cycles or instructions were not counted, so nothing can be held against each other".to_owned(),
    };
    paragraph(&told, out)
}

fn cost(cost: &Cost, out: &mut impl Write) -> fmt::Result {
    writeln!(out)?;
    let Cost { cycles, mispredictions, each, ctr_stall } = cost;
    let told = match each {
        Some(each) => format!(
            "with four classes a call takes {cycles:+.3} cycles and {mispredictions:+.4} mispredictions more: {each:.1} cycles for each"
        ),
        None => format!(
            "with four classes a call takes {cycles:+.3} cycles and {mispredictions:+.4} mispredictions more: there are \
             none more to divide by, so that none has a cost"
        ),
    };
    let stall = ctr_stall.map_or_else(String::new, |stall| format!("; and {stall:+.3} cycles of waiting for CTR"));
    paragraph(&format!("{told}{stall}"), out)
}

fn percents(percents: &[Percent], out: &mut impl Write) -> fmt::Result {
    writeln!(out, "\npercent of what, for dispatch/mega")?;
    for Percent { of, share, meaning } in percents {
        let share = share.map_or_else(|| "-".to_owned(), |share| format!("{:.3} %", 100.0 * share));
        writeln!(out, "  {share:>10} of {of}")?;
        wrapped(15, meaning).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

fn decisions(decisions: &[Decision], out: &mut impl Write) -> fmt::Result {
    writeln!(out)?;
    let mut rows = vec![row([
        "cycles for each call",
        "virtual",
        "ladder",
        "guarded",
        "split",
        "when to do without a virtual call",
    ])];
    for decision in decisions {
        let condition = decision.condition;
        let name = match condition.classes {
            1 => "  1 class".to_owned(),
            classes => format!("  {classes} classes, {}", condition.order),
        };
        let cells = [decision.virtual_call, decision.ladder, decision.guarded, decision.split];
        let cells = cells.map(|cycles| number(cycles, 1));
        rows.push([vec![name], cells.to_vec(), vec![decision.advice.clone()]].concat());
    }
    table(&rows, out)
}

fn paragraph(text: &str, out: &mut impl Write) -> fmt::Result {
    wrapped(0, text).iter().try_for_each(|line| writeln!(out, "{line}"))
}
