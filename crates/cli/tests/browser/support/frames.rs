//! The time between the frames of a page.
//!
//! `YIPAN_FRAME_SECONDS=5` measures for so many seconds instead of two and a half.

use std::time::Duration;

use serde_json::Value;

use super::browser::Browser;

/// Records the time between animation frames: the longest one, all of them while the page is busy, the longest work of the
/// page for one frame while it is busy, and the busy time. It starts with the first busy frame, so loading is not counted.
///
/// A frame may be late because other processes have the processor. The browser reports the frames that are late because of
/// the page, those over 50 ms, as long animation frames.
const MEASURE_FRAMES: &str = r"
    const seen = window.framesSeen = { any: 0, busy: [], work: 0, total: 0 };
    let [last, did] = [performance.now(), false];
    new PerformanceObserver(list => {
        for (const frame of list.getEntries()) {
            if (seen.start < frame.startTime) { seen.work = Math.max(seen.work, frame.duration); }
        }
    }).observe({ type: 'long-animation-frame' });
    const frame = () => {
        // A frame's timestamp is its start, which for the first frame may be long before.
        const now = performance.now();
        const [gap, does] = [now - last, isBusy()];
        seen.any = Math.max(seen.any, gap);
        if (did || (does && seen.total > 0)) {
            seen.start ??= now;
            seen.busy.push(gap);
            seen.total += gap;
        }
        [last, did] = [now, does];
        requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
";

/// The times between the frames of a page, in milliseconds.
#[derive(Debug)]
pub(crate) struct FrameTimes {
    /// The longest one of an idle page.
    idle: f64,
    /// The number of frames of the busy page.
    _frames: usize,
    /// The median of the busy page.
    _p50: f64,
    /// The time that one frame of a hundred of the busy page exceeds.
    _p99: f64,
    /// The longest one of the busy page.
    busy: f64,
    /// The longest work of the page for a frame over 50 ms.
    _work: f64,
}

impl FrameTimes {
    /// Whether no frame took over 50 ms because of the page.
    pub(crate) fn are_short(&self) -> bool {
        self.busy <= 50.0_f64.max(2.0 * self.idle)
    }
}

/// Opens a page with a board and measures its frames while an expression is true, and those of an idle page before.
pub(crate) async fn longest_frames(browser: &Browser, is_busy: &str, path: &str) -> FrameTimes {
    let longest = async |what: &str| {
        browser.evaluate(&format!("window.framesSeen.{what}")).await.as_f64().expect("a number")
    };
    let measure = format!("const isBusy = () => {is_busy};{MEASURE_FRAMES}");
    browser.run(&measure).await;
    // A browser is busy right after its start.
    tokio::time::sleep(Duration::from_secs(2)).await;
    browser.run("window.framesSeen.any = 0").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let idle = longest("any").await;
    browser.run_before_pages(&measure).await;
    browser.open_path(path).await;
    browser.wait_until(is_busy).await;
    // A click enables sound.
    browser.click_cell("e5").await;
    browser.wait_until(&format!("window.framesSeen.total > {}", 1_000.0 * seconds())).await;
    let busy = browser.evaluate("window.framesSeen.busy").await;
    let mut busy: Vec<f64> = busy.as_array().expect("a list").iter().filter_map(Value::as_f64).collect();
    busy.sort_by(f64::total_cmp);
    let percentile = |percent: usize| busy[(busy.len() - 1) * percent / 100];
    let frames = FrameTimes {
        idle,
        _frames: busy.len(),
        _p50: percentile(50),
        _p99: percentile(99),
        busy: percentile(100),
        _work: longest("work").await,
    };
    println!("the times between frames in milliseconds: {frames:?}");
    frames
}

/// Returns the time for which frames are measured.
fn seconds() -> f64 {
    std::env::var("YIPAN_FRAME_SECONDS").map_or(2.5, |text| text.parse().expect("a number of seconds"))
}
