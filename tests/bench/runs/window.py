#!/usr/bin/python3
# SPDX-FileCopyrightText: Podium contributors
# SPDX-License-Identifier: Apache-2.0
"""Podium's window runs `hostname` on many real sshd: how long, how much memory, and does it stay live?

    window.py BIN [--workers N] [--command C] [--rtt MS]

BIN holds podium, podiumctl and podium-sim (the preset `bench`). The window is used by its accessible
names under Xvfb. While the command runs it is asked for the place of a label every 20 ms: the
answer comes from the thread that draws, so its delay is how long a click would have waited. The
workers, which in life have processors of their own, yield theirs to the window: as far as the kernel
does not share processors out by session (`sysctl kernel.sched_autogroup_enabled=0`). With --rtt the workers are
so far away. Figures, not verdicts.
"""
import argparse
import os
import pathlib
import re
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "e2e")]
from bench_runs import Cloud  # noqa: E402
from desktop import Desktop, application, wait_for  # noqa: E402

LIMIT = 600
BY_SESSION = pathlib.Path("/proc/sys/kernel/sched_autogroup_enabled")


def choose(desktop, window, command):
    wait_for("the end of the first look", lambda: window.all(name=lambda text: text.startswith("updated")))
    wait_for("the page Run on the rail", lambda: next(iter(window.all(role="check box", name="Run")), None)).press()
    desktop.click(window.find(role="text", name="Targets"))
    desktop.type("pod")
    desktop.keys("Return")
    window.find(name="Target pod")
    desktop.click(window.find(name="Command"))
    desktop.type(command)


def delays(label, is_over):
    """Of the answers about the label, in ms, until the run is over."""
    found, began = [], time.monotonic()
    while not is_over():
        assert time.monotonic() < began + LIMIT, "the run did not end"
        asked = time.monotonic()
        label.extents()
        found.append((time.monotonic() - asked) * 1000)
        time.sleep(max(0.0, asked + 0.02 - time.monotonic()))
    return sorted(found)


def memory(pid):
    text = pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(re.search(r"VmHWM:\s+(\d+)", text)[1]) / 1024


def run(desktop, options, folder):
    programs, command = options.programs, options.command
    cloud = Cloud(programs, options.workers, folder, yielding=True, rtt=options.rtt)
    try:
        desktop.env.update(cloud.environment, XDG_RUNTIME_DIR=desktop.env["XDG_RUNTIME_DIR"])
        os.environ.update(desktop.env)
        podium = desktop.start_application([str(programs / "podium")])
        window = application("podium")
        choose(desktop, window, command)
        before = memory(podium.pid)
        began = time.monotonic()
        window.find(role="push button", name="Run command").press()
        stop = window.find(role="push button", name="Stop")
        found = delays(window.find(name="Duration of the run"), lambda: not stop.is_showing())
        took = time.monotonic() - began
        states = [n.name for n in window.all(role="check box", name=lambda n: re.match(r"[\d,]+ (?!in all)", n))]
        print(f"{', '.join(states)}: {took:.1f} s, memory {before:.0f} MB before, "
              f"{memory(podium.pid):.0f} MB at most; {len(found)} questions: median "
              f"{found[len(found) // 2]:.1f} ms, p99 {found[int(len(found) * 0.99)]:.1f}, "
              f"p99.9 {found[int(len(found) * 0.999)]:.1f}, longest {found[-1]:.1f}")
        if BY_SESSION.exists() and BY_SESSION.read_text(encoding="ascii").strip() == "1":
            print("kernel.sched_autogroup_enabled is 1: the workers did not yield their processors")
        desktop.screenshot("build/window-bench.png")
    finally:
        cloud.end()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=lambda p: pathlib.Path(p).resolve())
    parser.add_argument("--workers", type=int, default=1500)
    parser.add_argument("--command", default="hostname")
    parser.add_argument("--rtt", type=int, default=0, help="ms of a round trip to the workers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="podium-bench-") as name, Desktop() as desktop:
        run(desktop, options, pathlib.Path(name))


if __name__ == "__main__":
    main()
