#!/usr/bin/env bash
# Times the two commands of the README from a fresh clone with an empty target directory.
#
#   benches/first_run.sh run     until the page is served: the first time, without a change, and after a change in one crate
#   benches/first_run.sh test    all checks: the first time, and again without a change
#
# The crates are downloaded before the clock starts. Close other programs first: the load average is printed.
set -euo pipefail

task=${1:?run or test}
source=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
git clone --quiet "$source" "$directory/yipan"
cd "$directory/yipan"
unset CARGO_TARGET_DIR
cargo fetch --quiet --locked
echo "$(git log -1 --format=%h), $(nproc) processors, load average $(cut -d' ' -f1-3 /proc/loadavg)"

# Prints the seconds until the server serves the page, and stops it.
serve() {
    local start=$SECONDS port=8797 server
    cargo xtask run serve --listen "127.0.0.1:$port" --data "$directory/data" >"$directory/log" 2>&1 &
    server=$!
    until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/web_bg.wasm"; do
        if ! kill -0 "$server" 2>/dev/null; then
            tail -20 "$directory/log"
            exit 1
        fi
        sleep 0.2
    done
    echo "$1: $((SECONDS - start)) s"
    kill "$server"
    wait "$server" || true
}

case $task in
run)
    serve "first build"
    serve "no change"
    for crate in server chess web; do
        echo "// changed" >>"crates/$crate/src/lib.rs"
        serve "change in $crate"
    done
    ;;
test)
    for attempt in "first run" "second run"; do
        start=$SECONDS
        cargo xtask test >"$directory/log" 2>&1 || { tail -50 "$directory/log"; exit 1; }
        echo "$attempt: $((SECONDS - start)) s"
        sed -n '/^toolchain/,$p' "$directory/log"
    done
    ;;
*)
    echo "unknown task: $task" >&2
    exit 2
    ;;
esac
