//! The pages: part of the program.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use ishitori_api::{Language, Refusal};
use rust_embed::RustEmbed;

use crate::compress::{gzip, takes_gzip};
use crate::refused::Refused;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

/// The file that is every page; which one it shows depends on the address.
pub(crate) const SHELL: &str = "index.html";

/// A file of the pages.
pub(crate) fn asset(path: &str, headers: &HeaderMap, language: Language) -> Response {
    let Some(file) = Assets::get(path) else {
        return Refused(Refusal::not_found(language)).into_response();
    };
    let hash = file.metadata.sha256_hash();
    let tag: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
    // Weak: it is the same for both encodings.
    let tag = format!("W/\"{tag}\"");
    let caching = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, "no-cache".to_string()),
        (header::VARY, "accept-encoding".to_string()),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, caching).into_response();
    }
    let kind = [(header::CONTENT_TYPE, media_type(path))];
    if takes_gzip(headers) {
        let coding = [(header::CONTENT_ENCODING, "gzip")];
        return (caching, kind, coding, Body::from(packed(path, &file.data))).into_response();
    }
    (caching, kind, Body::from(file.data)).into_response()
}

/// A file of the pages as gzip: made when it is first asked for, then kept.
fn packed(path: &str, plain: &[u8]) -> Bytes {
    static KEPT: LazyLock<Mutex<HashMap<String, Bytes>>> = LazyLock::new(Mutex::default);
    // Nothing panics while it holds the lock.
    let mut kept = KEPT.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let made = || Bytes::from(gzip(plain, Compression::best()));
    kept.entry(path.to_string()).or_insert_with(made).clone()
}

fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}
