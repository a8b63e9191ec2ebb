//! A PostgreSQL server on loopback for the tests of one binary.

use std::collections::HashMap;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The directory of Debian's versions of PostgreSQL.
const VERSIONS: &str = "/usr/lib/postgresql";

/// The user of the server, because it does not run as root.
const USER: &str = "postgres";

/// The role of the tests, which may do everything.
const ROLE: &str = "yipan";

/// Longer than a start on a busy machine.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Runs the server until standard input ends, also when the test process is killed, then stops it and removes `$1` if
/// that is not empty.
const SUPERVISOR: &str =
    r#"clean=$1; shift; "$@" & read -r _; kill -QUIT $!; wait $!; [ -z "$clean" ] || rm -rf "$clean""#;

/// The addresses of the databases on the shared server, by the names that the tests use.
static DATABASES: LazyLock<Mutex<HashMap<String, String>>> = LazyLock::new(Mutex::default);

/// Returns the address of the database of this name on the shared server; `None` without PostgreSQL.
pub(crate) fn database(name: &str) -> Option<String> {
    static SERVER: LazyLock<Option<PostgresServer>> =
        LazyLock::new(|| PostgresServer::start_shared("shared"));
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let server = SERVER.as_ref()?;
    let mut databases = DATABASES.lock().unwrap_or_else(PoisonError::into_inner);
    let url = databases
        .entry(name.to_owned())
        .or_insert_with(|| server.create_database(&format!("test-{}", NEXT.fetch_add(1, Ordering::Relaxed))));
    Some(url.clone())
}

/// Makes the next [`database`] of this name an empty one.
pub(crate) fn forget_database(name: &str) {
    DATABASES.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
}

/// Returns the address of a database, or reports that a test was not run.
///
/// With `YIPAN_ENGINES=required` a missing PostgreSQL is a failure. The file that `YIPAN_NOT_RUN` names counts the tests.
pub(crate) fn database_or_skip(test: &str) -> Option<String> {
    let url = database(test);
    if url.is_none() {
        report_missing(test);
    }
    url
}

/// Reports a test that was not run.
pub(crate) fn report_missing(test: &str) {
    let is_required = std::env::var("YIPAN_ENGINES").is_ok_and(|engines| engines == "required");
    assert!(!is_required, "{test}: no PostgreSQL; run `apt-get install postgresql`");
    eprintln!("not run: no PostgreSQL: {test}");
    if let Some(file) = std::env::var_os("YIPAN_NOT_RUN") {
        let file = std::fs::File::options().append(true).create(true).open(file);
        writeln!(file.expect("the list of tests"), "{test}: no PostgreSQL").expect("a line");
    }
}

/// A server with its own data.
pub(crate) struct PostgresServer {
    programs: PathBuf,
    directory: PathBuf,
    port: u16,
    supervisor: Option<Child>,
    is_shared: bool,
}

impl PostgresServer {
    /// Starts a server for one test; `None` without PostgreSQL.
    pub(crate) fn start(name: &str) -> Option<PostgresServer> {
        PostgresServer::create(name, false)
    }

    /// Starts a server that is stopped and removed at the end of the process.
    fn start_shared(name: &str) -> Option<PostgresServer> {
        PostgresServer::create(name, true)
    }

    fn create(name: &str, is_shared: bool) -> Option<PostgresServer> {
        let programs = find_programs()?;
        let directory = std::env::temp_dir().join(format!("yipan-pgdata-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).expect("a directory");
        #[cfg(unix)]
        if let Some((user, group)) = server_user() {
            std::os::unix::fs::chown(&directory, Some(user), Some(group)).expect("the owner");
        }
        let data = directory.join("data");
        let output = as_server_user(&programs.join("initdb"))
            .args(["--username", ROLE, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync", "-D"])
            .arg(&data)
            .output()
            .expect("initdb runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let port = free_port();
        let mut server = PostgresServer { programs, directory, port, supervisor: None, is_shared };
        server.resume();
        Some(server)
    }

    /// Starts the server again after [`stop`](PostgresServer::stop).
    pub(crate) fn resume(&mut self) {
        self.resume_with(&[]);
    }

    /// Starts the server with these settings, each `name=value`.
    pub(crate) fn resume_with(&mut self, settings: &[&str]) {
        let clean = if self.is_shared { self.directory.as_os_str() } else { "".as_ref() };
        let log = std::fs::File::create(self.directory.join("log")).expect("a log file");
        let supervisor = as_server_user(Path::new("/bin/sh"))
            .args(["-c", SUPERVISOR, "sh"])
            .arg(clean)
            .arg(self.programs.join("postgres"))
            .arg("-D")
            .arg(self.directory.join("data"))
            .args([
                "-p",
                &self.port.to_string(),
                "-c",
                "listen_addresses=127.0.0.1",
                "-c",
                "unix_socket_directories=",
            ])
            .args(settings.iter().flat_map(|setting| ["-c", setting]))
            .stdin(Stdio::piped())
            .stdout(log.try_clone().expect("a log file"))
            .stderr(log)
            .spawn();
        self.supervisor = Some(supervisor.expect("a shell"));
        let started = Instant::now();
        while !self.client("pg_isready").arg("--quiet").status().is_ok_and(|status| status.success()) {
            let log = || std::fs::read_to_string(self.directory.join("log")).unwrap_or_default();
            assert!(started.elapsed() < START_TIMEOUT, "PostgreSQL does not start: {}", log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Stops the server at once, like a crash.
    pub(crate) fn stop(&mut self) {
        if let Some(mut supervisor) = self.supervisor.take() {
            drop(supervisor.stdin.take());
            let _ = supervisor.wait();
        }
    }

    /// Creates a database and returns its address.
    pub(crate) fn create_database(&self, name: &str) -> String {
        let output = self.client("createdb").arg(name).output().expect("createdb runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        self.url(name)
    }

    /// Returns the address of a database.
    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://{ROLE}@127.0.0.1:{}/{database}", self.port)
    }

    /// Returns the port of the server.
    pub(crate) const fn port(&self) -> u16 {
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
        self.stop();
        let _ = std::fs::remove_dir_all(&self.directory);
    }
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
    (id(&["-u"])? == 0).then(|| (id(&["-u", USER]).expect("a user"), id(&["-g", USER]).expect("a group")))
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

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address").port()
}
