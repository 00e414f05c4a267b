//! The server without games: jobs, limits, crowds. Its questions are stubs that obey the tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use futures_util::StreamExt;
use ishitori_runtime::Budget;
use ishitori_web::{
    Answer, Call, Content, Limits, Progress, ProgressReport, Refusal, Visitors, Workbench, router,
};
use serde_json::{Value, json};
use tower::ServiceExt;

/// How long a machine that does other things too may take for what should happen at once.
const PATIENCE: Duration = Duration::from_secs(120);
/// Longer than any test: what waits for this time to be over fails by `PATIENCE`.
const FOR_EVER: Duration = Duration::from_secs(1200);

/// Waits until something holds.
async fn until(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let started = Instant::now();
    while !holds().await {
        assert!(started.elapsed() < PATIENCE, "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[derive(Default)]
struct Bench {
    working: AtomicUsize,
    most: AtomicUsize,
    done: AtomicUsize,
    let_go: AtomicBool,
}

impl Workbench for Bench {
    fn answer(&self, call: &Call, budget: &Budget, progress: &Progress) -> Result<Answer, Refusal> {
        let now = self.working.fetch_add(1, Ordering::SeqCst) + 1;
        self.most.fetch_max(now, Ordering::SeqCst);
        let answer = match call.command.as_str() {
            // Work that asks its budget and goes on until that says no, or the test has failed.
            "wait" => {
                let mut steps = 0;
                let began = Instant::now();
                while budget.check(0).is_ok() && began.elapsed() < 2 * PATIENCE {
                    steps += 1;
                    progress(&ProgressReport { line: format!("step {steps}"), share: None });
                    std::thread::sleep(Duration::from_millis(5));
                }
                let mut answer = Answer::json(json!({ "steps": steps }));
                answer.complete = false;
                Ok(answer)
            }
            // An answer that comes when the test lets it go.
            "held" => {
                while !self.let_go.load(Ordering::SeqCst) && budget.check(0).is_ok() {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(Answer::json(json!({})))
            }
            // Work that asks no budget, until the test lets it go.
            "stray" | "other-stray" => {
                while !self.let_go.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(Answer::json(json!({})))
            }
            "large" => Ok(Answer::json(json!({ "text": "x".repeat(400_000) }))),
            "length" => {
                let length = call.document.as_ref().map_or(0, String::len);
                Ok(Answer::json(json!({ "length": length })))
            }
            "panic" => panic!("as asked"),
            "huge" => Ok(Answer {
                content: Content::Bytes {
                    media_type: "text/plain",
                    save_as: None,
                    bytes: vec![b'x'; 1 << 20],
                },
                complete: true,
                files: Vec::new(),
            }),
            "echo" => Ok(Answer::json(
                json!({ "parameters": call.parameters, "lang": call.language.tag() }),
            )),
            _ => Err(Refusal::unknown("command", "no such thing")),
        };
        self.working.fetch_sub(1, Ordering::SeqCst);
        self.done.fetch_add(1, Ordering::SeqCst);
        answer
    }
}

fn limits() -> Limits {
    Limits {
        direct: 2,
        direct_waiting: 4,
        quick_time: Duration::from_millis(20),
        slow: 1,
        slow_waiting: 2,
        direct_time: Duration::from_millis(100),
        largest_answer: 1 << 19,
        running: 1,
        queued: 3,
        kept: 2,
        job_time: FOR_EVER,
        ..Limits::default()
    }
}

fn server() -> (Router, Arc<Bench>) {
    let bench = Arc::new(Bench::default());
    (router(bench.clone(), limits(), Visitors::default()), bench)
}

async fn send(router: &Router, method: &str, path: &str, body: Value) -> (StatusCode, Value) {
    let request = Request::builder().method(method).uri(path).header("host", "localhost:7311");
    let request = match body {
        Value::Null => request.body(Body::empty()),
        body => {
            request.header("content-type", "application/json").body(Body::from(body.to_string()))
        }
    };
    let reply = router.clone().oneshot(request.unwrap()).await.unwrap();
    let status = reply.status();
    let bytes = to_bytes(reply.into_body(), 1 << 24).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

async fn submit(router: &Router, parameters: Value) -> (StatusCode, Value) {
    let job = json!({ "command": "wait", "parameters": parameters });
    send(router, "POST", "/api/v1/jobs", job).await
}

#[tokio::test(flavor = "multi_thread")]
async fn parameters_arrive_in_order_and_in_either_way() {
    let (router, _) = server();
    let (_, found) =
        send(&router, "GET", "/api/v1/echo?a=1&b=x%2By&a=2&lang=ja", Value::Null).await;
    assert_eq!(
        found,
        json!({ "parameters": [["a", "1"], ["b", "x+y"], ["a", "2"]], "lang": "ja" })
    );
    let job = json!({ "command": "echo", "parameters": { "a": [1, "two"], "c": true } });
    let (_, begun) = send(&router, "POST", "/api/v1/jobs", job).await;
    let path = format!("/api/v1/jobs/{}", begun["id"].as_str().unwrap());
    let (_, events) = send(&router, "GET", &format!("{path}/events"), Value::Null).await;
    assert_eq!(events, Value::Null, "a stream is no object");
    let (_, done) = send(&router, "GET", &path, Value::Null).await;
    assert_eq!(done["result"]["parameters"], json!([["a", "1"], ["a", "two"], ["c", "true"]]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_is_bounded_and_gets_errors() {
    let bench = Arc::new(Bench::default());
    let limits = Limits { quick_time: FOR_EVER, ..limits() };
    let router = router(bench.clone(), limits, Visitors::default());
    let mut calls: futures_util::stream::FuturesUnordered<_> =
        (0..40).map(|_| send(&router, "GET", "/api/v1/held", Value::Null)).collect();
    // No client is answered before the others are refused: two are at work, at most four wait.
    for _ in 0..34 {
        let (status, _) = calls.next().await.unwrap();
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    }
    until("two at work", async || bench.working.load(Ordering::SeqCst) == 2).await;
    bench.let_go.store(true, Ordering::SeqCst);
    let last: Vec<_> = calls.collect().await;
    assert!(last.iter().all(|(status, _)| *status == StatusCode::OK), "{last:?}");
    assert_eq!((last.len(), bench.most.load(Ordering::SeqCst)), (6, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn direct_answers_end_in_time_and_within_bounds() {
    let (router, _) = server();
    let started = Instant::now();
    let (status, found) = send(&router, "GET", "/api/v1/wait", Value::Null).await;
    assert_eq!(status, StatusCode::OK);
    assert!(found["steps"].as_u64().unwrap() < 100 && started.elapsed() < PATIENCE);
    let (status, found) = send(&router, "GET", "/api/v1/huge", Value::Null).await;
    assert_eq!((status.as_u16(), &found["error"]["code"]), (422, &json!("answer-too-large")));
    let (status, found) = send(&router, "GET", "/api/v1/panic", Value::Null).await;
    assert_eq!((status.as_u16(), &found["error"]["code"]), (500, &json!("internal")));
    let (status, _) = send(&router, "GET", "/api/v1/echo", Value::Null).await;
    assert_eq!(status, StatusCode::OK, "the permit of the broken one was given back");
}

/// Slow questions wait for each other, not the quick ones for them.
#[tokio::test(flavor = "multi_thread")]
async fn quick_answers_do_not_wait_for_slow_ones() {
    let bench = Arc::new(Bench::default());
    let limits = Limits { direct_time: FOR_EVER, slow_waiting: 100, ..limits() };
    let router = router(bench.clone(), limits, Visitors::default());
    let slow: Vec<_> = (0..4)
        .map(|_| {
            let router = router.clone();
            tokio::spawn(async move { send(&router, "GET", "/api/v1/wait", Value::Null).await })
        })
        .collect();
    until("slow work", async || bench.working.load(Ordering::SeqCst) > 0).await;
    for _ in 0..10 {
        let quick = send(&router, "GET", "/api/v1/echo", Value::Null);
        let (status, _) = tokio::time::timeout(PATIENCE, quick).await.expect("an answer");
        assert_eq!(status, StatusCode::OK);
    }
    assert!(slow.iter().all(|task| !task.is_finished()));
    slow.into_iter().for_each(|task| task.abort());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_who_leaves_ends_the_work() {
    let bench = Arc::new(Bench::default());
    let patient = Limits { quick_time: FOR_EVER, ..limits() };
    let router = router(bench.clone(), patient, Visitors::default());
    let client =
        tokio::spawn(async move { send(&router, "GET", "/api/v1/wait", Value::Null).await });
    until("work", async || bench.working.load(Ordering::SeqCst) == 1).await;
    client.abort();
    until("the end of the work", async || bench.done.load(Ordering::SeqCst) == 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_cancelled_job_has_found_is_kept() {
    let (router, bench) = server();
    let (_, job) = submit(&router, json!({ "n": 1 })).await;
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    until("work for good", async || {
        bench.working.load(Ordering::SeqCst) == 1 && bench.done.load(Ordering::SeqCst) >= 1
    })
    .await;
    send(&router, "DELETE", &path, Value::Null).await;
    let mut ended = Value::Null;
    until("the end of the job", async || {
        ended = send(&router, "GET", &path, Value::Null).await.1;
        ended["state"] == "cancelled"
    })
    .await;
    assert_eq!(ended["complete"], false);
    assert!(ended["result"]["steps"].is_u64(), "{ended}");
    let (status, result) = send(&router, "GET", &format!("{path}/result"), Value::Null).await;
    assert_eq!((status, &result), (StatusCode::OK, &ended["result"]));
    // It is no answer to the next who asks the same.
    let (_, again) = submit(&router, json!({ "n": 1 })).await;
    assert_ne!(again["id"], job["id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn jobs_queue_and_can_be_cancelled() {
    let (router, bench) = server();
    let mut ids = Vec::new();
    for n in 0..4 {
        let (status, job) = submit(&router, json!({ "n": n })).await;
        assert_eq!(status, StatusCode::ACCEPTED);
        ids.push(job["id"].as_str().unwrap().to_string());
    }
    let (status, refused) = submit(&router, json!({ "n": 9 })).await;
    assert_eq!((status.as_u16(), &refused["error"]["code"]), (429, &json!("busy")));
    let path = |n: usize| format!("/api/v1/jobs/{}", ids[n]);
    // All have had their quick_time when one runs for good; it runs alone.
    until("one at work", async || {
        bench.working.load(Ordering::SeqCst) == 1 && bench.done.load(Ordering::SeqCst) >= 4
    })
    .await;
    // A job that has had its quick_time is counted among those that wait a moment later.
    until("three that wait", async || {
        let (_, status) = send(&router, "GET", "/api/v1/status", Value::Null).await;
        status["jobs"] == json!({ "running": 1, "queued": 3 })
    })
    .await;
    // One that waits never begins; one that runs ends soon. Which of them runs is up to the threads.
    let mut states = Vec::new();
    for n in 0..4 {
        states.push(send(&router, "GET", &path(n), Value::Null).await.1["state"].clone());
    }
    let waits = states.iter().position(|state| state == "queued").expect("a job that waits");
    let (_, waiting) = send(&router, "DELETE", &path(waits), Value::Null).await;
    assert_eq!(waiting["state"], "cancelled");
    for n in (0..4).filter(|n| *n != waits) {
        send(&router, "DELETE", &path(n), Value::Null).await;
    }
    until("the end of all jobs", async || {
        let (_, status) = send(&router, "GET", "/api/v1/status", Value::Null).await;
        status["jobs"] == json!({ "running": 0, "queued": 0 })
    })
    .await;
    // Finished ones are forgotten, the oldest first.
    let (_, job) = submit(&router, json!({})).await;
    let (status, _) = send(&router, "GET", &path(0), Value::Null).await;
    assert_eq!(status, StatusCode::NOT_FOUND);
    let (status, _) = send(&router, "GET", &path(3), Value::Null).await;
    assert_eq!(status, StatusCode::OK);
    send(&router, "DELETE", &format!("/api/v1/jobs/{}", job["id"].as_str().unwrap()), Value::Null)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ids_cannot_be_guessed() {
    let (router, _) = server();
    let (_, job) = submit(&router, json!({})).await;
    let id = job["id"].as_str().unwrap();
    for guess in ["0", "0-", "0-0000000000000000", "1-1", "-1", "x"] {
        let (status, _) =
            send(&router, "DELETE", &format!("/api/v1/jobs/{guess}"), Value::Null).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{guess}");
    }
    send(&router, "DELETE", &format!("/api/v1/jobs/{id}"), Value::Null).await;
}

/// A job that takes a moment does not wait for one that takes long.
#[tokio::test(flavor = "multi_thread")]
async fn short_jobs_do_not_wait_for_long_ones() {
    let (router, _) = server();
    let (_, long) = submit(&router, json!({})).await;
    let long = format!("/api/v1/jobs/{}", long["id"].as_str().unwrap());
    until("a long job", async || {
        send(&router, "GET", &long, Value::Null).await.1["state"] == "running"
    })
    .await;
    for (command, state) in [("echo", "done"), ("huge", "failed"), ("nonsense", "failed")] {
        let (_, short) = send(&router, "POST", "/api/v1/jobs", json!({ "command": command })).await;
        let path = format!("/api/v1/jobs/{}", short["id"].as_str().unwrap());
        send(&router, "GET", &format!("{path}/events"), Value::Null).await;
        assert_eq!(send(&router, "GET", &path, Value::Null).await.1["state"], state);
    }
    assert_eq!(send(&router, "GET", &long, Value::Null).await.1["state"], "running");
    send(&router, "DELETE", &long, Value::Null).await;
}

/// A job that was watched ends when no client watches it any more, unless one asks about it.
#[tokio::test(flavor = "multi_thread")]
async fn abandoned_jobs_end() {
    // A machine may be too busy for the test to ask in time; then the server waits longer.
    for abandoned in [300, 1500, 7500, 40_000].map(Duration::from_millis) {
        if asking_keeps_a_job(abandoned).await {
            return;
        }
    }
    panic!("the test could not ask in time");
}

/// Leaves a job and asks about it for twice the time after which it is abandoned, then no more. False
/// if the test itself was so slow between two questions that nothing follows.
async fn asking_keeps_a_job(abandoned: Duration) -> bool {
    let router =
        router(Arc::new(Bench::default()), Limits { abandoned, ..limits() }, Visitors::default());
    let leave = async |path: &str| {
        let request = Request::get(format!("{path}/events")).header("host", "localhost");
        let reply = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let mut events = reply.into_body().into_data_stream();
        assert!(events.next().await.is_some());
    };
    let (_, job) = submit(&router, json!({})).await;
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    until("a job at work", async || {
        send(&router, "GET", &path, Value::Null).await.1["state"] == "running"
    })
    .await;
    let (mut asked, mut slowest) = (Instant::now(), Duration::ZERO);
    leave(&path).await;
    let left = Instant::now();
    let mut kept = true;
    while kept && left.elapsed() < 2 * abandoned {
        tokio::time::sleep(abandoned / 20).await;
        kept = send(&router, "GET", &path, Value::Null).await.1["state"] == "running";
        slowest = slowest.max(asked.elapsed());
        asked = Instant::now();
    }
    if !kept {
        assert!(slowest >= abandoned / 2, "asked every {slowest:?}, abandoned by {abandoned:?}");
        return false;
    }
    leave(&path).await;
    // The list of jobs asks about none of them.
    until("the end of the job", async || {
        let (_, status) = send(&router, "GET", "/api/v1/status", Value::Null).await;
        status["jobs"] == json!({ "running": 0, "queued": 0 })
    })
    .await;
    assert_eq!(send(&router, "GET", &path, Value::Null).await.1["state"], "cancelled");
    true
}

/// Jobs that no client ever watched or asked about end too, those that work and those that wait; one that is watched
/// goes on.
#[tokio::test(flavor = "multi_thread")]
async fn unwatched_jobs_end() {
    let unwatched = Duration::from_secs(2);
    let limits = Limits { unwatched, running: 1, queued: 8, ..limits() };
    let router = router(Arc::new(Bench::default()), limits, Visitors::default());
    let (_, watched) = submit(&router, json!({ "n": 0 })).await;
    let path = format!("/api/v1/jobs/{}", watched["id"].as_str().unwrap());
    let request = Request::get(format!("{path}/events")).header("host", "localhost");
    let reply = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let mut events = reply.into_body().into_data_stream();
    assert!(events.next().await.is_some());
    let mut left = Vec::new();
    for n in 1..5 {
        let (status, job) = submit(&router, json!({ "n": n })).await;
        assert_eq!(status, StatusCode::ACCEPTED);
        left.push(format!("/api/v1/jobs/{}", job["id"].as_str().unwrap()));
    }
    // The list of jobs asks about none of them.
    let counts =
        async || send(&router, "GET", "/api/v1/status", Value::Null).await.1["jobs"].clone();
    until("the end of all jobs that no client asks about", async || {
        counts().await == json!({ "running": 1, "queued": 0 })
    })
    .await;
    for path in &left {
        assert_eq!(send(&router, "GET", path, Value::Null).await.1["state"], "cancelled");
    }
    assert_eq!(send(&router, "GET", &path, Value::Null).await.1["state"], "running");
    // One that is at work, and whose watcher has gone.
    drop(events);
    until("the end of the last", async || counts().await == json!({ "running": 0, "queued": 0 }))
        .await;
}

/// Long answers that are not read are counted; when their memory is used up, clients are asked to retry.
#[tokio::test(flavor = "multi_thread")]
async fn unread_answers_are_counted() {
    let limits = Limits { sent: 1_000_000, ..limits() };
    let router = router(Arc::new(Bench::default()), limits, Visitors::default());
    let ask = async || {
        let request = Request::get("/api/v1/large").header("host", "localhost");
        router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap()
    };
    let unread = [ask().await, ask().await];
    assert!(unread.iter().all(|reply| reply.status() == StatusCode::OK));
    assert_eq!(ask().await.status(), StatusCode::TOO_MANY_REQUESTS);
    for reply in unread {
        let length = reply.headers()["content-length"].to_str().unwrap().parse::<usize>().unwrap();
        let bytes = to_bytes(reply.into_body(), usize::MAX).await.unwrap();
        assert_eq!(bytes.len(), length);
        assert!(bytes.len() > 400_000);
    }
    assert_eq!(ask().await.status(), StatusCode::OK, "what was read frees memory");
}

/// Work that does not end when its time is over loses its place, so that others are answered; more of the
/// same command is refused until it has ended.
#[tokio::test(flavor = "multi_thread")]
async fn runaway_tasks_do_not_stop_the_server() {
    let (router, bench) = server();
    let calls = (0..6).map(|n| {
        let router = router.clone();
        tokio::spawn(async move {
            send(&router, "GET", &format!("/api/v1/stray?n={n}"), Value::Null).await
        })
    });
    let calls: Vec<_> = calls.collect();
    for call in calls {
        let (status, found) = call.await.unwrap();
        let code = found["error"]["code"].as_str().unwrap();
        assert!(
            matches!((status.as_u16(), code), (503, "limit-reached") | (429, "busy")),
            "{found}"
        );
    }
    // All places were taken, and all are free again although nothing has ended.
    assert_eq!(bench.done.load(Ordering::SeqCst), 0);
    assert!(bench.working.load(Ordering::SeqCst) >= 2);
    let (status, _) = send(&router, "GET", "/api/v1/echo", Value::Null).await;
    assert_eq!(status, StatusCode::OK);
    let (_, found) = send(&router, "GET", "/api/v1/stray?n=7", Value::Null).await;
    assert_eq!(found["error"]["code"], "busy");
    let (status, _) = send(&router, "POST", "/api/v1/jobs", json!({ "command": "stray" })).await;
    assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
    // A job that is cancelled loses its place too.
    let order = json!({ "command": "other-stray" });
    let (_, job) = send(&router, "POST", "/api/v1/jobs", order).await;
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    until("the end of the job", async || {
        let (_, job) = send(&router, "DELETE", &path, Value::Null).await;
        ["cancelled", "failed"].contains(&job["state"].as_str().unwrap())
    })
    .await;
    bench.let_go.store(true, Ordering::SeqCst);
    until("an answer of what was refused", async || {
        send(&router, "GET", "/api/v1/stray", Value::Null).await.0 == StatusCode::OK
    })
    .await;
}

/// Pages of other sites reach no question, whatever way they try; a link may open a page.
#[tokio::test(flavor = "multi_thread")]
async fn other_sites_cannot_ask() {
    let (router, bench) = server();
    let ask = async |path: &str, site: &str, mode: &str, dest: &str| {
        let request = Request::get(path)
            .header("host", "localhost:7311")
            .header("sec-fetch-site", site)
            .header("sec-fetch-mode", mode)
            .header("sec-fetch-dest", dest);
        let request = request.body(Body::empty()).unwrap();
        router.clone().oneshot(request).await.unwrap().status().as_u16()
    };
    for site in ["cross-site", "same-site", "unheard-of"] {
        for (mode, dest) in [
            ("navigate", "document"),
            ("navigate", "iframe"),
            ("navigate", "frame"),
            ("navigate", "embed"),
            ("no-cors", "image"),
            ("no-cors", "script"),
            ("cors", "empty"),
            ("websocket", "websocket"),
        ] {
            for path in
                ["/api/v1/echo?a=1", "/api/v1/jobs", "/api/v1/x/y", "/api/v1/status", "/api"]
            {
                assert_eq!(ask(path, site, mode, dest).await, 403, "{path} {site} {mode} {dest}");
            }
        }
        assert_eq!(ask("/play", site, "navigate", "document").await, 200);
        assert_eq!(ask("/play", site, "navigate", "iframe").await, 403);
        assert_eq!(ask("/play", site, "no-cors", "image").await, 403);
        // A study that is embedded, and nothing else of it.
        assert_eq!(ask("/study?rule=nim&embed=1", site, "navigate", "iframe").await, 200);
        assert_eq!(ask("/study?rule=nim&embed=1", site, "no-cors", "image").await, 403);
        assert_eq!(ask("/study?rule=nim", site, "navigate", "iframe").await, 403);
        assert_eq!(ask("/game?embed=1", site, "navigate", "iframe").await, 403);
        assert_eq!(ask("/api/v1/echo?embed=1", site, "navigate", "iframe").await, 403);
    }
    assert_eq!(bench.done.load(Ordering::SeqCst), 0);
    for site in ["same-origin", "none"] {
        assert_eq!(ask("/api/v1/echo?a=1", site, "navigate", "document").await, 200);
        assert_eq!(ask("/api/v1/echo?a=1", site, "cors", "empty").await, 200);
    }
}

/// Large bodies share a capacity; small ones never meet it.
#[tokio::test(flavor = "multi_thread")]
async fn bodies_are_bounded_all_together() {
    let tight = Limits { body: 1000, document: 100_000, bodies: 250_000, ..limits() };
    let router = router(Arc::new(Bench::default()), tight, Visitors::default());
    let slow = |length: usize| {
        let (sender, receiver) = futures_channel(length);
        let request = Request::post("/api/v1/check")
            .header("host", "localhost:7311")
            .header("content-type", "application/json")
            .body(Body::from_stream(receiver))
            .unwrap();
        let router = router.clone();
        (sender, tokio::spawn(async move { router.oneshot(request).await.unwrap().status() }))
    };
    // Each sends nearly all and waits: two fit, with the capacity that each gains by growing.
    let mut waiting: Vec<_> = (0..6).map(|_| slow(90_000)).collect();
    until("four refusals", async || {
        waiting.iter().filter(|(_, task)| task.is_finished()).count() >= 4
    })
    .await;
    let order = json!({ "command": "length", "document": "x".repeat(500) });
    let (status, _) = send(&router, "POST", "/api/v1/jobs", order.clone()).await;
    assert_eq!(status, StatusCode::ACCEPTED, "a small body does not wait for large ones");
    let mut answered = Vec::new();
    for (sender, task) in waiting.drain(..) {
        drop(sender);
        answered.push(task.await.unwrap().as_u16());
    }
    assert!(answered.iter().filter(|status| **status == 429).count() >= 3, "{answered:?}");
    assert!(answered.iter().filter(|status| **status != 429).count() >= 1, "{answered:?}");
    // The capacity is free again.
    let order = json!({ "command": "length", "document": "x".repeat(90_000) });
    let (status, job) = send(&router, "POST", "/api/v1/jobs", order).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    send(&router, "GET", &format!("{path}/events"), Value::Null).await;
    let (_, done) = send(&router, "GET", &path, Value::Null).await;
    assert_eq!(done["result"], json!({ "length": 90_000 }));
    let (status, _) = send(&router, "POST", "/api/v1/check", json!("x".repeat(100_000))).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
}

/// A job that is cancelled while it waits gives back what its document takes, at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_job_that_waited_keeps_no_document() {
    let tight = Limits { body: 1000, document: 100_000, bodies: 250_000, ..limits() };
    let router = router(Arc::new(Bench::default()), tight, Visitors::default());
    // The only job that may run does so for good; the others wait behind it with their documents.
    let (_, first) = submit(&router, json!({ "n": 0 })).await;
    let path = |job: &Value| format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    until("a job that runs", async || {
        send(&router, "GET", &path(&first), Value::Null).await.1["state"] == "running"
    })
    .await;
    let large = |n: usize| {
        let parameters = json!({ "n": n.to_string() });
        json!({ "command": "wait", "parameters": parameters, "document": "x".repeat(90_000) })
    };
    // More of them than the capacity allows, one after the other.
    for n in 1..=6 {
        let (status, job) = send(&router, "POST", "/api/v1/jobs", large(n)).await;
        assert_eq!(status, StatusCode::ACCEPTED, "{n}: {job}");
        let (_, ended) = send(&router, "DELETE", &path(&job), Value::Null).await;
        if ended["state"] == "queued" || ended["state"] == "running" {
            until("its end", async || {
                send(&router, "GET", &path(&job), Value::Null).await.1["state"] == "cancelled"
            })
            .await;
        }
    }
    send(&router, "DELETE", &path(&first), Value::Null).await;
}

/// A stream that sends a number of bytes in pieces, and ends when its sender does.
fn futures_channel(
    length: usize,
) -> (
    tokio::sync::mpsc::Sender<Vec<u8>>,
    impl futures_util::Stream<Item = Result<Vec<u8>, std::convert::Infallible>>,
) {
    let (sender, receiver) = tokio::sync::mpsc::channel(1);
    let state = (length, receiver);
    let stream = futures_util::stream::unfold(state, |(left, mut receiver)| async move {
        if left > 0 {
            let piece = left.min(8000);
            return Some((Ok(vec![b' '; piece]), (left - piece, receiver)));
        }
        receiver.recv().await.map(|piece: Vec<u8>| (Ok(piece), (0, receiver)))
    });
    (sender, stream)
}

/// What a job has found is written once: all who ask get the same bytes, and the result alone.
#[tokio::test(flavor = "multi_thread")]
async fn results_are_written_once() {
    let (router, _) = server();
    let (_, job) = send(&router, "POST", "/api/v1/jobs", json!({ "command": "large" })).await;
    let path = format!("/api/v1/jobs/{}", job["id"].as_str().unwrap());
    send(&router, "GET", &format!("{path}/events"), Value::Null).await;
    let bytes = async |path: &str| {
        let request = Request::get(path).header("host", "localhost").body(Body::empty()).unwrap();
        let reply = router.clone().oneshot(request).await.unwrap();
        assert_eq!(reply.headers()["content-type"], "application/json");
        to_bytes(reply.into_body(), 1 << 24).await.unwrap()
    };
    let (first, second) = (bytes(&path).await, bytes(&path).await);
    assert_eq!(first.as_ptr(), second.as_ptr(), "the text is shared, not made again");
    let alone = bytes(&format!("{path}/result")).await;
    let range = first.as_ptr_range();
    assert!(range.contains(&alone.as_ptr()), "the result is a part of it");
    let whole: Value = serde_json::from_slice(&first).unwrap();
    assert_eq!(whole["state"], "done");
    assert_eq!(whole["complete"], true);
    assert_eq!(whole["result"], serde_json::from_slice::<Value>(&alone).unwrap());
}
