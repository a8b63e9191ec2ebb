use std::pin::Pin;
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes};
use hyper::body::{Body as HttpBody, Frame, SizeHint};

use super::running_requests::RunningRequest;

/// The most bytes that are taken from a body at once. HTTP/2 takes the next part only once the client has made room for it.
const MAX_PART_BYTES: usize = 16 * 1024;

/// The body of a response that reports its progress, part by part. The request runs until it is sent.
#[derive(Debug)]
pub(super) struct ResponseBody {
    body: Body,
    /// The bytes that were taken from the body and not yet sent.
    rest: Bytes,
    request: RunningRequest,
}

impl ResponseBody {
    pub(super) fn new(body: Body, request: RunningRequest) -> ResponseBody {
        ResponseBody { body, rest: Bytes::new(), request }
    }
}

impl HttpBody for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let this = &mut *self;
        if this.rest.is_empty() {
            let frame = match ready!(Pin::new(&mut this.body).poll_frame(context)) {
                Some(Ok(frame)) => frame,
                end => return Poll::Ready(end),
            };
            match frame.into_data() {
                Ok(data) => this.rest = data,
                Err(trailers) => return Poll::Ready(Some(Ok(trailers))),
            }
        }
        this.request.report_progress();
        let length = this.rest.len().min(MAX_PART_BYTES);
        Poll::Ready(Some(Ok(Frame::data(this.rest.split_to(length)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let rest = self.rest.len() as u64;
        let mut hint = self.body.size_hint();
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + rest);
        }
        hint.set_lower(hint.lower() + rest);
        hint
    }
}

#[cfg(test)]
mod tests {
    use super::super::running_requests::RunningRequests;
    use super::*;

    #[tokio::test]
    async fn a_body_is_sent_whole_and_in_parts() {
        for length in [0, 1, MAX_PART_BYTES, MAX_PART_BYTES + 1, 5 * MAX_PART_BYTES] {
            let bytes: Vec<u8> = (0..length).map(|at| at as u8).collect();
            let mut body = ResponseBody::new(Body::from(bytes.clone()), RunningRequests::new().start());
            let mut sent = Vec::new();
            while !body.is_end_stream() {
                assert_eq!(body.size_hint().exact(), Some((length - sent.len()) as u64));
                let frame = std::future::poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
                let part = frame.expect("a part").expect("no error").into_data().expect("no trailers");
                assert!(part.len() <= MAX_PART_BYTES);
                sent.extend_from_slice(&part);
            }
            assert_eq!(sent, bytes);
        }
    }
}
