#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""A tree to many workers and back: podiumctl against the tools of Debian, on the same real sshd.

    bench_copy.py BIN [--workers N] [--rounds R] [--megabytes M] [--rtt MS]

BIN holds podiumctl and podium-sim. The contenders take turns within each round, each into a folder
of its own that is empty before. Half of the bytes are random, half are text. Every contender's
result is compared by sha256 on all workers, outside the time that is taken. With --rtt the workers are
so far away. What went over the loopback counts for the bytes where nothing else uses it, once for each
end of the relay that --rtt puts between. gcloud makes its key and has it let in before. Figures, not verdicts.
"""
import argparse
import hashlib
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from bench_runs import Cloud  # noqa: E402


def make_tree(folder, megabytes):
    folder.mkdir()
    half = megabytes * 500_000
    for i in range(4):
        (folder / f"random{i}").write_bytes(os.urandom(half // 4))
        line = f"step {i} loss 0.12345 learning_rate 1e-4 tokens_per_second 123456\n".encode()
        (folder / f"text{i}").write_bytes(line * (half // 4 // len(line)))


def loopback():
    """Bytes that went over it so far."""
    with open("/proc/net/dev", encoding="ascii") as devices:
        return next(int(line.split()[1]) for line in devices if line.split()[0] == "lo:")


def timed(command, environment):
    """Wall and CPU seconds of a command and its children, and bytes over the loopback meanwhile."""
    carried = loopback()
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.monotonic()
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall = time.monotonic() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, loopback() - carried


def gcloud_to(cloud, verb, *more):
    """gcloud to all workers as who has podiumctl's copies: by itself it is the person of this machine."""
    port = f"--{verb}-flag={'-p' if verb == 'ssh' else '-P'} {cloud.ready['sshPort']}"
    return ["gcloud", "compute", "tpus", "tpu-vm", verb, *more, "--worker=all", "--zone=us-central2-b",
            "--project=lab", "--quiet", port]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--workers", type=int, default=16)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--rtt", type=int, default=0, help="ms of a round trip to the workers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        cloud = Cloud(options.programs, options.workers, folder, rtt=options.rtt)
        make_tree(folder / "tree", options.megabytes)
        podiumctl = [options.programs / "podiumctl"]
        ssh = f"ssh -F {folder}/ssh"
        hosts, tree, back = folder / "hosts", folder / "tree", folder / "back"
        contenders = {
            "podiumctl copy": podiumctl + ["copy", tree, "pod:podium", "--yes"],
            "the same again": podiumctl + ["copy", tree, "pod:podium", "--yes"],
            "parallel-scp -p 16": ["parallel-scp", "-p", "16", "-t", "0", "-x", f"-F {folder}/ssh", "-r", "-h", hosts,
                                   tree, "pscp"],
            "xargs -P16 rsync -a": ["xargs", "-P16", "-I{}", "-a", hosts, "rsync", "-a", "-e", ssh, tree,
                                    "{}:rsync/"],
            "podiumctl fetch": podiumctl + ["fetch", "pod:podium/tree", back / "podium", "--yes"],
            "parallel-slurp -p 16": ["parallel-slurp", "-p", "16", "-t", "0", "-x", f"-F {folder}/ssh", "-r", "-h",
                                     hosts, "-L", back / "slurp", "podium/tree", "tree"],
        }
        person = f"{cloud.ready['user']}@pod"
        contenders["gcloud … scp --worker=all"] = gcloud_to(cloud, "scp", "--recurse", tree, f"{person}:gcloud")
        contenders = {name: each for name, each in contenders.items() if shutil.which(str(each[0]))}
        if shutil.which("gcloud"):
            subprocess.run(gcloud_to(cloud, "ssh", person, "--command=true"), env=cloud.environment, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        results = {name: [] for name in contenders}
        on_all = podiumctl + ["run", "pod", "--fold", "--"]
        wanted = hashlib.sha256(subprocess.check_output(["sh", "-c", "sha256sum *"], cwd=tree)).hexdigest()
        for _ in range(options.rounds):
            subprocess.run(on_all + ["rm -rf podium pscp rsync gcloud; mkdir pscp rsync gcloud"], env=cloud.environment, check=True,
                           stdout=subprocess.DEVNULL)
            shutil.rmtree(back, ignore_errors=True)
            back.mkdir()
            for name, command in contenders.items():
                results[name].append(timed(command, cloud.environment))
            check = f"for d in */tree; do test $(cd $d && sha256sum * | sha256sum | cut -c1-64) = {wanted} || exit 1; done"
            subprocess.run(on_all + [check], env=cloud.environment, check=True, stdout=subprocess.DEVNULL)
        for name, rounds in results.items():
            wall, cpu, carried = (statistics.median(each) for each in zip(*rounds))
            each = carried / 1000 / options.workers
            print(f"{name:26} {wall:7.2f} s  client CPU {cpu:7.2f} s  loopback {each:9.1f} kB a worker")
        cloud.end()


if __name__ == "__main__":
    main()
