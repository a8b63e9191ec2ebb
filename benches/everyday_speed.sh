#!/usr/bin/env bash
# Compares the speed of rules and search in two builds of the program, in turns, best of five. Searches are counted in instructions,
# which other programs do not disturb (needs valgrind).
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

# Prints the instructions for each node of a search, without the start of the program, and how many times as many the
# first program needs.
compare_search() {
    local program instructions=()
    for program in "$first" "$second"; do
        instructions+=("$(awk -v a="$(search "$program" "$1" 6)" -v b="$(search "$program" "$1" 9)" \
            'BEGIN { split(a, low); split(b, high); printf "%.0f", (high[2] - low[2]) / (high[1] - low[1]) }')")
    done
    awk -v name="$1 search" -v a="${instructions[0]}" -v b="${instructions[1]}" \
        'BEGIN { printf "%-28s %6d   %6d     %.2f instructions a node\n", name, a, b, a / b }'
}

# Prints the nodes of a search to a depth, and the instructions of the whole program.
search() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" bench "$2" --depth "$3" 2>&1 |
        awk '/nodes/ { for (i = 1; i < NF; i++) if ($i == "nodes") nodes = $(i + 1) + 0 } /Collected/ { print nodes, $NF }'
}

echo "load average $(cut -d' ' -f1-3 /proc/loadavg)"
compare "chess perft, kiwipete 5" perft chess --position "$kiwipete" --depth 5 --threads 1
compare "xiangqi perft, start 5" perft xiangqi --depth 5 --threads 1
compare "liuzichong perft, start 9" perft liuzichong --depth 9 --threads 1
compare_search chess
compare_search xiangqi
