//! Connections to clients who may never read.
//!
//! The protocol's own timer ends connections whose client does not send a head; the body of a
//! question has a timer of its own. What is left is a client who asks and does not take the answer:
//! then the connection, and the answer in memory, would stay forever.

use std::future::Future;
use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// Bytes that have to be taken within the limit; less is as good as none. One byte now and
/// then would otherwise keep an answer for days.
const LEAST: usize = 32 << 10;

/// A stream that breaks when the other side does not take what it is sent.
pub(crate) struct WriteTimeout<S> {
    stream: S,
    limit: Duration,
    /// Ends the connection; set while something waits to be taken.
    end: Option<Pin<Box<Sleep>>>,
    /// Bytes taken since it was set.
    taken: usize,
}

impl<S> WriteTimeout<S> {
    /// O(1).
    pub fn new(stream: S, limit: Duration) -> WriteTimeout<S> {
        WriteTimeout { stream, limit, end: None, taken: 0 }
    }

    /// The effect on the limit of an attempt to send `offered` bytes.
    fn watch(
        &mut self,
        context: &mut Context<'_>,
        attempt: Poll<io::Result<usize>>,
        offered: usize,
    ) -> Poll<io::Result<usize>> {
        match attempt {
            Poll::Ready(Ok(taken)) => {
                self.taken += taken;
                if taken == offered {
                    self.end = None;
                } else if self.taken >= LEAST
                    && let Some(end) = &mut self.end
                {
                    end.as_mut().reset(Instant::now() + self.limit);
                    self.taken = 0;
                }
                attempt
            }
            Poll::Ready(Err(_)) => attempt,
            Poll::Pending => {
                let limit = self.limit;
                let end = self.end.get_or_insert_with(|| {
                    self.taken = 0;
                    Box::pin(sleep(limit))
                });
                match end.as_mut().poll(context) {
                    Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
                    Poll::Pending => Poll::Pending,
                }
            }
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, attempt, bytes.len())
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let attempt = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(context, attempt, slices.iter().map(|slice| slice.len()).sum())
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
