//! Answers as gzip, for browsers that take it.
//!
//! Compression and secrets in one answer would let an eavesdropper who also chooses part of the
//! question guess the secret from lengths (BREACH). No answer here holds a secret: there are no
//! accounts, no cookies and no tokens, and pages of other sites cannot ask at all (`guard`).

use std::io::Write;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The length below which a body is not compressed: it fits into a packet or two as it is.
const SHORT: u64 = 1024;
/// The length above which a body is compressed on a thread that may block.
const LONG: usize = 64 << 10;

/// Compresses what the client takes compressed and what gains by it.
pub(crate) async fn compress(request: Request, next: Next) -> Response {
    let wanted = request.method() != Method::HEAD && takes_gzip(request.headers());
    let mut response = next.run(request).await;
    if !gains(response.headers()) {
        return response;
    }
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept-encoding"));
    let length = response.body().size_hint().exact();
    // Without a length it is a stream, which must not wait for its end.
    let Some(length) = length.filter(|length| wanted && *length >= SHORT) else { return response };
    let (mut head, body) = response.into_parts();
    // An answer is in memory already: reading it neither waits nor fails.
    let limit = usize::try_from(length).unwrap_or(usize::MAX);
    let plain = axum::body::to_bytes(body, limit).await.unwrap_or_default();
    let kept = plain.clone();
    let packed = match plain.len() {
        0..LONG => Some(gzip(&plain, Compression::fast())),
        _ => tokio::task::spawn_blocking(move || gzip(&plain, Compression::fast())).await.ok(),
    };
    let bytes = match packed.filter(|packed| packed.len() < kept.len()) {
        Some(packed) => {
            head.headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            Bytes::from(packed)
        }
        None => kept,
    };
    head.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(head, Body::from(bytes))
}

/// Bytes as gzip. O(length).
pub(crate) fn gzip(bytes: &[u8], level: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 4 + 64), level);
    let written = encoder.write_all(bytes).and_then(|()| encoder.finish());
    written.expect("writing to memory does not fail")
}

/// Whether a client says that it takes gzip: `gzip` or `*`, not with weight 0.
pub(crate) fn takes_gzip(headers: &HeaderMap) -> bool {
    let mut any = false;
    for value in headers.get_all(header::ACCEPT_ENCODING) {
        for part in value.to_str().unwrap_or("").split(',') {
            let mut words = part.split(';').map(str::trim);
            let name = words.next().unwrap_or("");
            let weight = words.find_map(|word| word.strip_prefix("q="));
            let takes = weight.is_none_or(|q| q.parse::<f32>().is_ok_and(|q| q > 0.0));
            match name {
                name if name.eq_ignore_ascii_case("gzip") => return takes,
                "*" => any = takes,
                _ => {}
            }
        }
    }
    any
}

/// Texts, drawings and packed rows gain; pictures of dots are compressed already, and events have to
/// arrive one by one.
fn gains(headers: &HeaderMap) -> bool {
    if headers.contains_key(header::CONTENT_ENCODING) {
        return false;
    }
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or("");
    let kind = kind.split(';').next().unwrap_or("").trim();
    match kind {
        "text/event-stream" => false,
        "application/json" | "application/octet-stream" | "image/svg+xml" => true,
        _ => kind.starts_with("text/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_taken_when_it_is_said_so() {
        let takes = |text: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, text.parse().unwrap());
            takes_gzip(&headers)
        };
        for yes in ["gzip", "br, GZIP", "gzip;q=0.5", "*", "*;q=0, gzip", "deflate , gzip ; q=1"] {
            assert!(takes(yes), "{yes}");
        }
        for no in ["", "br", "gzip;q=0", "gzip;q=0.000, *", "gzip;q=x", "*;q=0", ";;", "gzipped"] {
            assert!(!takes(no), "{no}");
        }
        assert!(!takes_gzip(&HeaderMap::new()));
    }
}
