//! Whom the server talks to, and what it lets a browser do with the answer.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ishitori_api::{Language, Refusal};

use crate::api::language;
use crate::refused::Refused;

/// Under which names the server may be addressed.
///
/// A page of another site can make a browser ask this server, and can even have its own name
/// resolve to this machine (DNS rebinding); but then the browser sends that name as `Host`. So a
/// request has to name an address, `localhost`, or a name that was allowed; and if it says from
/// which page it comes (`Origin`, `Sec-Fetch-Site`), that page has to be one of ours.
///
/// ```
/// use ishitori_web::Visitors;
/// let visitors = Visitors::default();
/// assert!(visitors.knows("127.0.0.1:7311") && visitors.knows("[::1]:7311"));
/// assert!(visitors.knows("localhost:7311") && !visitors.knows("evil.example:7311"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Visitors {
    names: Vec<String>,
}

impl Visitors {
    /// Allows another name, such as that of a machine in a classroom. O(1).
    pub fn allow(mut self, name: &str) -> Visitors {
        self.names.push(name.to_ascii_lowercase());
        self
    }

    /// Whether the server answers to this name, with or without a port. O(names).
    pub fn knows(&self, host: &str) -> bool {
        let Some(name) = name_of(host) else { return false };
        if let Some(inside) = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            return inside.parse::<std::net::Ipv6Addr>().is_ok();
        }
        let name = name.to_ascii_lowercase();
        name == "localhost" || name.parse::<IpAddr>().is_ok() || self.names.contains(&name)
    }
}

/// The name of a host without its port.
fn name_of(host: &str) -> Option<&str> {
    let end = if host.starts_with('[') {
        host.find(']')? + 1
    } else {
        host.find(':').unwrap_or(host.len())
    };
    let (name, port) = host.split_at(end);
    let port = match port.strip_prefix(':') {
        Some(digits) => !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()),
        None => port.is_empty(),
    };
    (port && !name.is_empty()).then_some(name)
}

/// Turns away requests that other sites have a browser send.
pub(crate) async fn guard(
    State(visitors): State<Arc<Visitors>>,
    request: Request,
    next: Next,
) -> Response {
    let language = language(request.headers(), request.uri().query());
    let framed = may_be_framed(request.uri());
    let mut response = match rejection_reason(&visitors, &request) {
        None => explained(next.run(request).await, language),
        Some(reason) => {
            let message = language.say(reason);
            Refused(Refusal::new(StatusCode::FORBIDDEN, "forbidden", message)).into_response()
        }
    };
    protect(response.headers_mut(), framed);
    response
}

/// Puts refusals of the framework itself, such as an address that is not a text, in the form of all others.
fn explained(response: Response, language: Language) -> Response {
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let status = response.status();
    // What speaks for itself: an object, or the page that stands where there is nothing.
    let speaks =
        |kind: &[u8]| kind.starts_with(b"application/json") || kind.starts_with(b"text/html");
    if !status.is_client_error() || kind.is_some_and(speaks) {
        return response;
    }
    let message = language.say("server.guard.request-malformed");
    Refused(Refusal::new(status, "bad-input", message)).into_response()
}

/// The message that says why a request is turned away.
fn rejection_reason(visitors: &Visitors, request: &Request) -> Option<&'static str> {
    let headers = request.headers();
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let host = text(header::HOST).or_else(|| request.uri().authority().map(|a| a.as_str()));
    let host = host.unwrap_or("");
    if headers.get_all(header::HOST).iter().count() > 1 || !visitors.knows(host) {
        return Some("server.guard.host-name");
    }
    let foreign = "server.guard.other-site";
    if let Some(origin) = text(header::ORIGIN) {
        let ours =
            origin.split_once("://").is_some_and(|(_, from)| from.eq_ignore_ascii_case(host));
        if !ours {
            return Some(foreign);
        }
    }
    // A link from elsewhere may open a page, in a tab of its own, and a frame a study that is made for it. They may not
    // fetch data, change anything or have something computed, be it by a link, a form, an image or another frame.
    let is = |name: &str, value: &str| headers.get(name).is_some_and(|found| found == value);
    let elsewhere = headers.get_all("sec-fetch-site").iter().any(|site| {
        // `none` is the person at the browser: an address that was typed, or a bookmark.
        !matches!(site.as_bytes(), b"same-origin" | b"none")
    });
    let in_frame = is("sec-fetch-dest", "iframe") && may_be_framed(request.uri());
    let opens_page = request.method() == Method::GET
        && is("sec-fetch-mode", "navigate")
        && (is("sec-fetch-dest", "document")
            || !headers.contains_key("sec-fetch-dest")
            || in_frame)
        && !is_api(request.uri().path());
    (elsewhere && !opens_page).then_some(foreign)
}

/// Whether a path is one under which questions are answered.
fn is_api(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Whether a page may be shown within a page of another site: a study with the parameter `embed`, on which nothing can be
/// changed and which leads elsewhere in a window of its own only.
fn may_be_framed(uri: &Uri) -> bool {
    let asks = |parameter: &str| parameter.split('=').next() == Some("embed");
    uri.path() == "/study" && uri.query().is_some_and(|query| query.split('&').any(asks))
}

/// The content security policy: a page may use its own files and this server, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; base-uri 'none'; \
    form-action 'none'";
/// The same, and no page of another site shows it in a frame.
const ALONE: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' blob: data:; connect-src 'self'; font-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

fn protect(headers: &mut HeaderMap, framed: bool) {
    let policy = if framed { POLICY } else { ALONE };
    if !framed {
        headers.insert(header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY"));
    }
    let rules = [
        ("content-security-policy", policy),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ];
    for (name, value) in rules {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_is_all_that_an_embedded_study_may_have_more() {
        assert_eq!(ALONE, format!("{POLICY}; frame-ancestors 'none'"));
        for framed in [false, true] {
            let mut headers = HeaderMap::new();
            protect(&mut headers, framed);
            assert_eq!(headers.contains_key(header::X_FRAME_OPTIONS), !framed);
            let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
            assert_eq!(policy.contains("frame-ancestors"), !framed, "{policy}");
            assert_eq!(headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        }
    }

    #[test]
    fn only_embedded_studies_may_be_framed() {
        for (path, framed) in [
            ("/study?rule=nim&embed=1", true),
            ("/study?embed", true),
            ("/study", false),
            ("/study?rule=embed&note=embed=1", false),
            ("/study?embedded=1", false),
            ("/game?embed=1", false),
            ("/study/x?embed=1", false),
            ("/api/v1/study?embed=1", false),
        ] {
            assert_eq!(may_be_framed(&Uri::from_static(path)), framed, "{path}");
        }
    }

    #[test]
    fn names_with_tricks_are_unknown() {
        let visitors = Visitors::default().allow("Classroom.local");
        for known in ["127.0.0.1", "10.0.0.7:80", "[::1]", "LOCALHOST:1", "classroom.local:7311"] {
            assert!(visitors.knows(known), "{known}");
        }
        for unknown in [
            "",
            ":80",
            "127.0.0.1.evil.example",
            "localhost.evil.example:7311",
            "[::1",
            "[evil]:80",
            "localhost:",
            "localhost:80:90",
            "localhost@evil.example",
            "127.0.0.1 evil",
        ] {
            assert!(!visitors.knows(unknown), "{unknown}");
        }
    }
}
