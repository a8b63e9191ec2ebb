//! `yipan cluster`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use clap::{Args, Subcommand};
use yipan_core::{Language, Localize};
use yipan_server::{ClusterStatus, ParsePostgresUrlError, PostgresError, PostgresUrl};

use super::runtime::runtime;

#[derive(Debug, Args)]
#[command(after_help = "Example: yipan cluster status --store postgres://yipan@db.example.org/yipan\n\
    It needs the database only, so it can be run anywhere.")]
pub(crate) struct ClusterOptions {
    #[command(subcommand)]
    command: ClusterCommand,
}

#[derive(Debug, Subcommand)]
enum ClusterCommand {
    /// List the nodes that share a database
    Status(StoreOption),
    /// Make a node hand over its rooms to the others; it stays empty until it is restarted
    Drain(DrainOptions),
    /// Let all nodes write what the oldest of them understands, after an upgrade of every node
    Level(StoreOption),
}

#[derive(Debug, Args)]
struct StoreOption {
    /// PostgreSQL database of the nodes
    #[arg(long, env = "YIPAN_STORE", value_name = "URL", hide_env_values = true)]
    store: String,
}

#[derive(Debug, Args)]
struct DrainOptions {
    #[command(flatten)]
    store: StoreOption,

    /// Name or id of the node
    node: String,
}

/// Runs the command.
pub(crate) fn run(options: &ClusterOptions, language: Language) -> Result<ExitCode> {
    let localized = |error: PostgresError| anyhow!(error.localize(language));
    let mut out = std::io::stdout();
    match &options.command {
        ClusterCommand::Status(store) => {
            let status = runtime()?.block_on(yipan_server::cluster_status(&store.url(language)?));
            write!(out, "{}", status_table(&status.map_err(localized)?, language))?;
        }
        ClusterCommand::Drain(DrainOptions { store, node }) => {
            let drained = runtime()?.block_on(yipan_server::drain_node(&store.url(language)?, node));
            if drained.map_err(localized)? == 0 {
                bail!(unknown_node(node, language));
            }
            let text = language.choose(
                "the node hands over its rooms; `yipan cluster status` shows how many slots are left",
                "该节点正在移交房间；用 `yipan cluster status` 查看剩余的槽位",
                "該節點正在移交房間；用 `yipan cluster status` 查看剩餘的槽位",
            );
            writeln!(out, "{text}")?;
        }
        ClusterCommand::Level(store) => {
            let level = runtime()?.block_on(yipan_server::raise_level(&store.url(language)?));
            writeln!(out, "{}", level.map_err(localized)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl StoreOption {
    fn url(&self, language: Language) -> Result<PostgresUrl> {
        self.store.parse().map_err(|error: ParsePostgresUrlError| anyhow!(error.localize(language)))
    }
}

/// Returns the nodes as lines of columns. The names of the columns and states are for scripts too, so they are English.
fn status_table(status: &ClusterStatus, language: Language) -> String {
    let width = status.nodes.iter().map(|node| node.id.len()).max().unwrap_or(0).max("NODE".len());
    let mut table = format!("{:width$}  STATE     SLOTS  HEARS  LEVEL  VERSION  AGE\n", "NODE");
    for node in &status.nodes {
        table += &format!(
            "{:width$}  {:8}  {:5}  {:5}  {:5}  {:7}  {}s\n",
            node.id, node.state, node.slots, node.hears, node.level, node.version, node.age_seconds
        );
    }
    let (level, unowned) = (status.level, status.unowned_slots);
    table += &match language {
        Language::English => format!("level {level}, {unowned} slots without an owner\n"),
        Language::Simplified => format!("级别 {level}，{unowned} 个槽位没有所有者\n"),
        Language::Traditional => format!("級別 {level}，{unowned} 個槽位沒有擁有者\n"),
    };
    table
}

fn unknown_node(node: &str, language: Language) -> String {
    match language {
        Language::English => format!("no running node is called `{node}`; see `yipan cluster status`"),
        Language::Simplified => format!("没有正在运行的节点叫 `{node}`；请看 `yipan cluster status`"),
        Language::Traditional => format!("沒有正在執行的節點叫 `{node}`；請看 `yipan cluster status`"),
    }
}

#[cfg(test)]
mod tests {
    use yipan_server::NodeStatus;

    use super::*;

    #[test]
    fn the_status_is_a_table() {
        let node = |id: &str, state: &str, slots| NodeStatus {
            id: id.to_owned(),
            name: "rack".to_owned(),
            version: "0.1.0".to_owned(),
            level: 1,
            state: state.to_owned(),
            slots,
            hears: 1,
            age_seconds: 75,
        };
        let nodes = vec![node("rack-1-3f9c2a10", "live", 1_000), node("rack-2-77aa01bc", "draining", 20)];
        let status = ClusterStatus { level: 1, nodes, unowned_slots: 4 };
        assert_eq!(
            status_table(&status, Language::English),
            "NODE             STATE     SLOTS  HEARS  LEVEL  VERSION  AGE\n\
             rack-1-3f9c2a10  live       1000      1      1  0.1.0    75s\n\
             rack-2-77aa01bc  draining     20      1      1  0.1.0    75s\n\
             level 1, 4 slots without an owner\n"
        );
    }
}
