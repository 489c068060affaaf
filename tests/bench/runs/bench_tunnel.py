#!/usr/bin/env python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""One tunnel to one worker: podiumctl against `ssh -L`, to the same server behind the same real sshd.

    bench_tunnel.py BIN [--rounds R] [--megabytes M] [--requests N] [--rtt MS]

BIN holds podiumctl and podium-sim. Both tunnels stand all the time and take turns: so many bytes in
one connection, then so many connections at once, of which each has to bring all of its 20 kB. With
--rtt the worker is so far away. The server is a thread here, on the worker's own "localhost". Figures, not verdicts.
"""
import argparse
import concurrent.futures
import json
import pathlib
import socket
import socketserver
import statistics
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from bench_runs import Cloud  # noqa: E402

BLOCK = bytes(range(256)) * 1024


class Bytes(socketserver.BaseRequestHandler):
    """Is told how many bytes in a line, and sends them."""

    def handle(self):
        left = int(self.request.makefile("rb").readline())
        while left > 0:
            self.request.sendall(BLOCK[:min(left, len(BLOCK))])
            left -= len(BLOCK)


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    request_queue_size = 1024


def fetched(port, count):
    """How many bytes came of so many that were asked for."""
    got = 0
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=120) as connection:
            connection.sendall(b"%d\n" % count)
            while piece := connection.recv(1 << 18):
                got += len(piece)
    except OSError:
        pass
    return got


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    end = time.monotonic() + 60
    while fetched(port, 1) != 1:
        assert time.monotonic() < end, "the tunnel does not stand"
        time.sleep(0.1)


def measure(port, options):
    """MB a second in one connection; how many of those at once were whole, and in how many seconds."""
    start = time.monotonic()
    assert fetched(port, options.megabytes * 1_000_000) == options.megabytes * 1_000_000
    rate = options.megabytes / (time.monotonic() - start)
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(options.requests) as pool:
        whole = sum(n == 20000 for n in pool.map(lambda _: fetched(port, 20000), range(options.requests)))
    return rate, whole, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("programs", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--rtt", type=int, default=0, help="ms of a round trip to the worker")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        cloud = Cloud(options.programs, 1, pathlib.Path(name), rtt=options.rtt)
        server = Server((cloud.addresses[0], 0), Bytes)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        there, ours, theirs = server.server_address[1], free_port(), free_port()
        tunnel = subprocess.Popen([options.programs / "podiumctl", "tunnel", "pod:0", f"{there}:{ours}", "--json"],
                                  env=cloud.environment, stdout=subprocess.PIPE, text=True)
        ours = json.loads(tunnel.stdout.readline())["localPort"]
        ssh = subprocess.Popen(["ssh", "-F", cloud.folder / "ssh", "-N", "-L", f"{theirs}:localhost:{there}",
                                cloud.addresses[0]])
        try:
            results = {"podiumctl tunnel": [], "ssh -L": []}
            for port in (ours, theirs):
                wait_for(port)
            for _ in range(options.rounds):
                for label, port in zip(results, (ours, theirs)):
                    results[label].append(measure(port, options))
            for label, rounds in results.items():
                rate, whole, took = (statistics.median(each) for each in zip(*rounds))
                print(f"{label:18} {rate:7.1f} MB/s  {min(r[1] for r in rounds)} of {options.requests} whole, "
                      f"{took:.2f} s")
        finally:
            for process in (tunnel, ssh):
                process.terminate()
                process.wait()
            cloud.end()


if __name__ == "__main__":
    main()
