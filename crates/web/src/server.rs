//! Sockets and the router of the server.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{any, get, post};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use ishitori_api::Workbench;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::api::{self, Shared};
use crate::compress::compress;
use crate::guard::{Visitors, guard};
use crate::limits::Limits;
use crate::memory::count;
use crate::write_timeout::WriteTimeout;

/// The most bytes of the head of a request.
const HEAD: usize = 64 << 10;
/// The arenas of the allocator for all threads.
const ARENAS: u16 = 4;
/// The interval at which the flag that ends the server is checked.
const LOOK: Duration = Duration::from_millis(100);
/// The time that open connections and computations have to end; a user who stops the server does not
/// wait for a computation that does not check its limits.
const FAREWELL: Duration = Duration::from_millis(500);

/// The router of all addresses, without a socket. Has to be called within a runtime of tokio.
pub fn router(workbench: Arc<dyn Workbench>, limits: Limits, visitors: Visitors) -> Router {
    routes(Arc::new(Shared::new(workbench, limits)), visitors)
}

fn routes(shared: Arc<Shared>, visitors: Visitors) -> Router {
    let api = Router::new()
        .route("/status", get(api::status))
        .route("/check", post(api::check))
        .route("/jobs", post(api::submit))
        .route("/jobs/{id}", get(api::job).delete(api::cancel))
        .route("/jobs/{id}/events", get(api::events))
        .route("/jobs/{id}/result", get(api::result))
        .route("/jobs/{id}/files/{name}", get(api::file))
        .route("/{command}", get(api::direct))
        .route("/{command}/{part}", get(api::direct_part))
        .fallback(api::nothing)
        .method_not_allowed_fallback(api::method);
    tokio::spawn(Shared::run_maintenance(Arc::downgrade(&shared)));
    let memory = shared.memory().clone();
    Router::new()
        .nest("/api/v1", api)
        .route("/api/{*rest}", any(api::nothing))
        .route("/assets/{*path}", get(api::asset))
        .fallback(api::page)
        .method_not_allowed_fallback(api::method)
        .with_state(shared)
        .layer(from_fn(compress))
        .layer(from_fn_with_state(memory, count))
        .layer(from_fn_with_state(Arc::new(visitors), guard))
}

/// A server that is bound to an address.
pub struct Server {
    runtime: tokio::runtime::Runtime,
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
    visitors: Visitors,
}

impl Server {
    /// Binds to an address; port 0 takes a free one. Nothing is answered yet.
    pub fn bind(
        address: SocketAddr,
        workbench: Arc<dyn Workbench>,
        limits: Limits,
        visitors: Visitors,
    ) -> io::Result<Server> {
        // Memory that threads free should not stay in arenas of their own.
        ishitori_runtime::memory::share_arenas(ARENAS);
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(
                limits.direct + 2 * limits.slow + limits.running + limits.runaway + 4,
            )
            .enable_io()
            .enable_time()
            .build()?;
        let listener = runtime.block_on(TcpListener::bind(address))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared::new(workbench, limits));
        Ok(Server { runtime, listener, address, shared, visitors })
    }

    /// The address at which it listens. O(1).
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until the flag is set. Then running jobs are cancelled.
    pub fn run(self, stop: &AtomicBool) -> io::Result<()> {
        let Server { runtime, listener, shared, visitors, .. } = self;
        runtime.block_on(async {
            let router = routes(shared.clone(), visitors);
            tokio::select! {
                () = accept(listener, router, &shared.limits) => {}
                () = flag(stop) => {}
            }
        });
        shared.jobs.cancel_all();
        runtime.shutdown_timeout(FAREWELL);
        Ok(())
    }
}

async fn flag(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK).await;
    }
}

/// Accepts connections, a bounded number at a time.
async fn accept(listener: TcpListener, router: Router, limits: &Limits) {
    let permits = Arc::new(Semaphore::new(limits.connections));
    loop {
        let Ok(permit) = permits.clone().acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            // Out of descriptors, or the client has gone: try again in a moment.
            Err(_) => {
                tokio::time::sleep(LOOK).await;
                continue;
            }
        };
        // A failure only costs speed.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let mut protocol = http1::Builder::new();
        protocol.timer(TokioTimer::new()).header_read_timeout(limits.head_time).max_buf_size(HEAD);
        let stream = WriteTimeout::new(stream, limits.read_time);
        let connection = protocol.serve_connection(TokioIo::new(stream), service);
        tokio::spawn(async move {
            // A connection that breaks is the client's business.
            let _ = connection.await;
            drop(permit);
        });
    }
}
