#!/usr/bin/env bash
# Compares the speed of rules and search in two builds of the program, in turns, best of five.
#
#   cargo xtask run -- --version && cargo xtask dist
#   benches/everyday_speed.sh target/debug/yipan target/x86_64-unknown-linux-musl/dist/yipan
set -euo pipefail

first=${1:?two programs}
second=${2:?two programs}
kiwipete="r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
TIMEFORMAT=%U

# Prints the lowest CPU time of five runs of each program, and how many times as long the first one takes.
compare() {
    local name=$1 best=(999 999) round program seconds
    shift
    for round in 1 2 3 4 5; do
        for program in 0 1; do
            local path=$first
            [ "$program" = 1 ] && path=$second
            seconds=$({ time "$path" "$@" >/dev/null 2>&1; } 2>&1)
            best[program]=$(awk -v a="${best[program]}" -v b="$seconds" 'BEGIN { print (b < a) ? b : a }')
        done
    done
    awk -v name="$name" -v a="${best[0]}" -v b="${best[1]}" \
        'BEGIN { printf "%-28s %6.2f s %6.2f s   %.2f\n", name, a, b, a / b }'
}

# Prints the most nodes per second of five searches of each program, and how many times as fast the second one is.
compare_search() {
    local best=(0 0) round program nodes
    for round in 1 2 3 4 5; do
        for program in 0 1; do
            local path=$first
            [ "$program" = 1 ] && path=$second
            nodes=$("$path" bench "$1" --depth 10 | sed -n 's/.*, \([0-9]*\) per second.*/\1/p' | tail -1)
            [ "$nodes" -gt "${best[program]}" ] && best[program]=$nodes
        done
    done
    awk -v name="$1 search, depth 10" -v a="${best[0]}" -v b="${best[1]}" \
        'BEGIN { printf "%-28s %5.0f k/s %5.0f k/s   %.2f\n", name, a / 1000, b / 1000, b / a }'
}

echo "load average $(cut -d' ' -f1-3 /proc/loadavg)"
compare "chess perft, kiwipete 5" perft chess --position "$kiwipete" --depth 5 --threads 1
compare "xiangqi perft, start 5" perft xiangqi --depth 5 --threads 1
compare "liuzichong perft, start 9" perft liuzichong --depth 9 --threads 1
compare_search chess
compare_search xiangqi
