//! Replies as the page reads them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

use ishitori_api::ProgressReport;
use ishitori_wasm::reply;
use serde_json::{Value, json};

/// The head, the body and the files of a reply.
fn ask(request: Value) -> (Value, Vec<u8>, Vec<Vec<u8>>) {
    unpacked(&reply(
        request.to_string().as_bytes(),
        Arc::new(|_: &ProgressReport| {}),
        Arc::default(),
    ))
}

fn unpacked(reply: &[u8]) -> (Value, Vec<u8>, Vec<Vec<u8>>) {
    let (length, rest) = reply.split_at(4);
    let length = u32::from_le_bytes(length.try_into().unwrap()) as usize;
    let (head, rest) = rest.split_at(length);
    let head: Value = serde_json::from_slice(head).unwrap();
    let bytes = |value: &Value| value["length"].as_u64().unwrap() as usize;
    let (body, mut rest) = rest.split_at(bytes(&head));
    let mut files = Vec::new();
    for file in head["files"].as_array().unwrap() {
        let (one, more) = rest.split_at(bytes(file));
        files.push(one.to_vec());
        rest = more;
    }
    assert!(rest.is_empty());
    (head, body.to_vec(), files)
}

fn object(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap()
}

#[test]
fn questions_are_answered() {
    let address = "grundy?rule=sub:1,2&to=5&lang=en";
    let (head, body, files) = ask(json!({ "kind": "get", "address": address }));
    assert_eq!((&head["status"], &head["type"]), (&json!(200), &json!("application/json")));
    assert_eq!((&head["complete"], files.len()), (&json!(true), 0));
    assert_eq!(object(&body)["values"], json!([0, 1, 2, 0, 1, 2]));
    let (head, body, _) = ask(json!({ "kind": "get", "address": "draw/graph.svg?rule=nim&to=3" }));
    assert_eq!(head["type"], "image/svg+xml");
    assert!(body.starts_with(b"<svg") || body.starts_with(b"<?xml"));
    let (head, _, _) = ask(json!({ "kind": "get", "address": "certificate?rule=0.07" }));
    assert_eq!(head["name"], "certificate.json");
    let status = ask(json!({ "kind": "get", "address": "status", "jobs": [1, 2] }));
    assert_eq!(object(&status.1)["jobs"], json!({ "running": 1, "queued": 2 }));
}

#[test]
fn refusals_are_those_of_the_server() {
    for (kind, body, status, code) in [
        ("get", "", 400, "bad-input"),
        ("order", "[]", 400, "bad-json"),
        ("broken", "", 500, "internal"),
        ("busy", "", 429, "busy"),
        ("missing", "", 404, "not-found"),
        ("nothing", "", 404, "not-found"),
        ("unfinished", "", 409, "no-result"),
    ] {
        let request = json!({ "kind": kind, "address": "grundy?lang=ja", "body": body });
        let (head, body, _) = ask(request);
        assert_eq!(head["status"], status, "{kind}");
        let error = &object(&body)["error"];
        assert_eq!(error["code"], code, "{kind}");
        assert!(!error["message"].as_str().unwrap().is_ascii(), "{error}");
    }
    let long = "x".repeat(17 << 20);
    for kind in ["check", "order", "job"] {
        let (head, ..) = ask(json!({ "kind": kind, "address": kind, "body": long }));
        assert_eq!(head["status"], 413, "{kind}");
    }
    let (head, ..) =
        unpacked(&reply(b"no request", Arc::new(|_: &ProgressReport| {}), Arc::default()));
    assert_eq!(head["status"], 500);
}

#[test]
fn a_job_has_files_and_documents_are_checked() {
    let order =
        json!({ "command": "quotient", "parameters": { "rule": "sub:2,3", "end": "mod2:LR" } });
    let order = order.to_string();
    let looked = ask(json!({ "kind": "order", "address": "jobs", "body": order }));
    assert_eq!(object(&looked.1), json!({ "command": "quotient" }));
    let (head, body, files) =
        ask(json!({ "kind": "job", "address": "jobs?lang=en", "body": order }));
    assert_eq!((&head["status"], files.len()), (&json!(200), 1));
    assert_eq!(head["files"][0]["name"], "certificate.json");
    assert!(object(&body)["order"].is_number() || object(&body).is_object());
    let document = String::from_utf8(files[0].clone()).unwrap();
    let checked = ask(json!({ "kind": "check", "address": "check", "body": document }));
    assert_eq!(object(&checked.1)["valid"], true);
    let spoilt =
        ask(json!({ "kind": "check", "address": "check", "body": document.replace('1', "2") }));
    assert!(spoilt.0["status"] != 200 || object(&spoilt.1)["valid"] == false);
}

#[test]
fn a_job_that_is_stopped_shows_what_it_knows() {
    let order =
        json!({ "command": "period", "parameters": { "rule": "0.6", "limit": 1u64 << 30 } });
    let request = json!({ "kind": "job", "address": "jobs?lang=en", "body": order.to_string() });
    let stop = Arc::new(AtomicBool::new(false));
    let (lines, news) = mpsc::channel();
    let flag = stop.clone();
    let progress = Arc::new(move |report: &ProgressReport| {
        let _ = lines.send(report.line.clone());
        flag.store(true, Ordering::Relaxed);
    });
    let (head, body, _) = unpacked(&reply(request.to_string().as_bytes(), progress, stop));
    assert_eq!((&head["status"], &head["complete"]), (&json!(200), &json!(false)));
    assert!(!object(&body)["stopped"].is_null(), "{}", object(&body));
    assert!(!news.try_iter().next().unwrap().is_empty());
}
