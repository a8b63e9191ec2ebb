//! The configuration of the server: a file, the environment and flags, and the command that prints them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A directory that is removed after its test.
struct TestDir(PathBuf);

impl TestDir {
    fn new(name: &str) -> TestDir {
        let path = std::env::temp_dir().join(format!("yipan-config-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a directory");
        TestDir(path)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file");
        path
    }
}

impl Drop for TestDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Runs `yipan serve` with these arguments and no other environment.
fn serve(dir: &TestDir, arguments: &[&str], environment: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_yipan"))
        .arg("serve")
        .args(arguments)
        .env_clear()
        .envs(environment.iter().copied())
        .current_dir(&dir.0)
        .output()
        .expect("the program runs")
}

fn print_config(dir: &TestDir, arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let output = serve(dir, &[arguments, &["--print-config"]].concat(), environment);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[track_caller]
fn check_line(printed: &str, line: &str) {
    assert!(printed.lines().any(|printed| printed == line), "no `{line}` in:\n{printed}");
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_flag_comes_before_the_environment_the_file_and_the_default() {
    let dir = TestDir::new("precedence");
    let file = dir.write(
        "my.toml",
        "listen = \"127.0.0.1:1\"\nclaim-after = 11\nrate-joins = 12\nhost = [\"a.example\", \"b.example\"]\n",
    );
    let environment =
        [("YIPAN_CLAIM_AFTER", "21"), ("YIPAN_RATE_JOINS", "22"), ("YIPAN_CONFIG", text(&file))];
    let printed = print_config(&dir, &["--rate-joins", "32"], &environment);
    check_line(&printed, "rate-joins = 32 # command line: --rate-joins");
    check_line(&printed, "claim-after = 21 # environment: YIPAN_CLAIM_AFTER");
    check_line(&printed, "listen = \"127.0.0.1:1\" # file");
    check_line(&printed, "host = [\"a.example\", \"b.example\"] # file");
    check_line(&printed, "data = \"yipan-data\" # default");
    check_line(&printed, "# metrics: not set");
    check_line(&printed, &format!("# file: {}", file.display()));
    // A list of the environment replaces that of the file.
    let printed = print_config(&dir, &["--config", text(&file)], &[("YIPAN_HOST", "c.example")]);
    check_line(&printed, "host = [\"c.example\"] # environment: YIPAN_HOST");
}

#[test]
fn what_is_printed_is_a_file_with_the_same_configuration() {
    let dir = TestDir::new("round-trip");
    let arguments = ["--listen", "[::1]:0", "--host", "a,b", "--log-level", "warn,yipan_server=debug"];
    let environment = [("YIPAN_DATA", "a \"quoted\" \\ name"), ("YIPAN_ENGINE_THREADS", "3")];
    let first = print_config(&dir, &arguments, &environment);
    let file = dir.write("printed.toml", &first);
    let second = print_config(&dir, &["--config", text(&file)], &[]);
    let values = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| line.rsplit_once(" # ").map_or(line, |(value, _)| value).to_owned()).collect()
    };
    assert_eq!(values(&first), values(&second));
    assert!(values(&first).iter().filter(|line| !line.is_empty()).count() > 30, "{first}");
    check_line(&second, "engine-threads = 3 # file");
    // Chinese comments change no value.
    let chinese = print_config(&dir, &["--lang", "zh-Hans", "--config", text(&file)], &[]);
    assert_eq!(values(&first), values(&chinese));
}

#[test]
fn secrets_are_not_printed() {
    let dir = TestDir::new("secrets");
    let file = dir.write("my.toml", "metrics-token = \"hush in a file\"\n");
    for (arguments, environment) in [
        (vec!["--metrics-token", "hush in a flag"], vec![]),
        (vec![], vec![("YIPAN_METRICS_TOKEN", "hush in a variable")]),
        (vec!["--config", text(&file)], vec![]),
    ] {
        let printed = print_config(&dir, &arguments, &environment);
        assert!(!printed.contains("hush"), "{printed}");
        assert!(printed.contains("# metrics-token: not shown # "), "{printed}");
    }
}

#[test]
fn the_password_of_the_store_is_masked_wherever_it_comes_from() {
    let dir = TestDir::new("store");
    let url = "postgres://ada:hush@db.example.org/yipan";
    let file = dir.write("my.toml", &format!("store = \"{url}\"\n"));
    for (arguments, environment) in [
        (vec!["--store", url], vec![]),
        (vec![], vec![("YIPAN_STORE", url)]),
        (vec!["--config", text(&file)], vec![]),
    ] {
        let printed = print_config(&dir, &arguments, &environment);
        assert!(!printed.contains("hush"), "{printed}");
        assert!(printed.contains("# store: postgres://ada:***@db.example.org/yipan # "), "{printed}");
    }
    let printed = print_config(&dir, &[], &[("YIPAN_STORE", "postgres://ada@db/yipan")]);
    check_line(&printed, "store = \"postgres://ada@db/yipan\" # environment: YIPAN_STORE");
    for store in ["mysql://ada:hush@db/yipan", "postgres://ada:hush@127.0.0.1:1/yipan"] {
        let output = serve(&dir, &["--listen", "127.0.0.1:0", "--store", store], &[]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && message.contains("postgres://"), "{message}");
        assert!(!message.contains("hush"), "{message}");
    }
}

#[test]
fn the_passwords_of_the_bus_are_masked_and_it_needs_a_store() {
    let dir = TestDir::new("bus");
    let url = "nats://ada:hush@one,tls://bob:hush@two:4333";
    let file = dir.write("my.toml", &format!("bus = \"{url}\"\n"));
    for (arguments, environment) in [
        (vec!["--bus", url], vec![]),
        (vec![], vec![("YIPAN_BUS", url)]),
        (vec!["--config", text(&file)], vec![]),
    ] {
        let printed = print_config(&dir, &arguments, &environment);
        assert!(!printed.contains("hush"), "{printed}");
        assert!(printed.contains("# bus: nats://ada:***@one,tls://bob:***@two:4333 # "), "{printed}");
    }
    for (arguments, expected) in [
        (vec!["--bus", "nats://ada:hush@one"], "store"),
        (vec!["--bus", "http://ada:hush@one", "--store", "postgres://ada@db/yipan"], "nats://"),
    ] {
        let arguments: Vec<_> = ["--listen", "127.0.0.1:0"].into_iter().chain(arguments).collect();
        let output = serve(&dir, &arguments, &[]);
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && message.contains(expected), "{message}");
        assert!(!message.contains("hush"), "{message}");
    }
}

#[test]
fn the_file_of_the_data_directory_is_read_unless_another_is_named() {
    let dir = TestDir::new("data");
    fs::create_dir(dir.0.join("yipan-data")).expect("a directory");
    dir.write("yipan-data/yipan.toml", "claim-after = 7\n");
    // A file in the current directory does not count: anyone may have written it there.
    dir.write("yipan.toml", "claim-after = 8\n");
    check_line(&print_config(&dir, &[], &[]), "claim-after = 7 # file");
    check_line(&print_config(&dir, &["--data", "elsewhere"], &[]), "# file: none");
    check_line(&print_config(&dir, &["--config", "yipan.toml"], &[]), "claim-after = 8 # file");
    // What was printed can be the file of the data directory.
    dir.write("yipan-data/yipan.toml", &print_config(&dir, &[], &[]));
    let printed = print_config(&dir, &[], &[]);
    check_line(&printed, "claim-after = 7 # file");
    check_line(&printed, "data = \"yipan-data\" # file");
}

#[test]
fn every_mistake_names_the_file_the_line_and_the_key() {
    let dir = TestDir::new("mistakes");
    for (file, expected) in [
        ("\nlisten = 5\n", "yipan.toml, line 2: `listen` needs a text in quotes"),
        ("listen = \"here\"\n", "yipan.toml, line 1: `listen`: invalid value 'here'"),
        ("claim-after = \"7\"\n", "yipan.toml, line 1: `claim-after` needs a whole number"),
        ("claim-after = 7.5\n", "yipan.toml, line 1: `claim-after` needs a whole number"),
        ("\n\nidle-timeout = 0\n", "yipan.toml, line 3: `idle-timeout`: invalid value '0'"),
        ("rate-joins = -1\n", "yipan.toml, line 1: `rate-joins`: invalid value '-1'"),
        ("host = [1]\n", "yipan.toml, line 1: `host` needs a list of texts"),
        ("trusted-proxies = [\"10.0.0.0/8\", \"x\"]\n", "line 1: `trusted-proxies`: invalid value 'x'"),
        ("log-format = \"xml\"\n", "`log-format`: invalid value 'xml'"),
        ("metrics-token = \"\"\n", "line 1: `metrics-token`"),
        ("# 1\nclaim_after = 1\n", "line 2: there is no option `claim_after`; did you mean `claim-after`?"),
        ("YIPAN_LISTEN = 1\n", "there is no option `YIPAN_LISTEN`; did you mean `listen`?"),
        ("speed = 1\n", "line 1: there is no option `speed`; `yipan serve --print-config` lists all"),
        ("config = \"a\"\n", "there is no option `config`"),
        ("print-config = true\n", "there is no option `print-config`"),
        ("lang = \"en\"\n", "there is no option `lang`"),
        ("[server]\nlisten = \"a\"\n", "line 1: there is no option `server`"),
        ("claim-after = 1\nclaim-after = 2\n", "yipan.toml, line 2: this is not TOML"),
        ("claim-after 1\n", "yipan.toml, line 1: this is not TOML"),
        ("tls-cert = \"a.pem\"\n", "tls-cert is set without tls-key; TLS needs both"),
        ("tls-key = \"a.pem\"\n", "tls-key is set without tls-cert; TLS needs both"),
    ] {
        dir.write("yipan.toml", file);
        let output = serve(&dir, &["--config", "yipan.toml"], &[]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{file}: {error}");
        assert!(error.contains(expected), "{file}\nexpected: {expected}\nprinted: {error}");
    }
    let output = serve(&dir, &["--config", "missing.toml"], &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains("missing.toml cannot be read"), "{error}");
    fs::create_dir(dir.0.join("yipan-data")).expect("a directory");
    dir.write("yipan-data/yipan.toml", "data = \"elsewhere\"\n");
    let error = String::from_utf8(serve(&dir, &[], &[]).stderr).expect("UTF-8");
    assert!(
        error.contains("yipan.toml, line 1: the file in the data directory cannot set another"),
        "{error}"
    );
}

#[test]
fn the_options_in_the_manual_and_the_samples_are_accepted() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let dir = TestDir::new("samples");
    for sample in ["docs/operate.md", "dist/data/yipan.toml", "dist/Caddyfile", "dist/nginx.conf"] {
        let text = fs::read_to_string(root.join(sample)).expect("a file of the repository");
        // The manual has commands and other formats too.
        let text = text
            .split_once("```toml")
            .map_or(text.as_str(), |(_, rest)| rest.split("```").next().unwrap_or(rest));
        // A line such as `host = ["play.example.org"]`, also in a comment.
        let is_option = |line: &&str| {
            line.split_once(" = ")
                .is_some_and(|(name, _)| name.bytes().all(|c| c.is_ascii_lowercase() || c == b'-'))
        };
        let lines: Vec<_> =
            text.lines().map(|line| line.trim_start_matches(['#', ' '])).filter(is_option).collect();
        assert!(lines.len() >= 2, "{sample}: {lines:?}");
        dir.write("sample.toml", &lines.join("\n"));
        let printed = print_config(&dir, &["--config", "sample.toml"], &[]);
        for line in lines {
            check_line(&printed, &format!("{line} # file"));
        }
    }
}
