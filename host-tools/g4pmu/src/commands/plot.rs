//! `g4pmu plot`: saved results as pictures and as a page. Nothing is measured here.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::ValueEnum;
use toolbox::talk::say;

use super::{exit_of, incomplete, printed};
use crate::cli::{PictureFormat, PlotArguments};
use crate::exit::{Exit, Failure};
use crate::output::{file, place};
use crate::page;
use crate::pictures::joined::{Joined, joined};
use crate::pictures::sheet::{Place, Size};
use crate::pictures::{self, Kind, Picture, png};
use crate::saved::Saved;

/// A file to write.
struct Output {
    path: PathBuf,
    bytes: Vec<u8>,
}

pub(super) fn plot(arguments: &PlotArguments) -> Result<Exit, Failure> {
    let saved = Saved::read(&arguments.run).map_err(|error| Failure::new(Exit::Files, error))?;
    if let Some((number, results)) = saved.incomplete() {
        let text = format!("{}, report {number}: {}", saved.log.display(), incomplete(results));
        return Err(Failure::new(exit_of(results), anyhow!(text)));
    }
    let log = saved.log;
    let Some(Joined { results, others }) = joined(saved.reports.into_iter().map(|(_, results)| results)) else {
        return Err(Failure::new(Exit::Files, anyhow!("{}: no report in it measured anything", log.display())));
    };
    if others > 0 {
        let reports = if others == 1 { "report" } else { "reports" };
        say(&format!(
            "left out, for part, clocks, image or model are not those of the last report: {others} {reports}"
        ));
    }
    let exit = exit_of(&results);
    let everything = arguments.kind.is_empty() && !arguments.page;
    let mut kinds = if everything { Kind::value_variants().to_vec() } else { arguments.kind.clone() };
    let mut seen = Vec::new();
    kinds.retain(|kind| {
        let new = !seen.contains(kind);
        seen.push(*kind);
        new
    });
    let (found, absent) = pictures::all(&results, &kinds);
    if let Some(why) = absent.first().filter(|_| !everything) {
        return Err(Failure::new(Exit::Usage, anyhow!("{}: {why}", log.display())));
    }
    let page = (everything || arguments.page).then(|| page::bytes(&results));
    let outputs = outputs(arguments, &log, &found, page)?;
    for output in &outputs {
        write(output).map_err(|error| Failure::new(Exit::Files, error))?;
    }
    for output in outputs.iter().filter(|output| output.path != Path::new("-")) {
        say(&format!("wrote {}", output.path.display()));
    }
    for why in &absent {
        say(&why.to_string());
    }
    Ok(exit)
}

/// Everything to write, each with its place.
fn outputs(
    arguments: &PlotArguments,
    log: &Path,
    found: &[Picture],
    page: Option<Vec<u8>>,
) -> Result<Vec<Output>, Failure> {
    let usage = |error: anyhow::Error| Failure::new(Exit::Usage, error);
    let out = arguments.out.as_deref();
    if let Some(why) = out.and_then(|out| unfit(out, arguments.format)) {
        return Err(usage(anyhow!(why)));
    }
    let number = found.len() + usize::from(page.is_some());
    let single = out.filter(|out| number == 1 && names_a_file(out));
    if let Some(out) = out.filter(|out| single.is_none() && names_a_file(out)) {
        let names: Vec<&str> = found.iter().map(|picture| &*picture.name).collect();
        let text = format!("{} is one file, and there is more to write ({})", out.display(), names.join(", "));
        return Err(usage(anyhow!("{text}: name a folder, or choose one with --kind")));
    }
    let format = format(arguments, single);
    let folder = match out {
        Some(folder) => folder,
        None => log.parent().unwrap_or(Path::new("")),
    };
    let mut outputs = Vec::new();
    for picture in found {
        let path =
            single.map_or_else(|| folder.join(format!("{}.{}", picture.name, extension(format))), Path::to_owned);
        let bytes = drawn(picture, format, arguments.size.unwrap_or(Size::WIDE)).map_err(usage)?;
        outputs.push(Output { path, bytes });
    }
    if let Some(bytes) = page {
        let path = single.map_or_else(|| folder.join("report.html"), Path::to_owned);
        outputs.push(Output { path, bytes });
    }
    let places: Vec<(&str, &Path)> = outputs.iter().map(|output| ("--out", output.path.as_path())).collect();
    place::apart(log, &places).map_err(|error| usage(error.into()))?;
    Ok(outputs)
}

/// Whether a path means a file and not a folder: standard output, or by its end.
fn names_a_file(path: &Path) -> bool {
    let device = fs::metadata(path).is_ok_and(|found| !found.is_dir() && !found.is_file());
    path == Path::new("-") || device || !path.is_dir() && ends_in(path, &WRITTEN)
}

/// What is written, by the end of a file.
const WRITTEN: [&str; 3] = ["svg", "png", "html"];

/// Ends of files that people ask plotting programs for and that are not written.
const NOT_WRITTEN: [&str; 8] = ["jpg", "jpeg", "gif", "webp", "pdf", "ps", "eps", "htm"];

fn ends_in(path: &Path, ends: &[&str]) -> bool {
    path.extension().is_some_and(|end| ends.iter().any(|known| end.eq_ignore_ascii_case(known)))
}

/// Why a place cannot hold what is to be written there.
fn unfit(out: &Path, format: Option<PictureFormat>) -> Option<String> {
    let name = out.display();
    if out.is_dir() {
        return None;
    }
    if ends_in(out, &NOT_WRITTEN) {
        return Some(format!("{name} is no format of ours: files end in {}", WRITTEN.join(", ")));
    }
    let format = format?;
    let other = match format {
        PictureFormat::Svg => "png",
        PictureFormat::Png => "svg",
    };
    ends_in(out, &[other]).then(|| format!("--format {} and {name} say different things", extension(format)))
}

/// As the user says, else as the file ends.
fn format(arguments: &PlotArguments, single: Option<&Path>) -> PictureFormat {
    let png = single.and_then(Path::extension).is_some_and(|end| end.eq_ignore_ascii_case("png"));
    arguments.format.unwrap_or(if png { PictureFormat::Png } else { PictureFormat::Svg })
}

const fn extension(format: PictureFormat) -> &'static str {
    match format {
        PictureFormat::Svg => "svg",
        PictureFormat::Png => "png",
    }
}

fn drawn(picture: &Picture, format: PictureFormat, size: Size) -> anyhow::Result<Vec<u8>> {
    let svg = picture.svg(size, Place::Alone).with_context(|| format!("cannot draw {}", picture.name))?;
    Ok(match format {
        PictureFormat::Svg => svg.into_bytes(),
        PictureFormat::Png => png::png(&svg).with_context(|| format!("cannot draw {}", picture.name))?,
    })
}

fn write(output: &Output) -> anyhow::Result<()> {
    if output.path == Path::new("-") {
        return printed(io::stdout().write_all(&output.bytes)).map_err(|failure| failure.error);
    }
    if let Some(folder) = output.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    file::write_whole(&output.path, &output.bytes).with_context(|| format!("cannot write {}", output.path.display()))
}
