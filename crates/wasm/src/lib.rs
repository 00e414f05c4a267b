//! The workbench in a browser, without a server: the questions of `ishitori serve`, answered by the same
//! code, compiled to WebAssembly and run in a worker of the page.
//!
//! A request goes in as a JSON object, a reply comes out as bytes: see [`reply`]. The page puts jobs,
//! progress and cancelling around it (`crates/web/assets/js/transport.js`).

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;
mod reply;
mod request;

pub use reply::reply;
