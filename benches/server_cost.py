#!/usr/bin/env python3
"""Compare the processor time of servers of different builds under the same load.

usage: benches/server_cost.py GENERATOR SERVER SERVER ..

GENERATOR is the `yipan` that makes the load; each SERVER is a `yipan` that is loaded, in turn, with four seeds.
The audit after the load fails for a server with an older database, which changes nothing here.
"""

import os
import subprocess
import sys
import time

LOAD = ["load", "--rooms", "200", "--rate", "400", "--seconds", "15"]
SEEDS = range(1, 5)


def server_of(generator: int) -> str | None:
    """Return the process id of the server, which is a child of one of the generator's threads."""
    for thread in os.listdir(f"/proc/{generator}/task"):
        with open(f"/proc/{generator}/task/{thread}/children") as children:
            if found := children.read().split():
                return found[0]
    return None


def processor_seconds(process: str) -> float:
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(generator: str, server: str, seed: int) -> float:
    """Return the processor time of a server until it ends."""
    command = [generator, *LOAD, "--seed", str(seed), "--program", server]
    load = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    process, seconds = None, 0.0
    while load.poll() is None:
        try:
            process = process or server_of(load.pid)
            seconds = processor_seconds(process) if process else seconds
        except OSError:
            pass  # It has just ended.
        time.sleep(0.1)
    return seconds


def main() -> None:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    generator, *servers = sys.argv[1:]
    totals = dict.fromkeys(servers, 0.0)
    for seed in SEEDS:
        for server in servers:
            seconds = measure(generator, server, seed)
            totals[server] += seconds
            print(f"seed {seed}, {server}: {seconds:.2f} s", flush=True)
    for server, total in totals.items():
        print(f"{server}: {total:.2f} s, {total / totals[servers[0]]:.2f} times the first")


main()
