use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// A hall as people start it, in a folder of its own. It is closed when it is dropped.
pub(crate) struct Hall {
    child: Child,
    pub(crate) address: String,
    folder: std::path::PathBuf,
}

impl Hall {
    pub(crate) fn open() -> Hall {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("yipan-browser-{}-{number}", std::process::id()));
        let mut child = Command::new(env!("CARGO_BIN_EXE_yipan"))
            .args(["serve", "--lang", "en", "--listen", "127.0.0.1:0", "--data"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut told = BufReader::new(child.stdout.take().expect("it is piped"));
        told.read_line(&mut line).expect("it tells its address");
        let address = line.split_whitespace().last().expect("an address").to_owned();
        Hall { child, address, folder }
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
