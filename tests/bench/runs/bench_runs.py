#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""One command on many workers: podiumctl against the tools of Debian, on the same real sshd.

    bench_runs.py BIN [--workers N] [--rounds R] [--rtt MS] [--only NAME;…] [--other PODIUMCTL] [--memory]
                  [--command C] [--post-quantum]

BIN holds podiumctl, podium-sim and sshbench (the preset `bench`). The contenders take turns within
each round. Client CPU is user and system time of the contender's own process tree; the workers'
sshd run elsewhere and do not count. What is not installed is left out. All speak curve25519, since
the workers offer nothing newer; with --post-quantum they offer what this machine's sshd does by
itself, and OpenSSH's clients then choose sntrup761x25519, which libssh does not know. With --rtt the
workers are so far away (podium-sim's relay); the APIs stay near. --other is a podiumctl of another build,
to compare with.
Figures, not verdicts.
"""
import argparse
import json
import os
import pathlib
import re
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time


class Cloud:
    """podium-sim with one node, lab/us-central2-b/pod, and its surroundings in a folder.

    With `yielding`, its sshd take only the CPU that nobody else wants, as if they had their own.
    `rtt`: how far away its workers are, in ms. `on_disk`: their disks are in `folder`, not in memory."""

    def __init__(self, programs, workers, folder, yielding=False, rtt=0, on_disk=False):
        self.folder = folder
        scenario = folder / "scenario.json"
        node = {"zone": "us-central2-b", "name": "pod", "acceleratorType": f"v4-{8 * workers}", "workers": workers,
                "internalNetwork": True}
        scenario.write_text(json.dumps({"operationMs": 0, "projects": [{"id": "lab", "nodes": [node]}]}))
        self.process = subprocess.Popen([programs / "podium-sim", "serve", "--scenario", scenario, "--rtt", str(rtt),
                                         *(["--on-disk"] if on_disk else [])], env=dict(os.environ, TMPDIR=str(folder)),
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if yielding:
            os.setpriority(os.PRIO_PROCESS, self.process.pid, 19)
        self.ready = json.loads(self.process.stdout.readline())
        self.environment = dict(os.environ, HOME=str(folder), **self.ready["env"])
        for name in ("SSH_AUTH_SOCK", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"):
            self.environment.pop(name, None)
        nodes = json.loads(subprocess.check_output([programs / "podiumctl", "nodes", "--json"], env=self.environment))
        self.addresses = [w["externalIp"] for n in nodes["nodes"] for w in n["workers"]]
        self.internal_addresses = [w["internalIp"] for n in nodes["nodes"] for w in n["workers"]]
        (folder / "hosts").write_text("".join(f"{a}\n" for a in self.addresses))
        (folder / "ssh").write_text(self.ssh_config(""))
        (folder / "ssh-master").write_text(self.ssh_config(
            f"ControlMaster auto\nControlPath {folder}/m-%h\nControlPersist 600\n"))

    def ssh_config(self, more):
        return (f"Host *\nPort {self.ready['sshPort']}\nUser {self.ready['user']}\n"
                f"IdentityFile {self.ready['identity']}\nIdentitiesOnly yes\nBatchMode yes\nLogLevel ERROR\n"
                f"StrictHostKeyChecking accept-new\nUserKnownHostsFile {self.folder}/known_hosts\n{more}")

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Peak(threading.Thread):
    """The largest sum of proportional memory of a process and what it has started."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.megabytes, self.over = pid, 0.0, False

    def run(self):
        while not self.over:
            self.megabytes = max(self.megabytes, sum(map(self.proportional, self.tree())) / 1024)
            time.sleep(0.05)

    def tree(self):
        found, todo = [], [self.pid]
        while todo:
            pid = todo.pop()
            found.append(pid)
            try:
                for task in os.listdir(f"/proc/{pid}/task"):
                    todo += [int(c) for c in pathlib.Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
            except OSError:
                pass
        return found

    @staticmethod
    def proportional(pid):
        try:
            lines = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            return 0
        return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def run(arguments, environment, memory, stdin=None):
    """(exit status, wall s, client CPU s, peak MB)"""
    with tempfile.TemporaryFile() as sink, open(stdin or os.devnull, "rb") as source:
        start = time.monotonic()
        process = subprocess.Popen(arguments, env=environment, stdin=source, stdout=sink, stderr=subprocess.STDOUT)
        peak = Peak(process.pid)
        if memory:
            peak.start()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        peak.over = True
        if "warm" in arguments:  # which alone knows when its second round began
            sink.seek(0)
            said = re.search(rb"of (\d+) good, wall ([0-9.]+) ms, CPU ([0-9.]+) ms", sink.read())
            wall, cpu = float(said[2]) / 1000, float(said[3]) / 1000 * int(said[1])
            return process.returncode, wall, cpu, peak.megabytes
    return process.returncode, wall, usage.ru_utime + usage.ru_stime, peak.megabytes


# What spares an ssh a round trip, or could: no method that is not the one, nobody asked besides.
FEW_METHODS = [f"-o{setting}" for setting in (
    "PreferredAuthentications=publickey", "GSSAPIAuthentication=no", "KbdInteractiveAuthentication=no",
    "PasswordAuthentication=no", "HostbasedAuthentication=no", "ControlMaster=no", "ControlPath=none",
    "UpdateHostKeys=no", "KexAlgorithms=curve25519-sha256", "RequestTTY=no")]


def fan_outs(cloud, programs, command, count, other=None):
    """Name → (arguments, environment, stdin) of who runs `command` on all workers from nothing."""
    folder, all_at_once = cloud.folder, str(count)
    hosts = str(folder / "hosts")
    bench = dict(cloud.environment, USER=cloud.ready["user"], PODIUM_BENCH_KNOWN_HOSTS=str(folder / "bench_keys"))
    out = str(folder / "out")
    contenders = {
        "podiumctl": ([programs / "podiumctl", "run", "pod", "--", command], cloud.environment, None),
        "podiumctl --log-dir --fold": ([programs / "podiumctl", "run", "pod", "--log-dir", out, "--fold", "--",
                                        command], cloud.environment, None),
        "podiumctl --log-dir --json": ([programs / "podiumctl", "run", "pod", "--log-dir", out, "--json", "--",
                                        command], cloud.environment, None),
        "transport": ([programs / "sshbench", "podium", str(cloud.ready["sshPort"]), cloud.ready["identity"],
                       f"@{hosts}", "32", command], bench, None),
        "probe": ([programs / "sshbench", "probe", str(cloud.ready["sshPort"]), cloud.ready["identity"],
                   f"@{hosts}", "32", command], bench, None),
    }
    if other:
        contenders["other podiumctl"] = ([other, "run", "pod", "--", command], cloud.environment, None)
        contenders["one other podiumctl"] = ([other, "run", "pod:0", "--", command], cloud.environment, None)
    options = f"-F {folder}/ssh"
    pdsh = dict(cloud.environment, PDSH_SSH_ARGS_APPEND=options)
    contenders |= {
        "pssh": (["parallel-ssh", "-h", hosts, "-p", all_at_once, "-t", "0", "-o", out, "-x", options, command],
                 cloud.environment, None),
        "pdsh": (["pdsh", "-R", "ssh", "-f", all_at_once, "-w", f"^{hosts}", command], pdsh, None),
        "clush": (["clush", "-q", "-f", all_at_once, "--hostfile", hosts, "-o", options, command],
                  cloud.environment, None),
        "xargs ssh": (["xargs", "-P", all_at_once, "-I{}", "ssh", *options.split(), "{}", command],
                      cloud.environment, hosts),
        "one ssh": (["ssh", *options.split(), cloud.addresses[0], command], cloud.environment, None),
        "one ssh, few methods": (["ssh", *options.split(), *FEW_METHODS, cloud.addresses[0], command],
                                 cloud.environment, None),
        "one podiumctl": ([programs / "podiumctl", "run", "pod:0", "--", command], cloud.environment, None),
        "gcloud": (["gcloud", "compute", "tpus", "tpu-vm", "ssh", "pod", "--zone=us-central2-b", "--project=lab",
                    "--worker=all", f"--ssh-flag=-p {cloud.ready['sshPort']}", f"--command={command}"],
                   cloud.environment, None),
    }
    contenders["masters, xargs -P64"] = (
        ["xargs", "-P", "64", "-I{}", "ssh", "-F", f"{folder}/ssh-master", "{}", command], cloud.environment, hosts)
    contenders["transport, warm"] = (
        [programs / "sshbench", "warm", str(cloud.ready["sshPort"]), cloud.ready["identity"], f"@{hosts}", "32",
         command], bench, None)
    return {n: c for n, c in contenders.items() if shutil.which(str(c[0][0]))}


def offer_post_quantum(cloud, programs):
    """Each worker has its own /etc; sshd reads it at the next connection."""
    subprocess.run([programs / "podiumctl", "run", "pod", "--", "sudo sed -i /^KexAlgorithms/d /etc/ssh/sshd_config"],
                   env=cloud.environment, check=True, stdout=subprocess.DEVNULL)
    said = subprocess.run(["ssh", "-v", "-F", cloud.folder / "ssh", cloud.addresses[-1], "true"],
                          capture_output=True, text=True).stderr
    print("key exchange of OpenSSH's client:", re.search(r"kex: algorithm: (\S+)", said)[1])


def masters_memory(cloud):
    text = subprocess.run(["pgrep", "-f", f"{cloud.folder}/m-"], capture_output=True, text=True).stdout
    return sum(Peak.proportional(int(pid)) for pid in text.split()) / 1024


def end_masters(cloud):
    for address in cloud.addresses:
        subprocess.run(["ssh", "-F", cloud.folder / "ssh-master", "-O", "exit", address], capture_output=True)


def measure(contenders, rounds, memory):
    figures = {name: [] for name in contenders}
    for number in range(rounds):
        for name, (arguments, environment, stdin) in contenders.items():
            result = run(arguments, environment, memory, stdin)
            figures[name].append(result)
            print(f"round {number + 1}: {name}: exit {result[0]}, {result[1]:.3f} s, CPU {result[2]:.2f} s", flush=True)
    return figures


def report(figures, workers, base):
    load = " ".join(pathlib.Path("/proc/loadavg").read_text().split()[:3])
    print(f"\n{workers} workers, medians of {len(next(iter(figures.values())))} interleaved rounds, load {load}")
    print("| contender | wall s | ratio | client CPU ms/worker | ratio | peak MB | failed |\n|---|---|---|---|---|---|---|")
    medians = {n: [statistics.median(r[i] for r in rows) for i in (1, 2, 3)] for n, rows in figures.items()}
    reference = medians.get(base) or next(iter(medians.values()))
    for name, (wall, cpu, megabytes) in medians.items():
        failed = sum(1 for row in figures[name] if row[0] != 0)
        print(f"| {name} | {wall:.3f} | {wall / reference[0]:.2f} | {1000 * cpu / workers:.2f} | "
              f"{cpu / max(reference[1], 1e-9):.1f} | {megabytes:.0f} | {failed} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--workers", type=int, default=256)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="podiumctl;transport;probe;pssh;pdsh;clush;xargs ssh",
                        help="names, separated by semicolons; there are also: podiumctl --log-dir --fold, "
                             "podiumctl --log-dir --json; transport, warm and masters, xargs -P64; one ssh; "
                             "one ssh, few methods; one podiumctl; gcloud")
    parser.add_argument("--base", default="podiumctl", help="the contender that ratios refer to")
    parser.add_argument("--command", default="hostname")
    parser.add_argument("--rtt", type=int, default=0, help="ms of a round trip to the workers")
    parser.add_argument("--other", type=lambda p: pathlib.Path(p).resolve(),
                        help="another podiumctl: \"other podiumctl\" and \"one other podiumctl\"")
    parser.add_argument("--memory", action="store_true", help="sample memory too; costs some time")
    parser.add_argument("--post-quantum", action="store_true", help="the workers offer sntrup761x25519 as well")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="podium-bench-") as name:
        cloud = Cloud(arguments.programs, arguments.workers, pathlib.Path(name), rtt=arguments.rtt)
        try:
            if arguments.post_quantum:
                offer_post_quantum(cloud, arguments.programs)
            contenders = fan_outs(cloud, arguments.programs, arguments.command, arguments.workers,
                                  arguments.other)
            contenders = {n: contenders[n] for n in contenders if n in arguments.only.split(";")}
            if any("masters" in n for n in contenders):
                run(contenders["masters, xargs -P64"][0], cloud.environment, False, str(cloud.folder / "hosts"))
                print(f"masters: {masters_memory(cloud):.0f} MB")
            elif any("sh" in n for n in contenders):  # so that nobody has to learn host keys
                run(["xargs", "-P", "32", "-I{}", "ssh", "-F", str(cloud.folder / "ssh"), "{}", "true"],
                    cloud.environment, False, str(cloud.folder / "hosts"))
            print(shlex.join(sys.argv))
            report(measure(contenders, arguments.rounds, arguments.memory), arguments.workers, arguments.base)
        finally:
            end_masters(cloud)
            cloud.end()


if __name__ == "__main__":
    main()
