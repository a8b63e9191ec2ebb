use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::service_error::ServiceError;
use crate::supervised::Supervised;

/// The directory of Debian's versions of PostgreSQL.
const VERSIONS: &str = "/usr/lib/postgresql";

/// The user of the server, because it does not run as root.
const USER: &str = "postgres";

/// The database role of every client, which may do everything.
const ROLE: &str = "yipan";

/// Longer than a start on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// A way to stop PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopMode {
    /// Rolls transactions back and disconnects the clients.
    Fast,
    /// Ends at once, as in a crash; the next start recovers.
    Immediate,
}

/// A PostgreSQL server with its own data on a free port of loopback.
#[derive(Debug)]
pub struct PostgresServer {
    programs: PathBuf,
    directory: PathBuf,
    port: u16,
    process: Option<Supervised>,
    is_shared: bool,
}

impl PostgresServer {
    /// Starts a server. The name distinguishes the servers of one process.
    ///
    /// # Errors
    /// Returns [`ServiceError::NoPostgres`] if the programs are missing, or another error if it does not start.
    pub fn start(name: &str) -> Result<PostgresServer, ServiceError> {
        PostgresServer::create(name, false)
    }

    /// Starts a server that is stopped and removed at the end of the process, without a drop.
    ///
    /// # Errors
    /// Returns [`ServiceError::NoPostgres`] if the programs are missing, or another error if it does not start.
    pub fn start_shared(name: &str) -> Result<PostgresServer, ServiceError> {
        PostgresServer::create(name, true)
    }

    fn create(name: &str, is_shared: bool) -> Result<PostgresServer, ServiceError> {
        let programs = find_programs().ok_or(ServiceError::NoPostgres)?;
        let directory = std::env::temp_dir().join(format!("yipan-pgdata-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory)?;
        #[cfg(unix)]
        if let Some((user, group)) = server_user() {
            std::os::unix::fs::chown(&directory, Some(user), Some(group))?;
        }
        let mut initdb = as_server_user(&programs.join("initdb"));
        initdb
            .args(["--username", ROLE, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"])
            .arg(directory.join("data"));
        let mut server = PostgresServer { programs, directory, port: free_port()?, process: None, is_shared };
        run("initdb", &mut initdb)?;
        server.resume()?;
        Ok(server)
    }

    /// Starts the server again after [`stop`](PostgresServer::stop).
    ///
    /// # Errors
    /// Returns an error if it does not start in time.
    pub fn resume(&mut self) -> Result<(), ServiceError> {
        self.resume_with(&[])
    }

    /// Starts the server with these settings, each `name=value`.
    ///
    /// # Errors
    /// Returns an error if it does not start in time.
    pub fn resume_with(&mut self, settings: &[&str]) -> Result<(), ServiceError> {
        let clean = if self.is_shared { self.directory.as_os_str() } else { "".as_ref() };
        let log = std::fs::File::create(self.directory.join("log"))?;
        let mut shell = Supervised::shell(as_server_user(Path::new("/bin/sh")), "QUIT", clean);
        shell
            .arg(self.programs.join("postgres"))
            .arg("-D")
            .arg(self.directory.join("data"))
            .args(["-p", &self.port.to_string()])
            .args(["-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="])
            .args(settings.iter().flat_map(|setting| ["-c", setting]))
            .stdout(log.try_clone()?)
            .stderr(log);
        self.process = Some(Supervised::start(shell)?);
        let started = Instant::now();
        while !self.client("pg_isready").arg("--quiet").status()?.success() {
            if started.elapsed() > START_TIMEOUT {
                let message = std::fs::read_to_string(self.directory.join("log")).unwrap_or_default();
                return Err(ServiceError::Failed { program: "postgres", message });
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Stops the server and waits until it has ended.
    ///
    /// # Errors
    /// Returns an error if it cannot be waited for.
    pub fn stop(&mut self, mode: StopMode) -> Result<(), ServiceError> {
        let signal = match mode {
            StopMode::Fast => "INT",
            StopMode::Immediate => "QUIT",
        };
        self.process.take().map_or(Ok(()), |process| Ok(process.stop(signal)?))
    }

    /// Creates a database and returns its address.
    ///
    /// # Errors
    /// Returns an error if `createdb` fails.
    pub fn create_database(&self, name: &str) -> Result<String, ServiceError> {
        run("createdb", self.client("createdb").arg(name))?;
        Ok(self.url(name))
    }

    /// Runs a query and returns the first column of each row.
    ///
    /// # Errors
    /// Returns an error if `psql` or the query fails.
    pub fn query(&self, database: &str, sql: &str) -> Result<Vec<String>, ServiceError> {
        let mut psql = self.client("psql");
        psql.args(["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--command", sql, database]);
        Ok(run("psql", &mut psql)?.lines().map(str::to_owned).collect())
    }

    /// Returns the address of a database.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        format!("postgres://{ROLE}@127.0.0.1:{}/{database}", self.port)
    }

    /// Returns the port of the server.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    fn client(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        command.args(["--host=127.0.0.1", "--port", &self.port.to_string(), "--username", ROLE]);
        command
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        self.process = None;
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// Runs a program and returns its standard output.
fn run(program: &'static str, command: &mut Command) -> Result<String, ServiceError> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(ServiceError::Failed { program, message })
}

/// Returns the programs of the newest version.
fn find_programs() -> Option<PathBuf> {
    let version = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
    let versions = std::fs::read_dir(VERSIONS).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    let newest = versions.filter(|path| path.join("bin/initdb").exists()).max_by_key(version)?;
    Some(newest.join("bin"))
}

/// Returns the user and group of the server if this process runs as root.
#[cfg(unix)]
fn server_user() -> Option<(u32, u32)> {
    let id = |arguments: &[&str]| -> Option<u32> {
        let output = Command::new("id").args(arguments).output().ok()?;
        String::from_utf8(output.stdout).ok()?.trim().parse().ok()
    };
    if id(&["-u"])? == 0 { Some((id(&["-u", USER])?, id(&["-g", USER])?)) } else { None }
}

fn as_server_user(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir("/");
    #[cfg(unix)]
    if let Some((user, group)) = server_user() {
        std::os::unix::process::CommandExt::uid(&mut command, user);
        std::os::unix::process::CommandExt::gid(&mut command, group);
    }
    command
}

fn free_port() -> std::io::Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}
