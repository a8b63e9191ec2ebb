use yipan_testkit::not_run;

use crate::cluster::bus::url::BusUrl;

/// A NATS server with its address as the settings name it.
pub(super) struct NatsServer {
    server: yipan_local_services::NatsServer,
    pub(super) url: BusUrl,
}

impl NatsServer {
    /// Starts a server for one test. Without the program it reports that the test was not run.
    pub(super) fn start(test: &str) -> Option<NatsServer> {
        match yipan_local_services::NatsServer::start(test) {
            Err(error) if error.is_missing() => {
                not_run::report(test, &error);
                None
            }
            server => {
                let server = server.expect("the NATS server starts");
                let url = server.url().parse().expect("an address");
                Some(NatsServer { server, url })
            }
        }
    }

    /// Kills the server.
    pub(super) fn kill(&mut self) {
        self.server.kill().expect("it ends");
    }

    /// Starts a killed server again at the same address.
    pub(super) fn restart(&mut self) {
        self.server.resume().expect("it starts");
    }
}
