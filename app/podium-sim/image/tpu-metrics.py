"""Libtpu's own server of metrics, as far as Podium asks it: gRPC on port 8431 of this worker, there
for as long as the process lives that holds the TPU (its id is the argument).

/etc/podium-sim/metrics-answer may say how it answers: words like duty=12 and memory=90 (percent), or
one of rubbish, half, huge, silent, trickle, none."""

import json
import math
import os
import select
import socket
import struct
import sys
import threading
import time

PORT = 8431
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, SETTINGS, PING, GOAWAY = 0, 1, 4, 6, 7
END_STREAM, ACK, END_HEADERS = 1, 1, 4
GIB = 1 << 30
HBM = {"TPU v2": 8, "TPU v3": 16, "TPU v4": 32, "TPU v5 lite": 16, "TPU v5p": 95, "TPU v6 lite": 32}


def wished():
    """What the file says: words, and numbers by name."""
    try:
        with open("/etc/podium-sim/metrics-answer", encoding="utf-8") as file:
            words = file.read().split()
    except FileNotFoundError:
        words = []
    return words, dict(word.split("=", 1) for word in words if "=" in word)


def frame(kind, flags, stream, body):
    return struct.pack(">I", len(body))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + body


def varint(number):
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number, body):
    return varint(number << 3 | 2) + varint(len(body)) + body


def metric(device, gauge):
    attribute = field(1, b"device-id") + field(2, varint(3 << 3) + varint(device))
    return field(3, field(1, attribute) + field(3, gauge))


def answer(name):
    """The message for a metric; None: there is no such one."""
    with open("/etc/podium-sim/tpu.json", encoding="utf-8") as file:
        tpu = json.load(file)
    _, numbers = wished()
    swing = math.sin(time.time() / 7 + tpu["index"])
    duty = float(numbers.get("duty", 88 + 6 * swing))
    used = float(numbers.get("memory", 74 + 2 * swing))
    total = HBM.get(tpu["kind"], 16) * GIB
    if name == "tpu.runtime.hbm.memory.total.bytes":
        gauges = [varint(2 << 3) + varint(total)] * tpu["devicesPerWorker"]
    elif name == "tpu.runtime.hbm.memory.usage.bytes":
        gauges = [varint(2 << 3) + varint(int(total * used / 100))] * tpu["devicesPerWorker"]
    elif name == "tpu.runtime.tensorcore.dutycycle.percent":
        gauges = [varint(1 << 3 | 1) + struct.pack("<d", duty)] * tpu["chips"]
    else:
        return None
    metrics = b"".join(metric(i, gauge) for i, gauge in enumerate(gauges))
    return field(1, field(1, name.encode()) + metrics)


def literal(name, value):
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


def reply(stream, request):
    # The name is the only field: its number, its length, its text.
    message = answer(request[7:].decode("utf-8", "replace"))
    head = b"\x88" + literal(b"content-type", b"application/grpc")
    if message is None:
        end = literal(b"grpc-status", b"12")
        return frame(HEADERS, END_HEADERS | END_STREAM, stream, head + end)
    body = b"\0" + struct.pack(">I", len(message)) + message
    return (
        frame(HEADERS, END_HEADERS, stream, head)
        + frame(DATA, 0, stream, body)
        + frame(HEADERS, END_HEADERS | END_STREAM, stream, literal(b"grpc-status", b"0"))
    )


def exactly(connection, size):
    read = b""
    while len(read) < size:
        more = connection.recv(size - len(read))
        if not more:
            raise EOFError
        read += more
    return read


def misbehave(connection, words):
    """Whether it did."""
    if "silent" in words:
        time.sleep(3600)
    elif "trickle" in words:
        while True:
            connection.sendall(frame(PING, 0, 0, b"for ever"))
            time.sleep(0.2)
    elif "rubbish" in words:
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\nServer: something else\r\n\r\n" * 50)
        time.sleep(1)
    elif "huge" in words:
        connection.sendall(frame(SETTINGS, 0, 0, b""))
        for _ in range(6400):  # 100 MB
            connection.sendall(frame(DATA, 0, 1, b"x" * 16384))
    else:
        return False
    return True


def serve(connection):
    words, _ = wished()
    with connection:
        if misbehave(connection, words) or exactly(connection, len(PREFACE)) != PREFACE:
            return
        connection.sendall(frame(SETTINGS, 0, 0, b""))
        bodies = {}
        while True:
            head = exactly(connection, 9)
            size = int.from_bytes(head[:3], "big")
            kind, flags = head[3], head[4]
            stream = int.from_bytes(head[5:], "big")
            body = exactly(connection, size)
            if kind == SETTINGS and not flags & ACK:
                connection.sendall(frame(SETTINGS, ACK, 0, b""))
            elif kind == PING and not flags & ACK:
                connection.sendall(frame(PING, ACK, 0, body))
            elif kind == GOAWAY:
                return
            elif kind in (HEADERS, DATA):
                bodies[stream] = bodies.get(stream, b"") + (body if kind == DATA else b"")
                if flags & END_STREAM:
                    whole = reply(stream, bodies.pop(stream))
                    if "half" in words:
                        connection.sendall(whole[: len(whole) // 2])
                        return
                    connection.sendall(whole)


def quietly(connection):
    try:
        serve(connection)
    except (EOFError, OSError):
        pass


def take(listener, address, holder):
    """The server of a holder that has just ended goes a moment after it, or later on a busy machine."""
    while os.path.exists(f"/proc/{holder}"):
        try:
            listener.bind(address)
            return
        except OSError:
            time.sleep(0.1)
    sys.exit(1)


def main():
    holder = int(sys.argv[1])
    if "none" in wished()[0]:
        return
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # This worker's own address: all workers share one network.
        take(listener, (socket.gethostbyname("localhost"), PORT), holder)
        listener.listen(16)
        while os.path.exists(f"/proc/{holder}"):
            if select.select([listener], [], [], 0.2)[0]:
                connection, _ = listener.accept()
                threading.Thread(target=quietly, args=(connection,), daemon=True).start()


main()
