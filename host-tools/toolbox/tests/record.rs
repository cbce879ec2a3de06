//! The record of tools: there and back, and when it does not count.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use toolbox::record::Role;
use toolbox::tool::ToolError;
use toolbox::{Origin, Record, RecordError, Tool, Version};

/// Writes an executable script.
fn program(folder: &Path, name: &str, script: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path
}

#[test]
fn a_record_written_is_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tools.json");
    let mut record = Record::default();
    for (role, origin) in
        [(Role::Qemu, Origin::Unpacked), (Role::FirmwareRustc, Origin::Rustup), (Role::Objdump, Origin::System)]
    {
        let tool = Tool::probe(&program(folder.path(), &format!("{role:?}"), "echo tool 11.1.3"), origin).unwrap();
        record.tools.insert(role, tool);
    }
    record.write(&path).unwrap();
    assert_eq!(Record::read(&path).unwrap(), record);
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 4, "three programs and the record: {left:?}");
}

#[test]
fn a_tool_counts_only_as_long_as_its_file_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = program(folder.path(), "qemu", "echo version 11.1.3");
    let mut record = Record::default();
    record.tools.insert(Role::Qemu, Tool::probe(&path, Origin::System).unwrap());
    assert_eq!(record.tool(Role::Qemu).unwrap().version, Version::new(11, 1, 3));
    program(folder.path(), "qemu", "echo version 10.0.0");
    assert!(matches!(record.tool(Role::Qemu), Err(RecordError::Missing(Role::Qemu))));
    assert!(matches!(record.tool(Role::Objdump), Err(RecordError::Missing(Role::Objdump))));
}

#[test]
fn no_file_is_an_empty_record_and_another_schema_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tools.json");
    assert_eq!(Record::read(&path).unwrap(), Record::default());
    for text in ["", "{}", "{\"schema\":0,\"tools\":{}}", "{\"schema\":1,\"tools\":{\"hammer\":{}}}"] {
        fs::write(&path, text).unwrap();
        assert!(matches!(Record::read(&path), Err(RecordError::Format { .. })), "{text}");
    }
}

#[test]
fn a_program_that_fails_or_tells_no_version_is_refused_with_what_it_said() {
    let folder = tempfile::tempdir().unwrap();
    let failing = program(folder.path(), "failing", "echo no such library >&2; exit 127");
    let silent = program(folder.path(), "silent", "echo hello");
    let said = |path: &Path| Tool::probe(path, Origin::System).unwrap_err().to_string();
    assert!(said(&failing).contains("status 127; no such library"), "{}", said(&failing));
    assert!(said(&silent).contains("hello"), "{}", said(&silent));
    assert!(matches!(Tool::probe(&folder.path().join("none"), Origin::System), Err(ToolError::Unusable { .. })));
}

#[test]
fn a_qemu_that_is_named_must_be_new_enough() {
    let folder = tempfile::tempdir().unwrap();
    let old = program(folder.path(), "old", "echo QEMU emulator version 5.2.0");
    let new = program(folder.path(), "new", "echo QEMU emulator version 11.1.0");
    let error = toolbox::qemu(Some(&old)).unwrap_err().to_string();
    assert!(error.contains("QEMU 5.2.0") && error.contains("11.1.0 or later"), "{error}");
    assert_eq!(toolbox::qemu(Some(&new)).unwrap().program, new);
}
