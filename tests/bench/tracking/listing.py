#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""podiumctl nodes against gcloud compute tpus tpu-vm list, on one podium-sim, taking turns.

Usage: listing.py BIN_FOLDER [ROUNDS [NODES]]   (BIN_FOLDER has podiumctl and podium-sim)
"""
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time

binaries = pathlib.Path(sys.argv[1])
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
nodes = int(sys.argv[3]) if len(sys.argv) > 3 else 20
PROJECT = "bench-lab"
ZONES = ["us-central1-b", "us-east5-a", "us-central2-b", "europe-west4-a"]


def run(command, env):
    """Wall and CPU seconds of a command with all its children, and its output."""
    with tempfile.TemporaryFile() as out:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        code = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, stdout=out,
                              stderr=subprocess.DEVNULL, check=False).returncode
        wall = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        out.seek(0)
        text = out.read().decode()
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return code, wall, cpu, text


with tempfile.TemporaryDirectory() as home:
    scenario = pathlib.Path(home) / "scenario.json"
    scenario.write_text(json.dumps({"projects": [{"id": PROJECT, "nodes": [
        {"zone": ZONES[i % 4], "name": f"node-{i:03d}", "acceleratorType": "v3-8"}
        for i in range(nodes)]}]}), encoding="utf-8")
    sim = subprocess.Popen([binaries / "podium-sim", "serve", "--scenario", scenario],
                           stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    env = {**os.environ, **json.loads(sim.stdout.readline())["env"], "HOME": home}
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
        env.pop(name, None)
    commands = {
        "podiumctl nodes": [binaries / "podiumctl", "nodes", "--project", PROJECT],
        "gcloud … list": ["gcloud", "compute", "tpus", "tpu-vm", "list", "--zone=-",
                          f"--project={PROJECT}"],
    }
    figures = {name: ([], []) for name in commands}
    for turn in range(rounds + 1):
        for name, command in commands.items():
            code, wall, cpu, text = run(command, env)
            if code != 0 or text.count("node-") < nodes:
                sys.exit(f"{name} failed with {code}: {text[:500]}")
            if turn > 0:  # the first one warms the caches
                figures[name][0].append(wall * 1000)
                figures[name][1].append(cpu * 1000)
    sim.stdin.close()
    sim.wait()

print(f"{nodes} nodes in one project, {rounds} turns each, medians")
medians = {}
for name, (walls, cpus) in figures.items():
    medians[name] = (statistics.median(walls), statistics.median(cpus))
    print(f"{name:18} wall {medians[name][0]:7.1f} ms   CPU {medians[name][1]:7.1f} ms")
mine, theirs = medians.values()
print(f"{'ratio':18} wall {theirs[0] / mine[0]:6.1f} x    CPU {theirs[1] / mine[1]:6.1f} x")
