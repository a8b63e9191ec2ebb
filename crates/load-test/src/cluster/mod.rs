//! Nodes with PostgreSQL and NATS on loopback, as child processes.

mod local_cluster;
mod node;
mod tcp_proxy;

pub(crate) use local_cluster::{Cluster, ClusterConfig};
pub(crate) use node::Node;
