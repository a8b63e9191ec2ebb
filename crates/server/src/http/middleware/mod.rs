//! Checks and additions that apply to every request.

pub(crate) mod access_log;
pub(crate) mod allowed_hosts;
pub(crate) mod response_headers;
pub(crate) mod untrusted_proxy;
