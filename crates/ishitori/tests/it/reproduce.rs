//! The reproduction of the documents, from outside.

use crate::common::{ishitori, stderr, stdout};
use serde_json::Value;

#[test]
fn a_part_with_a_report() {
    let place = tempfile::tempdir().unwrap();
    let folder = place.path().join("report");
    let name = folder.to_str().unwrap();
    let output = ishitori(&["reproduce", "--only", "A", "--only", "b10", "--out", name, "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let report: Value = serde_json::from_str(stdout(&output)).unwrap();
    let items = report["items"].as_array().unwrap();
    assert_eq!(items.len(), 7);
    for item in items {
        assert_eq!(item["status"], "ok", "{item}");
        assert!(!item["figures"].as_array().unwrap().is_empty());
    }
    assert!(
        items[1]["misprints"][0]["counterexample"].as_str().unwrap().contains("has the outcome")
    );
    let page = std::fs::read_to_string(folder.join("index.html")).unwrap();
    // Table 1 with its underlined exceptions, and a picture inside the page.
    assert_eq!(page.matches("class=\"exception\"").count(), 8);
    assert!(page.contains("data:image/svg+xml;base64,") && !page.contains("http://"));
    let written = std::fs::read_to_string(folder.join("report.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&written).unwrap()["items"][0]["id"], "A1");
}

#[test]
fn unknown_items_are_refused() {
    let output = ishitori(&["reproduce", "--only", "Z9"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--only") && stderr(&output).contains("C17"));
}
