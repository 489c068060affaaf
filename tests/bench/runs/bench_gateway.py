#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""One command on many workers through one of them: podiumctl against itself without the gateway and
against `ssh -A` and clush typed by hand, on the same real sshd.

    bench_gateway.py BIN [--workers N] [--rounds R] [--rtt MS] [--command C | --copy MEGABYTES [--on-disk FOLDER]]

--copy: one file that cannot be compressed goes to all workers through the gateway, beside scp to the
first of them alone, which is the least that an upload can cost. All of it goes into memory, or into FOLDER.

BIN holds podiumctl and podium-sim. The contenders take turns within each round; all begin without a
connection. Client CPU is that of the contender's own process tree on this side. The line's bytes are those of
IP packets from and to external addresses, ssh's own included; they are counted on the loopback, as root only.
With --rtt the workers are so far away from here, and near each other. Needs clush. Figures, not verdicts.
"""
import argparse
import ctypes
import os
import pathlib
import shlex
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from bench_runs import Cloud, run  # noqa: E402

EXTERNAL = bytes([127, 77])
ETHERNET_HEADER = 14
ETH_P_ALL = 3
SO_ATTACH_FILTER = 26
SOL_PACKET = 263
PACKET_STATISTICS = 6
HEAD = 96  # bytes: Ethernet, IP and TCP


def line_filter():
    """Passes the heads of IPv4 packets from or to external addresses: what workers send each other, which can be
    a hundred times as much, is not copied, and nothing is lost for it."""
    load, equal, give = 0x28, 0x15, 0x06  # LD halfword at, JEQ, RET
    network = int.from_bytes(EXTERNAL, "big")
    program = [(load, 0, 0, 12), (equal, 0, 5, 0x0800), (load, 0, 0, 26), (equal, 2, 0, network), (load, 0, 0, 30),
               (equal, 0, 1, network), (give, 0, 0, HEAD), (give, 0, 0, 0)]
    return b"".join(struct.pack("HBBI", *each) for each in program)


class Line(threading.Thread):
    """Counts what goes between here and external addresses of workers."""

    def __init__(self):
        super().__init__(daemon=True)
        self.bytes = self.connections = 0
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 27)
        program = ctypes.create_string_buffer(line_filter())
        steps = struct.pack("HL", len(program) // 8, ctypes.addressof(program))
        self.socket.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, steps)
        self.socket.bind(("lo", 0))

    def run(self):
        while True:
            packet, about = self.socket.recvfrom(HEAD)
            packet = packet[ETHERNET_HEADER:]
            # The loopback shows each packet twice, going and coming.
            if about[2] != socket.PACKET_OUTGOING or packet[9] != socket.IPPROTO_TCP:
                continue
            self.bytes += int.from_bytes(packet[2:4], "big")
            flags = packet[4 * (packet[0] & 15) + 13]
            self.connections += flags & 0x12 == 0x02  # SYN without ACK

    def lost(self):
        """Packets that came faster than they were counted, since the last call."""
        return struct.unpack("II", self.socket.getsockopt(SOL_PACKET, PACKET_STATISTICS, 8))[1]


def by_hand(cloud, command):
    """The key is lent to the first worker, whose clush logs in on all."""
    options = (f"-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR "
               f"-p {cloud.ready['sshPort']} -l {cloud.ready['user']}")
    there = shlex.join(["clush", "-q", "-f", str(len(cloud.addresses)), "-w", ",".join(cloud.internal_addresses),
                        "-o", options, command])
    return ["ssh-agent", "sh", "-c", 'ssh-add -q "$1" 2>/dev/null && shift && exec "$@"', "sh",
            cloud.ready["identity"], "ssh", "-A", "-F", cloud.folder / "ssh", cloud.addresses[0], there]


def runs(cloud, podiumctl, command):
    return {
        "podiumctl": [podiumctl, "run", "pod", "--", command],
        "podiumctl --via-gateway": [podiumctl, "run", "pod", "--via-gateway", "--", command],
        "ssh -A and clush by hand": by_hand(cloud, command),
    }


def copies(cloud, podiumctl, megabytes):
    file = cloud.folder / "file"
    with open(file, "wb") as out:
        for _ in range(megabytes):
            out.write(os.urandom(1_000_000))
    return {
        "podiumctl copy --via-gateway": [podiumctl, "copy", file, "pod:copied", "--via-gateway", "--yes"],
        "scp to the first": ["scp", "-q", "-F", cloud.folder / "ssh", file, f"{cloud.addresses[0]}:by-scp"],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--workers", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rtt", type=int, default=0, help="ms of a round trip to the workers")
    parser.add_argument("--command", default="hostname")
    parser.add_argument("--copy", type=int, metavar="MEGABYTES")
    parser.add_argument("--on-disk", metavar="FOLDER")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="podium-bench-", dir=options.on_disk) as name:
        cloud = Cloud(options.programs, options.workers, pathlib.Path(name), rtt=options.rtt,
                      on_disk=bool(options.on_disk))
        podiumctl = options.programs / "podiumctl"
        clean = [podiumctl, "run", "pod", "--", "rm -rf copied by-scp"]
        contenders = (copies(cloud, podiumctl, options.copy) if options.copy else
                      runs(cloud, podiumctl, options.command))
        line = Line() if os.geteuid() == 0 else None
        if line:
            line.start()
        results = {label: [] for label in contenders}
        try:
            for number in range(options.rounds):
                subprocess.run(clean, env=cloud.environment, check=True, stdout=subprocess.DEVNULL)
                for label, arguments in contenders.items():
                    before = (line.bytes, line.connections) if line else (0, 0)
                    status, wall, cpu, _ = run(arguments, cloud.environment, False)
                    after = (line.bytes, line.connections) if line else (0, 0)
                    results[label].append((wall, cpu, after[0] - before[0], after[1] - before[1], status != 0))
                    print(f"round {number + 1}: {label}: exit {status}, {wall:.3f} s, CPU {cpu:.2f} s", flush=True)
        finally:
            cloud.end()
    if line and (lost := line.lost()):
        print(f"{lost} packets were not counted: the line's bytes are more than is told")
    load = " ".join(pathlib.Path("/proc/loadavg").read_text().split()[:3])
    print(f"\n{options.workers} workers, medians of {options.rounds} interleaved rounds, load {load}")
    print("| contender | wall s | client CPU s | line kB | connections | failed |\n|---|---|---|---|---|---|")
    for label, rounds in results.items():
        wall, cpu, sent, connections = (statistics.median(row[i] for row in rounds) for i in range(4))
        failed = sum(row[4] for row in rounds)
        print(f"| {label} | {wall:.3f} | {cpu:.2f} | {sent / 1000:.0f} | {connections:.0f} | {failed} |")


if __name__ == "__main__":
    main()
