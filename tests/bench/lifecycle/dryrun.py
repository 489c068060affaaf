#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""podiumctl create --dry-run against gcloud compute tpus tpu-vm describe, taking turns on one podium-sim.

The first looks at all nodes and queued resources of the project and says what a grant covers; the second
looks at one node. Usage: dryrun.py BIN_FOLDER [ROUNDS [NODES]]   (BIN_FOLDER has podiumctl and podium-sim)
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

binaries = pathlib.Path(sys.argv[1])
rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 9
nodes = int(sys.argv[3]) if len(sys.argv) > 3 else 20
PROJECT = "bench-lab"
ZONE = "us-east1-d"

with tempfile.TemporaryDirectory() as home:
    scenario = pathlib.Path(home) / "scenario.json"
    scenario.write_text(json.dumps({"projects": [{"id": PROJECT, "nodes": [
        {"zone": ZONE, "name": f"node-{i:03d}", "acceleratorType": "v6e-8"} for i in range(nodes)]}]}),
        encoding="utf-8")
    with subprocess.Popen([binaries / "podium-sim", "serve", "--scenario", scenario],
                          stdin=subprocess.PIPE, stdout=subprocess.PIPE) as sim:
        env = {**os.environ, **json.loads(sim.stdout.readline())["env"], "HOME": home}
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            env.pop(name, None)
        commands = {
            "podiumctl create --dry-run": [
                binaries / "podiumctl", "create", "fresh", "--project", PROJECT, "--type", "v6e-8",
                "--zone", ZONE, "--dry-run"],
            "gcloud … describe": [
                "gcloud", "compute", "tpus", "tpu-vm", "describe", "node-000", f"--zone={ZONE}",
                f"--project={PROJECT}"],
        }
        expected = {"podiumctl create --dry-run": "fresh", "gcloud … describe": "node-000"}
        walls = {name: [] for name in commands}
        for turn in range(rounds + 1):
            for name, command in commands.items():
                start = time.perf_counter()
                done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True,
                                      text=True, check=False)
                wall = time.perf_counter() - start
                # 4: no grant covers it, which is what it has to say
                if done.returncode not in (0, 4) or expected[name] not in done.stdout:
                    sys.exit(f"{name} failed with {done.returncode}: {done.stdout[:300]}{done.stderr[:300]}")
                if turn > 0:  # the first one warms the caches
                    walls[name].append(wall * 1000)
        sim.stdin.close()
        sim.wait()

print(f"{nodes} nodes in one project, {rounds} turns each, medians")
for name, each in walls.items():
    print(f"{name:28} {statistics.median(each):7.1f} ms")
mine, theirs = (statistics.median(each) for each in walls.values())
print(f"{'share':28} {mine / theirs:7.3f}")
