"""What Podium asks a TPU VM for through jax: its devices, and whether the TPU is free."""

import atexit
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import time

__version__ = "0.4.35"
_held = []
LOCK_FILE = "/tmp/libtpu_lockfile"
PEERS_PORT = 8471


class TpuDevice:
    platform = "tpu"

    def __init__(self, number, process, kind):
        self.id = number
        self.process_index = process
        self.device_kind = kind

    def __repr__(self):
        return f"TpuDevice(id={self.id}, process_index={self.process_index})"


class CpuDevice(TpuDevice):
    platform = "cpu"


class numpy:  # noqa: N801
    """Of jax.numpy: a matrix of ones, its product and its sum."""

    class _Ones:
        def __init__(self, size, value):
            self.size = size
            self.value = value

        def __matmul__(self, other):
            return numpy._Ones(self.size, self.value * other.value * self.size)

        def sum(self):
            return numpy._Sum(self.value * self.size * self.size)

    class _Sum(float):
        def devices(self):
            return {local_devices()[0]}

    @staticmethod
    def ones(shape):
        return numpy._Ones(shape[0], 1.0)


def _tpu():
    with open("/etc/podium-sim/tpu.json", encoding="utf-8") as file:
        tpu = json.load(file)
    if os.environ.get("TPU_PROCESS_BOUNDS") == "1,1,1":
        tpu.update(workers=1, index=0)  # this worker by itself
    return tpu


def _fail_as_told():
    """/etc/podium-sim/jax-failure: what the real one would say; it fails with that."""
    try:
        with open("/etc/podium-sim/jax-failure", encoding="utf-8") as file:
            text = file.read().strip()
    except FileNotFoundError:
        return
    if text == "cpu":
        raise _NoTpu
    if text != "hang":
        raise RuntimeError(text)


def _wait_as_told():
    """`hang`: a worker whose peers never come. It has the chips, and does not hear TERM."""
    try:
        with open("/etc/podium-sim/jax-failure", encoding="utf-8") as file:
            hangs = file.read().strip() == "hang"
    except FileNotFoundError:
        return
    if hangs:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        time.sleep(3600)


def _gather(address, others):
    """The first worker lets them begin once all have come; one that comes anew counts once."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(others)
        came = {}
        while len(came) < others:
            peer = listener.accept()[0]
            if index := peer.recv(100):
                came[index] = peer
        for peer in came.values():
            peer.sendall(b"begin")


def _join(address, index):
    """Until the first worker is there and lets all begin."""
    while True:
        try:
            with socket.create_connection(address) as first:
                first.sendall(str(index).encode())
                if first.recv(5) == b"begin":
                    return
        except OSError:
            pass
        time.sleep(0.1)


def _wait_for_peers(tpu):
    """A slice begins when all of its workers do, and not before."""
    address = (tpu["firstAddress"], PEERS_PORT)
    if tpu["index"] > 0:
        _join(address, tpu["index"])
    elif tpu["workers"] > 1:
        _gather(address, tpu["workers"] - 1)


class _NoTpu(Exception):
    pass


def _unlock():
    try:
        os.unlink(LOCK_FILE)
    except FileNotFoundError:
        pass


def _claim(tpu):
    if _held:
        return
    _fail_as_told()
    try:
        lock = os.open(LOCK_FILE, os.O_CREAT | os.O_RDWR, 0o600)
    except PermissionError:
        raise RuntimeError(
            "The TPU is already in use by another process probably owned by another user. "
            'Run "$ sudo lsof -w /dev/accel0" to figure out which process is using the TPU.'
        ) from None
    try:
        fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        holder = os.read(lock, 20).decode().strip() or "unknown"
        raise RuntimeError(
            "Unable to initialize backend 'tpu': ABORTED: The TPU is already in use by process with "
            f"pid {holder}. Not attempting to load libtpu.so in this process."
        ) from None
    os.ftruncate(lock, 0)
    os.write(lock, str(os.getpid()).encode())
    _held.append(lock)
    _held.extend(open(path, "rb") for path in tpu["devicePaths"])
    atexit.register(_unlock)
    subprocess.Popen(
        [sys.executable, "/etc/podium-sim/tpu-metrics", str(os.getpid())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _wait_as_told()
    _wait_for_peers(tpu)


def devices(backend=None):
    tpu = _tpu()
    try:
        _claim(tpu)
    except _NoTpu:
        return [CpuDevice(0, 0, "cpu")]
    each = tpu["devicesPerWorker"]
    return [TpuDevice(i, i // each, tpu["kind"]) for i in range(each * tpu["workers"])]


def local_devices():
    index = _tpu()["index"]
    all_of_slice = devices()
    if all_of_slice[0].platform == "cpu":
        return all_of_slice
    return [device for device in all_of_slice if device.process_index == index]


def device_count():
    return len(devices())


def local_device_count():
    return len(local_devices())


def process_index():
    return _tpu()["index"]


def process_count():
    return 1 if devices()[0].platform == "cpu" else _tpu()["workers"]


def default_backend():
    return devices()[0].platform
