use std::sync::Arc;

use anyhow::Result;
use tokio::sync::watch;

use super::line::Line;
use super::{Run, Stage};

/// Somebody who looks on at a table, and goes along to its next room.
pub(super) struct Spectator;

impl Spectator {
    pub(super) async fn look_on(run: Arc<Run>, room: watch::Receiver<String>) {
        if let Err(error) = Spectator::try_look_on(&run, room).await {
            run.book.fault(format!("a spectator: {error:#}"));
        }
    }

    async fn try_look_on(run: &Arc<Run>, mut room: watch::Receiver<String>) -> Result<()> {
        let code = room.wait_for(|room| !room.is_empty()).await?.clone();
        let mut line = {
            let _pass = run.entrance.acquire().await?;
            let mut line = Line::enter(Arc::clone(run)).await?;
            line.join(&code).await;
            line
        };
        run.book.enter();
        let mut stage = run.stage.clone();
        while *stage.borrow_and_update() != Stage::Leave {
            tokio::select! {
                heard = line.hear() => match heard.kind.as_str() {
                    "frame" => run.book.note(|notes| notes.frames += 1),
                    "error" => run.book.fault(format!("a spectator: {:?}", heard.fault)),
                    _ => {}
                },
                Ok(()) = room.changed() => {
                    let code = room.borrow_and_update().clone();
                    line.part().await;
                    line.join(&code).await;
                }
                _ = stage.changed() => {}
            }
        }
        line.answers().await;
        run.book.note(|notes| notes.present += 1);
        Ok(())
    }
}
